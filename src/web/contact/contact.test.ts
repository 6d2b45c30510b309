import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { listMessages } from '#server/contact/contact.ts'
import { action, loader } from '#web/contact/contact.tsx'
import { openTestServices, type TestServices } from '#tests/services.ts'
import { askRoute, type RouteAnswer } from '#tests/site-routes.ts'
import { openCast, type Visitor } from '#tests/visitor.ts'

const questionId = '01a1f7f8-3000-7dd5-a155-000000000001'
const filledIn = { address: 'noor@example.com', text: 'The key of this question is wrong.', question: questionId, followUp: '' }

let services: TestServices
let guest: Visitor
let camille: Visitor
beforeAll(async () => {
  services = await openTestServices()
  ;({ guest, camille } = await openCast(services))
  services.sent.length = 0
})
afterAll(() => services.close())
afterEach(async () => {
  for (const table of ['contact_messages', 'rate_limit_counts'] as const) await services.db.deleteFrom(table).execute()
  services.sent.length = 0
})

async function send(given: Partial<typeof filledIn> | FormData, visitor = guest, values: Partial<TestServices> = {}): Promise<RouteAnswer> {
  const body = given instanceof FormData ? given : formOf({ ...filledIn, ...given })
  return askRoute(services, visitor, action, { pattern: '/contact', address: '/contact', init: { method: 'POST', body }, values })
}

function formOf(fields: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return form
}

const readMessages = async () => (await listMessages(services.db, {})).messages

describe('the contact form', () => {
  test('stores and mails the message of a guest', async () => {
    expect(await send({})).toMatchObject({ status: 302, location: '/contact?done=sent' })
    expect(await readMessages()).toMatchObject([{ address: filledIn.address, text: filledIn.text, questionId, member: null }])
    expect(services.sent.map(({ kind, to, replyTo }) => [kind, to, replyTo])).toEqual([
      ['contact-message', { address: services.contactAddress }, { address: filledIn.address }],
    ])
  })

  test('includes the signed-in member', async () => {
    await send({}, camille)
    expect(await readMessages()).toMatchObject([{ member: { email: 'camille@example.com' } }])
  })

  test('returns the input with an error for each invalid field', async () => {
    const entered = { address: 'noor', text: 'Short', question: questionId, followUp: '' }
    expect(await send(entered)).toMatchObject({
      status: 400,
      data: { values: entered, problems: { address: 'ADDRESS_INVALID', text: 'TEXT_SHORT' } },
    })
    expect([await readMessages(), services.sent]).toEqual([[], []])
  })

  test('pretends success to a bot that fills in the hidden field, and stores nothing', async () => {
    expect(await send({ followUp: 'https://spam.example' })).toEqual(await send({}))
    expect([(await readMessages()).length, services.sent.length]).toEqual([1, 1])
  })

  test('accepts five messages an hour and returns the sixth', async () => {
    for (let count = 0; count < 5; count++) expect(await send({ text: `Message number ${count}` })).toMatchObject({ status: 302 })
    expect(await send({ text: 'Message number 5' })).toMatchObject({
      status: 429,
      data: { values: { ...filledIn, text: 'Message number 5' }, problem: 'TOO_MANY' },
    })
    expect([(await readMessages()).length, services.sent.length]).toEqual([5, 5])
  })

  test('does not count a rejected form', async () => {
    for (let count = 0; count < 9; count++) await send({ text: '' })
    expect(await send({})).toMatchObject({ status: 302 })
  })

  test('reports that the message is only stored when the mail cannot be queued', async () => {
    const jobs = { ...services.jobs, sendMail: () => Promise.reject(new Error('The queue is gone')) }
    expect(await send({}, guest, { jobs })).toMatchObject({ status: 302, location: '/contact?done=stored' })
    expect(await readMessages()).toHaveLength(1)
  })

  test('returns the input with an error reference when the message cannot be stored', async () => {
    const db = services.db.withSchema('nowhere')
    expect(await send({}, guest, { db })).toMatchObject({
      status: 500,
      data: { values: filledIn, problem: 'NOT_KEPT', reference: 'TEST-0000' },
    })
  })

  test('returns the input, to be sent again later, while the database is unavailable', async () => {
    const away = { db: services.db.withSchema('nowhere'), isDatabaseAvailable: () => false }
    expect(await send({}, guest, away)).toMatchObject({ status: 503, data: { values: filledIn, problem: 'NOT_KEPT' } })
  })

  test('ignores an invalid question id', async () => {
    expect(await send({ text: '', question: '<b>' })).toMatchObject({ data: { values: { question: '' } } })
    await send({ question: '<b>' })
    expect(await readMessages()).toMatchObject([{ questionId: null }])
  })

  test.each([
    ['a field twice', (form: FormData) => form.append('text', 'One more text')],
    ['a file in place of a text', (form: FormData) => form.set('text', new File(['The key is wrong'], 'key.txt'))],
  ])('rejects %s', async (_, spoil) => {
    const form = formOf(filledIn)
    spoil(form)
    expect(await send(form)).toMatchObject({ status: 400, data: { problem: 'FORM_UNREADABLE' } })
    expect(await readMessages()).toEqual([])
  })

  test('rejects a body that is not a form', async () => {
    const init = { method: 'POST', body: '{}', headers: { 'Content-Type': 'application/json' } }
    const answer = await askRoute(services, guest, action, { pattern: '/contact', address: '/contact', init })
    expect(answer).toMatchObject({ status: 400, data: { problem: 'FORM_UNREADABLE' } })
  })
})

describe('the contact page', () => {
  test.each([
    [`?question=${questionId}`, questionId],
    ['?question=%3Cb%3E', ''],
    ['', ''],
  ])('reads the question id from %j', async (query, question) => {
    expect(await askRoute(services, guest, loader, { pattern: '/contact', address: `/contact${query}` })).toMatchObject({
      data: { question },
    })
  })
})
