/** Administration: messages from the contact form. */
import type { MessageRefusal } from '#server/contact/index.ts'

export const messages = {
  title: 'Messages',
  lede: (days: number) => `Messages sent through the contact form. Each message is deleted after ${days} days.`,

  filter: 'Show messages',
  all: 'All',
  open: 'Open',
  none: 'No messages yet.',
  noneOpen: 'All messages have been handled.',
  page: 'Pages',
  latest: 'Most recent',
  older: 'Older',

  openSign: 'Open',
  handledSign: 'Handled',
  handledOn: (day: string) => `on ${day}`,
  member: 'Signed in as',
  question: 'About a question',
  handle: 'Mark as handled',
  reopen: 'Mark as open',
  busy: 'Working...',
  delete: 'Delete…',
  /** The accessible name of a button or link, for screen readers. */
  from: (address: string) => `the message from ${address}`,

  sure: 'Delete this message?',
  sureText: (address: string) =>
    `Are you sure you want to delete the message from ${address}? This can’t be undone. The emailed copy is not deleted.`,
  confirm: 'Delete message',
  keep: 'Keep message',
  done: {
    handled: 'Message marked as handled.',
    reopened: 'Message marked as open.',
    deleted: 'Message deleted.',
  } as Record<string, string>,

  problems: {
    NOT_AN_ADMINISTRATOR: 'You’re no longer an administrator. Nothing was changed.',
    UNKNOWN_MESSAGE: 'This message doesn’t exist. Someone may have deleted it.',
    FIELD_UNREADABLE: 'The form could not be read. Reload the page and try again.',
  } satisfies Record<MessageRefusal | 'FIELD_UNREADABLE', string>,
}
