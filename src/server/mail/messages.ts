/**
 * Builds an email message as plain text and as HTML with the same content: a greeting, paragraphs, and a footer with the
 * recipient and the reason. The texts are in `accounts/account-messages.ts`, `reminders/reminder-messages.ts` and
 * `challenges/decision-mail.ts`.
 */
import { escapeHtml } from '#exam/plain-text.ts'

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
  /** ISO instant after which an unsent message is dropped. */
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
/** A `quote` is a text of several lines that another person wrote. */
export type Paragraph = string | MailLink | { code: string } | { quote: string }

export function addressOf(origin: string, path: string): string {
  return new URL(path, origin).href
}

export function write(kind: MailKind, address: string, subject: string, body: Paragraph[], why = 'about your account'): MailMessage {
  const sender = `Sent by Praxam to ${onOneLine(address)} ${why}. Praxam is not part of Microsoft.`
  const action = body.map(actionOf).find((found) => found !== undefined)
  return {
    kind,
    to: { address },
    subject,
    text: `${['Hello,', ...body.map(printText), `-- \n${sender}`].join('\n\n')}\n`,
    html: page(subject, ['Hello,', ...body].map(printHtml).join('\n'), escapeHtml(sender)),
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
  return 'code' in paragraph ? paragraph.code : `${paragraph.label}:\n${paragraph.url}`
}

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
<html lang="en">
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

/** The lines of user-entered text without invisible characters, some of which change the direction of text. */
function linesOf(text: string): string[] {
  return text.split(/\r\n?|[\n\u2028\u2029]/).map((line) => line.replaceAll('\t', '    ').replaceAll(/[\p{Cc}\p{Bidi_Control}]/gu, ''))
}

export function count(number: number, unit: string): string {
  return `${number} ${unit}${number === 1 ? '' : 's'}`
}

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
const time = new Intl.DateTimeFormat('en-US', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: 'UTC' })

/** `2026-11-21` → `November 21, 2026`. */
export function formatDay(text: string): string {
  return day.format(Date.parse(text))
}

/** `November 21, 2026, 00:18 UTC`. */
export function formatInstant(instant: Date): string {
  return `${day.format(instant)}, ${time.format(instant)} UTC`
}
