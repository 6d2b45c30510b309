/** Administration: navigation, people, and the log. */
import { counted } from '#web/text/en/numbers.ts'
import type { AuditAction, AuditDetail, AuditGroup } from '#server/audit/index.ts'

/** Log details by field name, in display order. The title of a deleted record is shown as its name. */
const detailWords: Record<string, (value: string | number) => string> = {
  questions: (count) => counted(Number(count), 'question'),
  to: (examId) => `to ${String(examId).toUpperCase()}`,
  version: (version) => `version ${version}`,
  new: (count) => `${count} new`,
  changed: (count) => `${count} changed`,
  same: (count) => `${count} unchanged`,
  certifications: (count) => `certifications added: ${count}`,
  case_studies: (count) => `case studies saved: ${count}`,
  translations: (count) => `translations saved: ${count}`,
  images: (count) => `images saved: ${count}`,
  moved: (count) => `questions moved: ${count}`,
  recheck: (count) => `to re-check: ${count}`,
  orphaned: (count) => `orphaned: ${count}`,
  file: (name) => `from ${name}`,
}

const unnamed: Partial<Record<AuditGroup, string>> = { people: 'A deleted user', messages: '', reports: '', challenges: '' }

function actorWords(actor: string | null | undefined): string {
  return actor === null ? 'a command on the server' : (actor ?? 'a deleted user')
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
    { to: '/admin/challenges', label: 'Challenges' },
    { to: '/admin/statistics', label: 'Statistics' },
    { to: '/admin/freshness', label: 'Freshness' },
    { to: '/admin/messages', label: 'Messages' },
    { to: '/admin/log', label: 'Log' },
  ],

  search: 'Search by email address',
  find: 'Search',
  showAll: 'Show everyone',
  /** `isStart`: the text is so short that only addresses that start with it are found. */
  count: (total: number, isExact: boolean, search: string, isStart: boolean) => {
    const people = `${isExact ? '' : 'More than '}${counted(total, 'person', 'people')}`
    if (!search) return people
    return isStart ? `${people} with an address that starts with “${search}”` : `${people} with “${search}” in the address`
  },
  noResults: 'No results. Search for at least three characters of the address, or invite the person below.',
  page: 'Pages',
  first: 'First page',
  next: 'Next page',
  columns: { address: 'Email', signs: 'Status', since: 'Joined', lastSeen: 'Last active' },
  statusLabels: {
    isAdministrator: 'Administrator',
    isUnconfirmed: 'Unconfirmed',
    isDisabled: 'Disabled',
    hasSecondFactor: 'Two-step sign-in',
  },
  never: 'Never',

  invite: 'Invite someone',
  inviteLede: 'We’ll send a link to choose a password. It expires in seven days and can be used once.',
  asAdministrator: 'As an administrator',
  sendInvitation: 'Send invitation',
  sending: 'Sending...',

  confirmFirst: 'Confirm your identity before you make changes. We won’t ask again for 10 minutes.',
  confirm: 'Confirm it’s you',

  backToPeople: 'All people',
  about: 'About this account',
  signInMethods: 'Signs in with',
  noSignInMethod: 'Password not set',
  signInMethod: (id: string) => waysIn[id] ?? id,
  isYou: 'This is your own account. You can change it in your profile.',
  toProfile: 'Go to your profile',

  role: 'Role and access',
  busy: 'Working...',
  changes: {
    administrator: 'Make administrator',
    member: 'Remove admin role',
    disabled: 'Disable',
    enabled: 'Enable',
    'sessions-ended': 'End all sessions',
    deleted: 'Delete',
  },
  roleHint: 'Administrators can see everyone’s address and do everything on these pages.',
  disabledHint: 'Disabling an account ends all its sessions immediately and blocks sign-in. No data is lost, and you can enable it again.',
  sessionsHint: 'Ending all sessions signs the person out everywhere. They can sign in again.',
  enabledHint: 'Enabling the account lets the person sign in again.',

  links: 'Create a link',
  linksLede: 'For people who don’t receive our email. Give them the link in person or in a private message: anyone who has it can sign in.',
  linkKinds: { invitation: 'Invitation', 'password-reset': 'Password reset', 'sign-in': 'Sign-in link' },
  linkLifetimes: {
    invitation: 'Opens a page to choose a password. It expires in seven days, can be used once, and replaces earlier password links.',
    'password-reset':
      'Opens a page to choose a new password. It expires in 30 minutes, can be used once, and replaces earlier password links.',
    'sign-in': 'Signs in anyone who opens it. It expires in 15 minutes and can be used once.',
  },
  linkTakesPassword:
    'The address is not confirmed yet. A sign-in link confirms it and, for security, removes the password and other sign-in methods that were set up before.',
  linkMade: 'Copy the link now. It is shown only once.',

  remove: 'Delete account',
  removeHint: 'Deletes the account and all its data. This can’t be undone.',
  removeAsk: 'Delete this account…',
  removeSure: (email: string) => `Are you sure you want to delete the account of ${email} and all its data? This can’t be undone.`,
  keep: 'Keep account',

  audit: 'Activity',
  auditLine: {
    administrator: 'Admin role granted',
    member: 'Admin role removed',
    disabled: 'Account disabled',
    enabled: 'Account enabled',
    'sessions-ended': 'All sessions ended',
    deleted: 'Account deleted',
    invited: 'Invitation sent',
    'link-made': 'Link created',
    'question-added': 'Question added',
    'question-changed': 'Question changed',
    'question-restored': 'Earlier version of a question restored',
    'questions-published': 'Published',
    'questions-withdrawn': 'Made a draft',
    'questions-moved': 'Moved',
    'questions-deleted': 'Question deleted',
    'bank-imported': 'Questions imported',
    'question-confirmed': 'Question confirmed as correct',
    'question-confirmation-undone': 'Confirmation of a question undone',
    'case-study-added': 'Case study added',
    'case-study-changed': 'Case study changed',
    'case-study-deleted': 'Case study deleted',
    'certification-added': 'Certification added',
    'certification-changed': 'Certification changed',
    'certification-deleted': 'Certification deleted',
    'outline-applied': 'Outline applied',
    'image-added': 'Image added',
    'image-deleted': 'Image deleted',
    'message-handled': 'Message marked as handled',
    'message-reopened': 'Message marked as open',
    'message-deleted': 'Message deleted',
    'report-closed': 'Report closed',
    'report-reopened': 'Report reopened',
    'report-challenged': 'Report turned into a challenge',
    'challenge-claimed': 'Challenge review started',
    'challenge-released': 'Challenge returned to open',
    'challenge-confirmed': 'Challenge confirmed',
    'challenge-rejected': 'Challenge rejected',
    'challenge-reopened': 'Challenge reopened',
  } satisfies Record<AuditAction, string>,
  auditNothing: 'No activity yet.',
  auditBy: (actor: string | null | undefined) => `by ${actorWords(actor)}`,
  auditOf: 'Activity of this person',

  log: 'Log',
  logKind: 'Type',
  logEveryKind: 'Everything',
  logKinds: {
    questions: 'Questions',
    'case-studies': 'Case studies',
    certifications: 'Certifications',
    images: 'Images',
    messages: 'Messages',
    reports: 'Reports',
    challenges: 'Challenges',
    people: 'People',
  } satisfies Record<AuditGroup, string>,
  logSearch: 'Done by (part of the address)',
  logShowAll: 'Show everything',
  logColumns: { what: 'Action', who: 'User', when: 'Time' },
  logNothing: 'No results. Show everything, or search for part of another address.',
  logLatest: 'Most recent',
  logOlder: 'Older',
  logActor: (actor: string | null | undefined) => actorWords(actor).replace(/^./, (letter) => (actor ? letter : letter.toUpperCase())),
  /** The label of a record without a name, for example a deleted user. Messages never have a name. */
  logUnnamed: (group: AuditGroup | undefined, id: string) => (group && unnamed[group]) ?? id,
  /** `40 new, 2 changed` */
  logDetail: (detail: AuditDetail) =>
    Object.entries(detailWords)
      .flatMap(([name, print]) => (detail[name] === undefined ? [] : [print(detail[name])]))
      .join(', '),

  done: {
    invited: 'Invitation sent.',
    administrator: 'This person is now an administrator.',
    member: 'This person is no longer an administrator.',
    disabled: 'The account is disabled and all its sessions have ended.',
    enabled: 'The account is enabled again.',
    'sessions-ended': 'All sessions of this person have ended.',
    deleted: 'The account and all its data have been deleted.',
  } as Record<string, string>,
  outbox:
    'This installation doesn’t send email. The message is in the data/outbox folder. You can also create a link below and pass it on.',
}
