/** Privacy, terms, contact. They say what this version of the software does; change them, and their day, with it. */

export type LegalText = {
  title: string
  description: string
  lede: string
  parts: LegalPart[]
  /** ISO day. */
  changedOn: string
}

export type LegalPart = { heading: string; paragraphs: string[]; links?: { to: string; label: string }[] }

export const lastChanged = 'Last changed on'

const toProfile = { to: '/profile', label: 'Your profile' }
const toContact = { to: '/contact', label: 'Write to us' }

const privacy: LegalText = {
  title: 'Privacy',
  description: 'What Praxam keeps about you, where and how long, and how to see, correct, export and erase it.',
  lede: 'Without an account your answers are kept in your browser alone, except those of simulations; the server keeps these, what you write to us, and counts for some hours against misuse. With one it also keeps your practice runs, and what signing in needs.',
  changedOn: '2026-11-22',
  parts: [
    {
      heading: 'In your browser',
      paragraphs: [
        'Every answer, flag and reveal of a practice run is kept in the storage of your browser (IndexedDB, database “praxam”), so that you can close the page and go on later. Whether the keys of the exam screen are switched on, and a light or dark appearance that you chose, is kept there too (local storage, “praxam-keys” and “praxam-theme”), and, until you close the tab, how far down you had scrolled and whether you put off adding earlier runs to your account (session storage, “react-router-scroll-positions” and “praxam-not-now”).',
        'Pages that are the same for everybody are copied into your browser when you open them, and exams when you choose to keep them, so that they can be used without a network (cache storage, names that begin with “praxam-”). Nothing about you is among them. Who is signed in is noted beside them, by number, address and whether it is an administrator (local storage, “praxam-member”), so that a page without a network knows you; signing out removes it.',
        'It stays until you clear the data of this site in your browser. What you practise without an account is sent to nobody, but for two things: the answers of a finished run go to us, to be counted without your name, as “On the server” says, and a simulation is kept by us while it lasts and for some time after, as “Simulations” says. Other people who use the same browser profile can see it.',
        'Runs that you practise while you are signed in also go to your account. Signing out takes them off this browser; where something could not be sent yet, you are asked first. When a session has ended by itself, they leave the browser once this site is opened there again; what was not sent waits for you for 90 days, and is shown to nobody else.',
      ],
    },
    {
      heading: 'Simulations',
      paragraphs: [
        'A simulation is kept on the server while you sit it, since its clock and its sealed questions are there: which questions were drawn, and when you answered, flagged or turned to which. With an account it stays with your other runs until you delete the account.',
        'Without one it has no name, only a secret that your browser keeps (IndexedDB, database “praxam”) and we keep as a hash. It is removed 30 days after its end, which is its deadline if you leave it. How many simulations one network begins is counted for an hour. Whether the time left is shown is kept in your browser (local storage, “praxam-time”).',
      ],
    },
    {
      heading: 'Your account',
      paragraphs: [
        'An account holds your email address and whether it is confirmed, a hash of your password (Argon2id, from which it cannot be read back), your passkeys, the providers you linked with the name and picture they gave, the secret of your second factor in encrypted form, your settings with your time zone, the days of your exams, and whether you are an administrator. Administrators see your address, how you sign in, and when you joined and were last here.',
        'For each browser that is signed in we keep how it describes itself, the network it came from (not your full address), and when it was last used; you see and end them in your profile. A session ends after 30 days without use. That a browser has been used with your account is remembered for a year, so that a new one can be reported to you.',
        'Wrong passwords and requests for mail are counted for a quarter of an hour to a day, under a pseudonym of the address and by network address, to keep guessing out.',
        'The account is kept until you, or an administrator, delete it. Deletion is at once; a message to you that has not left yet goes when it has. What an administrator did stays in a log, and with the questions that were changed, by number, without name or address.',
      ],
    },
    {
      heading: 'Your practice runs',
      paragraphs: [
        'While you are signed in, every move of a practice run is sent to us within seconds and kept in your account with the moment it was made: answers, reveals, flags, turning to another question. So you can go on on another device, lose nothing with this one, and see how you get on; answers that can no longer change are marked right or wrong for that, and decide on which day the daily review brings a question back. Runs from before you signed in are sent, and simulations from before become yours, only when you choose to add them.',
        'Nobody else sees them, unless you share a result yourself. You can delete runs in your profile; of a deleted one only its number stays, so that no device sends it again. What the runs came to is in the file you can download, without the single moves; all of it goes with the account. How many runs you begin is counted for a day.',
      ],
    },
    {
      heading: 'Results you share',
      paragraphs: [
        'Nobody else sees your results unless you share one. Sharing makes a page, and a picture for previews, that whoever has the address can open. They show the name you choose for it, or none; the exam, what kind of practice it was and the day you finished it; your score, and the score of each skill area. They show no question, no answer and nothing else about you.',
        'The address cannot be guessed, search engines are asked to leave the page out, and we do not count who looks at it. When you take the result back in your profile, page and picture are gone at once; they also go with the attempt and with your account. Copies and previews that others made before are not in our hands.',
        'How many results you shared is counted for a day, so that nobody can fill the site with them.',
      ],
    },
    {
      heading: 'What you write to us',
      paragraphs: [
        'A message from the contact form is kept with your address, the number of the question it is about, when it came, and your account if you were signed in. Administrators read it, and it is mailed to whoever operates this site. It is used to answer you and to mend what you report.',
        'It is deleted after 365 days, or earlier by an administrator. If you were signed in, it is part of the file you can download, and goes with your account when you delete that. The copy that was mailed lies with the operator, who can delete it; ask for it.',
        'How many messages came from one network is counted for an hour, so that nobody can flood the form.',
      ],
    },
    {
      heading: 'Cookies',
      paragraphs: [
        'Only signing in sets cookies, all with “praxam” in their name: one for the session, renewed while you use the site, one that recognises the browser for a year, and for minutes one that waits for your second factor, your passkey or the answer of a provider. Scripts cannot read them, no other site gets them, and there are none for statistics or advertising.',
      ],
    },
    {
      heading: 'Mail',
      paragraphs: [
        'We write to confirm an address, to let you in, and when something about your account changes: a new browser, address, password or way to sign in. If you switch them on, also study reminders on days and at an hour you choose, a summary of each week in which you practised, and news when an exam you have practised within 180 days is retired. Each of those has a link that switches it off without signing in. They say what you have practised, so they go to a confirmed address only. On which day the last of each was sent is kept, so that none comes twice. A message is kept until it has left, for little more than a day; it goes with the account no sooner. Where the operator has set no mail server, it stays in a folder that only the operator reads.',
      ],
    },
    {
      heading: 'On the server',
      paragraphs: [
        'When a practice run is finished, the site counts for each question that it was answered and whether rightly. These figures say nothing about who answered. Without an account your browser sends the answers once for that, and they are not kept; only how many runs came from one network is counted for an hour, so that nobody can make the figures up.',
        'There are no other statistics and no scripts, fonts or images from other companies, unless the operator asks whether you are a person: then the provider of that question sees your visit to the sign-in pages. The log has a line for each form that is sent and for each failure, with the address of the page, never with yours, and without what you wrote.',
        'Backups that the operator makes hold all of the database. What you delete stays in earlier ones until the operator deletes or overwrites them.',
        'Whoever operates this installation may run other software in front of it that keeps its own records, such as a proxy. Ask them.',
      ],
    },
    {
      heading: 'What you can do',
      paragraphs: [
        'See and export: “Download my data” in your profile gives you what we hold about you as one file, without secrets such as the hash of your password. Correct: change your address, password and settings there. Erase: delete the account there, or clear the data of this site in your browser.',
        'Without an account, or for anything else, write to us: whether we hold a message of yours, what it says, and that it be corrected or deleted. We may ask you to write from the address it is about.',
        'If you think that we treat your data wrongly, tell us, so that we can put it right. You may also complain to the data protection authority of the country you live in.',
      ],
      links: [toProfile, toContact],
    },
    {
      heading: 'Who is responsible',
      paragraphs: [
        'Whoever operates this installation, at the address your browser shows, decides about its settings, its backups and who its administrators are. The contact form reaches them. The database lies on their machines, or on those of a company they chose; nothing is sold or passed on by this software.',
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
  changedOn: '2026-11-21',
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
        'Practising needs no account. One account is for one person; keep its password to yourself. An account that harms others, by guessing passwords or overloading the site, may be disabled or deleted; write to us if that was a mistake. You can delete your account yourself at any time; the privacy notice says what goes and what stays.',
      ],
    },
    {
      heading: 'Fair use',
      paragraphs: [
        'Practise as often as you like. Please do not load the site with automated requests, do not try to get into accounts of others, and use the contact form for what concerns this site.',
      ],
    },
    {
      heading: 'Questions, explanations and guides',
      paragraphs: [
        'They belong to whoever wrote them for Praxam. You may practise with them, print them for yourself, use them in a class you teach, and quote a few with a link to the page. You may not republish the question bank or larger parts of it, nor sell it. What you write to us about a question, we may use to correct it.',
      ],
    },
    {
      heading: 'Changes, and who operates',
      paragraphs: [
        'These terms may change with the software; the day below says when they last did. If you do not agree with them, stop using the site and delete your account.',
        'This installation is run by whoever operates the address your browser shows. The contact form reaches them, also with questions about these terms.',
      ],
      links: [toContact],
    },
  ],
}

const contact: LegalText = {
  title: 'Contact',
  description: 'Write to us about a wrong question, an outdated fact, a fault in Praxam, your account or your data.',
  lede: 'A wrong key, an outdated fact, a page that fails, a question about your data: whoever operates this site wants to know.',
  changedOn: '2026-11-21',
  parts: [
    {
      heading: 'What helps us',
      paragraphs: [
        'For a question: what you think is wrong, and the official page that says so. Its number comes along when you follow “Report a problem with this question”.',
        'For a fault: the address of the page, what you did, what you expected, the browser you use, and the reference if the page names one.',
        'Please send no password, and nothing from a real exam.',
      ],
    },
    {
      heading: 'What happens to your message',
      paragraphs: [
        'It is kept here for at most 365 days and mailed to whoever operates this site, who answers to the address you give. The privacy notice says more.',
      ],
      links: [{ to: '/privacy', label: 'Privacy' }],
    },
  ],
}

export const legal = { privacy, terms, contact }
