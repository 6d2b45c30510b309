/** The question whether one is a person, where the installation asks it. The provider's script draws it; without scripts there is none. */
import { useEffect, useRef } from 'react'

export type CaptchaSettings = { provider: 'cloudflare-turnstile' | 'google-recaptcha' | 'hcaptcha'; siteKey: string }

/** Field names under which the providers put the answer. */
export const captchaFields = ['cf-turnstile-response', 'g-recaptcha-response', 'h-captcha-response'] as const

const widgets = {
  'cloudflare-turnstile': { className: 'cf-turnstile', script: 'https://challenges.cloudflare.com/turnstile/v0/api.js' },
  'google-recaptcha': { className: 'g-recaptcha', script: 'https://www.google.com/recaptcha/api.js' },
  hcaptcha: { className: 'h-captcha', script: 'https://js.hcaptcha.com/1/api.js' },
}

export function captchaOf(values: Record<(typeof captchaFields)[number], string>): string | undefined {
  return captchaFields.map((name) => values[name]).find(Boolean)
}

export function Captcha({ settings }: { settings: CaptchaSettings | undefined }) {
  const place = useRef<HTMLDivElement>(null)
  const script = settings && widgets[settings.provider].script
  useEffect(() => {
    if (!script || !place.current) return
    const element = document.createElement('script')
    element.src = script
    element.async = true
    document.head.append(element)
    return () => element.remove()
  }, [script])
  return settings ? <div ref={place} className={widgets[settings.provider].className} data-sitekey={settings.siteKey} /> : null
}
