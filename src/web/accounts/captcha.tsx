/** The captcha, if the site has one. It is rendered by a script of its provider, so it does not work without scripts. */
import { useEffect } from 'react'
import { useLocation } from 'react-router'

export type CaptchaSettings = { provider: 'cloudflare-turnstile' | 'google-recaptcha' | 'hcaptcha'; siteKey: string }

/** Names of the form fields in which the providers put the response. */
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
  // A response is valid only once, so each submission needs a new captcha.
  const { key } = useLocation()
  return settings ? <CaptchaWidget key={key} settings={settings} /> : null
}

function CaptchaWidget({ settings: { provider, siteKey } }: { settings: CaptchaSettings }) {
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

/** Reloads a page that was reached by navigation within the site: the content security policy of the first page would block the captcha's script. */
function reloadOnce(): void {
  const [opened] = performance.getEntriesByType('navigation')
  if (opened && new URL(opened.name).pathname !== window.location.pathname) window.location.reload()
}
