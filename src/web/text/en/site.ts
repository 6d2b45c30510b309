/** Header, footer, home, and pages for what went wrong. */
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

  homeTitle: 'Praxam: practice exams for Dynamics 365 and Power Platform',
  homeDescription:
    'Practice exams for Microsoft Dynamics 365 and Power Platform certifications, with explanations and references. Free, no account needed.',
  headline: 'Know where you stand before exam day',
  lede: 'Practice exams for Microsoft Dynamics 365 and Power Platform, drawn to the official outline. Every question has its explanation and a link to the documentation.',
  getStarted: 'Get Started',
  free: 'Free. No account needed.',
  tryOne: 'Try one',
  tryOneLabel: 'A question to try',
  goOn: (id: string) => `Go on with ${id}`,
  allCertifications: (count: number) => `All ${count} certifications`,
  drawnToScale: 'The lines draw each exam’s outline to scale: the longer a part, the more it weighs.',
  howItWorks: 'How it works',
  promises: [
    { title: 'Nothing gets lost', text: 'Each answer is saved on your device as you give it, online or not. Close the page, go on later.' },
    { title: 'Wrong answers teach', text: 'Reveal the answer at any time, read why the others fail, and open the page it rests on.' },
    {
      title: 'Results you can act on',
      text: 'Your score is split over the exam’s skill areas: you see what to study next and what can wait.',
    },
  ],

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
