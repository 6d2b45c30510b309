/** Header, footer, and error pages in French. */
import type * as English from '#web/text/en/site.ts'
import { hubPath } from '#web/text/hub.ts'

export const site: typeof English.site = {
  home: 'Praxam, accueil',
  skip: 'Aller au contenu',
  main: 'Principale',
  today: 'Aujourd’hui',
  certifications: 'Certifications',
  signIn: 'Se connecter',
  signOut: 'Se déconnecter',
  profile: 'Profil',
  admin: 'Administration',
  loading: 'Chargement',
  close: 'Fermer',
  tryAgain: 'Réessayer',
  liveExams: 'Examens ouverts',
  resources: 'Ressources',
  resourceLinks: [
    { label: 'Guides', href: hubPath },
    { label: 'Documentation Dynamics 365', href: 'https://learn.microsoft.com/fr-fr/dynamics365/' },
    { label: 'Documentation Power Platform', href: 'https://learn.microsoft.com/fr-fr/power-platform/' },
    { label: 'Certifications officielles', href: 'https://learn.microsoft.com/fr-fr/credentials/' },
  ],
  copyright: (year) => `© ${year ? `${year} ` : ''}Praxam. Site indépendant, sans lien avec Microsoft.`,
  privacy: 'Confidentialité',
  terms: 'Conditions',
  legalNotice: 'Mentions légales',
  contact: 'Contact',

  notFoundTitle: 'Page introuvable, Praxam',
  notFound: 'Il n’y a rien à cette adresse',
  notFoundText: 'La page a peut-être changé d’adresse, ou le lien est incomplet. Où souhaitez-vous aller\u202f?',
  nextSteps: 'Pour continuer',
  nextStepLinks: [
    { label: 'Tous les guides', to: hubPath },
    { label: 'Toutes les certifications', to: '/certifications' },
    { label: 'Signaler ce lien', to: '/contact' },
  ],
  unavailableTitle: 'Momentanément indisponible',
  unavailableText:
    'Notre serveur n’arrive pas à joindre sa base de données. Vos réponses restent sur cet appareil et seront envoyées plus tard. Réessayez dans une minute.',
  unexpectedTitle: 'Une erreur est survenue',
  includeReference: (reference) => `Si vous nous écrivez à ce sujet, indiquez cette référence\u00a0: ${reference}.`,
  unexpectedText:
    'Quelque chose a échoué de notre côté. Les réponses que vous avez données sont conservées sur cet appareil. Réessayez, ou continuez ailleurs.',
}

/** The header of the profile pages. */
export const profileHeader: typeof English.profileHeader = {
  title: 'Profil',
  tabs: { learning: 'Apprentissage', examDates: 'Dates d’examen', settings: 'Paramètres', account: 'Compte et sécurité' },
  role: 'Prépare une certification Dynamics 365',
}
