/** The profile and account pages. */
import type { profile as English } from '#web/text/en/profile.ts'
import { day, instant } from '#web/text/fr/figures/dates.ts'

export const profile: typeof English = {
  backToProfile: 'Retour à votre profil',
  aside: 'Prochain examen et objectif',
  notConfirmed: 'Cette adresse n’est pas encore confirmée.',
  confirmAddress: 'Envoyer l’e-mail de confirmation',
  sending: 'Envoi…',
  saving: 'Enregistrement…',

  done: {
    'settings-saved': 'Paramètres enregistrés.',
    'confirmation-sent': 'Nous vous avons envoyé un e-mail de confirmation. Le lien expire dans 24 heures.',
    'password-changed': 'Mot de passe modifié. Toutes les autres sessions sont fermées.',
    'second-factor-on': 'La validation en deux étapes est activée. Toutes les autres sessions sont fermées.',
    'second-factor-off': 'La validation en deux étapes est désactivée.',
    'passkey-added': 'Clé d’accès ajoutée.',
    'passkey-deleted': 'Clé d’accès supprimée. Supprimez-la aussi de votre appareil.',
    'provider-linked': 'Compte associé. Vous pouvez désormais l’utiliser pour vous connecter.',
    'provider-unlinked': 'Compte dissocié.',
    'session-ended': 'Session fermée.',
    'others-ended': 'Toutes les autres sessions sont fermées.',
  },

  save: 'Enregistrer',
  on: 'Activée',
  off: 'Désactivée',

  methods: 'Connexion',
  email: 'Adresse e-mail',
  password: 'Mot de passe',
  passwordIs: 'Défini',
  passwordIsNot: 'Non défini',
  secondFactor: 'Validation en deux étapes',
  change: 'Modifier',
  set: 'Définir',
  setUp: 'Configurer',
  manage: 'Gérer',
  passkeys: 'Clés d’accès',
  noPasskeys:
    'Aucune pour le moment. Une clé d’accès vous connecte avec votre empreinte digitale, votre visage ou le code PIN de l’appareil.',
  passkey: 'Clé d’accès sans nom',
  addedOn: (at) => `Ajoutée le ${dayOfUtc(at)}`,
  passkeyName: 'Nom de la nouvelle clé d’accès',
  addPasskey: 'Ajouter une clé d’accès',
  adding: 'Ajout…',
  delete: 'Supprimer',
  deleting: 'Suppression…',
  providers: 'Comptes associés',
  linkedOn: (at) => `Associé le ${dayOfUtc(at)}`,
  notLinked: 'Non associé',
  link: 'Associer',
  linking: 'Association…',
  unlink: 'Dissocier',
  unlinking: 'Dissociation…',

  sessions: 'Vos sessions ouvertes',
  thisSession: 'Ce navigateur, en ce moment',
  lastUsed: (at) => `Dernière utilisation le ${instant(at)}`,
  network: (network) => (network ? `réseau ${network}` : 'réseau inconnu'),
  end: 'Fermer',
  ending: 'Fermeture…',
  endOthers: 'Fermer toutes les autres sessions',
  signOutEverywhere: 'Se déconnecter partout',

  data: 'Vos données',
  download: 'Télécharger mes données',
  downloadWhat: 'Tout ce que votre compte conserve, en un fichier.',
  downloadNow: 'Télécharger',
  statements: 'Déclarations xAPI',
  statementsWhat: 'Vos tentatives et vos réponses, pour un système d’enregistrement de l’apprentissage (LRS).',
  myData: 'mes données',
  sharedWhat: 'Les résultats qui ont un lien public.',
  deleteAccount: 'Supprimer le compte',
  deleteWhat: 'Supprime définitivement vos tentatives, vos dates, vos paramètres et vos moyens de connexion. Rien ne peut être rétabli.',

  emailTitle: 'Modifier votre adresse e-mail',
  emailNow: (email) => `Votre adresse actuelle est ${email}.`,
  newEmail: 'Nouvelle adresse e-mail',
  emailHowConfirmed:
    'Nous enverrons un message à votre adresse actuelle. Quand vous y aurez approuvé le changement, nous en enverrons un autre à la nouvelle adresse. Ouvrez son lien pour terminer.',
  emailHowUnconfirmed:
    'Votre adresse actuelle n’est pas confirmée\u00a0: nous la remplaçons aussitôt et envoyons une confirmation à la nouvelle.',
  emailSentConfirmed: (email) =>
    `Si ${email} peut être utilisée, nous avons envoyé un message à votre adresse actuelle. Approuvez-y le changement, puis ouvrez le lien que nous enverrons à la nouvelle adresse.`,
  emailSentUnconfirmed: (email) =>
    `Si ${email} peut être utilisée, c’est désormais votre adresse, et nous y avons envoyé une confirmation.`,
  changeEmail: 'Modifier l’adresse',
  changing: 'Modification…',

  passwordTitle: 'Modifier votre mot de passe',
  passwordSetTitle: 'Définir un mot de passe',
  currentPassword: 'Mot de passe actuel',
  changePassword: 'Modifier le mot de passe',
  passwordEnds: 'Modifier votre mot de passe ferme toutes les autres sessions.',
  noPassword:
    'Votre compte n’a pas encore de mot de passe. Nous vous enverrons un lien par e-mail pour en définir un, ce qui fermera toutes les sessions.',
  sendPasswordLink: 'Recevoir le lien par e-mail',
  passwordLinkSent: (email) => `Nous avons envoyé un lien à ${email}. Il expire dans 30 minutes et ne peut servir qu’une fois.`,

  factorTitle: 'Validation en deux étapes',
  factorWhat:
    'En plus de votre mot de passe, vous saisissez un code donné par une application de votre téléphone. Il change toutes les 30 secondes. Sans lui, même une personne qui connaît votre mot de passe ne peut pas se connecter.',
  factorForAdministrators: 'Les administrateurs de ce site doivent utiliser la validation en deux étapes. Configurez-la pour continuer.',
  factorPassword: 'Votre mot de passe',
  beginFactor: 'Configurer la validation',
  preparing: 'Préparation…',
  scanTitle: '1. Ajoutez Praxam à votre application',
  scan: 'Scannez ce code QR avec une application d’authentification.',
  picture: 'Code QR contenant la clé de configuration de votre application d’authentification',
  typeKey: 'Ou saisissez cette clé de configuration dans l’application\u00a0:',
  keepTitle: '2. Conservez ces codes de secours',
  keep: 'Chaque code ouvre votre compte une fois si vous perdez votre téléphone. Ces codes ne s’affichent que maintenant\u00a0: imprimez-les ou rangez-les avec vos mots de passe.',
  finishTitle: '3. Saisissez le premier code',
  code: 'Code de l’application',
  codeHint: 'Six chiffres',
  finishFactor: 'Activer',
  turningOn: 'Activation…',
  factorEnds: 'Toutes les autres sessions seront fermées, car elles ont été ouvertes sans validation en deux étapes.',
  factorIsOn: 'La validation en deux étapes est activée.',
  newCodes: 'Créer de nouveaux codes de secours',
  newCodesMade: 'Voici vos nouveaux codes de secours. Les anciens ne fonctionnent plus.',
  turnOff: 'Désactiver',
  turningOff: 'Désactivation…',

  deleteTitle: 'Supprimer votre compte',
  deleteGoes: 'Nous supprimons définitivement\u00a0:',
  deleteGoesList: [
    'votre adresse e-mail, votre mot de passe et tout autre moyen de connexion',
    'toutes vos sessions sur tous les appareils',
    'vos paramètres et vos navigateurs reconnus',
    'vos tentatives, la progression qui en découle et vos notes',
    'vos résultats partagés, avec leurs pages et leurs images',
    'les messages et les signalements envoyés depuis votre compte',
  ],
  deleteStays: 'Ce qui reste\u00a0:',
  deleteStaysList: [
    'les sauvegardes de l’exploitant du site, jusqu’à leur remplacement',
    'les copies de vos messages dans la messagerie de l’exploitant du site',
    'les lignes du journal d’administration, sous un numéro qui ne permet plus de vous identifier',
    'les tentatives faites dans un navigateur sans vous connecter, car elles n’existent que là',
  ],
  deleteLastAdministrator:
    'Personne d’autre que vous n’administre ce site. Donnez d’abord ce rôle à une autre personne, pour que le site puisse encore être géré.',
  deleteType: (email) => `Pour supprimer votre compte, saisissez ${email} ci-dessous.`,
  deleteField: 'Votre adresse e-mail',
  deleteNow: 'Supprimer mon compte',
}

/** `21 novembre 2026`. Server and browser must render the same text, so both use UTC. */
function dayOfUtc(at: Date): string {
  return day(at.toISOString())
}
