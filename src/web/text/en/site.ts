/** Header, footer, and error pages. */

export const site = {
  home: 'Praxam, home',
  skip: 'Skip to content',
  main: 'Main',
  today: 'Today',
  certifications: 'Certifications',
  signIn: 'Sign In',
  signOut: 'Sign Out',
  profile: 'Profile',
  admin: 'Admin',
  loading: 'Loading',
  close: 'Close',
  tryAgain: 'Try Again',

  liveExams: 'Live exams',
  resources: 'Resources',
  resourceLinks: [
    { label: 'Dynamics 365 documentation', href: 'https://learn.microsoft.com/en-us/dynamics365/' },
    { label: 'Power Platform documentation', href: 'https://learn.microsoft.com/en-us/power-platform/' },
    { label: 'Official credentials', href: 'https://learn.microsoft.com/en-us/credentials/' },
  ],
  copyright: (year: number | undefined) => `© ${year ? `${year} ` : ''}Praxam. Independent, not affiliated with Microsoft.`,
  privacy: 'Privacy',
  terms: 'Terms',
  legalNotice: 'Legal notice',
  contact: 'Contact',

  notFoundTitle: 'Page not found, Praxam',
  notFound: 'Page not found',
  notFoundText: 'The page may have moved, or the link may be incomplete. Where would you like to go?',
  nextSteps: 'Where to next?',
  nextStepLinks: [
    { label: 'All certifications', to: '/certifications' },
    { label: 'Home', to: '/' },
    { label: 'Report the broken link', to: '/contact' },
  ],
  unavailableTitle: 'Temporarily unavailable',
  unavailableText:
    'Our server can’t reach its database right now. Your answers stay on this device and will be sent later. Try again in a minute.',
  unexpectedTitle: 'Unexpected Application Error!',
  includeReference: (reference: string) => `If you contact us about this, include this reference: ${reference}.`,
  unexpectedText: 'Something went wrong on our side. Your answers are safe on this device. Try again, or try another page.',
}

/** The header of the profile pages. */
export const profileHeader = {
  title: 'Profile',
  tabs: { learning: 'Learning', examDates: 'Exam dates', settings: 'Settings', account: 'Account and security' },
  role: 'Dynamics 365 Certification Candidate',
}
