/** Administration: its frame, people, and the log. */
import type { AuditAction, AuditDetail, AuditGroup } from '#server/audit/index.ts'

/** Details of the log by their names there, in the order in which they are read; the title of what was deleted stands as its name. */
const detailWords: Record<string, (value: string | number) => string> = {
  questions: (count) => (count === 1 ? '1 question' : `${count} questions`),
  to: (examId) => `to ${String(examId).toUpperCase()}`,
  version: (version) => `version ${version}`,
  new: (count) => `${count} new`,
  changed: (count) => `${count} changed`,
  same: (count) => `${count} unchanged`,
  certifications: (count) => `certifications added: ${count}`,
  case_studies: (count) => `case studies written: ${count}`,
  images: (count) => `images kept: ${count}`,
  file: (name) => `from ${name}`,
}

const unnamed: Partial<Record<AuditGroup, string>> = { people: 'Somebody who has been deleted', messages: '' }

function actorWords(actor: string | null | undefined): string {
  return actor === null ? 'a command on the server' : (actor ?? 'somebody who has been deleted')
}

const waysIn: Record<string, string> = { credential: 'password', passkey: 'passkey' }

export const admin = {
  title: 'Administration',
  people: 'People',
  places: [
    { to: '/admin', label: 'Questions' },
    { to: '/admin/case-studies', label: 'Case studies' },
    { to: '/admin/certifications', label: 'Certifications' },
    { to: '/admin/images', label: 'Images' },
    { to: '/admin/people', label: 'People' },
    { to: '/admin/messages', label: 'Messages' },
    { to: '/admin/log', label: 'Log' },
  ],

  search: 'Search by address',
  find: 'Search',
  showAll: 'Show everybody',
  count: (total: number, search: string) => {
    const number = total === 1 ? '1 person' : `${total} people`
    return search ? `${number} with “${search}” in the address` : number
  },
  nobody: 'Nobody has an address like this. Search for a part of it, or invite the person below.',
  page: 'Pages',
  first: 'First page',
  next: 'Next page',
  columns: { address: 'Address', signs: 'Signs', since: 'Since', lastSeen: 'Last seen' },
  signs: { isAdministrator: 'Administrator', isUnconfirmed: 'Unconfirmed', isDisabled: 'Disabled', hasSecondFactor: 'Second factor' },
  never: 'Not signed in',

  invite: 'Invite somebody',
  inviteLede: 'The person gets a link to choose a password. It works once, for seven days.',
  asAdministrator: 'As an administrator',
  sendInvitation: 'Send the invitation',
  sending: 'Sending...',

  confirmFirst: 'Before you change anything, say again who you are. It holds for ten minutes.',
  confirm: 'Confirm that it is you',

  backToPeople: 'All people',
  about: 'About this account',
  waysIn: 'Signs in with',
  noWayIn: 'Nothing yet, waits for a password',
  wayIn: (id: string) => waysIn[id] ?? id,
  isYou: 'This is your own account. What can be changed about it is in your profile.',
  toProfile: 'To your profile',

  role: 'Role and access',
  busy: 'Working...',
  changes: {
    administrator: 'Make administrator',
    member: 'Take the role away',
    disabled: 'Disable',
    enabled: 'Enable',
    'sessions-ended': 'End all sessions',
    deleted: 'Delete',
  },
  roleHint: 'Administrators see everybody’s address and can do everything on these pages.',
  disabledHint: 'Disabling ends all sessions at once and closes every way in; nothing is lost, and it can be undone.',
  sessionsHint: 'Ending all sessions signs the person out everywhere; signing in again stays possible.',
  enabledHint: 'Enabling opens the ways in again that the person had.',

  links: 'Make a link',
  linksLede:
    'For somebody whose mail does not arrive. Hand it over in person or in a message that nobody else reads: it lets in whoever has it.',
  linkKinds: { invitation: 'Invitation', 'password-reset': 'Password reset', 'sign-in': 'Sign-in link' },
  linkLifetimes: {
    invitation: 'It leads to choosing a password. It works once, for seven days, and replaces links to a password made before.',
    'password-reset': 'It leads to choosing a new password. It works once, for 30 minutes, and replaces links to a password made before.',
    'sign-in': 'It signs in whoever opens it. It works once, for 15 minutes.',
  },
  linkTakesPassword:
    'The address is not confirmed yet. A sign-in link confirms it and, to be safe, removes the password and other ways in that were set before.',
  linkMade: 'The link. It is shown this once; copy it now.',

  remove: 'Delete the account',
  removeHint: 'Deletes the person with everything that belongs to the account. It cannot be undone.',
  removeAsk: 'Delete this account…',
  removeSure: (email: string) =>
    `Are you sure you want to delete ${email} and everything that belongs to the account? It cannot be undone.`,
  keep: 'Keep the account',

  audit: 'What has been done',
  auditLine: {
    administrator: 'Made an administrator',
    member: 'Role taken away',
    disabled: 'Account disabled',
    enabled: 'Account enabled',
    'sessions-ended': 'All sessions ended',
    deleted: 'Account deleted',
    invited: 'Invited',
    'link-made': 'A link was made',
    'question-added': 'Question added',
    'question-changed': 'Question changed',
    'question-restored': 'Earlier version of a question restored',
    'questions-published': 'Published',
    'questions-withdrawn': 'Made a draft',
    'questions-moved': 'Moved',
    'questions-deleted': 'Question deleted',
    'bank-imported': 'Questions imported',
    'case-study-added': 'Case study added',
    'case-study-changed': 'Case study changed',
    'case-study-deleted': 'Case study deleted',
    'certification-added': 'Certification added',
    'certification-changed': 'Certification changed',
    'certification-deleted': 'Certification deleted',
    'image-added': 'Image added',
    'image-deleted': 'Image deleted',
    'message-handled': 'Message marked as handled',
    'message-reopened': 'Message marked as open',
    'message-deleted': 'Message deleted',
  } satisfies Record<AuditAction, string>,
  auditNothing: 'Nothing so far.',
  auditBy: (actor: string | null | undefined) => `by ${actorWords(actor)}`,
  auditOf: 'What this person has done',

  log: 'Log',
  logKind: 'Kind',
  logEveryKind: 'Everything',
  logKinds: {
    questions: 'Questions',
    'case-studies': 'Case studies',
    certifications: 'Certifications',
    images: 'Images',
    messages: 'Messages',
    people: 'People',
  } satisfies Record<AuditGroup, string>,
  logSearch: 'Done by (part of the address)',
  logShowAll: 'Show everything',
  logColumns: { what: 'What', who: 'Who', when: 'When' },
  logNothing: 'Nothing of this kind has been done. Show everything, or search for a part of another address.',
  logLatest: 'Latest',
  logOlder: 'Older',
  logActor: (actor: string | null | undefined) => actorWords(actor).replace(/^./, (letter) => (actor ? letter : letter.toUpperCase())),
  /** What has no name, or none any more. A message never has one. */
  logUnnamed: (group: AuditGroup | undefined, id: string) => (group && unnamed[group]) ?? id,
  /** `40 new, 2 changed` */
  logDetail: (detail: AuditDetail) =>
    Object.entries(detailWords)
      .flatMap(([name, print]) => (detail[name] === undefined ? [] : [print(detail[name])]))
      .join(', '),

  done: {
    invited: 'The invitation is on its way.',
    administrator: 'This person is an administrator now.',
    member: 'This person is not an administrator any more.',
    disabled: 'The account is disabled and all its sessions have ended.',
    enabled: 'The account is enabled again.',
    'sessions-ended': 'All sessions of this person have ended.',
    deleted: 'The account and everything that belonged to it has been deleted.',
  } as Record<string, string>,
  outbox: 'This installation sends no mail: the message lies in the folder data/outbox. You can also make a link below and hand it over.',
}
