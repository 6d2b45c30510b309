/** The question whether one is a person, where the installation asks it. The provider's script draws it; without scripts there is none. */
import { useEffect } from 'react'
import { useLocation } from 'react-router'

export type CaptchaSettings = { provider: 'cloudflare-turnstile' | 'google-recaptcha' | 'hcaptcha'; siteKey: string }

/** Field names under which the providers put the answer. */
export const captchaFields = ['cf-turnstile-response', 'g-recaptcha-response', 'h-captcha-response'] as const

const widgets = {
  'cloudflare-turnstile': { className: 'cf-turnstile', script: 'https://challenges.cloudflare.com/turnstile/v0/api.js' },
  'google-recaptcha': { className: 'g-recaptcha', script: 'https://www.google.com/recaptcha/api.js' },
  hcaptcha: { className: 'h-captcha', script: 'https://js.hcaptcha.com/1/api.js' },
}

export function readCaptcha(values: Record<(typeof captchaFields)[number], string>): string | undefined {
  return captchaFields.map((name) => values[name]).find(Boolean)
}

export function Captcha({ settings }: { settings: CaptchaSettings | undefined }) {
  // An answer is good once, so each try gets a new question.
  const { key } = useLocation()
  return settings ? <Question key={key} settings={settings} /> : null
}

function Question({ settings: { provider, siteKey } }: { settings: CaptchaSettings }) {
  const { className, script } = widgets[provider]
  useEffect(() => {
    const element = document.createElement('script')
    element.src = script
    element.async = true
    element.addEventListener('error', reloadOnce)
    document.head.append(element)
    return () => element.remove()
  }, [script])
  return <div className={className} data-sitekey={siteKey} />
}

/** Whoever came by a link within the site still has the content policy of the page before, which knows of no captcha. */
function reloadOnce(): void {
  const [opened] = performance.getEntriesByType('navigation')
  if (opened && new URL(opened.name).pathname !== window.location.pathname) window.location.reload()
}
