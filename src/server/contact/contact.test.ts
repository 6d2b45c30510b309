import { randomUUIDv7 } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { grantAdministrator } from '#server/accounts/administrators.ts'
import { deleteAccount } from '#server/accounts/change-person.ts'
import { listAuditLog } from '#server/audit/audit.ts'
import {
  changeMessage,
  findMessage,
  receiveMessage,
  listMessages,
  mayContact,
  messageDaysMax,
  parseContactMessage,
  removeOldMessages,
  textLengths,
} from '#server/contact/contact.ts'
import { countRows, openTestServices, type TestServices } from '#tests/services.ts'

const now = new Date('2026-11-21T12:00:00Z')
const questionId = '01a1f7f8-3000-7dd5-a155-000000000001'
const message = { address: 'noor@example.com', text: 'The key of this question is wrong.', questionId }

let services: TestServices
beforeAll(async () => {
  services = await openTestServices({ contactAddress: 'operator@example.com' })
})
afterAll(() => services.close())
afterEach(async () => {
  await services.empty()
  services.sent.length = 0
})

describe('the submitted form', () => {
  const read = (given: Partial<Record<'address' | 'text' | 'question', string>>) =>
    parseContactMessage({ address: message.address, text: message.text, question: '', ...given })

  test('is trimmed and gets plain line feeds', () => {
    expect(read({ address: ' noor@example.com ', text: '  The key\r\nis\rwrong. \r\n', question: questionId.toUpperCase() })).toEqual({
      ok: true,
      message: { address: 'noor@example.com', text: 'The key\nis\nwrong.', questionId },
    })
  })

  test.each(['', 'x', `${questionId} `, "'; drop table contact_messages; --"])('is accepted without the question %j', (question) => {
    expect(read({ question })).toMatchObject({ ok: true, message: { questionId: null } })
  })

  test.each([
    ['', 'ADDRESS_BLANK'],
    ['  ', 'ADDRESS_BLANK'],
    ['noor', 'ADDRESS_INVALID'],
    ['Noor <noor@example.com>', 'ADDRESS_INVALID'],
    ['noor@example.com, camille@example.com', 'ADDRESS_INVALID'],
    ['noor@example.com\r\nBcc: camille@example.com', 'ADDRESS_INVALID'],
    ['noor@example.com\0', 'ADDRESS_INVALID'],
    [`${'n'.repeat(243)}@example.com`, 'ADDRESS_INVALID'],
  ])('is refused with the address %j', (address, code) => {
    expect(read({ address })).toEqual({ ok: false, problems: { address: code } })
  })

  test.each([
    ['', 'TEXT_SHORT'],
    ['         Too short       ', 'TEXT_SHORT'],
    ['x'.repeat(textLengths.max + 1), 'TEXT_LONG'],
    ['The key is\0 wrong.', 'TEXT_UNREADABLE'],
  ])('is refused with the text %j', (text, code) => {
    expect(read({ text })).toEqual({ ok: false, problems: { text: code } })
  })

  test('may have ten to five thousand characters', () => {
    for (const text of ['x'.repeat(textLengths.min), '語'.repeat(textLengths.max), 'a\r\n'.repeat(textLengths.max / 2)])
      expect(read({ text })).toMatchObject({ ok: true })
  })

  test('reports every problem at once', () => {
    expect(read({ address: '', text: '' })).toEqual({ ok: false, problems: { address: 'ADDRESS_BLANK', text: 'TEXT_SHORT' } })
  })
})

describe('messages from one network', () => {
  test('are limited to five an hour', async () => {
    const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
    for (let count = 0; count < 5; count++) expect(await mayContact(services.db, `203.0.113.${count}`, at(count))).toBe(true)
    expect(await mayContact(services.db, '203.0.113.99', at(5))).toBe(false)
    expect(await mayContact(services.db, '198.51.100.1', at(5))).toBe(true)
    expect(await mayContact(services.db, '203.0.113.99', at(61))).toBe(true)
  })

  test('are refused after sixty messages from all networks', async () => {
    for (let network = 0; network < 60; network++) expect(await mayContact(services.db, `10.0.${network}.1`, now)).toBe(true)
    expect(await mayContact(services.db, '10.0.60.1', now)).toBe(false)
  })
})

describe('a message', () => {
  test('is stored and mailed to the operator with the sender as reply address', async () => {
    expect(await receiveMessage(services, message, undefined, now)).toBe('sent')
    const { messages } = await listMessages(services.db, {})
    expect(messages).toEqual([{ ...message, id: expect.any(String), at: now, handledAt: null, member: null }])
    const mail = services.mailTo('operator@example.com', 'contact-message')
    expect(mail).toMatchObject({ replyTo: { address: message.address }, text: expect.stringContaining(`> ${message.text}`) })
    expect(mail.subject).not.toContain('key')
  })

  test('is stored when its mail cannot be queued, and the log entry omits its text', async () => {
    const lines: object[] = []
    const log = { ...services.log, error: (context: object, text: string) => void lines.push({ context, text }) }
    const jobs = { sendMail: () => Promise.reject(new Error('The queue is gone')) }
    expect(await receiveMessage({ ...services, log, jobs }, message, undefined, now)).toBe('stored')
    expect((await listMessages(services.db, {})).messages).toHaveLength(1)
    expect(lines).toHaveLength(1)
    expect(JSON.stringify(lines)).not.toContain(message.address)
  })

  test('of a member is deleted with the account', async () => {
    const camille = await addPerson('camille@example.com')
    await receiveMessage(services, message, camille, now)
    await receiveMessage(services, message, undefined, now)
    const { messages } = await listMessages(services.db, {})
    // Order is ignored, because both may have arrived in the same millisecond.
    expect(new Set(messages.map(({ member }) => member?.email))).toEqual(new Set([undefined, 'camille@example.com']))
    await deleteAccount(services.db, camille)
    expect(await countRows(services, 'contact_messages')).toBe(1)
  })

  test('is deleted after a year', async () => {
    const daysLater = (days: number) => new Date(now.getTime() + days * 24 * 60 * 60_000)
    await receiveMessage(services, message, undefined, now)
    await removeOldMessages(services.db, daysLater(messageDaysMax))
    expect(await countRows(services, 'contact_messages')).toBe(1)
    await removeOldMessages(services.db, daysLater(messageDaysMax + 1))
    expect(await countRows(services, 'contact_messages')).toBe(0)
  })
})

describe('the list of messages', () => {
  test('has pages of twenty, latest first', async () => {
    for (let count = 0; count < 45; count++) await receiveMessage(services, message, undefined, now)
    const seen: string[] = []
    const sizes: number[] = []
    let before: string | undefined
    do {
      const page = await listMessages(services.db, { before })
      sizes.push(page.messages.length)
      seen.push(...page.messages.map(({ id }) => id))
      before = page.next
    } while (before)
    expect(sizes).toEqual([20, 20, 5])
    expect(seen).toEqual([...new Set(seen)].toSorted().toReversed())
  })

  test.each(['x', '\0', "'; drop table contact_messages; --"])('starts with the latest message for %j', async (before) => {
    await receiveMessage(services, message, undefined, now)
    expect((await listMessages(services.db, { before })).messages).toHaveLength(1)
    expect(await findMessage(services.db, before)).toBeUndefined()
  })
})

describe('an administrator', () => {
  test('marks a message as handled and as open, and deletes it; the audit log omits its text', async () => {
    const { ada, id } = await aMessageForAda()
    const open = async () => (await listMessages(services.db, { isOpenOnly: true })).messages.length
    expect(await open()).toBe(1)
    expect(await changeMessage(services.db, ada, id, 'handled', now)).toBeUndefined()
    expect([await open(), (await findMessage(services.db, id))?.handledAt]).toEqual([0, now])
    expect(await changeMessage(services.db, ada, id, 'reopened', now)).toBeUndefined()
    expect(await open()).toBe(1)
    expect(await changeMessage(services.db, ada, id, 'deleted', now)).toBeUndefined()
    expect(await findMessage(services.db, id)).toBeUndefined()
    const { lines } = await listAuditLog(services.db, { action: 'messages' })
    expect(lines.map(({ action }) => action).toSorted()).toEqual(['message-deleted', 'message-handled', 'message-reopened'])
    for (const line of lines) expect(line).toMatchObject({ actor: 'ada@example.com', subjectId: id, detail: null })
  })

  test('gets an error for a deleted message', async () => {
    const { ada } = await aMessageForAda()
    for (const id of [randomUUIDv7(), 'x', '']) expect(await changeMessage(services.db, ada, id, 'deleted', now)).toBe('UNKNOWN_MESSAGE')
  })

  test('is required for changes', async () => {
    const { id } = await aMessageForAda()
    const camille = await addPerson('camille@example.com')
    expect(await changeMessage(services.db, camille, id, 'deleted', now)).toBe('NOT_AN_ADMINISTRATOR')
    expect(await findMessage(services.db, id)).toBeDefined()
    expect((await listAuditLog(services.db, { action: 'messages' })).lines).toEqual([])
  })

  async function aMessageForAda(): Promise<{ ada: string; id: string }> {
    const ada = await addPerson('ada@example.com')
    await grantAdministrator(services.db, 'ada@example.com')
    await receiveMessage(services, message, undefined, now)
    return { ada, id: (await listMessages(services.db, {})).messages[0]?.id ?? '' }
  }
})

async function addPerson(email: string): Promise<string> {
  const id = randomUUIDv7()
  await services.db.insertInto('users').values({ id, name: '', email, email_verified: true, created_at: now, updated_at: now }).execute()
  return id
}
