/** Privacy, terms, and contact. They describe what this version of the software does: update a text and its date together with the code. */

export type LegalText = {
  title: string
  description: string
  lede: string
  parts: LegalPart[]
  /** ISO day of the last change. */
  changedOn: string
}

export type LegalPart = { heading: string; paragraphs: string[]; links?: { to: string; label: string }[] }

const toProfile = { to: '/profile', label: 'Your profile' }
const toContact = { to: '/contact', label: 'Contact us' }

const privacy: LegalText = {
  title: 'Privacy',
  description: 'What data Praxam stores about you, where and for how long, and how to see, correct, export, and delete it.',
  lede: 'Without an account, your practice answers are stored only in your browser. The server stores simulations, messages you send us, and short-lived counters to prevent abuse. With an account, it also stores your practice attempts and the data needed to sign in.',
  changedOn: '2026-11-28',
  parts: [
    {
      heading: 'In your browser',
      paragraphs: [
        'Your browser stores every answer, flag, guess, and reveal of a practice attempt (IndexedDB, database “praxam”), so that you can close the page and continue later. Your notes on questions are stored there too (database and local storage “praxam-notes”). It also stores whether keyboard shortcuts are enabled, whether you chose a light or dark appearance, how many questions you practice at a time, whether questions show the time you spent on them, whether you match items with menus, in which language you read translated questions, what you marked in case studies, and whether an attempt can be resumed (local storage, “praxam-keys”, “praxam-theme”, “praxam-practice-length”, “praxam-question-time”, “praxam-slots”, “praxam-question-language”, “praxam-marks”, and “praxam-unfinished”). Until you close the tab, it stores your scroll position, where you stopped reading a case study, and whether you postponed adding earlier attempts to your account (session storage, “react-router-scroll-positions”, names that start with “praxam-case”, and “praxam-not-now”).',
        'Public pages are copied to your browser when you open them, and exams when you save them, so that you can use them offline (cache storage, names that start with “praxam-”). These copies contain no personal data. If you are signed in, your browser also stores your account ID, email address, and whether you are an administrator (local storage, “praxam-member”), so that pages recognize you offline, and your exam dates (“praxam-exam-dates”). Signing out removes these entries.',
        'This data stays until you clear this site’s data in your browser. What you practice without an account is not sent anywhere, with two exceptions: when you finish an attempt, its answers are sent to us to be counted without your name (see “On the server”), and simulations are stored on the server (see “Simulations”). Other people who use the same browser profile can see this data.',
        'While you are signed in, attempts and notes are also saved to your account. Signing out removes them from this browser. If something has not been sent yet, we ask you first. If a session ends on its own, the attempts are removed the next time this site is opened in that browser. Unsent changes are stored for 90 days, and only you can see them.',
      ],
    },
    {
      heading: 'Simulations',
      paragraphs: [
        'A simulation is stored on the server while you take it, because the server keeps the time and the answers. It stores which questions were selected, and when you answered, flagged, or opened each one. With an account, it stays with your other attempts until you delete it or the account.',
        'Without an account, a simulation is stored without a name. Your browser stores a secret (IndexedDB, database “praxam”), and the server stores a hash of it. The simulation is deleted 30 days after it ends, or after its deadline if you leave it unfinished. We count how many simulations are started from a network per hour. Your browser stores whether the remaining time is shown (local storage, “praxam-time” for simulations and “praxam-renewal-clock” for renewal practice).',
      ],
    },
    {
      heading: 'Your account',
      paragraphs: [
        'An account contains your email address and whether it is confirmed, a hash of your password (Argon2id, which can’t be turned back into the password), your passkeys, the accounts you linked with the name and picture they provided, the encrypted secret of your two-step sign-in, your settings (including your time zone, your email language, and your daily goal), your exam dates (with how those exams went and the readiness we had estimated for the day of each), the days on which your certifications expire, the exam you are preparing for, and whether you are an administrator. Administrators can see your email address, how you sign in, when you joined, and when you were last active.',
        'For each signed-in browser we store how it describes itself, the network it came from (not your full IP address), and when it was last used. You can see and end these sessions in your profile. A session ends after 30 days without use. We remember for one year that a browser was used with your account, so that we can notify you about a new one.',
        'To prevent guessing, we count incorrect passwords and requests for email, by a pseudonym of the email address and by network address. These counts are kept for 15 minutes to one day.',
        'We keep the account until you or an administrator deletes it. Deletion is immediate, but a message that is waiting to be sent to you is deleted after it has been sent. Administrators’ actions stay in a log, and in the history of the questions they changed, under an ID without a name or address.',
      ],
    },
    {
      heading: 'Your practice attempts',
      paragraphs: [
        'While you are signed in, every step of a practice attempt is sent to us within seconds and stored in your account with its time: answers, reveals, flags, guesses, and which question you open. Your notes on questions are stored there too. This lets you continue on another device, protects you from losing answers, and shows your progress. Final answers are graded for your progress, and they decide when the daily review brings a question back. Attempts and simulations from before you signed in are added only if you choose to.',
        'No one else can see your attempts unless you share a result. When the answer key of a question is corrected, your answers to it are graded again. Your account then stores the result before and after, and shows you a notice until you dismiss it. You can delete attempts in your profile. We keep only the ID of a deleted attempt, so that no device sends it again. The file you can download contains your notes, each step of your attempts, and the text of their questions. You can import such a file into your account. Attempts from a file, and questions that this site does not have, are stored for you alone and are deleted with these attempts. Everything is deleted with your account. We count how many attempts you start and how many files you import per day, and how many files with questions an account or a network downloads per hour.',
      ],
    },
    {
      heading: 'Results you share',
      paragraphs: [
        'No one else can see your results unless you share one. Sharing creates a page, and an image for previews, that anyone with the link can open. They show the name you choose or no name, the exam, the type of practice, the day you finished, your score, and your score in each skill area. They show no questions, no answers, and nothing else about you.',
        'The link can’t be guessed. We ask search engines not to list the page, and we don’t count who views it. When you stop sharing, the page and the image are removed immediately. They are also deleted with the attempt and with your account. We can’t remove copies and previews that others made before.',
        'We count how many results you share per day, to prevent abuse.',
      ],
    },
    {
      heading: 'What you write to us',
      paragraphs: [
        'We store a message from the contact form with your email address, the ID of the question it is about (if any), the time, and your account if you were signed in. Administrators can read it, and it is emailed to the site operator. We use it to reply to you and to correct what you report.',
        'It is deleted after 365 days, or earlier by an administrator. If you were signed in, the message is part of the file you can download, and it is deleted with your account. The operator keeps the emailed copy and can delete it if you ask.',
        'A report about a question contains the reason you chose, what you wrote, the question, and the time, with your account if you were signed in, or the email address you gave. Administrators can read it. It is deleted after 365 days, and with your account; your own reports are part of the file you can download, and a page of your profile shows them. Reports about the content of a question are combined into a challenge. When administrators decide on it, their public reason is shown to you and, for a correction, in the public list of corrections, which contains no names and is not deleted. If you turned on email notifications, or left an address, you get one message about each decision. Your browser keeps a report until it can be sent, and afterward remembers only the question, the reason, and the day (local storage, names that start with “praxam-report-”). To ask us about the progress of the report, it uses a random ID that it generated. Signing out removes these entries.',
        'We count how many messages and reports each network or member sends per hour, to prevent abuse.',
      ],
    },
    {
      heading: 'Cookies',
      paragraphs: [
        'Only signing in sets cookies, all with “praxam” in their name: one for the session, renewed while you use the site; one that recognizes the browser for a year; and short-lived ones while we wait for your two-step code, your passkey, or a sign-in provider. Scripts can’t read them, and they are not sent to other sites. There are no cookies for analytics or advertising.',
      ],
    },
    {
      heading: 'Email',
      paragraphs: [
        'We send email to confirm an address, to sign you in, and when something about your account changes: a new browser, address, password, or sign-in method. If you turn them on, we also send study reminders on the days and at the time you choose, a summary of each week in which you practiced, a notice when an exam you practiced within 180 days is retired, a notice when a corrected answer key changes one of your results, and, if you save the day on which a certification expires, reminders 180, 90, and 30 days before it. Each of these has an unsubscribe link that works without signing in. They mention what you practiced, so we send them only to confirmed addresses. We store the day of the last message of each type, so that none is sent twice. A message is stored until it has been sent, for at most a little more than a day, even if you delete your account. If the operator has not set up a mail server, the message stays in a folder that only the operator can read.',
      ],
    },
    {
      heading: 'On the server',
      paragraphs: [
        'When an attempt is finished, the site counts for each question how often it was answered, how often correctly, with which option, how long that took, and how often it was marked as a guess. These figures are sums over all candidates and contain nothing about who answered. Without an account, your browser sends the answers with these times and marks once for this purpose, without cookies, and they are not stored. We count how many attempts come from a network per hour, to prevent manipulation.',
        'There are no other statistics, and no scripts, fonts, or images from other companies, with one exception: if the operator has turned on a check that you are human, the provider of that check sees your visit to the sign-in pages. The log has an entry for each submitted form and each failure, with the address of the page, and one for each sign-in, with the account ID and the network it came from. It never contains your full IP address or what you wrote. The operator of the site decides how long the log is kept.',
        'The operator’s backups contain the whole database. Deleted data stays in earlier backups until the operator deletes or overwrites them.',
        'The site operator may use other software in front of this site, such as a proxy, that keeps its own logs. Ask the operator about it.',
      ],
    },
    {
      heading: 'Your rights',
      paragraphs: [
        'See and export: “Download my data” in your profile gives you all data we have about you in one file, without secrets such as the hash of your password. Correct: change your address, password, and settings in your profile. Delete: delete the account in your profile, or clear this site’s data in your browser.',
        'Without an account, or for any other request, contact us. You can ask whether we have a message from you and what it says, and have it corrected or deleted. We may ask you to write from the address that the request is about.',
        'If you think we handle your data incorrectly, tell us so that we can correct it. You can also complain to the data protection authority of the country you live in.',
      ],
      links: [toProfile, toContact],
    },
    {
      heading: 'Who is responsible',
      paragraphs: [
        'The operator of this installation, at the address shown in your browser, is responsible for its settings, its backups, and its administrators. Use the contact form to reach the operator. The database is stored on the operator’s servers or on those of a company the operator chose. This software sells no data and passes none on.',
      ],
    },
    {
      heading: 'Links to other sites',
      paragraphs: [
        'References link to Microsoft’s official documentation. When you open one, their terms apply. They can see that you came from this site, but not from which question.',
      ],
    },
  ],
}

/** Which model replies to candidates, and who receives what is sent to it. `isNearby`: it runs in the operator's own network. */
export type NamedTutor = { name: string; recipient: string; isNearby: boolean }

const passesNoneOn = 'This software sells no data and passes none on.'

/** The notice of a site with a tutor: what is sent to whom. */
export function privacyWithTutor({ name, recipient, isNearby }: NamedTutor): LegalText {
  const tutor: LegalPart = {
    heading: 'The tutor',
    paragraphs: [
      `When you press “Ask AI for Help” and send a message or choose an action, a language model (${name}) writes the reply. What it needs is sent to ${recipient}${isNearby ? ', which runs in the network of the site operator' : ', which processes it under its own terms'}: the question with its case study and options, the answer you entered, your message, the last few messages about this question, and passages from our questions and from documentation. After you reveal the answer, the answer key and the explanation are sent too. Your name, your email address, your account ID, and your IP address are not sent. Don’t write anything about yourself that ${recipient} shouldn’t read.`,
      'This is also true without an account, and in addition to what is said under “In your browser”. Nothing is sent if you don’t ask, and the model isn’t available during simulations.',
      'We don’t store the conversation: it ends when you close the page. If you press “Add to my note,” the reply becomes part of your note on the question. We count how many replies your account, or your network if you have no account, got within 24 hours, and how much text was sent and received per month in total.',
    ],
    links: [toContact],
  }
  const parts = privacy.parts.flatMap((part) => {
    const paragraphs = part.paragraphs.map((text) =>
      text.replace(
        passesNoneOn,
        'This software sells no data. It passes on only what you send to the tutor, as described under “The tutor”.',
      ),
    )
    const own = { ...part, paragraphs }
    return part.heading === 'What you write to us' ? [own, tutor] : [own]
  })
  return { ...privacy, parts }
}

const terms: LegalText = {
  title: 'Terms',
  description: 'Praxam is free to use, independent of Microsoft, and does not guarantee an exam result.',
  lede: 'Use Praxam for free to prepare for an exam. It is independent and does not guarantee a result.',
  changedOn: '2026-11-23',
  parts: [
    {
      heading: 'Independent',
      paragraphs: [
        'Praxam is not affiliated with, endorsed by, or connected to Microsoft. Microsoft, Dynamics 365, and Power Platform are trademarks of their owner. We use the names only to describe what the questions are about.',
      ],
    },
    {
      heading: 'Original questions',
      paragraphs: [
        'Every question was written for Praxam from public documentation. None comes from a real exam. Sharing real exam questions violates the agreement you accept before an exam, and we will remove any question that turns out to be one.',
      ],
    },
    {
      heading: 'No guarantee',
      paragraphs: [
        'A score on this site counts questions answered correctly in practice. It does not predict your result on the real exam, which has different questions and its own scale. Facts about exams were checked on the date shown next to them. If they differ from the official page, that page takes precedence.',
        'The site is provided as is. We correct reported errors, but we can’t promise that there are none or that the site is always available.',
      ],
    },
    {
      heading: 'Accounts',
      paragraphs: [
        'You can practice without an account. An account is for one person, so keep its password to yourself. We may disable or delete an account that harms others, for example by guessing passwords or overloading the site. Contact us if that was a mistake. You can delete your account at any time. The privacy notice explains what is deleted and what stays.',
      ],
    },
    {
      heading: 'Fair use',
      paragraphs: [
        'Practice as often as you like. Please don’t send automated requests to the site, don’t try to get into other people’s accounts, and use the contact form only for matters that concern this site.',
      ],
    },
    {
      heading: 'Questions, explanations, and guides',
      paragraphs: [
        'They belong to the people who wrote them for Praxam. You may practice with them, print them for yourself, use them in a class you teach, and quote a few with a link to the page. You may not republish or sell the question bank or large parts of it. We may use what you write to us about a question to correct it.',
      ],
    },
    {
      heading: 'Changes and contact',
      paragraphs: [
        'These terms may change with the software. The date below shows the last change. If you don’t agree with them, stop using the site and delete your account.',
        'The operator of the address shown in your browser runs this installation. Use the contact form to reach the operator, including with questions about these terms.',
      ],
      links: [toContact],
    },
  ],
}

const contact: LegalText = {
  title: 'Contact',
  description: 'Contact us about an incorrect question, an outdated fact, a problem with the site, your account, or your data.',
  lede: 'An incorrect answer, an outdated fact, a page that fails, a question about your data: please tell us.',
  changedOn: '2026-11-23',
  parts: [
    {
      heading: 'What helps us',
      paragraphs: [
        'For a question: use “Report a Problem” below its explanation, and tell us what you think is wrong and which official page supports it.',
        'For a technical problem: the address of the page, what you did, what you expected, your browser, and the reference if the page shows one.',
        'Please don’t send passwords or anything from a real exam.',
      ],
    },
    {
      heading: 'What happens to your message',
      paragraphs: [
        'We store it for at most 365 days and email it to the site operator, who replies to the address you provide. See the privacy notice for details.',
      ],
      links: [{ to: '/privacy', label: 'Privacy' }],
    },
  ],
}

export const legal = { lastChanged: 'Last changed on', privacy, terms, contact }
