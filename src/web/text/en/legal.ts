/** Privacy, terms, contact. They say what this version of the software does; change them with it. */

export type LegalText = { title: string; description: string; lede: string; parts: { heading: string; paragraphs: string[] }[] }

const privacy: LegalText = {
  title: 'Privacy',
  description: 'What Praxam keeps: your answers in your own browser, and nothing about you on the server.',
  lede: 'Your answers stay in your browser. The server does not know who you are and keeps nothing about you.',
  parts: [
    {
      heading: 'In your browser',
      paragraphs: [
        'Every answer, flag and reveal of a practice run is kept in the storage of your browser (IndexedDB, database “praxam”), so that you can close the page and go on later. Whether the keys of the exam screen are switched on is kept there too.',
        'It stays until you clear the data of this site in your browser. It is not sent to us or to anyone else. Other people who use the same browser profile can see it.',
      ],
    },
    {
      heading: 'On the server',
      paragraphs: [
        'There are no accounts yet, no cookies, no statistics and no scripts, fonts or images from other companies. The server answers requests for pages and forgets them; it writes a line to its log only when something fails, with the address asked for and without yours.',
        'Whoever operates this installation may run other software in front of it that keeps its own records, such as a proxy. Ask them.',
      ],
    },
    {
      heading: 'Links to elsewhere',
      paragraphs: [
        'References lead to the official documentation of Microsoft. Once you follow one, their rules hold. We tell them only that you came from this site, not from which question.',
      ],
    },
  ],
}

const terms: LegalText = {
  title: 'Terms',
  description: 'Praxam is free to use, independent of Microsoft, and promises no exam result.',
  lede: 'Use Praxam freely to prepare for an exam. It is independent and promises no result.',
  parts: [
    {
      heading: 'Independent',
      paragraphs: [
        'Praxam is not affiliated with, endorsed by or connected to Microsoft. Microsoft, Dynamics 365 and Power Platform are trademarks of their owner and are named here only to say what the questions are about.',
      ],
    },
    {
      heading: 'Original questions',
      paragraphs: [
        'Every question was written for Praxam from public documentation. None comes from a real exam. Passing on real exam questions breaks the agreement you accept with the exam, and we will remove anything that turns out to be one.',
      ],
    },
    {
      heading: 'No promise',
      paragraphs: [
        'A score here counts questions answered correctly in practice. It is no forecast of the real exam, which has other questions and its own scale. Facts about exams are checked on the day stated beside them; the official page has the last word.',
        'The site is provided as it is. We mend errors that are reported, but cannot promise that there are none or that the site is always reachable.',
      ],
    },
    {
      heading: 'Fair use',
      paragraphs: [
        'Practise as often as you like. Please do not republish the question bank, and do not load the site with automated requests.',
      ],
    },
  ],
}

const contact: LegalText = {
  title: 'Contact',
  description: 'How to report a wrong question, an outdated fact or a fault in Praxam.',
  lede: 'A wrong key, an outdated fact, a page that fails: whoever operates this site wants to know.',
  parts: [
    {
      heading: 'What helps us',
      paragraphs: [
        'For a question: its number, shown above when you come from “Report a problem with this question”, what you think is wrong, and the official page that says so.',
        'For a fault: the address of the page, what you did, what you expected, and the browser you use.',
      ],
    },
    {
      heading: 'How to reach us',
      paragraphs: [
        'A message form is not part of this version. Please write to the person or organisation that gave you this address; they operate this installation and can correct its question bank.',
      ],
    },
  ],
}

export const legal = { privacy, terms, contact }
