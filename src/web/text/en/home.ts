/** Home. */
export const home = {
  pageTitle: 'Praxam: practice exams for Dynamics 365 and Power Platform',
  pageDescription:
    'Practice exams for Microsoft Dynamics 365 and Power Platform certifications, with explanations and references. Free, no account needed.',
  headline: 'Know where you stand before exam day',
  lede: 'Practice exams for Microsoft Dynamics 365 and Power Platform, weighted like the real exam. Every question comes with an explanation and a link to the documentation.',
  getStarted: 'Get Started',
  free: 'Free. No account needed.',
  examToScale: (id: string) => `${id}, drawn to scale.`,
  examToScaleText: (count: number) => `The longer the bar, the more the area counts on the exam. Our ${count} questions cover every area.`,
  seeExam: (id: string) => `Everything about ${id}`,
  tryOne: 'Try a question',
  tryOneLabel: 'Sample question',
  continueWith: (id: string) => `Continue with ${id}`,
  allCertifications: (count: number) => `All ${count} certifications`,
  drawnToScale: 'Longer bars mean more weight on the exam.',
  howItWorks: 'How it works',
  promises: [
    {
      title: 'Nothing gets lost',
      text: 'Each answer is saved on your device as you give it, online or offline. With an account, it’s available on all your devices. In a simulation, answers count only if they reach us before time runs out.',
    },
    {
      title: 'Learn from wrong answers',
      text: 'Reveal the answer at any time, see why the other options are wrong, and open the source.',
    },
    {
      title: 'Results you can act on',
      text: 'Your score is broken down by skill area, so you see what to study next and what can wait.',
    },
    {
      title: 'A clock when you want one',
      text: 'A simulation is timed and weighted like the exam, and shows no answers until the end.',
    },
  ],
}
