/** Signing in, signing up, the profile, and the people screen. Words of spec §2, §5 and §8 stand exactly as there. */

/** What went wrong, by the code that the server gives; see `problemText`. */
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
  FIELD_TWICE: 'The form arrived with a field twice. Load this page again and send the form once more.',
  FIELD_TOO_LONG: 'One of the fields is too long. Shorten it and send the form once more.',
  FIELD_UNREADABLE: 'The form arrived damaged. Load this page again and send it once more.',
  CAPTCHA:
    'We could not check that you are a person. Answer the question below and try again. If none shows, scripts or a blocker keep it away; a passkey or your organisation lets you in without it.',

  // New passwords.
  PASSWORD_TOO_SHORT: 'Choose at least 8 characters.',
  PASSWORD_TOO_LONG: 'Choose at most 128 characters.',
  PASSWORD_TOO_COMMON: 'This password is among those tried first. Choose one that is yours alone, such as a short sentence.',
  PASSWORD_CONTAINS_NAME: 'The password contains the name in your email address. Choose one without it.',
  PASSWORD_MISMATCH: 'The current password is not right. Check it and try again.',

  // Signing up.
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 'There is an account with this address. Sign in, or reset the password if you forgot it.',

  // Links and codes.
  ADDRESS_TAKEN: 'Somebody has an account with the new address by now. Choose another one in your profile.',
  WRONG_MEMBER: 'This link is for another account than the one that is signed in here. Sign out first, or open it in another browser.',
  CONFIRMATION_PASSWORD:
    'That is not the password this account was made with. If somebody else made it with your address, reset the password: that makes the account yours and removes what was set up before.',
  LINK_INVALID: 'This link has been used or has expired. Ask for a new one.',
  INVALID_OTP: 'This code is not right or has expired. Check it, or ask for a new one.',
  INVALID_CODE: 'This code is not right or was used before. Wait for the next one and try again.',
  INVALID_BACKUP_CODE: 'This backup code is not right or was used before. Try another one.',
  INVALID_TWO_FACTOR_COOKIE: 'This sign-in has taken too long. Begin again with your email address.',
  CODES_EXHAUSTED: 'Too many wrong codes. Begin again with your email address; if it goes on, wait a quarter of an hour.',
  ACCOUNT_DISABLED: 'This account has been disabled. Write to whoever operates this site if you think that is a mistake.',

  // Identity providers and passkeys.
  NO_PROVIDER: 'There is no single sign-on for this address. Check it, or sign in in another way.',
  email_not_found: 'This provider does not vouch for the address of that account. Sign in with another account there, or in another way.',
  PROVIDER_FAILED: 'The sign-in with the other site did not work. Try again, or sign in in another way.',
  account_not_linked:
    'There is an account with this address that is not linked to this provider. Sign in as usual, then link the provider in your profile.',
  PASSKEY_FAILED: 'No passkey was used. Try again, or sign in in another way.',
  PASSKEY_UNSUPPORTED: 'This browser cannot use passkeys on this address. Sign in in another way.',
  PASSKEY_KNOWN: 'This device has a passkey for your account already.',
  FAILED_TO_UNLINK_LAST_ACCOUNT: 'This is your last way to sign in. Add another one before you remove it.',
  PROVIDER_ACCOUNT_IN_USE: 'That account of the provider belongs to somebody else here. Sign in with it, or choose another one.',

  // The profile.
  SAME_ADDRESS: 'That is your address already.',
  TOTP_ALREADY_ENABLED: 'A second factor is on already. Turn it off first to set up another device.',
  CONFIRMATION_WORD: 'Type your email address exactly as it stands above.',
  SECOND_FACTOR_OFF: 'The second factor is not set up. Set it up first.',
  SESSION_GONE: 'That session has ended already.',
  PASSKEY_GONE: 'That passkey has been deleted already.',
  PROVIDER_GONE: 'That provider is not linked any more.',
  LAST_PASSKEY: 'This passkey is your last way to sign in without mail. Set a password or link an organisation before you delete it.',
  PASSWORD_NOT_SET: 'Your account has no password yet. Load this page again to have a link sent to set one.',

  // People.
  UNKNOWN_PERSON: 'This person is not there any more. Go back to the list.',
  NOT_YOURSELF: 'You cannot do this to yourself. Ask another administrator.',
  NOT_AN_ADMINISTRATOR: 'You are not an administrator any more.',
  PERSON_EXISTS: 'There is an account with this address already. Find it in the list.',
  PERSON_DISABLED: 'This account is disabled. Enable it first.',
  PERSON_HAS_JOINED: 'This person has chosen a password already. Make a link that resets it instead.',
} as const

/** The sentence under a name that came with an address; anybody may have written another one there. */
export function sentenceOf(sentences: Record<string, string>, name: string | null | undefined): string | undefined {
  return name && Object.hasOwn(sentences, name) ? sentences[name] : undefined
}

/** Other names the server has for the same thing. */
const aliases: Record<string, keyof typeof problems> = {
  INVALID_EMAIL: 'EMAIL_INVALID',
  INVALID_TOKEN: 'LINK_INVALID',
  TOKEN_EXPIRED: 'LINK_INVALID',
  TOKEN_USED: 'LINK_INVALID',
  USER_NOT_FOUND: 'LINK_INVALID',
  INVALID_USER: 'WRONG_MEMBER',
  USER_EMAIL_NOT_FOUND: 'email_not_found',
  email_not_verified: 'EMAIL_NOT_VERIFIED',
  FIELD_NOT_ALLOWED: 'FIELD_UNREADABLE',
  VALIDATION_ERROR: 'EMAIL_INVALID',
  new_user_signup_disabled: 'LINK_INVALID',
  INVALID_PASSWORD: 'PASSWORD_MISMATCH',
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'CODES_EXHAUSTED',
  ACCOUNT_TEMPORARILY_LOCKED: 'CODES_EXHAUSTED',
  MISSING_RESPONSE: 'CAPTCHA',
  VERIFICATION_FAILED: 'CAPTCHA',
  USER_ALREADY_EXISTS: 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL',
  EMAIL_IS_THE_SAME: 'SAME_ADDRESS',
  TOTP_NOT_ENABLED: 'SECOND_FACTOR_OFF',
  TWO_FACTOR_NOT_ENABLED: 'SECOND_FACTOR_OFF',
  CREDENTIAL_ACCOUNT_NOT_FOUND: 'PASSWORD_NOT_SET',
  PASSKEY_NOT_FOUND: 'PASSKEY_GONE',
  ACCOUNT_NOT_FOUND: 'PROVIDER_GONE',
  account_already_linked_to_different_user: 'PROVIDER_ACCOUNT_IN_USE',
}

/** The sentence for a code; a code without one gets the words for `otherwise`. */
export function problemText(code: string, otherwise: keyof typeof problems = 'UNEXPECTED'): string {
  const key = aliases[code] ?? code
  return key in problems ? problems[key as keyof typeof problems] : problems[otherwise]
}

export const account = {
  email: 'Email',
  password: 'Password',
  about: 'About accounts',
  adds: 'What an account adds',
  advantages: [
    'Your own sign-in, by password, passkey, code or your organisation',
    'Control over every browser that is signed in',
    'Everything we hold about you as a file, and deleted for good when you say so',
  ],
  withoutOne: 'Practising works without one. What you answer is kept on this device either way.',
  back: 'Back to signing in',
  continue: 'Continue',

  signInTitle: 'Welcome Back',
  signIn: 'Sign in',
  signingIn: 'Signing in...',
  forgot: 'Forgot password?',
  newHere: 'New here?',
  create: 'Create an account',
  orElse: 'Other ways to sign in',
  withPasskey: 'Use a passkey',
  withMail: 'Get a link or a code by email',
  withSso: 'Single sign-on with your organisation',
  withProvider: (name: string) => `Continue with ${name}`,
  resend: 'Send the confirmation email again',
  notices: {
    'signed-out': 'You are signed out.',
    'password-set': 'Your new password is set. Sign in with it.',
    deleted: 'Your account and everything that belonged to it has been deleted.',
    'session-over': 'Your session is over. Sign in again.',
  } as Record<string, string>,

  mailTitle: 'Sign in by email',
  mailLede: 'We send you a link or a six-digit code. Either works once and for a few minutes.',
  sendLink: 'Email me a link',
  sendCode: 'Email me a code',
  sending: 'Sending...',
  linkSent: (email: string) => `If there is an account for ${email}, a link is on its way. It works once, for 15 minutes.`,
  codeSent: (email: string) => `If there is an account for ${email}, a code is on its way. It works for 10 minutes.`,
  code: 'Code from the email',
  codeHint: 'Six digits.',
  outbox: 'This installation sends no mail. Whoever operates it finds every message in the folder data/outbox.',

  linkTitle: 'Sign in with your link',
  linkLede: 'One more step, so that a program that reads your mail does not use up the link.',

  ssoTitle: 'Single sign-on',
  ssoLede: 'Enter the address you have at your organisation; we send you to its sign-in page.',

  secondFactorTitle: 'One more step',
  secondFactorLede: 'Enter the code that your authenticator app shows for Praxam.',
  totp: 'Code from the app',
  backupInstead: 'Use a backup code instead',
  backupCode: 'Backup code',
  appInstead: 'Use the app instead',
  verify: 'Verify',
  verifying: 'Verifying...',

  confirmTitle: 'Is it still you?',
  confirmLede: 'Before a change to how you sign in, say again who you are. It holds for ten minutes.',
  confirm: 'Confirm',
  confirming: 'Confirming...',
  confirmByCode: 'Email me a code instead',

  signUpTitle: 'Create your account',
  signUp: 'Sign up',
  signingUp: 'Signing up...',
  passwordHint: 'At least 8 characters. A sentence is easier to keep than a riddle.',
  alreadyHere: 'Already here?',
  checkInboxTitle: 'Check your inbox',
  checkInbox: (email: string) =>
    `We have sent a message to ${email}. Follow its link to confirm the address, then sign in. The link works for 24 hours.`,

  resetTitle: 'Reset your password',
  resetLede: 'Enter the address of your account; we send you a link to choose a new password.',
  sendReset: 'Send the link',
  resetSent: (email: string) => `If there is an account for ${email}, a link is on its way. It works once, for 30 minutes.`,
  newPasswordTitle: 'Choose a new password',
  newPasswordLede: 'All other sessions end when it is set.',
  newPassword: 'New password',
  setPassword: 'Set password',
  setting: 'Setting...',

  verifyTitle: 'Confirm your email address',
  verifyLede: 'Enter the password that you chose when you signed up. So nobody else can have made the account with your address.',
  verifyLedeSignedIn: 'One more step, so that a program that reads your mail does not do it for you.',
  verifyAndSignIn: 'Confirm and sign in',
  resetInstead: 'Did you not choose one? Reset the password',
  verifyEmail: 'Confirm the address',
  verified: 'Thank you. The address is confirmed.',
  approved: 'Thank you. If you have just approved a new address, a link has been sent there: the change is done when it is followed.',
  resendTitle: 'Send the confirmation again',
  resendSent: (email: string) => `If there is an account for ${email} that waits for confirmation, a message is on its way.`,
  toProfile: 'To your profile',
}
