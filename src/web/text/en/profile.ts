/** The profile and everything one does with one's own account. Words of spec §2 stand exactly as there. */
import { day } from '#web/text/en/numbers.ts'

export const profile = {
  title: 'Profile',
  back: 'Back to your profile',
  role: 'Dynamics 365 Certification Candidate',
  notConfirmed: 'This address is not confirmed.',
  confirmAddress: 'Send the confirmation',
  sending: 'Sending...',
  saving: 'Saving...',

  /** What has just been done, by the code in the address of the page. */
  done: {
    'settings-saved': 'Your settings are saved.',
    'confirmation-sent': 'A confirmation is on its way to you. Its link works for 24 hours.',
    'password-changed': 'Your password is changed. All other sessions have ended.',
    'second-factor-on': 'The second factor is on. All other sessions have ended.',
    'second-factor-off': 'The second factor is off.',
    'passkey-added': 'The passkey is added.',
    'passkey-deleted': 'The passkey is deleted. Remove it from your device as well.',
    'provider-linked': 'The provider is linked. You can sign in with it from now on.',
    'provider-unlinked': 'The provider is unlinked.',
    'session-ended': 'The session has ended.',
    'others-ended': 'All other sessions have ended.',
  } as Record<string, string>,

  settings: 'Settings',
  save: 'Save',
  on: 'On',
  off: 'Off',

  methods: 'Signing in',
  email: 'Email',
  password: 'Password',
  passwordIs: 'Set',
  passwordIsNot: 'Not set',
  secondFactor: 'Second factor',
  change: 'Change',
  set: 'Set',
  setUp: 'Set up',
  manage: 'Manage',
  passkeys: 'Passkeys',
  noPasskeys: 'None yet. A passkey signs you in by finger, face or the number that opens your device.',
  passkey: 'Passkey without a name',
  addedOn: (at: Date) => `Added on ${dayOfUtc(at)}`,
  passkeyName: 'Name of the new passkey',
  addPasskey: 'Add a passkey',
  adding: 'Adding...',
  delete: 'Delete',
  deleting: 'Deleting...',
  providers: 'Organisations',
  linkedOn: (at: Date) => `Linked on ${dayOfUtc(at)}`,
  notLinked: 'Not linked',
  link: 'Link',
  linking: 'Linking...',
  unlink: 'Unlink',
  unlinking: 'Unlinking...',

  sessions: 'Where you are signed in',
  thisSession: 'This browser, now',
  lastUsed: (at: Date) => `Last used ${dayOfUtc(at)}, ${timeOfUtc(at)} UTC`,
  network: (network: string) => (network ? `network ${network}` : 'network unknown'),
  end: 'End',
  ending: 'Ending...',
  endOthers: 'End all other sessions',
  signOutEverywhere: 'Sign out everywhere',

  data: 'Your data',
  download: 'Download my data',
  deleteAccount: 'Delete account',

  emailTitle: 'Change your email address',
  emailNow: (email: string) => `Your address is ${email}.`,
  newEmail: 'New email',
  emailHowConfirmed:
    'We first send a message to your present address. When you approve the change there, a second message goes to the new address. The change is done when its link is followed.',
  emailHowUnconfirmed: 'Your present address is not confirmed, so the new one takes its place at once, and we send a confirmation there.',
  emailSentConfirmed: (email: string) =>
    `A message is on its way to your present address if ${email} can be used. Approve the change there; then follow the link that arrives at the new address.`,
  emailSentUnconfirmed: (email: string) => `If ${email} can be used, it is your address now, and a confirmation is on its way there.`,
  changeEmail: 'Change the address',
  changing: 'Changing...',

  passwordTitle: 'Change your password',
  passwordSetTitle: 'Set a password',
  currentPassword: 'Current password',
  changePassword: 'Change the password',
  passwordEnds: 'All other sessions end when it is changed.',
  noPassword: 'Your account has no password yet. We send you a link to set one; all sessions end when it is set.',
  sendPasswordLink: 'Send me the link',
  passwordLinkSent: (email: string) => `A link is on its way to ${email}. It works once, for 30 minutes.`,

  factorTitle: 'Second factor',
  factorWhat:
    'Beside your password, an app on your phone shows a new code every 30 seconds. Whoever learns your password cannot sign in without it.',
  factorForAdministrators: 'Administrators of this site need a second factor. Set it up to go on.',
  factorPassword: 'Your password',
  beginFactor: 'Set up the second factor',
  preparing: 'Preparing...',
  scanTitle: '1. Add Praxam to your app',
  scan: 'Scan this picture with an authenticator app.',
  picture: 'QR code with the key for your authenticator app',
  typeKey: 'Or type this key into it:',
  keepTitle: '2. Keep these backup codes',
  keep: 'Each opens your account once if your phone is lost. They are shown only now: print them or keep them with your passwords.',
  finishTitle: '3. Enter the first code',
  code: 'Code from the app',
  codeHint: 'Six digits.',
  finishFactor: 'Turn it on',
  turningOn: 'Turning on...',
  factorEnds: 'All other sessions end, because they began without it.',
  factorIsOn: 'The second factor is on.',
  newCodes: 'Make new backup codes',
  newCodesMade: 'These are your new backup codes. The old ones do not work any more.',
  turnOff: 'Turn it off',
  turningOff: 'Turning off...',

  deleteTitle: 'Delete your account',
  deleteGoes: 'What goes, at once and for good:',
  deleteGoesList: [
    'your address, your password and every other way to sign in',
    'all your sessions, on all devices',
    'your settings and the browsers we knew you by',
    'your practice runs, and with them your progress and whatever you shared of it',
    'what you wrote to us while you were signed in',
    'the results you share, with their pages and pictures',
  ],
  deleteStays: 'What stays:',
  deleteStaysList: [
    'backups of whoever operates this site, until they are overwritten',
    'copies of what you wrote to us in the mailbox of whoever operates this site',
    'lines in the log of administration, under a number that says nothing about you any more',
    'practice runs that were made in a browser without being signed in, because they are kept there and not here',
  ],
  deleteLastAdministrator: 'You are the only administrator. Make somebody else one first, or nobody can look after people and questions.',
  deleteType: (email: string) => `To delete the account, type ${email} below.`,
  deleteField: 'Your email address',
  deleteNow: 'Delete my account',
}

/** `21 November 2026`. Server and browser have to write the same, so both write the day in Greenwich. */
function dayOfUtc(at: Date): string {
  return day(at.toISOString())
}

/** `00:18` */
function timeOfUtc(at: Date): string {
  return at.toISOString().slice(11, 16)
}
