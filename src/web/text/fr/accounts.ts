/** Sign-in, sign-up, the profile, and the people screen. */
import { problemAliases } from '#web/text/accounts/problem-aliases.ts'
import type * as English from '#web/text/en/accounts.ts'

type Problem = NonNullable<Parameters<typeof English.problemText>[1]>

/** Error texts by the server's error code. See `problemText`. */
const problems: Readonly<Record<Problem, string>> = {
  // Signing in.
  FIELDS_BLANK: 'Saisissez votre adresse e-mail et votre mot de passe.',
  EMAIL_INVALID: 'Saisissez une adresse e-mail valide.',
  SIGN_IN_PASSWORD_SHORT: 'Le mot de passe doit compter au moins 6 caractères.',
  INVALID_EMAIL_OR_PASSWORD: 'L’adresse e-mail ou le mot de passe est incorrect. Vérifiez-les et réessayez.',
  EMAIL_NOT_VERIFIED: 'Confirmez d’abord votre adresse e-mail. Le message de confirmation est dans votre boîte de réception.',
  TOO_MANY_ATTEMPTS: 'Trop de tentatives de connexion. Réessayez plus tard.',
  SIGN_IN_FAILED: 'La connexion a échoué. Vérifiez votre adresse e-mail et votre mot de passe, puis réessayez.',
  UNEXPECTED: 'Une erreur inattendue s’est produite. Réessayez plus tard.',

  // Forms.
  FIELD_TWICE: 'Le formulaire contenait deux fois le même champ. Rechargez cette page et envoyez-le de nouveau.',
  FIELD_TOO_LONG: 'L’un des champs est trop long. Raccourcissez-le et envoyez de nouveau le formulaire.',
  FIELD_UNREADABLE: 'Le formulaire n’a pas pu être lu. Rechargez cette page et envoyez-le de nouveau.',
  CAPTCHA:
    'Nous n’avons pas pu vérifier que vous n’êtes pas un robot. Répondez au test ci-dessous et réessayez. Si aucun test n’apparaît, désactivez votre bloqueur de publicité, ou connectez-vous avec une clé d’accès ou l’authentification unique.',

  // New passwords.
  PASSWORD_TOO_SHORT: 'Utilisez au moins 8 caractères.',
  PASSWORD_TOO_LONG: 'Utilisez au plus 128 caractères.',
  PASSWORD_TOO_COMMON:
    'Ce mot de passe est trop facile à deviner. Évitez les mots courants, les touches répétées ou voisines et le nom de ce site. Une courte phrase est un bon choix.',
  PASSWORD_CONTAINS_NAME: 'Le mot de passe contient le nom qui figure dans votre adresse e-mail. Choisissez-en un autre.',
  PASSWORD_MISMATCH: 'Le mot de passe actuel est incorrect. Vérifiez-le et réessayez.',

  // Signing up.
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL:
    'Un compte existe déjà pour cette adresse. Connectez-vous, ou réinitialisez votre mot de passe si vous l’avez oublié.',

  // Links and codes.
  ADDRESS_TAKEN: 'La nouvelle adresse est désormais celle d’un autre compte. Choisissez-en une autre dans votre profil.',
  WRONG_MEMBER:
    'Ce lien appartient à un autre compte que celui qui est connecté ici. Déconnectez-vous d’abord, ou ouvrez-le dans un autre navigateur.',
  CONFIRMATION_PASSWORD:
    'Ce n’est pas le mot de passe avec lequel ce compte a été créé. Si une autre personne l’a créé avec votre adresse, réinitialisez le mot de passe\u00a0: le compte devient le vôtre et tout ce qui avait été configuré est supprimé.',
  LINK_INVALID: 'Ce lien a expiré ou a déjà servi. Demandez-en un nouveau.',
  INVALID_OTP: 'Ce code est incorrect ou a expiré. Vérifiez-le, ou demandez-en un nouveau.',
  INVALID_CODE: 'Ce code est incorrect ou a déjà servi. Attendez le suivant et réessayez.',
  INVALID_BACKUP_CODE: 'Ce code de secours est incorrect ou a déjà servi. Essayez-en un autre.',
  INVALID_TWO_FACTOR_COOKIE: 'Le délai de connexion est dépassé. Recommencez avec votre adresse e-mail.',
  CODES_EXHAUSTED: 'Trop de codes incorrects. Recommencez avec votre adresse e-mail. Si le problème persiste, attendez 15 minutes.',
  ACCOUNT_DISABLED: 'Ce compte a été désactivé. Si vous pensez qu’il s’agit d’une erreur, écrivez à l’exploitant du site.',

  // Identity providers and passkeys.
  NO_PROVIDER: 'L’authentification unique n’est pas disponible pour cette adresse. Vérifiez l’adresse, ou connectez-vous autrement.',
  email_not_found:
    'Ce fournisseur n’a pas vérifié cette adresse e-mail. Utilisez un autre compte de ce fournisseur, ou connectez-vous autrement.',
  PROVIDER_FAILED: 'La connexion par ce fournisseur a échoué. Réessayez, ou connectez-vous autrement.',
  account_not_linked:
    'Un compte existe pour cette adresse mais n’est pas associé à ce fournisseur. Connectez-vous comme d’habitude, puis associez le fournisseur dans votre profil.',
  PASSKEY_FAILED: 'La clé d’accès n’a pas été utilisée. Réessayez, ou connectez-vous autrement.',
  PASSKEY_UNSUPPORTED: 'Ce navigateur ne peut pas utiliser de clé d’accès sur ce site. Connectez-vous autrement.',
  PASSKEY_KNOWN: 'Cet appareil a déjà une clé d’accès pour votre compte.',
  FAILED_TO_UNLINK_LAST_ACCOUNT: 'C’est votre seul moyen de connexion. Ajoutez-en un autre avant de le retirer.',
  PROVIDER_ACCOUNT_IN_USE: 'Ce compte est déjà associé à un autre compte Praxam. Connectez-vous avec lui, ou choisissez-en un autre.',

  // The profile.
  SAME_ADDRESS: 'C’est déjà votre adresse.',
  TOTP_ALREADY_ENABLED: 'La validation en deux étapes est déjà activée. Désactivez-la d’abord pour configurer un autre appareil.',
  CONFIRMATION_WORD: 'Saisissez votre adresse e-mail exactement comme indiqué ci-dessus.',
  SECOND_FACTOR_OFF: 'La validation en deux étapes n’est pas configurée. Configurez-la d’abord.',
  SESSION_GONE: 'Cette session est déjà fermée.',
  PASSKEY_GONE: 'Cette clé d’accès a déjà été supprimée.',
  PROVIDER_GONE: 'Ce fournisseur n’est plus associé.',
  LAST_PASSKEY:
    'Cette clé d’accès est votre seul moyen de vous connecter sans e-mail. Définissez un mot de passe ou associez un fournisseur avant de la supprimer.',
  PASSWORD_NOT_SET: 'Votre compte n’a pas encore de mot de passe. Rechargez cette page pour obtenir un lien et en définir un.',

  // People.
  UNKNOWN_PERSON: 'Cette personne n’a plus de compte. Revenez à la liste.',
  NOT_YOURSELF: 'Vous ne pouvez pas faire cela sur votre propre compte. Demandez à un autre administrateur.',
  NOT_AN_ADMINISTRATOR: 'Vous n’êtes plus administrateur.',
  PERSON_EXISTS: 'Un compte existe déjà pour cette adresse. Cherchez-le dans la liste.',
  PERSON_DISABLED: 'Ce compte est désactivé. Réactivez-le d’abord.',
  PERSON_HAS_JOINED: 'Cette personne a déjà choisi un mot de passe. Créez plutôt un lien de réinitialisation du mot de passe.',
}

const aliases: Readonly<Record<string, Problem>> = problemAliases

export const sentenceOf: typeof English.sentenceOf = (sentences, name) =>
  name && Object.hasOwn(sentences, name) ? sentences[name] : undefined

/** The text for an error code. An unknown code gets the text of `otherwise`. */
export const problemText: typeof English.problemText = (code, otherwise) => {
  const key = aliases[code] ?? code
  return key in problems ? problems[key as Problem] : problems[otherwise ?? 'UNEXPECTED']
}

/** Like {@link problemText}, for a form that may have no problem. */
export const optionalProblemText: typeof English.optionalProblemText = (code) => (code === undefined ? undefined : problemText(code))

export const account: typeof English.account = {
  email: 'Adresse e-mail',
  password: 'Mot de passe',
  about: 'À propos des comptes',
  adds: 'Ce qu’apporte un compte',
  advantages: [
    'Vos tentatives sur tous vos appareils',
    'Une révision du jour jusqu’à votre examen',
    'Votre domaine le plus faible, votre objectif quotidien et les jours restants avant votre examen',
    'Le téléchargement ou la suppression définitive de vos données à tout moment',
  ],
  withoutOne: 'Vous pouvez vous entraîner sans compte. Dans tous les cas, vos réponses sont enregistrées sur cet appareil.',
  back: 'Retour à la connexion',
  continue: 'Continuer',

  signInTitle: 'Bienvenue',
  signIn: 'Se connecter',
  signingIn: 'Connexion…',
  forgot: 'Mot de passe oublié\u202f?',
  newHere: 'Pas encore de compte\u202f?',
  create: 'Créer un compte',
  orElse: 'Autres moyens de connexion',
  withPasskey: 'Utiliser une clé d’accès',
  withMail: 'Recevoir un lien ou un code par e-mail',
  withSso: 'Authentification unique de votre organisation',
  withProvider: (name) => `Continuer avec ${name}`,
  resend: 'Renvoyer l’e-mail de confirmation',
  notices: {
    'signed-out': 'Votre session est fermée.',
    verified: 'Votre adresse est confirmée. Connectez-vous avec votre mot de passe.',
    'password-set': 'Votre nouveau mot de passe est enregistré. Utilisez-le pour vous connecter.',
    deleted: 'Votre compte et toutes ses données ont été supprimés.',
    'session-over': 'Votre session a pris fin. Reconnectez-vous.',
  },

  mailTitle: 'Se connecter par e-mail',
  mailLede: 'Nous vous envoyons un lien ou un code à six chiffres. Il ne peut servir qu’une fois et expire au bout de quelques minutes.',
  sendLink: 'Recevoir un lien',
  sendCode: 'Recevoir un code',
  sending: 'Envoi…',
  linkSent: (email) =>
    `Si un compte existe pour ${email}, nous avons envoyé un lien. Il expire dans 15 minutes et ne peut servir qu’une fois.`,
  codeSent: (email) => `Si un compte existe pour ${email}, nous avons envoyé un code. Il expire dans 10 minutes.`,
  code: 'Code reçu par e-mail',
  codeHint: 'Six chiffres',
  outbox: 'Cette installation n’envoie pas d’e-mails. L’exploitant du site trouve tous les messages dans le dossier data/outbox.',

  linkTitle: 'Se connecter avec votre lien',
  linkLede: 'Encore une étape, pour qu’un logiciel d’analyse des e-mails n’utilise pas votre lien à votre place.',

  ssoTitle: 'Authentification unique',
  ssoLede: 'Saisissez votre adresse professionnelle. Nous vous redirigerons vers la page de connexion de votre organisation.',

  secondFactorTitle: 'Encore une étape',
  secondFactorLede: 'Saisissez le code que votre application d’authentification affiche pour Praxam.',
  totp: 'Code de l’application',
  backupInstead: 'Utiliser un code de secours',
  backupCode: 'Code de secours',
  appInstead: 'Utiliser l’application',
  verify: 'Vérifier',
  verifying: 'Vérification…',

  confirmTitle: 'Confirmez votre identité',
  confirmLede: 'Confirmez votre identité avant de modifier vos moyens de connexion. Nous ne vous le redemanderons pas pendant 10 minutes.',
  confirm: 'Confirmer',
  confirming: 'Confirmation…',
  confirmByCode: 'Recevoir plutôt un code par e-mail',

  signUpTitle: 'Créer votre compte',
  signUp: 'Créer le compte',
  signingUp: 'Création…',
  passwordHint: 'Au moins 8 caractères. Une courte phrase se retient mieux qu’une suite de signes au hasard.',
  alreadyHere: 'Vous avez déjà un compte\u202f?',
  checkInboxTitle: 'Consultez votre boîte de réception',
  checkInbox: (email) =>
    `Nous avons envoyé un message à ${email}. Ouvrez son lien pour confirmer votre adresse, puis connectez-vous. Le lien expire dans 24 heures.`,

  resetTitle: 'Réinitialiser votre mot de passe',
  resetLede: 'Saisissez l’adresse e-mail de votre compte. Nous vous enverrons un lien pour choisir un nouveau mot de passe.',
  sendReset: 'Envoyer le lien',
  resetSent: (email) =>
    `Si un compte existe pour ${email}, nous avons envoyé un lien. Il expire dans 30 minutes et ne peut servir qu’une fois.`,
  newPasswordTitle: 'Choisir un nouveau mot de passe',
  newPasswordLede: 'Un nouveau mot de passe ferme toutes les autres sessions.',
  newPassword: 'Nouveau mot de passe',
  setPassword: 'Enregistrer le mot de passe',
  setting: 'Enregistrement…',

  verifyTitle: 'Confirmer votre adresse e-mail',
  verifyLede:
    'Saisissez le mot de passe que vous avez choisi à la création du compte. Ainsi, personne d’autre ne peut s’approprier votre adresse.',
  verifyLedeSignedIn: 'Encore une étape, pour qu’un logiciel d’analyse des e-mails ne confirme pas l’adresse à votre place.',
  verifyAndSignIn: 'Confirmer et se connecter',
  resetInstead: 'Vous n’avez pas choisi de mot de passe\u202f? Réinitialisez-le',
  verifyEmail: 'Confirmer l’adresse',
  verified: 'Merci. Votre adresse est confirmée.',
  approved: 'Merci. Si vous venez d’approuver une nouvelle adresse, nous y avons envoyé un lien. Ouvrez-le pour achever le changement.',
  resendTitle: 'Renvoyer la confirmation',
  resendSent: (email) => `Si un compte non confirmé existe pour ${email}, nous avons envoyé un message.`,
  toProfile: 'Aller à votre profil',
}
