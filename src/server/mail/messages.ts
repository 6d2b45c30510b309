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
  /** Where letters of this kind are switched off, by a page or by a `POST` of the mail program. Of those that one can do without. */
  unsubscribe?: string
  /** An instant as ISO text: what could not leave by then is dropped. */
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

/** How many questions of a certification are due in the daily review. */
export type DueCount = { certificationId: string; count: number }

/** A member's place to switch off what she gets, and the address that does it without signing in. */
type Unneeded = { address: string; origin: string; unsubscribe: string }

/** Reminds of practising on a day the member has chosen. Leads to what is due, or to the certification practised last. */
export function studyReminderMail(
  letter: Unneeded & {
    due: readonly DueCount[]
    exams: readonly { certificationId: string; daysLeft: number }[]
    lastPractised: string | undefined
    goodUntil: Date
  },
): MailMessage {
  const { due, exams, lastPractised, origin, goodUntil } = letter
  const total = due.reduce((sum, { count: number }) => sum + number, 0)
  const subject = total > 0 ? `Time to practise: ${count(total, 'question')} due today` : 'Time to practise'
  const body = [
    'You asked to be reminded of practising today.',
    dueToday(due, 'In your daily review nothing is due today, so go on where you are, or try something new.'),
    ...exams.map(({ certificationId, daysLeft }) => `Your exam ${nameOf(certificationId)} is ${inDays(daysLeft)}.`),
    practiceLink(origin, due, lastPractised),
    'Days and hour of these reminders are yours to choose:',
    settingsLink(origin),
    ...switchOff(letter.unsubscribe, 'Switch off study reminders'),
  ]
  return unneeded(write('study-reminder', letter.address, subject, body, 'because you switched on study reminders'), letter, goodUntil)
}

/** Sums up a week that was practised in. Both days of it are ISO text, the last one included. */
export function weeklySummaryMail(
  letter: Unneeded & {
    from: string
    to: string
    activeMs: number
    answered: number
    correct: number
    due: readonly DueCount[]
    goodUntil: Date
  },
): MailMessage {
  const { from, to, activeMs, answered, correct, due, origin, goodUntil } = letter
  const minutes = Math.round(activeMs / 60_000)
  const time = minutes === 0 ? 'less than a minute' : count(minutes, 'minute')
  const answers =
    answered === 0
      ? 'No answer was checked in that week: it counts once you reveal its key or finish the run.'
      : `You checked ${count(answered, 'answer')}; ${correct === answered ? 'all' : correct} of them ${correct === 1 ? 'was' : 'were'} right, which is ${Math.round((100 * correct) / answered)}%.`
  const body = [
    `From ${printDay(from)} to ${printDay(to)} you practised for ${time}.`,
    answers,
    dueToday(due, 'In your daily review nothing is due today.'),
    { label: 'See your progress', url: addressOf(origin, '/profile') },
    ...switchOff(letter.unsubscribe, 'Switch off email notifications'),
  ]
  const subject = `Your week on Praxam: ${time}, ${count(answered, 'answer')}`
  return unneeded(write('weekly-summary', letter.address, subject, body, 'because you switched on email notifications'), letter, goodUntil)
}

/** Tells somebody who practises for an exam that it is retired. `retiredOn` is ISO text; an approximate one is not named. */
export function retirementMail(
  letter: Unneeded & { certificationId: string; name: string; retiredOn: string | null; isApproximate: boolean; successor: string | null },
): MailMessage {
  const { certificationId, name, retiredOn, isApproximate, successor, origin } = letter
  const id = nameOf(certificationId)
  const since = retiredOn && !isApproximate ? ` since ${printDay(retiredOn)}` : ''
  const body = [
    `The exam ${id} (${onOneLine(name)}), which you have practised for, is retired${since} and can no longer be taken.`,
    successor ? `What came after it: ${onOneLine(successor)}.` : 'We know of no successor.',
    'The questions stay here for practice. More about it:',
    { label: id, url: addressOf(origin, `/certifications/${certificationId}`) },
    ...switchOff(letter.unsubscribe, 'Switch off email notifications'),
  ]
  return unneeded(
    write('retirement-news', letter.address, `News about your exam: ${id} is retired`, body, 'because you switched on email notifications'),
    letter,
  )
}

/** What mail programs need to offer switching off. Source: RFC 8058; the headers are written by the mailer. */
function unneeded(message: MailMessage, { unsubscribe }: Unneeded, goodUntil?: Date): MailMessage {
  return { ...message, unsubscribe, ...(goodUntil && { goodUntil: goodUntil.toISOString() }) }
}

function switchOff(url: string, label: string): Paragraph[] {
  return ['If you did not expect this, or want no more of it, switch it off here. You need not sign in:', { label, url }]
}

function settingsLink(origin: string): Link {
  return { label: 'Your settings', url: addressOf(origin, '/profile/settings') }
}

function practiceLink(origin: string, due: readonly DueCount[], lastPractised: string | undefined): Link {
  const most = due.toSorted((a, b) => b.count - a.count)[0]?.certificationId
  if (most) return { label: `Review ${nameOf(most)}`, url: addressOf(origin, `/exam/${most}/review`) }
  if (lastPractised) return { label: `Practise ${nameOf(lastPractised)}`, url: addressOf(origin, `/exam/${lastPractised}`) }
  return { label: 'Choose an exam', url: addressOf(origin, '/certifications') }
}

/** `In your daily review 12 questions of MB-800 and 1 question of PL-900 are due today.` */
function dueToday(due: readonly DueCount[], otherwise: string): string {
  if (due.length === 0) return otherwise
  const parts = due.map(({ certificationId, count: number }) => `${count(number, 'question')} of ${nameOf(certificationId)}`)
  const isOne = due.length === 1 && due[0]?.count === 1
  return `In your daily review ${lists.format(parts)} ${isOne ? 'is' : 'are'} due today.`
}

function inDays(days: number): string {
  if (days === 0) return 'today'
  return days === 1 ? 'tomorrow' : `in ${days} days`
}

/** As people write it: `MB-800`. */
function nameOf(certificationId: string): string {
  return onOneLine(certificationId).toUpperCase()
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

const lists = new Intl.ListFormat('en-GB')

/** `2026-11-21` → `21 November 2026` */
function printDay(text: string): string {
  return day.format(Date.parse(text))
}

/** `21 November 2026, 00:18 UTC` */
function printInstant(instant: Date): string {
  return `${day.format(instant)}, ${time.format(instant)} UTC`
}
