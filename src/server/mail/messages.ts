/**
 * Builds an email message as plain text and as HTML with the same content: a greeting, paragraphs, and a footer with the recipient and the
 * reason. The texts are in `accounts/account-messages.ts`, `reminders/reminder-messages.ts`, `challenges/decision-mail.ts`, and
 * `rescoring/correction-mail.ts`, and beside them in other languages. A message is in the language of `inLanguage`: the language of the page
 * that asks for it, or the one that the member chose.
 */
import { addressIn, type Language } from '#exam/languages.ts'
import { escapeHtml } from '#exam/plain-text.ts'
import { currentLanguage } from '#server/platform/language.ts'

export type MailMessage = {
  kind: MailKind
  to: { address: string }
  /** Address for replies. By default, replies go to the sender address of the site. */
  replyTo?: { address: string }
  /** At most 60 characters. Contains no text entered by a user. */
  subject: string
  text: string
  html: string
  /** The main link or code of the message. */
  action?: string
  /** URL that turns off this kind of message, by opening the page or by a `POST` of the mail program. Only for optional messages. */
  unsubscribe?: string
  /** ISO time after which an unsent message is dropped. */
  goodUntil?: string
}

export type MailKind =
  | 'verification'
  | 'password-reset'
  | 'magic-link'
  | 'one-time-code'
  | 'invitation'
  | 'existing-account'
  | 'new-device'
  | 'address-change'
  | 'address-changed'
  | 'password-changed'
  | 'second-factor-changed'
  | 'sign-in-method-changed'
  | 'account-deleted'
  | 'contact-message'
  | 'study-reminder'
  | 'weekly-summary'
  | 'retirement-news'
  | 'renewal-reminder'
  | 'report-decided'
  | 'result-corrected'

export type MailLink = { label: string; url: string }
/** A `quote` is a multi-line text that another person wrote. */
export type Paragraph = string | MailLink | { code: string } | { quote: string }

/** The variant for the current language. */
export function inCurrentLanguage<Version>(versions: Record<Language, Version>): Version {
  return versions[currentLanguage()]
}

/** The address of a page in the current language. */
export function addressOf(origin: string, path: string): string {
  return new URL(addressIn(currentLanguage(), path), origin).href
}

type Frame = { greeting: string; aboutAccount: string; sender: (address: string, why: string) => string }

const frames: Record<Language, Frame> = {
  en: {
    greeting: 'Hello,',
    aboutAccount: 'about your account',
    sender: (address, why) => `Sent by Praxam to ${address} ${why}. Praxam is not part of Microsoft.`,
  },
  fr: {
    greeting: 'Bonjour,',
    aboutAccount: 'au sujet de votre compte',
    sender: (address, why) => `Envoyé par Praxam à ${address} ${why}. Praxam ne fait pas partie de Microsoft.`,
  },
}

/** `why` completes the sentence that says who sent the message to whom. The default is about the account. */
export function write(kind: MailKind, address: string, subject: string, body: Paragraph[], why?: string): MailMessage {
  const frame = inCurrentLanguage(frames)
  const sender = frame.sender(onOneLine(address), why ?? frame.aboutAccount)
  const action = body.map(actionOf).find((found) => found !== undefined)
  return {
    kind,
    to: { address },
    subject,
    text: `${[frame.greeting, ...body.map(printText), `-- \n${sender}`].join('\n\n')}\n`,
    html: page(subject, [frame.greeting, ...body].map(printHtml).join('\n'), escapeHtml(sender)),
    ...(action !== undefined && { action }),
  }
}

function actionOf(paragraph: Paragraph): string | undefined {
  if (typeof paragraph === 'string' || 'quote' in paragraph) return undefined
  return 'code' in paragraph ? paragraph.code : paragraph.url
}

function printText(paragraph: Paragraph): string {
  if (typeof paragraph === 'string') return paragraph
  if ('quote' in paragraph)
    return linesOf(paragraph.quote)
      .map((line) => `> ${line}`)
      .join('\n')
  return 'code' in paragraph ? paragraph.code : `${paragraph.label}${inCurrentLanguage(colons)}\n${paragraph.url}`
}

/** French has a no-break space before a colon. */
const colons: Record<Language, string> = { en: ':', fr: '\u00a0:' }

function printHtml(paragraph: Paragraph): string {
  if (typeof paragraph === 'string') return `<p style="margin:0 0 16px">${escapeHtml(paragraph)}</p>`
  if ('code' in paragraph)
    return `<p style="margin:0 0 16px;font-size:28px;letter-spacing:4px"><strong>${escapeHtml(paragraph.code)}</strong></p>`
  if ('quote' in paragraph)
    return `<blockquote style="${quoteStyle}">${linesOf(paragraph.quote).map(escapeHtml).join('<br>\n')}</blockquote>`
  const url = escapeHtml(paragraph.url)
  // Also prints the URL, because some mail programs do not open links and careful readers check them first.
  return `<p style="margin:0 0 8px"><a href="${url}" style="${buttonStyle}">${escapeHtml(paragraph.label)}</a></p>
<p style="margin:0 0 16px;font-size:13px;word-break:break-all">${url}</p>`
}

// Colors of the site: ink and paper. Mail programs know neither custom properties nor OKLCH.
const buttonStyle = 'display:inline-block;padding:10px 18px;background:#141d1f;color:#ffffff;text-decoration:none;border-radius:6px'
const quoteStyle = 'margin:0 0 16px;padding:0 0 0 12px;border-left:3px solid #d1d5db;overflow-wrap:anywhere'
const pageStyle = 'margin:0;padding:24px;background:#ffffff;color:#1f2937;font:16px/1.5 system-ui,-apple-system,Segoe UI,Arial,sans-serif'

function page(title: string, body: string, footer: string): string {
  return `<!doctype html>
<html lang="${currentLanguage()}">
<head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>
<body style="${pageStyle}">
<div style="max-width:560px">
${body}
<p style="margin:24px 0 0;padding-top:12px;border-top:1px solid #d1d5db;font-size:13px;color:#4b5563">${footer}</p>
</div>
</body>
</html>
`
}

/** Maximum length of user-entered text inside a sentence, in characters. */
const quotedLengthMax = 100

/** Keeps user-entered text on one short line, so that it cannot pass for a paragraph of the message. */
export function onOneLine(text: string): string {
  const line = text.replace(/[\p{C}\p{Z}]+/gu, ' ').trim()
  return line.length > quotedLengthMax ? `${line.slice(0, quotedLengthMax)}…` : line
}

/** The lines of user-entered text, without control characters. Some of these characters change the direction of text. */
function linesOf(text: string): string[] {
  return text.split(/\r\n?|[\n\u2028\u2029]/).map((line) => line.replaceAll('\t', '    ').replaceAll(/[\p{Cc}\p{Bidi_Control}]/gu, ''))
}

/** `1 question`, `2 questions`. In French, 0 is singular, too. */
export function count(number: number, unit: string): string {
  return `${number} ${unit}${number === 1 || (number === 0 && currentLanguage() === 'fr') ? '' : 's'}`
}

const locales: Record<Language, string> = { en: 'en-US', fr: 'fr-FR' }

/** `2026-11-21` → `November 21, 2026`, `21 novembre 2026`. */
export function formatDay(text: string): string {
  return printDay(new Date(text))
}

/** `November 21, 2026, 00:18 UTC`, `21 novembre 2026 à 00:18 UTC`. */
export function formatInstant(instant: Date): string {
  const separator: Record<Language, string> = { en: ', ', fr: ' à ' }
  const time = new Intl.DateTimeFormat(locale(), { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: 'UTC' }).format(instant)
  return `${printDay(instant)}${inCurrentLanguage(separator)}${time} UTC`
}

function printDay(instant: Date): string {
  const day = new Intl.DateTimeFormat(locale(), { dateStyle: 'long', timeZone: 'UTC' }).format(instant)
  return currentLanguage() === 'fr' ? day.replace(/^1 /, '1er ') : day
}

/** `4 MB-800 questions and 1 PL-900 question`. */
export function formatList(entries: readonly string[]): string {
  return new Intl.ListFormat(locale()).format(entries)
}

function locale(): string {
  return inCurrentLanguage(locales)
}
