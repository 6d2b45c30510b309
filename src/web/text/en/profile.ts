/** The profile and account pages. Texts of spec §2 are word for word. */
import { day } from '#web/text/en/figures/dates.ts'

export const profile = {
  aside: 'Next exam and goal',
  notConfirmed: 'This address is not confirmed yet.',
  confirmAddress: 'Send confirmation email',
  sending: 'Sending...',
  saving: 'Saving...',

  /** Confirmations, by the code in the URL. */
  done: {
    'settings-saved': 'Settings saved.',
    'confirmation-sent': 'We’ve sent you a confirmation email. The link expires in 24 hours.',
    'password-changed': 'Password changed. All other sessions have ended.',
    'second-factor-on': 'Two-step sign-in is on. All other sessions have ended.',
    'second-factor-off': 'Two-step sign-in is off.',
    'passkey-added': 'Passkey added.',
    'passkey-deleted': 'Passkey deleted. Remove it from your device as well.',
    'provider-linked': 'Account linked. You can now sign in with it.',
    'provider-unlinked': 'Account unlinked.',
    'session-ended': 'Session ended.',
    'others-ended': 'All other sessions have ended.',
  } as Record<string, string>,

  save: 'Save',
  on: 'On',
  off: 'Off',

  methods: 'Signing in',
  email: 'Email',
  password: 'Password',
  passwordIs: 'Set',
  passwordIsNot: 'Not set',
  secondFactor: 'Two-step sign-in',
  change: 'Change',
  set: 'Set',
  setUp: 'Set up',
  manage: 'Manage',
  passkeys: 'Passkeys',
  noPasskeys: 'None yet. A passkey signs you in with your fingerprint, face, or device PIN.',
  passkey: 'Unnamed passkey',
  addedOn: (at: Date) => `Added on ${dayOfUtc(at)}`,
  passkeyName: 'Name of the new passkey',
  addPasskey: 'Add a passkey',
  adding: 'Adding...',
  delete: 'Delete',
  deleting: 'Deleting...',
  providers: 'Linked accounts',
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
  downloadWhat: 'Everything your account stores, as one file.',
  downloadNow: 'Download',
  statements: 'xAPI statements',
  statementsWhat: 'Your attempts and answers, for a learning record store.',
  myData: 'my data',
  sharedWhat: 'Results with a public link.',
  deleteAccount: 'Delete account',
  deleteWhat: 'Deletes your attempts, dates, settings, and sign-in methods for good. Nothing can be restored.',

  emailTitle: 'Change your email address',
  emailNow: (email: string) => `Your current address is ${email}.`,
  newEmail: 'New email',
  emailHowConfirmed:
    'We’ll send a message to your current address. After you approve the change there, we’ll send another message to the new address. Open its link to finish.',
  emailHowUnconfirmed: 'Your current address isn’t confirmed, so we’ll replace it right away and send a confirmation to the new one.',
  emailSentConfirmed: (email: string) =>
    `If ${email} can be used, we’ve sent a message to your current address. Approve the change there, then open the link we send to the new address.`,
  emailSentUnconfirmed: (email: string) => `If ${email} can be used, it’s now your address, and we’ve sent a confirmation there.`,
  changeEmail: 'Change address',
  changing: 'Changing...',

  passwordTitle: 'Change your password',
  passwordSetTitle: 'Set a password',
  currentPassword: 'Current password',
  changePassword: 'Change password',
  passwordEnds: 'Changing your password ends all other sessions.',
  noPassword: 'Your account has no password yet. We’ll email you a link to set one. Setting it ends all sessions.',
  sendPasswordLink: 'Email me the link',
  passwordLinkSent: (email: string) => `We’ve sent a link to ${email}. It expires in 30 minutes and can be used once.`,

  factorTitle: 'Two-step sign-in',
  factorWhat:
    'In addition to your password, you enter a code from an app on your phone. The code changes every 30 seconds. Even someone who knows your password can’t sign in without it.',
  factorForAdministrators: 'Administrators of this site must use two-step sign-in. Set it up to continue.',
  factorPassword: 'Your password',
  beginFactor: 'Set up two-step sign-in',
  preparing: 'Preparing...',
  scanTitle: '1. Add Praxam to your app',
  scan: 'Scan this QR code with an authenticator app.',
  picture: 'QR code with the setup key for your authenticator app',
  typeKey: 'Or enter this setup key in the app:',
  keepTitle: '2. Save these backup codes',
  keep: 'Each code opens your account once if you lose your phone. They’re shown only now, so print them or store them with your passwords.',
  finishTitle: '3. Enter the first code',
  code: 'Code from the app',
  codeHint: 'Six digits',
  finishFactor: 'Turn on',
  turningOn: 'Turning on...',
  factorEnds: 'All other sessions will end, because they started without it.',
  factorIsOn: 'Two-step sign-in is on.',
  newCodes: 'Create new backup codes',
  newCodesMade: 'These are your new backup codes. The old ones no longer work.',
  turnOff: 'Turn off',
  turningOff: 'Turning off...',

  deleteTitle: 'Delete your account',
  deleteGoes: 'We permanently delete:',
  deleteGoesList: [
    'your email address, your password, and every other way to sign in',
    'all your sessions on all devices',
    'your settings and your recognized browsers',
    'your practice attempts, the progress based on them, and your notes',
    'your shared results, with their pages and images',
    'the messages and reports you sent us while you were signed in',
  ],
  deleteStays: 'What stays:',
  deleteStaysList: [
    'the site operator’s backups, until they are overwritten',
    'copies of your messages in the site operator’s mailbox',
    'entries in the administration log, under a number that no longer identifies you',
    'attempts you made in a browser without signing in, because they’re stored only there',
  ],
  deleteLastAdministrator: 'You’re the only administrator. Make someone else an administrator first so that the site can still be managed.',
  deleteType: (email: string) => `To delete your account, type ${email} below.`,
  deleteField: 'Your email address',
  deleteNow: 'Delete my account',
}

/** `November 21, 2026`. Server and browser must render the same text, so both use UTC. */
function dayOfUtc(at: Date): string {
  return day(at.toISOString())
}

/** `00:18` */
function timeOfUtc(at: Date): string {
  return at.toISOString().slice(11, 16)
}
