/**
 * Email messages about an account. Each one says when its link or code expires, and what to do if the recipient did not
 * request it. One goes to the site operator: a message from the contact form.
 */
import { addressOf, count, formatInstant, onOneLine, write, type MailKind, type MailLink, type MailMessage } from '#server/mail/messages.ts'

/** Asks the recipient to confirm an email address. */
export function verificationMail(letter: { address: string; url: string; hours: number }): MailMessage {
  return write('verification', letter.address, 'Confirm your email address for Praxam', [
    'This address was used to sign up for Praxam. Confirm that it’s yours:',
    { label: 'Confirm my address', url: letter.url },
    `The link expires in ${count(letter.hours, 'hour')}.`,
    'If you didn’t request this, ignore this message. The address will stay unconfirmed.',
  ])
}

/** Contains a link to set a new password. */
export function passwordResetMail(letter: { address: string; url: string; minutes: number }): MailMessage {
  return write('password-reset', letter.address, 'Reset your Praxam password', [
    'We received a request to reset the password of your Praxam account. Set a new one here:',
    { label: 'Set a new password', url: letter.url },
    `The link expires in ${count(letter.minutes, 'minute')} and can be used once.`,
    'If you didn’t request this, ignore this message. Your password will not change.',
  ])
}

/** Contains a sign-in link. */
export function magicLinkMail(letter: { address: string; url: string; minutes: number }): MailMessage {
  return write('magic-link', letter.address, 'Your Praxam sign-in link', [
    'We received a request for a link to sign in to Praxam. Open it on the device you want to use:',
    { label: 'Sign in', url: letter.url },
    `The link expires in ${count(letter.minutes, 'minute')} and can be used once. Don’t share it. Anyone who opens it is signed in as you.`,
    'If you didn’t request this, ignore this message. No one can sign in without the link.',
  ])
}

/** Contains a code to type into a page that is already open. */
export function oneTimeCodeMail(letter: { address: string; code: string; minutes: number }): MailMessage {
  return write('one-time-code', letter.address, 'Your Praxam one-time code', [
    'We received a request for a one-time code for your Praxam account. Enter it on the page that asks for it:',
    { code: letter.code },
    `The code expires in ${count(letter.minutes, 'minute')} and can be used once. No one from Praxam will ever ask you for it.`,
    'If you didn’t request this, ignore this message. No one can sign in without the code.',
  ])
}

/** Invites a person who has no account yet. `invitedBy` is the name or address of an administrator. */
export function invitationMail(letter: { address: string; url: string; days: number; invitedBy: string }): MailMessage {
  return write('invitation', letter.address, 'Invitation to Praxam', [
    `${onOneLine(letter.invitedBy)} invited you to Praxam, where you can practice for Microsoft certifications. Create your account here:`,
    { label: 'Accept the invitation', url: letter.url },
    `The link expires in ${count(letter.days, 'day')} and can be used once.`,
    'If you didn’t expect this, ignore this message. No one can use the account without the link.',
  ])
}

/** Sent after a sign-up with an address that already has an account. The page itself does not reveal this. */
export function existingAccountMail(letter: { address: string; origin: string }): MailMessage {
  return write('existing-account', letter.address, 'Sign-up attempt with your email address', [
    'Someone tried to create a Praxam account with your email address. You already have an account, and nothing was changed.',
    'If this was you, sign in to your account or set a new password:',
    passwordReset(letter.origin),
    'If this wasn’t you, ignore this message. No one was told that you have an account.',
  ])
}

/** Reports a sign-in from a new browser. `place` is empty when the location is unknown. */
export function newDeviceMail(letter: { address: string; device: string; place: string; at: Date; origin: string }): MailMessage {
  const place = onOneLine(letter.place)
  return write('new-device', letter.address, 'New sign-in to your Praxam account', [
    `Your Praxam account was used on a new device: ${onOneLine(letter.device)}${place && `, ${place}`}, on ${formatInstant(letter.at)}.`,
    'If this was you, you don’t need to do anything.',
    'If this wasn’t you, set a new password:',
    passwordReset(letter.origin),
  ])
}

/** Sent to the current address to approve a new one. */
export function addressChangeMail(letter: { address: string; newAddress: string; url: string; hours: number }): MailMessage {
  return write('address-change', letter.address, 'Approve your new Praxam email address', [
    `We received a request to change the email address of your Praxam account to ${onOneLine(letter.newAddress)}. Approve it here:`,
    { label: 'Approve the new address', url: letter.url },
    `The link expires in ${count(letter.hours, 'hour')}.`,
    'If you didn’t request this, don’t open the link. Your address will not change. However, someone else is signed in to your account, so set a new password.',
  ])
}

/** Sent to the previous address after the change. */
export function addressChangedMail(letter: { address: string; newAddress: string; origin: string }): MailMessage {
  return write('address-changed', letter.address, 'Your Praxam email address was changed', [
    `The email address of your Praxam account is now ${onOneLine(letter.newAddress)}. We won’t email this address again.`,
    'If this was you, you don’t need to do anything.',
    'If this wasn’t you, contact us right away:',
    { label: 'Contact us', url: addressOf(letter.origin, '/contact') },
  ])
}

export function passwordChangedMail(letter: { address: string; at: Date; origin: string }): MailMessage {
  return report(letter, 'password-changed', 'Your Praxam password was changed', 'The password of your Praxam account was changed')
}

export function secondFactorChangedMail(letter: { address: string; isOn: boolean; at: Date; origin: string }): MailMessage {
  const change = letter.isOn ? 'turned on' : 'turned off'
  const subject = `Two-step sign-in was ${change} for Praxam`
  return report(letter, 'second-factor-changed', subject, `Two-step sign-in was ${change} for your Praxam account`)
}

/** `method` is a noun such as `a passkey` or `Microsoft`. */
export function signInMethodChangedMail(letter: {
  address: string
  method: string
  isAdded: boolean
  at: Date
  origin: string
}): MailMessage {
  const change = letter.isAdded ? 'added to' : 'removed from'
  const what = `A sign-in method was ${change} your Praxam account: ${onOneLine(letter.method)}`
  return report(letter, 'sign-in-method-changed', `Sign-in method ${change} your Praxam account`, what)
}

export function accountDeletedMail(letter: { address: string; at: Date }): MailMessage {
  return write('account-deleted', letter.address, 'Your Praxam account was deleted', [
    `Your Praxam account and all its data were deleted on ${formatInstant(letter.at)}. This is our last message to you.`,
    'If this wasn’t you, someone else had access to your account. Change your password wherever you used the same one, starting with your email.',
  ])
}

/** Forwards a message from the contact form to the site operator. The `sender` address is not verified. */
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
  const about = { label: 'Open the reported question', url: addressOf(origin, `/admin?edit=${questionId}`) }
  const body = [
    `${onOneLine(sender)} sent a message through the Praxam contact form on ${formatInstant(at)}. The sender’s address is not verified. The message:`,
    { quote: text },
    ...(questionId === null ? [] : [about]),
    'To answer, reply to this email. You can find all messages of the past year here:',
    { label: 'Messages', url: messages },
    'If you didn’t expect this, ask the site operator to set another address (CONTACT_ADDRESS).',
  ]
  const message = write(
    'contact-message',
    address,
    'New message from the Praxam contact form',
    body,
    'because it receives messages to the site operator',
  )
  return { ...message, replyTo: { address: sender }, action: messages }
}

/** Reports a change of the account, with a link to set a new password if the recipient did not make it. */
function report(letter: { address: string; at: Date; origin: string }, kind: MailKind, subject: string, what: string): MailMessage {
  return write(kind, letter.address, subject, [
    `${what} (${formatInstant(letter.at)}).`,
    'If this was you, you don’t need to do anything.',
    'If this wasn’t you, set a new password:',
    passwordReset(letter.origin),
  ])
}

function passwordReset(origin: string): MailLink {
  return { label: 'Set a new password', url: addressOf(origin, '/reset-password') }
}
