/** Home. */
export const home = {
  pageTitle: 'Praxam: practice exams for Dynamics 365 and Power Platform',
  pageDescription:
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
    {
      title: 'Nothing gets lost',
      text: 'Each answer is saved on your device as you give it, online or not, and with an account on every other device of yours.',
    },
    { title: 'Wrong answers teach', text: 'Reveal the answer at any time, read why the others fail, and open the page it rests on.' },
    {
      title: 'Results you can act on',
      text: 'Your score is split over the exam’s skill areas: you see what to study next and what can wait.',
    },
    {
      title: 'A clock when you want one',
      text: 'A simulation draws its questions as the exam weighs them, counts the time, and keeps every answer sealed to the end.',
    },
  ],
}
