import { describe, expect, test } from 'vitest'
import * as letters from '#server/mail/messages.ts'
import type { MailMessage } from '#server/mail/messages.ts'

const origin = 'https://praxam.example'
const url = `${origin}/verify-email?token=a1&next=b`
const address = 'camille@praxam.example'
const at = new Date('2026-11-21T00:18:30Z')
const reset = `${origin}/reset-password`

const message = { address, sender: 'noor@example.com', text: 'The key of the first question is wrong.', questionId: null, origin, at }

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
