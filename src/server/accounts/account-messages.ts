/**
 * Email messages about an account. They say what to do if the recipient did not expect the message, and when a link or code in it expires.
 * Only `contactMail` goes to the site operator: it forwards a message from the contact form.
 */
import { frenchMessages } from '#server/accounts/account-messages-fr.ts'
import { formatDeviceName } from '#server/accounts/devices.ts'
import { lifetimes } from '#server/accounts/lifetimes.ts'
import {
  addressOf,
  count,
  formatInstant,
  inCurrentLanguage,
  onOneLine,
  write,
  type MailKind,
  type MailMessage,
} from '#server/mail/messages.ts'
import { inLanguage } from '#server/platform/language.ts'

export type AccountMessages = ReturnType<typeof englishMessages>

/**
 * Creates the messages in the current language. `address` is the recipient, `origin` the address of the site without a trailing slash.
 */
export function accountMessages(origin: string): AccountMessages {
  return inCurrentLanguage({ en: englishMessages, fr: frenchMessages })(origin)
}

function englishMessages(origin: string) {
  const link = (label: string, path: string, token: string) => ({
    label,
    url: `${addressOf(origin, path)}?token=${encodeURIComponent(token)}`,
  })
  const resetLink = { label: 'Set a new password', url: addressOf(origin, '/reset-password') }
  const ifYou = 'If this was you, you don’t need to do anything.'
  const ifNotYou = ['If this wasn’t you, set a new password:', resetLink]
  const report = (kind: MailKind, address: string, subject: string, what: string, at: Date) =>
    write(kind, address, subject, [`${what} (${formatInstant(at)}).`, ifYou, ...ifNotYou])

  return {
    /** Asks the recipient to confirm an email address. */
    confirmation: (address: string, token: string) =>
      write('verification', address, 'Confirm your email address for Praxam', [
        'This address was used to sign up for Praxam. Confirm that it’s yours:',
        link('Confirm my address', '/verify-email', token),
        `The link expires in ${count(lifetimes.confirmationHours, 'hour')}.`,
        'If you didn’t request this, ignore this message. The address will stay unconfirmed.',
      ]),
    /** Contains a link to set a new password. */
    passwordReset: (address: string, token: string) =>
      write('password-reset', address, 'Reset your Praxam password', [
        'We received a request to reset the password of your Praxam account. Set a new one here:',
        link('Set a new password', '/reset-password', token),
        `The link expires in ${count(lifetimes.resetMinutes, 'minute')} and can be used once.`,
        'If you didn’t request this, ignore this message. Your password will not change.',
      ]),
    /** Contains a sign-in link. `to` is the path to open after signing in. */
    magicLink: (address: string, token: string, to: string) => {
      const { label, url } = link('Sign in', '/login/link', token)
      return write('magic-link', address, 'Your Praxam sign-in link', [
        'We received a request for a link to sign in to Praxam. Open it on the device you want to use:',
        { label, url: `${url}&to=${encodeURIComponent(to)}` },
        `The link expires in ${count(lifetimes.linkMinutes, 'minute')} and can be used once. Don’t share it. Anyone who opens it is signed in as you.`,
        'If you didn’t request this, ignore this message. No one can sign in without the link.',
      ])
    },
    /** Contains a code to type into a page that is already open. */
    oneTimeCode: (address: string, code: string) =>
      write('one-time-code', address, 'Your Praxam one-time code', [
        'We received a request for a one-time code for your Praxam account. Enter it on the page that asks for it:',
        { code },
        `The code expires in ${count(lifetimes.codeMinutes, 'minute')} and can be used once. No one from Praxam will ever ask you for it.`,
        'If you didn’t request this, ignore this message. No one can sign in without the code.',
      ]),
    /** Invites a person who has no account yet. `invitedBy` is the email address of an administrator. */
    invitation: (address: string, token: string, invitedBy: string) =>
      write('invitation', address, 'Invitation to Praxam', [
        `${onOneLine(invitedBy)} invited you to Praxam, where you can practice for Microsoft certifications. Create your account here:`,
        link('Accept the invitation', '/reset-password', token),
        `The link expires in ${count(lifetimes.invitationDays, 'day')} and can be used once.`,
        'If you didn’t expect this, ignore this message. No one can use the account without the link.',
      ]),
    /** Sent after a sign-up with an address that already has an account. The page itself does not reveal this. */
    existingAccount: (address: string) =>
      write('existing-account', address, 'Sign-up attempt with your email address', [
        'Someone tried to create a Praxam account with your email address. You already have an account, and nothing was changed.',
        'If this was you, sign in to your account or set a new password:',
        resetLink,
        'If this wasn’t you, ignore this message. No one was told that you have an account.',
      ]),
    /** Reports a sign-in from a new browser with this user agent. `place` is the client's network, empty if unknown. */
    newDevice: (address: string, userAgent: string | null | undefined, place: string, at = new Date()) => {
      const where = [formatDeviceName(userAgent), place].map(onOneLine).filter(Boolean).join(', ')
      return write('new-device', address, 'New sign-in to your Praxam account', [
        `Your Praxam account was used on a new device: ${where}, on ${formatInstant(at)}.`,
        ifYou,
        ...ifNotYou,
      ])
    },
    /** Sent to the current address to approve a new one. */
    approvalOfChange: (address: string, newAddress: string, token: string) =>
      write('address-change', address, 'Approve your new Praxam email address', [
        `We received a request to change the email address of your Praxam account to ${onOneLine(newAddress)}. Approve it here:`,
        link('Approve the new address', '/verify-email', token),
        `The link expires in ${count(lifetimes.confirmationHours, 'hour')}.`,
        'If you didn’t request this, don’t open the link. Your address will not change. However, someone else is signed in to your account, so set a new password.',
      ]),
    /** Sent to the previous address after the change. */
    addressChanged: (address: string, newAddress: string) =>
      write('address-changed', address, 'Your Praxam email address was changed', [
        `The email address of your Praxam account is now ${onOneLine(newAddress)}. We won’t email this address again.`,
        ifYou,
        'If this wasn’t you, contact us right away:',
        { label: 'Contact us', url: addressOf(origin, '/contact') },
      ]),
    passwordChanged: (address: string, at = new Date()) =>
      report('password-changed', address, 'Your Praxam password was changed', 'The password of your Praxam account was changed', at),
    secondFactorChanged: (address: string, isOn: boolean, at = new Date()) => {
      const change = `Two-step sign-in was ${isOn ? 'turned on' : 'turned off'} for`
      return report('second-factor-changed', address, `${change} Praxam`, `${change} your Praxam account`, at)
    },
    signInMethodChanged: (address: string, method: SignInMethod, isAdded: boolean, at = new Date()) => {
      const change = `${isAdded ? 'added to' : 'removed from'} your Praxam account`
      const what = `A sign-in method was ${change}: ${onOneLine(typeof method === 'string' ? methodNames[method] : method.name)}`
      return report('sign-in-method-changed', address, `Sign-in method ${change}`, what, at)
    },
    deleted: (address: string, at = new Date()) =>
      write('account-deleted', address, 'Your Praxam account was deleted', [
        `Your Praxam account and all its data were deleted on ${formatInstant(at)}. This is our last message to you.`,
        'If this wasn’t you, someone else had access to your account. Change your password wherever you used the same one, starting with your email.',
      ]),
  }
}

/** The sign-in method that was added or removed: an identity provider, with its id as the name, or another kind of method. */
export type SignInMethod = { name: string } | 'passkey' | 'other-site' | 'before-confirmation'

const methodNames: Record<Exclude<SignInMethod, object>, string> = {
  passkey: 'a passkey',
  'other-site': 'another site',
  'before-confirmation': 'everything set up before the address was confirmed, including the password',
}

type ContactLetter = { address: string; sender: string; text: string; questionId: string | null; origin: string; at: Date }

/** Forwards a message from the contact form to the site operator, in English. The `sender` address is not verified. */
export function contactMail(letter: ContactLetter): MailMessage {
  return inLanguage('en', () => writeContactMail(letter))
}

function writeContactMail(letter: ContactLetter): MailMessage {
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
