/** The contact form. */
import { number } from '#web/text/en/numbers.ts'
import type { ContactFieldProblem } from '#server/contact/index.ts'

/** Problems of the form as a whole. */
export type FormProblem = 'TOO_MANY' | 'NOT_KEPT' | 'FORM_UNREADABLE'

export const contact = {
  address: 'Your email address',
  addressHint: 'We’ll use this address only to reply to you.',
  questionNumber: 'You came from this question:',
  text: 'Your message',
  textHint: (min: number, max: number) => `${number(min)} to ${number(max)} characters.`,
  trap: 'Leave this field empty',
  send: 'Send message',
  sending: 'Sending...',
  another: 'Write another message',

  done: {
    sent: 'Thank you. We’ve saved your message and sent it to the site operator.',
    stored: 'Thank you. We’ve saved your message, but the notification email failed, so a reply may take longer.',
  } as Record<string, string>,

  problems: {
    ADDRESS_BLANK: 'Please enter your email address so that we can reply.',
    ADDRESS_INVALID: 'Please enter a valid email address.',
    TEXT_SHORT: 'Please write a little more: at least 10 characters.',
    TEXT_LONG: 'Please shorten the message to 5,000 characters, or send the rest in a second message.',
    TEXT_UNREADABLE: 'The message contains unsupported characters. Please type it instead of pasting it.',
    TOO_MANY: 'Too many messages right now. Please try again in an hour.',
    NOT_KEPT: 'Something went wrong on our side and your message was not saved. Please try again.',
    FORM_UNREADABLE: 'The form could not be read. Reload this page and submit it again.',
  } satisfies Record<ContactFieldProblem | FormProblem, string>,
}
