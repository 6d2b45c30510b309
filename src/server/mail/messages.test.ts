import { describe, expect, test } from 'vitest'
import * as accountLetters from '#server/accounts/account-messages.ts'
import * as reminderLetters from '#server/reminders/reminder-messages.ts'
import type { MailMessage } from '#server/mail/messages.ts'

const letters = { ...accountLetters, ...reminderLetters }
const origin = 'https://praxam.example'
const url = `${origin}/verify-email?token=a1&next=b`
const address = 'camille@praxam.example'
const at = new Date('2026-11-21T00:18:30Z')
const reset = `${origin}/reset-password`

const message = { address, sender: 'noor@example.com', text: 'The key of the first question is wrong.', questionId: null, origin, at }

const unneeded = { address, origin, unsubscribe: `${origin}/unsubscribe?token=reminders.x.y` }
const due = [
  { certificationId: 'mb-800', count: 12 },
  { certificationId: 'pl-900', count: 1 },
]
const aReminder = { ...unneeded, due, exams: [], lastPractised: 'mb-230', goodUntil: at }
const week = { from: '2026-11-16', to: '2026-11-22', goodUntil: at }
const aSummary = { ...unneeded, ...week, activeMs: 5_000_000, answered: 9, correct: 7, due }
const aRetirement = { certificationId: 'mb-800', retiredOn: '2026-11-21', isApproximate: false }

/** Every letter, with what a person may have entered in each place, and the link or code it has to show. */
function everyLetter(entered: string): [MailMessage, string | undefined][] {
  return [
    [letters.verificationMail({ address, url, hours: 24 }), url],
    [letters.passwordResetMail({ address, url, minutes: 30 }), url],
    [letters.magicLinkMail({ address, url, minutes: 15 }), url],
    [letters.oneTimeCodeMail({ address, code: '482913', minutes: 10 }), '482913'],
    [letters.invitationMail({ address, url, days: 7, invitedBy: entered }), url],
    [letters.existingAccountMail({ address, origin }), reset],
    [letters.newDeviceMail({ address, device: entered, place: entered, at, origin }), reset],
    [letters.addressChangeMail({ address, newAddress: entered, url, hours: 24 }), url],
    [letters.addressChangedMail({ address, newAddress: entered, origin }), `${origin}/contact`],
    [letters.passwordChangedMail({ address, at, origin }), reset],
    [letters.secondFactorChangedMail({ address, isOn: true, at, origin }), reset],
    [letters.secondFactorChangedMail({ address, isOn: false, at, origin }), reset],
    [letters.signInMethodChangedMail({ address, method: entered, isAdded: true, at, origin }), reset],
    [letters.signInMethodChangedMail({ address, method: entered, isAdded: false, at, origin }), reset],
    [letters.accountDeletedMail({ address, at }), undefined],
    [letters.contactMail({ ...message, sender: entered }), `${origin}/admin/messages`],
    [letters.studyReminderMail(aReminder), `${origin}/exam/mb-800/review`],
    [letters.weeklySummaryMail(aSummary), `${origin}/profile`],
    [letters.retirementMail({ ...unneeded, ...aRetirement, name: entered, successor: entered }), `${origin}/certifications/mb-800`],
  ]
}

describe('every letter', () => {
  test('shows its link or code in both parts and names it as its action', () => {
    for (const [letter, action] of everyLetter('Ada')) {
      expect(letter.action, letter.kind).toBe(action)
      if (action === undefined) continue
      expect(letter.text, letter.kind).toContain(action)
      expect(letter.html, letter.kind).toContain(action.replaceAll('&', '&amp;'))
    }
  })

  test('says who sent it, to whom, and what to do when it was not you', () => {
    for (const [{ kind, to, text, html }] of everyLetter('Ada')) {
      expect(to).toEqual({ address })
      for (const part of [text, html]) {
        expect(part, kind).toContain(`Sent by Praxam to ${address}`)
        expect(part, kind).toMatch(/If (this was not you|you did not expect this)/)
      }
    }
  })

  test('has a subject of one line and at most 60 characters', () => {
    for (const [{ kind, subject }] of everyLetter('Ada')) expect(subject, kind).toMatch(/^[\w ,:-]{10,60}$/)
  })

  test('shows what others entered as text, on one line, and shortened', () => {
    for (const [{ kind, text, html, subject }] of everyLetter(`<script>alert("1")</script>\r\n\r\nPay here\u202e ${'x'.repeat(200)}`)) {
      expect(html, kind).not.toContain('<script')
      expect(`${subject}${text}`, kind).not.toMatch(/\n\s*Pay here|\r|\u202e|x{100}/)
    }
    const [invitation] = everyLetter('<script>')[4] ?? []
    expect(invitation?.html).toContain('&lt;script&gt; invites you')
  })

  test('cannot be left through the address of its link', () => {
    const letter = letters.magicLinkMail({ address: '"><script>@x', url: `${origin}/"><script>alert(1)</script>`, minutes: 15 })
    expect(letter.html).not.toContain('<script')
  })
})

describe('the letter to the operator', () => {
  const text = 'The key is wrong.\r\n<b>Hello,</b>\n\nPay here\u202e\u0000 >>\tnow'

  test('quotes the message line by line in both parts, and is answered to its sender', () => {
    const letter = letters.contactMail({ ...message, text })
    expect(letter.replyTo).toEqual({ address: 'noor@example.com' })
    expect(letter.subject).toBe('Somebody wrote to Praxam')
    expect(letter.text).toContain('\n\n> The key is wrong.\n> <b>Hello,</b>\n> \n> Pay here >>    now\n\n')
    expect(letter.html).toContain('>The key is wrong.<br>\n&lt;b&gt;Hello,&lt;/b&gt;<br>\n<br>\nPay here &gt;&gt;    now</blockquote>')
  })

  test('leads to the question it is about', () => {
    const questionId = '01a1f7f8-3000-7dd5-a155-000000000001'
    expect(letters.contactMail({ ...message, questionId }).text).toContain(`${origin}/admin?edit=${questionId}`)
    expect(letters.contactMail(message).text).not.toContain('edit=')
  })
})

describe('letters one can do without', () => {
  test('say where they are switched off, in their words and for mail programs', () => {
    for (const letter of [letters.studyReminderMail(aReminder), letters.weeklySummaryMail(aSummary)]) {
      expect(letter.unsubscribe).toBe(unneeded.unsubscribe)
      for (const part of [letter.text, letter.html]) expect(part).toContain(unneeded.unsubscribe)
    }
  })

  test('say what is due, and lead to where most is', () => {
    const { text, subject } = letters.studyReminderMail(aReminder)
    expect(subject).toBe('Time to practise: 13 questions due today')
    expect(text).toContain('In your daily review 12 questions of MB-800 and 1 question of PL-900 are due today.')
    expect(letters.studyReminderMail({ ...aReminder, due: due.slice(1) }).text).toContain('1 question of PL-900 is due today.')
  })

  test('lead to what was practised last, to the exam ahead, or to all exams, when nothing is due', () => {
    expect(letters.studyReminderMail({ ...aReminder, due: [] }).action).toBe(`${origin}/exam/mb-230`)
    const newcomer = { ...aReminder, due: [], lastPractised: undefined }
    expect(letters.studyReminderMail(newcomer).action).toBe(`${origin}/certifications`)
    const examAhead = letters.studyReminderMail({ ...newcomer, exams: [{ certificationId: 'mb-800', daysLeft: 9 }] })
    expect(examAhead.action).toBe(`${origin}/exam/mb-800`)
    expect(examAhead.text).not.toContain('go on where you are')
  })

  test('say when an exam is', () => {
    const exams = [0, 1, 23].map((daysLeft) => ({ certificationId: 'mb-800', daysLeft }))
    const { text } = letters.studyReminderMail({ ...aReminder, exams })
    for (const words of ['today', 'tomorrow', 'in 23 days']) expect(text).toContain(`Your exam MB-800 is ${words}.`)
  })

  test('sum up a week in whole minutes and percent', () => {
    expect(letters.weeklySummaryMail(aSummary).text).toContain(
      'you practised for 83 minutes.\n\nYou checked 9 answers; 7 of them were right, which is 78%.',
    )
    const short = letters.weeklySummaryMail({ ...aSummary, activeMs: 20_000, answered: 0, correct: 0, due: [] })
    expect(short.subject).toBe('Your week on Praxam: less than a minute, 0 answers')
    expect(short.text).toContain('No answer was checked in that week')
    expect(letters.weeklySummaryMail({ ...aSummary, answered: 2, correct: 2 }).text).toContain('2 answers; all of them were right')
    expect(letters.weeklySummaryMail({ ...aSummary, answered: 2, correct: 1 }).text).toContain('2 answers; 1 of them was right')
  })
})

describe('the words of a letter', () => {
  test('give durations and instants in full', () => {
    expect(letters.verificationMail({ address, url, hours: 1 }).text).toContain('for 1 hour.')
    expect(letters.verificationMail({ address, url, hours: 24 }).text).toContain('for 24 hours.')
    expect(letters.accountDeletedMail({ address, at }).text).toContain('on 21 November 2026, 00:18 UTC.')
  })

  test('leave out a place that is not known', () => {
    const known = { address, device: 'Firefox on Linux', at, origin }
    expect(letters.newDeviceMail({ ...known, place: '' }).text).toContain('Firefox on Linux, on 21 November')
    expect(letters.newDeviceMail({ ...known, place: 'Lyon' }).text).toContain('Firefox on Linux, Lyon, on 21 November')
  })
})
