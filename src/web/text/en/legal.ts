/** Privacy, terms, contact. They say what this version of the software does; change them with it. */

export type LegalText = { title: string; description: string; lede: string; parts: { heading: string; paragraphs: string[] }[] }

const privacy: LegalText = {
  title: 'Privacy',
  description: 'What Praxam keeps: your answers in your own browser and, if you make an account, what signing in needs.',
  lede: 'Your answers are kept in your browser alone. Without an account the server keeps nothing about you; with one, it keeps what signing in needs.',
  parts: [
    {
      heading: 'In your browser',
      paragraphs: [
        'Every answer, flag and reveal of a practice run is kept in the storage of your browser (IndexedDB, database “praxam”), so that you can close the page and go on later. Whether the keys of the exam screen and the dark appearance are switched on is kept there too.',
        'It stays until you clear the data of this site in your browser. It is sent to nobody else; to us go the answers of a finished run, to be counted without your name, as “On the server” says. Other people who use the same browser profile can see it.',
      ],
    },
    {
      heading: 'Your account',
      paragraphs: [
        'An account holds your email address and whether it is confirmed, a hash of your password (Argon2id, from which it cannot be read back), your passkeys, the providers you linked with the name and picture they gave, the secret of your second factor in encrypted form, your settings, and whether you are an administrator.',
        'For each browser that is signed in we keep its name, the network it came from (not your full address), and when it was last used; you see and end them in your profile. A session ends after 30 days without use. That a browser has been used with your account is remembered for a year, so that a new one can be reported to you.',
        'Wrong passwords and requests for mail are counted for a quarter of an hour to a day, under a pseudonym of the address and by network address, to keep guessing out.',
        'In your profile you can download all of it and delete the account. Deletion is at once; a message to you that has not left yet goes when it has. What an administrator did stays in a log, and with the questions that were changed, by number, without name or address. Backups that the operator made earlier keep it until they are overwritten.',
      ],
    },
    {
      heading: 'Cookies',
      paragraphs: [
        'Only signing in sets cookies: one for the session, renewed while you use the site, one that recognises the browser, and for minutes one that waits for your second factor or for the answer of a provider. Scripts cannot read them, no other site gets them, and there are none for statistics or advertising.',
      ],
    },
    {
      heading: 'Mail',
      paragraphs: [
        'We write to confirm an address, to let you in, and when something about your account changes: a new browser, address, password or way to sign in. A message is kept until it has left, for little more than a day; it goes with the account no sooner. Where the operator has set no mail server, it stays in a folder that only the operator reads.',
      ],
    },
    {
      heading: 'On the server',
      paragraphs: [
        'When you finish a practice run, your browser sends its answers once, and the site counts for each question that it was answered and whether rightly. It keeps nothing about who answered; only how many runs came from one network is counted for an hour, so that nobody can make the figures up.',
        'There are no other statistics and no scripts, fonts or images from other companies, unless the operator asks whether you are a person: then the provider of that question sees your visit to the sign-in pages. The log has a line for each form that is sent and for each failure, with the address of the page, never with yours.',
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
      heading: 'Accounts',
      paragraphs: [
        'Practising needs no account. One account is for one person; keep its password to yourself. An account that harms others, by guessing passwords or overloading the site, may be disabled; write to the operator if that was a mistake. When you delete your account, nothing about you is kept but the backups named in the privacy notice; no law known to us asks for more, since nothing is sold here.',
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
