/** The contact form. */
import type { FieldProblem } from '#server/contact/index.ts'

/** What is wrong with the form as a whole. */
export type FormProblem = 'TOO_MANY' | 'NOT_KEPT' | 'FORM_UNREADABLE'

export const contact = {
  address: 'Your email address',
  addressHint: 'We answer to it, and use it for nothing else.',
  text: 'Your message',
  textHint: (min: number, max: number) => `${min} to ${max.toLocaleString('en-GB')} characters.`,
  trap: 'Leave this field empty',
  send: 'Send the message',
  sending: 'Sending...',
  another: 'Write another message',

  done: {
    sent: 'Thank you. Your message has been kept and is on its way to whoever operates this site.',
    kept: 'Thank you. Your message has been kept, and whoever operates this site can read it. The mail that tells them of it failed, so an answer may take longer.',
  } as Record<string, string>,

  problems: {
    ADDRESS_BLANK: 'Please enter your email address, so that we can answer.',
    ADDRESS_INVALID: 'Please enter a valid email address.',
    TEXT_SHORT: 'Please write a little more: at least 10 characters.',
    TEXT_LONG: 'Please shorten the message to 5,000 characters, or send the rest in a second one.',
    TEXT_UNREADABLE: 'The message holds characters that cannot be kept. Please type it instead of pasting it.',
    TOO_MANY: 'Too many messages have come from your network, or from everywhere together, within an hour. Please try again in an hour.',
    NOT_KEPT: 'Your message could not be kept because something failed on our side. Please try again.',
    FORM_UNREADABLE: 'The form arrived damaged. Load this page again and send it once more.',
  } satisfies Record<FieldProblem | FormProblem, string>,
}
