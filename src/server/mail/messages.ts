/**
 * The letters we send, each as plain text and as HTML with the same content. A letter says who sends it and why, how
 * long its link or code lives, and what to do when somebody else was at work. One goes to the operator: what somebody
 * wrote through the contact form.
 */
import { escapeHtml } from '#exam/plain-text.ts'

export type MailMessage = {
  kind: MailKind
  to: { address: string }
  /** Whom an answer goes to; otherwise the sender of all our mail. */
  replyTo?: { address: string }
  /** At most 60 characters, without anything a person has entered. */
  subject: string
  text: string
  html: string
  /** The link or code of the letter. */
  action?: string
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

/** Asks the person who gave an address to confirm it. */
export function verificationMail(letter: { address: string; url: string; hours: number }): MailMessage {
  return write('verification', letter.address, 'Your address was given to Praxam: please confirm it', [
    'Your mail address was given for an account on Praxam. Confirm that it is yours:',
    { label: 'Confirm my address', url: letter.url },
    `The link works for ${count(letter.hours, 'hour')}.`,
    'If this was not you, ignore this message: the address stays unconfirmed.',
  ])
}

/** Carries the link under which a new password is set. */
export function passwordResetMail(letter: { address: string; url: string; minutes: number }): MailMessage {
  return write('password-reset', letter.address, 'Password reset requested for your Praxam account', [
    'Somebody, probably you, asked for a new password for your account on Praxam. Set it here:',
    { label: 'Set a new password', url: letter.url },
    `The link works once and for ${count(letter.minutes, 'minute')}.`,
    'If this was not you, ignore this message: your password stays as it is.',
  ])
}

/** Carries a link that signs in. */
export function magicLinkMail(letter: { address: string; url: string; minutes: number }): MailMessage {
  return write('magic-link', letter.address, 'Sign-in link requested for your Praxam account', [
    'Somebody, probably you, asked for a link to sign in to Praxam. Open it on the device you want to use:',
    { label: 'Sign in', url: letter.url },
    `The link works once and for ${count(letter.minutes, 'minute')}. Do not pass it on: whoever opens it is signed in as you.`,
    'If this was not you, ignore this message: nobody is signed in without the link.',
  ])
}

/** Carries a code to type into a page that is open already. */
export function oneTimeCodeMail(letter: { address: string; code: string; minutes: number }): MailMessage {
  return write('one-time-code', letter.address, 'One-time code requested for your Praxam account', [
    'Somebody, probably you, asked for a one-time code for your account on Praxam. Enter it on the page that asked for it:',
    { code: letter.code },
    `The code works once and for ${count(letter.minutes, 'minute')}. Nobody from Praxam will ever ask you for it.`,
    'If this was not you, ignore this message: the code is of no use without it.',
  ])
}

/** Invites somebody who has no account yet. `invitedBy` is the name or address of an administrator. */
export function invitationMail(letter: { address: string; url: string; days: number; invitedBy: string }): MailMessage {
  return write('invitation', letter.address, 'You are invited to Praxam', [
    `${onOneLine(letter.invitedBy)} invites you to Praxam, where you practise for Microsoft certifications. Make your account here:`,
    { label: 'Accept the invitation', url: letter.url },
    `The link works once and for ${count(letter.days, 'day')}.`,
    'If you did not expect this, ignore this message: nobody can use the account without its link.',
  ])
}

/** Answers a sign-up with an address that has an account; the page itself does not tell. */
export function existingAccountMail(letter: { address: string; origin: string }): MailMessage {
  return write('existing-account', letter.address, 'Somebody tried to sign up to Praxam with your address', [
    'Somebody, perhaps you, tried to make an account on Praxam with your mail address. You have one already, and nothing was changed.',
    'If this was you, sign in with that account, or set a new password:',
    passwordReset(letter.origin),
    'If this was not you, ignore this message: nobody learned that you have an account.',
  ])
}

/** Reports a sign-in from a browser that was not seen before. `place` may be empty when it is not known. */
export function newDeviceMail(letter: { address: string; device: string; place: string; at: Date; origin: string }): MailMessage {
  const place = onOneLine(letter.place)
  return write('new-device', letter.address, 'Sign-in to your Praxam account from a new device', [
    `Your account on Praxam was used on a device we have not seen before: ${onOneLine(letter.device)}${place && `, ${place}`}, on ${printInstant(letter.at)}.`,
    'If this was you, there is nothing to do.',
    'If this was not you, set a new password:',
    passwordReset(letter.origin),
  ])
}

/** Goes to the old address and asks to approve the new one. */
export function addressChangeMail(letter: { address: string; newAddress: string; url: string; hours: number }): MailMessage {
  return write('address-change', letter.address, 'Change of address requested for your Praxam account', [
    `Somebody, probably you, asked to change the mail address of your account on Praxam to ${onOneLine(letter.newAddress)}. Approve it here:`,
    { label: 'Approve the new address', url: letter.url },
    `The link works for ${count(letter.hours, 'hour')}.`,
    'If this was not you, do not open the link: the address stays as it is. But somebody is signed in as you, so set a new password for your account.',
  ])
}

/** Goes to the old address once the new one is in use. */
export function addressChangedMail(letter: { address: string; newAddress: string; origin: string }): MailMessage {
  return write('address-changed', letter.address, 'Address changed for your Praxam account', [
    `The mail address of your account on Praxam is now ${onOneLine(letter.newAddress)}. This is the last message to the address before.`,
    'If this was you, there is nothing to do.',
    'If this was not you, write to us without delay:',
    { label: 'Contact us', url: addressOf(letter.origin, '/contact') },
  ])
}

export function passwordChangedMail(letter: { address: string; at: Date; origin: string }): MailMessage {
  return report(
    letter,
    'password-changed',
    'Password changed for your Praxam account',
    'The password of your account on Praxam was changed',
  )
}

export function secondFactorChangedMail(letter: { address: string; isOn: boolean; at: Date; origin: string }): MailMessage {
  const change = letter.isOn ? 'turned on' : 'turned off'
  const subject = `Two-step sign-in ${change} for your Praxam account`
  return report(letter, 'second-factor-changed', subject, `Two-step sign-in was ${change} for your account on Praxam`)
}

/** `method` reads on in a sentence: `a passkey`, `Microsoft`. */
export function signInMethodChangedMail(letter: {
  address: string
  method: string
  isAdded: boolean
  at: Date
  origin: string
}): MailMessage {
  const change = letter.isAdded ? 'added to' : 'removed from'
  const what = `A way to sign in was ${change} your account on Praxam: ${onOneLine(letter.method)}`
  return report(letter, 'sign-in-method-changed', `Sign-in method ${change} your Praxam account`, what)
}

export function accountDeletedMail(letter: { address: string; at: Date }): MailMessage {
  return write('account-deleted', letter.address, 'Your Praxam account was deleted', [
    `Your account on Praxam and everything kept with it was deleted on ${printInstant(letter.at)}. This is our last message to you.`,
    'If this was not you, somebody else had access to your account. Set a new password wherever you used the same one, and for your mailbox first.',
  ])
}

/** Hands what somebody wrote through the contact form to the operator. Nobody has checked the `sender`. */
export function contactMail(letter: {
  address: string
  sender: string
  text: string
  questionId: string | null
  origin: string
  at: Date
}): MailMessage {
  const { address, sender, text, questionId, origin, at } = letter
  const messages = addressOf(origin, '/admin/messages')
  const about = { label: 'It is about this question', url: addressOf(origin, `/admin?edit=${questionId}`) }
  const body = [
    `${onOneLine(sender)} wrote through the contact form of Praxam on ${printInstant(at)}. Nobody has checked that it is their address. The message:`,
    { quote: text },
    ...(questionId === null ? [] : [about]),
    'To answer, reply to this mail. All messages are here, until they are a year old:',
    { label: 'Messages', url: messages },
    'If you did not expect this, ask whoever runs the site to set another address (CONTACT_ADDRESS).',
  ]
  const message = write('contact-message', address, 'Somebody wrote to Praxam', body, 'because messages to the operator go there')
  return { ...message, replyTo: { address: sender }, action: messages }
}

/** What was changed, when, and the way back for somebody who did not do it. */
function report(letter: { address: string; at: Date; origin: string }, kind: MailKind, subject: string, what: string): MailMessage {
  return write(kind, letter.address, subject, [
    `${what} (${printInstant(letter.at)}).`,
    'If this was you, there is nothing to do.',
    'If this was not you, set a new password:',
    passwordReset(letter.origin),
  ])
}

type Link = { label: string; url: string }
/** A `quote` is a text of somebody else, of several lines. */
type Paragraph = string | Link | { code: string } | { quote: string }

function passwordReset(origin: string): Link {
  return { label: 'Set a new password', url: addressOf(origin, '/reset-password') }
}

function addressOf(origin: string, path: string): string {
  return new URL(path, origin).href
}

function write(kind: MailKind, address: string, subject: string, body: Paragraph[], why = 'about your account'): MailMessage {
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
  // The address is written out too: not every mail program opens links, and a careful reader looks first.
  return `<p style="margin:0 0 8px"><a href="${url}" style="${buttonStyle}">${escapeHtml(paragraph.label)}</a></p>
<p style="margin:0 0 16px;font-size:13px;word-break:break-all">${url}</p>`
}

const buttonStyle = 'display:inline-block;padding:10px 18px;background:#1d4ed8;color:#ffffff;text-decoration:none;border-radius:6px'
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

/** Longest text of somebody else inside a sentence of ours, in characters. */
const quotedLengthMax = 100

/** A name somebody chose must not look like a paragraph, or a letter, of ours. */
function onOneLine(text: string): string {
  const line = text.replace(/[\p{C}\p{Z}]+/gu, ' ').trim()
  return line.length > quotedLengthMax ? `${line.slice(0, quotedLengthMax)}…` : line
}

/** The lines of a text of somebody else, without signs that nobody sees: some turn the order of letters around. */
function linesOf(text: string): string[] {
  return text.split(/\r\n?|[\n\u2028\u2029]/).map((line) => line.replaceAll('\t', '    ').replaceAll(/[\p{Cc}\p{Bidi_Control}]/gu, ''))
}

function count(number: number, unit: string): string {
  return `${number} ${unit}${number === 1 ? '' : 's'}`
}

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: 'UTC' })

/** `21 November 2026, 00:18 UTC` */
function printInstant(instant: Date): string {
  return `${day.format(instant)}, ${time.format(instant)} UTC`
}
