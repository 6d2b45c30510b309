import { DatabaseSync } from 'node:sqlite'
import { unzipSync, strFromU8 } from 'fflate'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { toBankItem } from '#exam/bank-file/index.ts'
import { flashcardsMax } from '#exam/flashcards.ts'
import { saveCaseStudyTranslations } from '#server/bank/case-study-translations.ts'
import { hashOriginal } from '#server/bank/original-hash.ts'
import { saveTranslations } from '#server/bank/translations.ts'
import { saveCaseStudy, saveQuestions } from '#server/bank/save-questions.ts'
import { saveCertification } from '#server/catalogue/certifications.ts'
import { printFlashcards } from '#server/flashcards/flashcards.ts'
import { imagesFolder } from '#server/platform/file-store.ts'
import { appendMoves } from '#server/practice/append-moves.ts'
import { startSimulation } from '#server/simulation/index.ts'
import { action } from '#web/flashcards/api/flashcards.ts'
import { aCertification, aMatchingQuestion, aQuestion, aReorderQuestion } from '#tests/factories.ts'
import { openTestServices, type TestServices } from '#tests/services.ts'
import { askRoute, callRoute } from '#tests/site-routes.ts'
import { openMember, openVisitor } from '#tests/visitor.ts'

let services: TestServices
const now = new Date('2026-11-24T12:00:00Z')
const uuid = (end: string) => `01a20000-0000-7000-8000-0000000000${end}`
const picture = `${'a'.repeat(32)}.png`
const image = `<img src="/storage/questions/question-images/${picture}" alt="A chart">`
const figure = '<img src="/pictures/ab-250-persona-role.svg" alt="A form">'
const single = aQuestion({ id: uuid('a1'), text: `<p>Which one? ${image}${figure}</p>`, caseStudyId: 'fabrikam' })
const multiple = aQuestion({ id: uuid('a2'), type: 'multiple_choice', answerKey: ['A', 'C'], text: '<p>=2+2 or which two?</p>' })
const reorder = aReorderQuestion({ id: uuid('a3') })
const matching = aMatchingQuestion({ id: uuid('a4') })
const questions = [single, multiple, reorder, matching]
const ids = questions.map(({ id }) => id)
const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

beforeAll(async () => {
  services = await openTestServices()
})
afterAll(() => services.close())
beforeEach(async () => {
  await saveCertification(services.db, aCertification(), 0)
  await saveCaseStudy(services.db, { id: 'fabrikam', title: 'Fabrikam & Co', content: '<p>Fabrikam sells shoes.</p>' })
  await saveQuestions(services.db, questions)
  await services.files.put(imagesFolder + picture, png)
})
afterEach(() => services.empty())

const ask = { certificationId: 'mb-800', format: 'apkg', questionIds: ids } as const

async function print(values: Partial<Parameters<typeof printFlashcards>[1]> = {}, at = now, owner?: { userId: string }) {
  const result = await printFlashcards(services, { ...ask, ...values }, owner, at)
  if (!result.ok) throw new Error(result.refusal)
  return result
}

type Note = { id: number; guid: string; mid: number; mod: number; flds: string; sfld: string; tags: string }

/** Opens a package as Anki does: a zip file with an SQLite database. */
function open(bytes: Uint8Array) {
  const files = unzipSync(bytes)
  const database = new DatabaseSync(':memory:')
  database.deserialize(files['collection.anki2'] ?? new Uint8Array())
  const notes = database.prepare('select * from notes order by id').all() as Note[]
  const col = database.prepare('select * from col').get() as Record<string, string>
  const cards = database.prepare('select * from cards order by due').all() as { id: number; nid: number; did: number; due: number }[]
  const check = database.prepare('pragma integrity_check').get()
  const fieldsOf = (id: string) => notes.find(({ guid }) => guid === id)?.flds.split('\u001F') ?? []
  return { files, media: JSON.parse(strFromU8(files['media'] ?? new Uint8Array())) as object, notes, cards, col, check, fieldsOf }
}

describe('an Anki package', () => {
  test('is a collection of schema 11 with a note and a card for each question, in the deck of the certification', async () => {
    const { bytes, cardCount, name, type } = await print()
    expect({ cardCount, name, type }).toEqual({ cardCount: 4, name: 'praxam-mb-800.apkg', type: 'application/octet-stream' })
    const { notes, cards, col, check } = open(bytes)
    expect(check).toEqual({ integrity_check: 'ok' })
    expect(col['ver']).toBe(11)
    expect(notes.map(({ guid }) => guid).toSorted()).toEqual(ids)
    const decks = JSON.parse(col['decks'] ?? '') as Record<string, { name: string }>
    expect(cards.map(({ did }) => decks[did]?.name)).toEqual(Array.from({ length: 4 }, () => 'Praxam::MB-800'))
    expect(cards.map(({ nid }) => notes.find(({ id }) => id === nid)?.guid)).toEqual(ids)
    const models = JSON.parse(col['models'] ?? '') as Record<string, { flds: unknown[] }>
    for (const { mid, flds } of notes) expect(flds.split('\u001F')).toHaveLength(models[mid]?.flds.length ?? 0)
  })

  test('has the text, the choices, the answer, the reasons, the explanation and the reference of each question', async () => {
    const { fieldsOf } = open((await print()).bytes)
    const [, caseStudy, choices, answer, reasons, explanation, reference, skillArea] = fieldsOf(single.id)
    expect(caseStudy).toContain('<summary>Fabrikam &amp; Co</summary><p>Fabrikam sells shoes.</p>')
    for (const option of single.options) expect(choices).toContain(option)
    expect(answer).toBe(`<ol type="A"><li value="3">${single.options[2]}</li></ol>`)
    expect(reasons).toContain(`<li value="1">${single.optionExplanations[0]}</li>`)
    expect(explanation).toBe(single.explanation)
    expect(reference).toContain(`href="${single.reference}"`)
    expect(skillArea).toBe('Configure financials')
    expect(fieldsOf(multiple.id)[2]).toContain('Choose 2 answers.')
    expect(fieldsOf(multiple.id)[3]).toMatch(/value="1".*value="3"/)
    expect(fieldsOf(reorder.id)[3]).toBe('<ol><li>First</li><li>Second</li><li>Third</li></ol>')
    expect(fieldsOf(matching.id)[2]).toMatch(/Balance of a customer.*Items:.*Inventory account/)
    expect(fieldsOf(matching.id)[3]).toContain('<td>Balance of a customer</td><td>→</td><td>Receivables account</td>')
  })

  test('has translated questions and case studies in the chosen language, with the same note', async () => {
    const inFrench = { ...single, text: '<p>Lequel ?</p>', options: single.options.map((option) => `${option} (fr)`) }
    await saveTranslations(services.db, 'fr', [{ ...inFrench, originalHash: hashOriginal(single) }])
    const caseStudy = { id: 'fabrikam', title: 'Fabrikam & Co', content: '<p>Fabrikam vend des chaussures.</p>' }
    await saveCaseStudyTranslations(services.db, 'fr', [{ ...caseStudy, originalHash: 'x' }])
    const [question, shownCase, choices] = open((await print({ language: 'fr' })).bytes).fieldsOf(single.id)
    expect(question).toBe('<div class="book" lang="fr"><p>Lequel ?</p></div>')
    expect(choices).toContain(`<span lang="fr">${single.options[0]} (fr)</span>`)
    // It is out of date, so the English text is shown, too.
    expect(shownCase).toMatch(/sells shoes.*vend des chaussures/s)
    expect(open((await print()).bytes).fieldsOf(single.id)[2]).not.toContain('(fr)')
  })

  test('has the images of its questions as media, also those that come with the product', async () => {
    const { files, media, fieldsOf } = open((await print()).bytes)
    expect(media).toEqual({ 0: `praxam-${picture}`, 1: 'praxam-ab-250-persona-role.svg' })
    expect(Buffer.from(files['0'] ?? [])).toEqual(png)
    expect(Buffer.from(files['1'] ?? []).toString()).toContain('<svg')
    expect(fieldsOf(single.id)[0]).toContain(`<img src="praxam-${picture}"`)
    expect(fieldsOf(single.id)[0]).toContain('<img src="praxam-ab-250-persona-role.svg"')
  })

  test('made again has the same ids and a later change, so that Anki updates the notes', async () => {
    const first = open((await print()).bytes)
    await saveQuestions(services.db, [{ ...reorder, explanation: '<p>New words.</p>' }])
    const second = open((await print({ questionIds: ids.toReversed() }, new Date(now.getTime() + 60_000))).bytes)
    const idsOf = ({ notes }: typeof first) => notes.map(({ id, guid, mid }) => ({ id, guid, mid }))
    expect(idsOf(second)).toEqual(idsOf(first))
    expect(new Set(second.cards.map(({ id }) => id))).toEqual(new Set(first.cards.map(({ id }) => id)))
    expect(second.notes[0]?.mod).toBe((first.notes[0]?.mod ?? 0) + 60)
    // A note type with a later change would replace what its user has changed in Anki.
    expect(second.col['models']).toBe(first.col['models'])
    expect(second.fieldsOf(reorder.id)[5]).toBe('<p>New words.</p>')
  })
})

describe('a table', () => {
  test('has a row of plain text for each question, without formulas', async () => {
    const { bytes, type } = await print({ format: 'csv' })
    const text = Buffer.from(bytes).toString()
    expect(type).toBe('text/csv; charset=utf-8')
    expect(text).toContain(`${uuid('a2')},Configure financials,multiple_choice,'=2+2 or which two?,`)
    expect(text).toContain('"1. First\n2. Second\n3. Third"')
    expect(text).toContain('Balance of a vendor → Payables account')
  })
})

describe('questions as flashcards', () => {
  test('are published questions of the certification; at least one must be left', async () => {
    await services.db.deleteFrom('questions').where('id', '=', single.id).execute()
    expect((await print()).cardCount).toBe(3)
    await expect(print({ questionIds: [single.id] })).rejects.toThrow('FLASHCARDS_GONE')
    await expect(print({ certificationId: 'mb-000' })).rejects.toThrow('UNKNOWN_CERTIFICATION')
  })

  test('of an attempt of the member have the version that the attempt asked', async () => {
    const member = await openMember(services)
    const userId = (await member.viewer())?.id ?? ''
    const at = now.getTime()
    const attemptId = crypto.randomUUID()
    const moves = [
      { type: 'start', at, certificationId: 'mb-800', set: 'all', questionIds: ids } as const,
      { type: 'answer', at, questionId: reorder.id, answer: ['0', '1', '2'] } as const,
    ]
    const send = (base: number, sent: readonly object[]) =>
      appendMoves(
        services.db,
        { id: attemptId, owner: { userId }, base, sentAt: at, entries: sent.map((move, i) => ({ key: `k${base + i}`, move })) as never },
        now,
      )
    await send(0, moves)
    await expect(print({ attemptId }, now, { userId })).rejects.toThrow('ATTEMPT_MISSING')
    await send(2, [{ type: 'finish', at }])
    await saveQuestions(services.db, [{ ...reorder, explanation: '<p>New words.</p>' }])
    await services.db
      .insertInto('question_versions')
      .values({ question_id: reorder.id, version: 1, item: JSON.stringify(toBankItem(reorder)), saved_at: now, saved_by: null })
      .execute()
    const { fieldsOf } = open((await print({ attemptId }, now, { userId })).bytes)
    expect(fieldsOf(reorder.id)[5]).toBe(reorder.explanation)
    await expect(print({ attemptId }, now, { userId: 'someone-else' })).rejects.toThrow('ATTEMPT_MISSING')
  })

  test('are refused while a simulation of the member or of the guest asks them', async () => {
    const member = await openMember(services)
    const userId = (await member.viewer())?.id ?? ''
    const simulation = { certificationId: 'mb-800', length: 'full', extraTime: 1 } as const
    await startSimulation(services.db, { ...simulation, candidate: { userId } }, now)
    await expect(print({}, now, { userId })).rejects.toThrow('FLASHCARDS_SEALED')
    const guests = await startSimulation(services.db, { ...simulation, candidate: { address: '203.0.113.9' } }, now)
    if (!guests.ok) throw new Error(guests.refusal)
    const asGuest = (at: Date) => printFlashcards(services, { ...ask, simulationId: guests.sheet.id }, { secret: guests.secret ?? '' }, at)
    expect(await asGuest(now)).toEqual({ ok: false, refusal: 'FLASHCARDS_SEALED' })
    expect(await asGuest(new Date(guests.sheet.deadlineAt + 1))).toMatchObject({ ok: true })
  })
})

describe('POST /api/flashcards', () => {
  const asked = (body: unknown) => ({
    pattern: '/api/flashcards',
    address: '/api/flashcards',
    init: { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) },
  })

  test('answers a guest with the file', async () => {
    const response = (await callRoute(services, openVisitor(services), action, asked(ask))) as Response
    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Disposition')).toBe('attachment; filename="praxam-mb-800.apkg"')
    expect(response.headers.get('Praxam-Cards')).toBe('4')
    expect(open(new Uint8Array(await response.arrayBuffer())).notes).toHaveLength(4)
  })

  test('refuses other formats, no questions and too many questions', async () => {
    const many = Array.from({ length: flashcardsMax + 1 }, () => crypto.randomUUID())
    for (const wrong of [{ format: 'exe' }, { questionIds: [] }, { questionIds: many }, { questionIds: ['q1'] }])
      expect(await askRoute(services, openVisitor(services), action, asked({ ...ask, ...wrong }))).toMatchObject({
        status: 422,
        data: { code: 'FLASHCARDS_UNREADABLE' },
      })
  })

  test('refuses the sixty-first file of an hour', async () => {
    const visitor = openVisitor(services, '203.0.113.77')
    const statuses: number[] = []
    for (let count = 0; count < 61; count++)
      statuses.push((await askRoute(services, visitor, action, asked({ ...ask, questionIds: [crypto.randomUUID()] }))).status)
    expect(statuses.slice(58)).toEqual([404, 404, 429])
  })
})
