/** Header, footer, and pages for what went wrong. */
import { hubPath } from '#web/text/hub.ts'

export const site = {
  home: 'Praxam, home',
  skip: 'Skip to content',
  main: 'Main',
  certifications: 'Certifications',
  signIn: 'Sign In',
  signOut: 'Sign Out',
  profile: 'Profile',
  admin: 'Admin',
  loading: 'Loading',
  close: 'Close',
  tryAgain: 'Try again',
  otherLanguage: { code: 'fr', name: 'Français', home: hubPath },

  resources: 'Resources',
  resourceLinks: [
    { label: 'Dynamics 365 documentation', href: 'https://learn.microsoft.com/en-us/dynamics365/' },
    { label: 'Power Platform documentation', href: 'https://learn.microsoft.com/en-us/power-platform/' },
    { label: 'Official credentials', href: 'https://learn.microsoft.com/en-us/credentials/' },
  ],
  copyright: (year: number | undefined) => `© ${year ? `${year} ` : ''}Praxam. Independent, not affiliated with Microsoft.`,
  privacy: 'Privacy',
  terms: 'Terms',
  contact: 'Contact',

  questionNumber: 'The question you come from has the number',

  notFoundTitle: 'Page not found, Praxam',
  notFound: 'There is nothing at this address',
  notFoundText: 'It may have moved, or the link may be incomplete. Where would you like to go?',
  waysOn: 'Ways on',
  waysOnLinks: [
    { label: 'All certifications', to: '/certifications' },
    { label: 'Home', to: '/' },
    { label: 'Tell us about the broken link', to: '/contact' },
  ],
  unexpectedTitle: 'Unexpected Application Error!',
  nameReference: (reference: string) => `If you write to us about it, name this reference: ${reference}.`,
  unexpectedText: 'Something failed on our side. Answers you have given are safe on this device. Try again, or go on elsewhere.',
}
