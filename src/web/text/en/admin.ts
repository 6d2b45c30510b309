/** Administration: the people screen. */

const waysIn: Record<string, string> = { credential: 'password', passkey: 'passkey' }

export const admin = {
  title: 'Administration',
  people: 'People',
  peopleLede: 'Who has an account: invite somebody, make administrators, disable or delete accounts, help people who cannot sign in.',
  bankLater: 'The question bank can be edited here with a later version. Until then it is loaded from the files of the installation.',

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
    deleted: 'Delete',
  },
  roleHint: 'Administrators see everybody’s address and can do everything on these pages.',
  disabledHint: 'Disabling ends all sessions at once and closes every way in; nothing is lost, and it can be undone.',
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
    disabled: 'Disabled',
    enabled: 'Enabled',
    deleted: 'Deleted',
    invited: 'Invited',
    'link-made': 'A link was made',
  },
  auditNothing: 'Nothing so far.',
  auditBy: (actor: string | null | undefined) =>
    actor === null ? 'by a command on the server' : actor ? `by ${actor}` : 'by somebody who has been deleted',

  done: {
    invited: 'The invitation is on its way.',
    administrator: 'This person is an administrator now.',
    member: 'This person is not an administrator any more.',
    disabled: 'The account is disabled and all its sessions have ended.',
    enabled: 'The account is enabled again.',
    deleted: 'The account and everything that belonged to it has been deleted.',
  } as Record<string, string>,
  outbox: 'This installation sends no mail: the message lies in the folder data/outbox. You can also make a link below and hand it over.',
}
