/**
 * Letters about an account. Each says how long its link or code lives, and what to do when somebody else was at work. One goes to
 * the operator: what somebody wrote through the contact form.
 */
import { addressOf, count, onOneLine, printInstant, write } from '#server/mail/messages.ts'
import type { Link, MailKind, MailMessage } from '#server/mail/messages.ts'

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

function passwordReset(origin: string): Link {
  return { label: 'Set a new password', url: addressOf(origin, '/reset-password') }
}
