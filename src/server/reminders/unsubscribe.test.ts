import { describe, expect, test } from 'vitest'
import { openUnsubscribeTokens, unsubscribeUrl } from '#server/reminders/unsubscribe.ts'

const [older, newer] = [1, 2].map((version) => ({ version, value: `secret ${version} of the tests, long enough to be taken for one` }))
const tokens = openUnsubscribeTokens([newer, older].flatMap((secret) => secret ?? []))
const mail = { userId: '01a20000-0000-7000-8000-000000000001', kind: 'studyReminders' } as const

describe('an unsubscribe token', () => {
  test('identifies the member and the kind of mail', () => {
    expect(tokens.read(tokens.make(mail))).toEqual(mail)
    expect(tokens.read(tokens.make({ ...mail, kind: 'emailNotifications' }))).toEqual({ ...mail, kind: 'emailNotifications' })
  })

  test('stays valid when a newer secret signs', () => {
    const before = openUnsubscribeTokens(older ? [older] : [])
    expect(tokens.read(before.make(mail))).toEqual(mail)
    expect(before.read(tokens.make(mail))).toBeUndefined()
  })

  test('cannot be forged for another member or other mail', () => {
    const token = tokens.make(mail)
    const [kind = '', id = '', signature = ''] = token.split('.')
    const other = [
      `news.${id}.${signature}`,
      `${kind}.01a20000-0000-7000-8000-000000000002.${signature}`,
      `${kind}.${id}.${'A'.repeat(43)}`,
      `${kind}.${id}.`,
      `${token}x`,
      ` ${token}`,
      '',
      'reminders',
    ]
    expect(other.map((each) => tokens.read(each))).toEqual(other.map(() => undefined))
  })

  test('needs no escaping in a URL', () => {
    const address = unsubscribeUrl('https://praxam.example', tokens, mail)
    expect(address).toMatch(/^https:\/\/praxam\.example\/unsubscribe\?token=[\w.-]+$/)
    expect(tokens.read(new URL(address).searchParams.get('token') ?? '')).toEqual(mail)
  })
})
