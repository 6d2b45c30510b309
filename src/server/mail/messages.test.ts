import { describe, expect, test } from 'vitest'
import { accountMessages, contactMail } from '#server/accounts/account-messages.ts'
import { inLanguage } from '#server/platform/language.ts'
import * as reminderLetters from '#server/reminders/reminder-messages.ts'
import { count, write, type MailMessage } from '#server/mail/messages.ts'

const origin = 'https://praxam.example'
const makeLetters = () => ({ ...accountMessages(origin), contactMail, ...reminderLetters })
const letters = makeLetters()
const token = 'a1&next=b'
const linkTo = (path: string) => `${origin}${path}?token=a1%26next%3Db`
const address = 'camille@praxam.example'
const at = new Date('2026-11-21T00:18:30Z')
const reset = `${origin}/reset-password`

const message = { address, sender: 'noor@example.com', text: 'The answer to the first question is wrong.', questionId: null, origin, at }

const optional = { address, origin, unsubscribe: `${origin}/unsubscribe?token=reminders.x.y` }
const due = [
  { certificationId: 'mb-800', count: 12 },
  { certificationId: 'pl-900', count: 1 },
]
const aReminder = { ...optional, due, exams: [], lastPracticed: 'mb-230', goodUntil: at }
const week = { from: '2026-11-16', to: '2026-11-22', goodUntil: at }
const aSummary = { ...optional, ...week, activeMs: 5_000_000, answered: 9, correct: 7, due }
const aRetirement = { certificationId: 'mb-800', retiredOn: '2026-11-21', isApproximate: false }

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

/** Every message, with user-entered text wherever it can occur, and the link or code that the message must show. */
function everyLetter(entered: string): [MailMessage, string | undefined][] {
  const all = makeLetters()
  return [
    [all.confirmation(address, token), linkTo('/verify-email')],
    [all.passwordReset(address, token), linkTo('/reset-password')],
    [all.magicLink(address, token, '/exam'), `${linkTo('/login/link')}&to=%2Fexam`],
    [all.oneTimeCode(address, '482913'), '482913'],
    [all.invitation(address, token, entered), linkTo('/reset-password')],
    [all.existingAccount(address), reset],
    [all.newDevice(address, entered, entered, at), reset],
    [all.approvalOfChange(address, entered, token), linkTo('/verify-email')],
    [all.addressChanged(address, entered), `${origin}/contact`],
    [all.passwordChanged(address, at), reset],
    [all.secondFactorChanged(address, true, at), reset],
    [all.secondFactorChanged(address, false, at), reset],
    [all.signInMethodChanged(address, { name: entered }, true, at), reset],
    [all.signInMethodChanged(address, { name: entered }, false, at), reset],
    [all.deleted(address, at), undefined],
    [all.contactMail({ ...message, sender: entered }), `${origin}/admin/messages`],
    [all.studyReminderMail(aReminder), `${origin}/exam/mb-800/review`],
    [all.weeklySummaryMail(aSummary), `${origin}/profile`],
    [all.retirementMail({ ...optional, ...aRetirement, name: entered, successor: entered }), `${origin}/certifications/mb-800`],
  ]
}

describe('every message', () => {
  test('shows its link or code in both parts and returns it as its action', () => {
    for (const [letter, action] of everyLetter('Ada')) {
      expect(letter.action, letter.kind).toBe(action)
      if (action === undefined) continue
      expect(letter.text, letter.kind).toContain(action)
      expect(letter.html, letter.kind).toContain(action.replaceAll('&', '&amp;'))
    }
  })

  test('says who sent it, to whom, and what to do if the recipient did not request it', () => {
    for (const [{ kind, to, text, html }] of everyLetter('Ada')) {
      expect(to).toEqual({ address })
      for (const part of [text, html]) {
        expect(part, kind).toContain(`Sent by Praxam to ${address}`)
        expect(part, kind).toMatch(/If (this wasn’t you|you didn’t (request|expect) this|you no longer want)/)
      }
    }
  })

  test('has a one-line subject of at most 60 characters', () => {
    for (const [{ kind, subject }] of everyLetter('Ada')) expect(subject, kind).toMatch(/^[\w ,:-]{10,60}$/)
  })

  test('shows user-entered text escaped, on one line, and shortened', () => {
    for (const [{ kind, text, html, subject }] of everyLetter(`<script>alert("1")</script>\r\n\r\nPay here\u202e ${'x'.repeat(200)}`)) {
      expect(html, kind).not.toContain('<script')
      expect(`${subject}${text}`, kind).not.toMatch(/\n\s*Pay here|\r|\u202e|x{100}/)
    }
    const [invitation] = everyLetter('<script>')[4] ?? []
    expect(invitation?.html).toContain('&lt;script&gt; invited you')
  })

  test('escapes the URL of its link', () => {
    const link = { label: 'Sign in', url: `${origin}/"><script>alert(1)</script>` }
    const letter = write('magic-link', '"><script>@x', 'Your Praxam sign-in link', [link])
    expect(letter.html).not.toContain('<script')
  })
})

describe('a message to a member who reads French', () => {
  const contactMessage = 'contact-message'
  const french = inLanguage('fr', () => everyLetter('Ada')).filter(([{ kind }]) => kind !== contactMessage)
  const english = /\b(?:the|your|you|this|was|is|are|to|of|from|with)\b/i

  test('is in French, says who sent it, and what to do if the recipient did not request it', () => {
    for (const [{ kind, subject, text, html }] of french) {
      expect(`${subject}\n${text}`.replaceAll(/https?:\S+/g, ''), kind).not.toMatch(english)
      expect(html, kind).toContain('<html lang="fr">')
      expect(text, kind).toContain(`Envoyé par Praxam à ${address}`)
      expect(text, kind).toMatch(/Si (ce n’est pas vous|vous n’avez rien demandé|vous n’attendiez pas|vous ne souhaitez plus)/)
      expect(subject.length, kind).toBeLessThanOrEqual(70)
    }
  })

  test('links to the same page in French', () => {
    const links = (letters: readonly (readonly [MailMessage, ...unknown[]])[]) => letters.map(([{ action }]) => action)
    const expected = links(everyLetter('Ada').filter(([{ kind }]) => kind !== contactMessage)).map((link) =>
      link?.replace(`${origin}/`, `${origin}/fr/`),
    )
    expect(links(french)).toEqual(expected)
  })

  test('names the device, the time and a number in French', () => {
    const letter = inLanguage('fr', () => accountMessages(origin).newDevice(address, firefox, 'Lyon', at))
    expect(letter.text).toContain('Firefox sur Linux, Lyon, le 21 novembre 2026 à 00:18 UTC')
    const reminder = inLanguage('fr', () => letters.studyReminderMail(aReminder))
    expect(reminder.subject).toBe('À vous de jouer\u00a0: 13 questions à revoir aujourd’hui')
  })
})

describe('the message to the operator', () => {
  const text = 'The answer is wrong.\r\n<b>Hello,</b>\n\nPay here\u202e\u0000 >>\tnow'

  test('quotes the text line by line in both parts and sets the sender as reply address', () => {
    const letter = letters.contactMail({ ...message, text })
    expect(letter.replyTo).toEqual({ address: 'noor@example.com' })
    expect(letter.subject).toBe('New message from the Praxam contact form')
    expect(letter.text).toContain('\n\n> The answer is wrong.\n> <b>Hello,</b>\n> \n> Pay here >>    now\n\n')
    expect(letter.html).toContain('>The answer is wrong.<br>\n&lt;b&gt;Hello,&lt;/b&gt;<br>\n<br>\nPay here &gt;&gt;    now</blockquote>')
  })

  test('links to the reported question', () => {
    const questionId = '01a1f7f8-3000-7dd5-a155-000000000001'
    expect(letters.contactMail({ ...message, questionId }).text).toContain(`${origin}/admin?edit=${questionId}`)
    expect(letters.contactMail(message).text).not.toContain('edit=')
  })
})

describe('an optional message', () => {
  test('contains its unsubscribe link, in the text and for mail programs', () => {
    for (const letter of [letters.studyReminderMail(aReminder), letters.weeklySummaryMail(aSummary)]) {
      expect(letter.unsubscribe).toBe(optional.unsubscribe)
      for (const part of [letter.text, letter.html]) expect(part).toContain(optional.unsubscribe)
    }
  })

  test('lists the due questions and links to the certification with the most', () => {
    const { text, subject } = letters.studyReminderMail(aReminder)
    expect(subject).toBe('Time to practice: 13 questions due today')
    expect(text).toContain('In your daily review, 12 MB-800 questions and 1 PL-900 question are due today.')
    expect(letters.studyReminderMail({ ...aReminder, due: due.slice(1) }).text).toContain('1 PL-900 question is due today.')
  })

  test('links to the last practiced certification, the upcoming exam, or all exams when nothing is due', () => {
    expect(letters.studyReminderMail({ ...aReminder, due: [] }).action).toBe(`${origin}/exam/mb-230`)
    const newcomer = { ...aReminder, due: [], lastPracticed: undefined }
    expect(letters.studyReminderMail(newcomer).action).toBe(`${origin}/certifications`)
    const examAhead = letters.studyReminderMail({ ...newcomer, exams: [{ certificationId: 'mb-800', daysLeft: 9 }] })
    expect(examAhead.action).toBe(`${origin}/exam/mb-800`)
    expect(examAhead.text).not.toContain('continue your practice')
  })

  test('says when an exam takes place', () => {
    const exams = [0, 1, 23].map((daysLeft) => ({ certificationId: 'mb-800', daysLeft }))
    const { text } = letters.studyReminderMail({ ...aReminder, exams })
    for (const words of ['today', 'tomorrow', 'in 23 days']) expect(text).toContain(`Your MB-800 exam is ${words}.`)
  })

  test('summarizes a week in whole minutes and percent', () => {
    expect(letters.weeklySummaryMail(aSummary).text).toContain(', you practiced for 83 minutes.\n\n9 answers were graded, 7 correct (78%).')
    const short = letters.weeklySummaryMail({ ...aSummary, activeMs: 20_000, answered: 0, correct: 0, due: [] })
    expect(short.subject).toBe('Your week on Praxam: less than a minute, 0 answers')
    expect(short.text).toContain('No answers were graded this week')
    expect(letters.weeklySummaryMail({ ...aSummary, answered: 2, correct: 2 }).text).toContain('2 answers were graded, all correct (100%)')
    expect(letters.weeklySummaryMail({ ...aSummary, answered: 2, correct: 1 }).text).toContain('2 answers were graded, 1 correct (50%)')
  })
})

describe('the text of a message', () => {
  test('contains durations and instants in full', () => {
    expect(count(1, 'hour')).toBe('1 hour')
    expect(letters.confirmation(address, token).text).toContain('expires in 24 hours.')
    expect(letters.deleted(address, at).text).toContain('on November 21, 2026, 00:18 UTC.')
  })

  test('omits an unknown location', () => {
    expect(letters.newDevice(address, firefox, '', at).text).toContain('Firefox on Linux, on November 21')
    expect(letters.newDevice(address, firefox, 'Lyon', at).text).toContain('Firefox on Linux, Lyon, on November 21')
  })
})
