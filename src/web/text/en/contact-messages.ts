/** Administration: what people have written through the contact form. */
import type { MessageRefusal } from '#server/contact/index.ts'

export const messages = {
  title: 'Messages',
  lede: (days: number) => `What people wrote through the contact form. Each message is deleted ${days} days after it came.`,

  filter: 'Which messages',
  all: 'All',
  open: 'Open',
  none: 'Nobody has written yet.',
  noneOpen: 'Every message has been handled.',
  page: 'Pages',
  latest: 'Latest',
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
  /** For those who hear a button or link alone. */
  from: (address: string) => `the message from ${address}`,

  sure: 'Delete this message?',
  sureText: (address: string) =>
    `Are you sure you want to delete the message from ${address}? It cannot be undone. The mail that was sent with it stays where it went.`,
  confirm: 'Delete the message',
  keep: 'Keep the message',
  done: {
    handled: 'The message is marked as handled.',
    reopened: 'The message is marked as open.',
    deleted: 'The message has been deleted.',
  } as Record<string, string>,

  problems: {
    NOT_AN_ADMINISTRATOR: 'You are no administrator any more, so nothing was done.',
    UNKNOWN_MESSAGE: 'There is no such message; somebody may have deleted it.',
    FIELD_UNREADABLE: 'The form could not be read. Open the page again and try once more.',
  } satisfies Record<MessageRefusal | 'FIELD_UNREADABLE', string>,
}
