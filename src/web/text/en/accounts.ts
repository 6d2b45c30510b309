/** Sign-in, sign-up, the profile, and the people screen. Texts of spec §2, §5, and §8 are word for word. */
import { problemAliases } from '#web/text/accounts/problem-aliases.ts'

/** Error texts by the server's error code. See `problemText`. */
const problems = {
  // Signing in. Source: spec §5 and §8.
  FIELDS_BLANK: 'Please enter both email and password.',
  EMAIL_INVALID: 'Please enter a valid email address.',
  SIGN_IN_PASSWORD_SHORT: 'Password must be at least 6 characters long.',
  INVALID_EMAIL_OR_PASSWORD: 'The email or password you entered is incorrect. Please check your credentials and try again.',
  EMAIL_NOT_VERIFIED: 'Please verify your email address before logging in. Check your inbox for a confirmation email.',
  TOO_MANY_ATTEMPTS: 'Too many login attempts. Please try again later.',
  SIGN_IN_FAILED: 'Unable to sign in. Please check your credentials and try again.',
  UNEXPECTED: 'An unexpected error occurred. Please try again later.',

  // Forms.
  FIELD_TWICE: 'The form contained the same field twice. Reload this page and submit the form again.',
  FIELD_TOO_LONG: 'One of the fields is too long. Shorten it and submit the form again.',
  FIELD_UNREADABLE: 'The form could not be read. Reload this page and submit it again.',
  CAPTCHA:
    'We couldn’t verify that you’re human. Complete the challenge below and try again. If no challenge appears, turn off your ad blocker, or sign in with a passkey or single sign-on.',

  // New passwords.
  PASSWORD_TOO_SHORT: 'Use at least 8 characters.',
  PASSWORD_TOO_LONG: 'Use at most 128 characters.',
  PASSWORD_TOO_COMMON:
    'This password is too easy to guess. Avoid common words, repeated or neighboring keys, and the name of this site. A short sentence is a good choice.',
  PASSWORD_CONTAINS_NAME: 'The password contains the name from your email address. Choose a different one.',
  PASSWORD_MISMATCH: 'The current password is incorrect. Check it and try again.',

  // Signing up.
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 'An account with this address already exists. Sign in, or reset your password if you forgot it.',

  // Links and codes.
  ADDRESS_TAKEN: 'Another account now uses the new address. Choose a different one in your profile.',
  WRONG_MEMBER: 'This link belongs to a different account than the one signed in here. Sign out first, or open it in another browser.',
  CONFIRMATION_PASSWORD:
    'That is not the password this account was created with. If someone else created it with your address, reset the password. That makes the account yours and removes everything that was set up before.',
  LINK_INVALID: 'This link has expired or was already used. Request a new one.',
  INVALID_OTP: 'This code is incorrect or has expired. Check it, or request a new one.',
  INVALID_CODE: 'This code is incorrect or was already used. Wait for the next one and try again.',
  INVALID_BACKUP_CODE: 'This backup code is incorrect or was already used. Try another one.',
  INVALID_TWO_FACTOR_COOKIE: 'Sign-in timed out. Start again with your email address.',
  CODES_EXHAUSTED: 'Too many incorrect codes. Start again with your email address. If the problem continues, wait 15 minutes.',
  ACCOUNT_DISABLED: 'This account has been disabled. If you think this is a mistake, contact the site operator.',

  // Identity providers and passkeys.
  NO_PROVIDER: 'Single sign-on is not available for this address. Check the address, or sign in another way.',
  email_not_found:
    'We can’t sign you in with the email address from this provider. Use a different account with the provider, or sign in another way.',
  PROVIDER_FAILED: 'Sign-in with the provider failed. Try again, or sign in another way.',
  account_not_linked:
    'An account with this address exists but isn’t linked to this provider. Sign in as usual, then link the provider in your profile.',
  PASSKEY_FAILED: 'The passkey didn’t work. Try again, or sign in another way.',
  PASSKEY_UNSUPPORTED: 'This browser can’t use passkeys on this site. Sign in another way.',
  PASSKEY_KNOWN: 'This device already has a passkey for your account.',
  FAILED_TO_UNLINK_LAST_ACCOUNT: 'This is your only way to sign in. Add another one before you remove it.',
  PROVIDER_ACCOUNT_IN_USE: 'That account is already linked to another Praxam account. Sign in with it, or choose a different one.',

  // The profile.
  SAME_ADDRESS: 'That is already your address.',
  TOTP_ALREADY_ENABLED: 'Two-step sign-in is already on. Turn it off first to set up another device.',
  CONFIRMATION_WORD: 'Type your email address exactly as shown above.',
  SECOND_FACTOR_OFF: 'Two-step sign-in is not set up. Set it up first.',
  SESSION_GONE: 'That session has already ended.',
  PASSKEY_GONE: 'That passkey was already deleted.',
  PROVIDER_GONE: 'That provider is no longer linked.',
  LAST_PASSKEY: 'This passkey is your only way to sign in without email. Set a password or link a provider before you delete it.',
  PASSWORD_NOT_SET: 'Your account has no password yet. Reload this page to get a link to set one.',

  // People.
  UNKNOWN_PERSON: 'This person no longer has an account. Go back to the list.',
  NOT_YOURSELF: 'You can’t do this to your own account. Ask another administrator.',
  NOT_AN_ADMINISTRATOR: 'You’re no longer an administrator.',
  PERSON_EXISTS: 'An account with this address already exists. Find it in the list.',
  PERSON_DISABLED: 'This account is disabled. Enable it first.',
  PERSON_HAS_JOINED: 'This person has already chosen a password. Create a password reset link instead.',
} as const

/** The text for a name that came from a URL, or `undefined` for an unknown name: anyone can edit a URL. */
export function sentenceOf(sentences: Record<string, string>, name: string | null | undefined): string | undefined {
  return name && Object.hasOwn(sentences, name) ? sentences[name] : undefined
}

/** Further error codes that share a text. */
const aliases: Readonly<Record<string, keyof typeof problems>> = problemAliases

/** The text for an error code. An unknown code gets the text of `otherwise`. */
export function problemText(code: string, otherwise: keyof typeof problems = 'UNEXPECTED'): string {
  const key = aliases[code] ?? code
  return key in problems ? problems[key as keyof typeof problems] : problems[otherwise]
}

/** Like {@link problemText}, for a form that may have no problem. */
export function optionalProblemText(code: string | undefined): string | undefined {
  return code === undefined ? undefined : problemText(code)
}

export const account = {
  email: 'Email',
  password: 'Password',
  about: 'About accounts',
  adds: 'What an account adds',
  advantages: [
    'Your attempts on every device',
    'A daily review up to your exam day',
    'Your weakest skill area, your daily goal, and the days left until your exam',
    'The option to download or permanently delete your data at any time',
  ],
  withoutOne: 'You can practice without an account. Your answers are saved on this device either way.',
  back: 'Back to sign-in',
  continue: 'Continue',

  signInTitle: 'Welcome Back',
  signIn: 'Sign in',
  signingIn: 'Signing in...',
  forgot: 'Forgot password?',
  newHere: 'New here?',
  create: 'Create an account',
  orElse: 'Other ways to sign in',
  withPasskey: 'Use a passkey',
  withMail: 'Email me a link or a code',
  withSso: 'Single sign-on with your organization',
  withProvider: (name: string) => `Continue with ${name}`,
  resend: 'Resend the confirmation email',
  notices: {
    'signed-out': 'You’re signed out.',
    verified: 'Your address is confirmed. Sign in with your password.',
    'password-set': 'Your new password is set. Sign in with it.',
    deleted: 'Your account and all its data have been deleted.',
    'session-over': 'Your session has ended. Sign in again.',
  } as Record<string, string>,

  mailTitle: 'Sign in by email',
  mailLede: 'We’ll email you a link or a six-digit code. It can be used once and expires after a few minutes.',
  sendLink: 'Email me a link',
  sendCode: 'Email me a code',
  sending: 'Sending...',
  linkSent: (email: string) => `If ${email} has an account, we’ve sent a link. It expires in 15 minutes and can be used once.`,
  codeSent: (email: string) => `If ${email} has an account, we’ve sent a code. It expires in 10 minutes.`,
  code: 'Code from the email',
  codeHint: 'Six digits',
  outbox: 'This installation doesn’t send email. The site operator can find every message in the data/outbox folder.',

  linkTitle: 'Sign in with your link',
  linkLede: 'One more step, so email scanners can’t use up your link.',

  ssoTitle: 'Single sign-on',
  ssoLede: 'Enter your work address. We’ll take you to your organization’s sign-in page.',

  secondFactorTitle: 'One more step',
  secondFactorLede: 'Enter the code that your authenticator app shows for Praxam.',
  totp: 'Code from the app',
  backupInstead: 'Use a backup code instead',
  backupCode: 'Backup code',
  appInstead: 'Use the app instead',
  verify: 'Verify',
  verifying: 'Verifying...',

  confirmTitle: 'Confirm it’s you',
  confirmLede: 'Confirm your identity before you change how you sign in. We won’t ask again for 10 minutes.',
  confirm: 'Confirm',
  confirming: 'Confirming...',
  confirmByCode: 'Email me a code instead',

  signUpTitle: 'Create your account',
  signUp: 'Sign up',
  signingUp: 'Signing up...',
  passwordHint: 'At least 8 characters. A short sentence is easier to remember than a random string.',
  alreadyHere: 'Already have an account?',
  checkInboxTitle: 'Check your inbox',
  checkInbox: (email: string) =>
    `We’ve sent a message to ${email}. Open the link in it to confirm your address, then sign in. The link expires in 24 hours.`,

  resetTitle: 'Reset your password',
  resetLede: 'Enter the email address of your account. We’ll send you a link to choose a new password.',
  sendReset: 'Send the link',
  resetSent: (email: string) => `If ${email} has an account, we’ve sent a link. It expires in 30 minutes and can be used once.`,
  newPasswordTitle: 'Choose a new password',
  newPasswordLede: 'Setting a new password ends all other sessions.',
  newPassword: 'New password',
  setPassword: 'Set password',
  setting: 'Setting...',

  verifyTitle: 'Confirm your email address',
  verifyLede: 'Enter the password you chose when you signed up. This prevents others from claiming your address.',
  verifyLedeSignedIn: 'One more step, so email scanners can’t confirm the address for you.',
  verifyAndSignIn: 'Confirm and sign in',
  resetInstead: 'Didn’t choose a password? Reset it',
  verifyEmail: 'Confirm address',
  verified: 'Thank you. Your address is confirmed.',
  approved: 'Thank you. If you just approved a new address, we’ve sent a link there. Open it to finish the change.',
  resendTitle: 'Resend the confirmation email',
  resendSent: (email: string) => `If ${email} has an unconfirmed account, we’ve sent a message.`,
  toProfile: 'Go to your profile',
}
