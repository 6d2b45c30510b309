import { describe, expect, test } from 'vitest'
import * as letters from '#server/mail/messages.ts'
import type { MailMessage } from '#server/mail/messages.ts'

const origin = 'https://praxam.example'
const url = `${origin}/verify-email?token=a1&next=b`
const address = 'camille@praxam.example'
const at = new Date('2026-11-21T00:18:30Z')
const reset = `${origin}/reset-password`

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
