import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { setAdministrator } from '#server/accounts/administrators.ts'
import { listAuditLog } from '#server/audit/audit.ts'
import { changeQuestion } from '#server/bank/question-editing.ts'
import { listQuestionsById } from '#server/bank/questions.ts'
import { saveQuestions } from '#server/bank/save-questions.ts'
import { saveCertification } from '#server/catalogue/certifications.ts'
import { saveOutline } from '#server/catalogue/outlines.ts'
import { countFreshness, listFreshness, readFreshness, type FreshnessFilter } from '#server/freshness/board.ts'
import type { PageCheck } from '#server/freshness/check-pages.ts'
import { confirmQuestion, undoConfirmation } from '#server/freshness/confirmations.ts'
import { listCitedSources, storePageChecks } from '#server/freshness/source-checks.ts'
import { aCertification, anOutline, aQuestion } from '#tests/factories.ts'
import { addMembers, openTestDatabase, type TestDatabase } from '#tests/services.ts'

const now = new Date('2026-11-24T12:00:00Z')
const later = new Date('2026-11-25T12:00:00Z')
const path = 'business-central/finance-payment-terms.md'
const cited = { repository: 'MicrosoftDocs/dynamics365smb-docs', path, commit: 'a'.repeat(40), lines: '10-20' }
const question = aQuestion({ grounding: { ...cited, title: 'Payment terms', checked_on: '2026-11-20' }, objective: 'payment-terms' })
const { id } = question
const newest = { commit: 'b'.repeat(40), path, lines: '12-22' }

const aCheck = (values: Partial<PageCheck> = {}): PageCheck => ({
  questionId: id,
  part: 'page',
  cited,
  sha256: '1'.repeat(64),
  outcome: 'changed',
  newestCommit: newest.commit,
  newestPath: newest.path,
  newestLines: newest.lines,
  newestSha256: '2'.repeat(64),
  oldText: 'Two percent.',
  newText: 'Three percent.',
  ...values,
})

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  const { db } = database
  await saveCertification(db, aCertification(), 0)
  await saveOutline(db, anOutline())
  await saveQuestions(db, [question])
  await addMembers(db, ['ada', 'grace', 'camille'], now)
  await setAdministrator(db, 'ada', true)
  await setAdministrator(db, 'grace', true)
})
afterEach(() => database.empty())

const store = (checks: PageCheck[], at = now) => storePageChecks(database.db, checks, at)
const list = async (filter: Partial<FreshnessFilter> = {}, at = now) =>
  (await listFreshness(database.db, { list: 're-check', ...filter }, at)).questions
const read = async () => (await readFreshness(database.db, [id]))[0]
const seen = async () => (await read())?.version ?? 0
const confirm = async (actorId = 'ada', version?: number) =>
  confirmQuestion(database.db, { questionId: id, actorId, seen: version ?? (await seen()) }, later)
const undo = async (actorId = 'ada', version?: number) =>
  undoConfirmation(database.db, { questionId: id, actorId, seen: version ?? (await seen()) }, later)

describe('the board', () => {
  test('shows a question with its objective, its pages and what changed', async () => {
    await store([aCheck()])
    expect(await list()).toEqual([
      {
        questionId: id,
        examId: 'mb-800',
        question: 'A vendor grants 2 % for payment within ten days. What do you set up?',
        isPublished: true,
        objective: 'Set up payment terms',
        outlineVersion: '2026-06-30',
        state: 're-check',
        reason: 'page-changed',
        since: now,
        setBy: 'check-sources',
        actor: null,
        checkedOn: '2026-11-20',
        version: 2,
        pages: [
          {
            part: 'page',
            place: cited,
            sha256: '1'.repeat(64),
            title: 'Payment terms',
            pageDate: undefined,
            address: question.reference,
            check: {
              ...newest,
              outcome: 'changed',
              at: now,
              changes: [
                { type: 'removed', text: 'Two' },
                { type: 'added', text: 'Three' },
                { type: 'same', text: ' percent.' },
              ],
            },
          },
        ],
      },
    ])
  })

  test('has filters', async () => {
    await store([aCheck()])
    const found = async (filter: Partial<FreshnessFilter>, at?: Date) => (await list(filter, at)).length
    expect(await found({ list: 'current' })).toBe(0)
    expect([await found({ examId: 'mb-800' }), await found({ examId: 'mb-230' })]).toEqual([1, 0])
    expect([await found({ objective: 'payment-terms' }), await found({ objective: 'reminders' })]).toEqual([1, 0])
    expect([await found({ olderThanDays: 1 }), await found({ olderThanDays: 1 }, later)]).toEqual([0, 1])
  })

  test('has pages, the longest in their state first', async () => {
    const ids = Array.from({ length: 25 }, (_, i) => `01a1f7f8-3000-7dd5-a155-0000000000${i + 10}`)
    await saveQuestions(
      database.db,
      ids.map((one) => aQuestion({ id: one, grounding: null, createdAt: '2026-11-21T08:00:00.000Z' })),
    )
    const first = await listFreshness(database.db, { list: 'unchecked' }, now)
    expect(first.questions.map(({ questionId }) => questionId)).toEqual(ids.slice(0, 20))
    const second = await listFreshness(database.db, { list: 'unchecked', after: first.next }, now)
    expect(second).toMatchObject({ next: undefined, questions: ids.slice(20).map((questionId) => ({ questionId })) })
    expect(await listFreshness(database.db, { list: 'unchecked', after: 'x' }, now)).toEqual(first)
  })

  test('has two lists of current questions: those that a person has checked, and the others', async () => {
    const unknown = '01a1f7f8-3000-7dd5-a155-000000000010'
    await saveQuestions(database.db, [aQuestion({ id: unknown, grounding: null })])
    const [current, unchecked] = [await list({ list: 'current' }), await list({ list: 'unchecked' })]
    expect([current, unchecked]).toMatchObject([[{ questionId: id }], [{ questionId: unknown, checkedOn: null }]])
    expect([current.length, unchecked.length]).toEqual([1, 1])
  })

  test('rates a new question like a saved question with the same fields', async () => {
    const grounding = { ...cited, checked_on: '2026-11-20' }
    const each = [
      aQuestion({ grounding, objective: 'payment-terms' }),
      aQuestion({ grounding, objective: 'retired' }),
      aQuestion({ grounding: null, state: 'draft' }),
    ]
    const idOf = (number: number) => `01a1f7f8-3000-7dd5-a155-0000000000${number + 10}`
    for (const areNew of [false, true]) {
      const questions = each.map((one, i) => ({ ...one, id: idOf(areNew ? i : i + each.length) }))
      await saveQuestions(database.db, questions, { by: 'ada', at: now }, { areNew })
    }
    const stored = await database.db
      .selectFrom('question_freshness')
      .selectAll()
      .where('question_id', '!=', id)
      .orderBy('question_id')
      .execute()
    const states = stored.map(({ question_id: _1, ...state }) => state)
    expect(states.slice(0, 3)).toEqual(states.slice(3))
    expect(states.map(({ state }) => state)).toEqual(['current', 'orphaned', 'current', 'current', 'orphaned', 'current'])
  })

  test('counts the questions of each list by exam', async () => {
    const ids = ['10', '11', '12', '13', '14', '15'].map((end) => `01a1f7f8-3000-7dd5-a155-0000000000${end}`)
    const checked = { ...cited, checked_on: '2026-11-20' }
    await saveCertification(database.db, { ...aCertification(), id: 'mb-230' }, 1)
    await saveQuestions(database.db, [
      ...ids.slice(0, 3).map((one) => aQuestion({ id: one, grounding: null })),
      ...ids.slice(3, 5).map((one) => aQuestion({ id: one, grounding: checked, objective: 'retired' })),
      aQuestion({ id: ids[5] ?? '', examId: 'mb-230', grounding: checked }),
    ])
    await store([aCheck()])
    expect(await countFreshness(database.db)).toEqual([
      { examId: 'mb-230', 're-check': 0, orphaned: 0, unchecked: 0, current: 1 },
      { examId: 'mb-800', 're-check': 1, orphaned: 2, unchecked: 3, current: 0 },
    ])
    await confirm()
    expect(await countFreshness(database.db)).toMatchObject([{}, { 're-check': 0, orphaned: 2, unchecked: 3, current: 1 }])
  })
})

describe('a confirmation', () => {
  beforeEach(() => store([aCheck()]))

  test('makes a question current at its newest place, without a new version of it', async () => {
    expect(await confirm()).toEqual({ ok: true, latest: { version: 3, email: 'ada@example.com', state: 'current' } })
    const place = { ...cited, ...newest }
    const known = { state: 'current', reason: null, since: later, setBy: 'person', actor: 'ada@example.com', checkedOn: '2026-11-25' }
    expect(await read()).toMatchObject({ ...known, pages: [{ place, sha256: '2'.repeat(64), check: undefined }] })
    const sources = []
    for await (const source of listCitedSources(database.db)) sources.push(source)
    expect(sources).toEqual([{ questionId: id, examId: 'mb-800', part: 'page', cited: place, lines_sha256: '2'.repeat(64) }])
    const [shown] = await listQuestionsById(database.db, 'mb-800', [id])
    expect(shown?.source).toMatchObject({ version: 1, checkedOn: '2026-11-25' })
    expect(shown?.source?.concern).toBeUndefined()
    const { lines } = await listAuditLog(database.db, {})
    expect(lines).toMatchObject([{ action: 'question-confirmed', actor: 'ada@example.com', subjectId: id }])
  })

  test('can be undone by the same person only', async () => {
    await confirm()
    expect(await undo('grace')).toEqual({ ok: false, refusal: 'NOT_CONFIRMED' })
    expect(await undo()).toMatchObject({ ok: true, latest: { version: 4, state: 're-check' } })
    expect(await read()).toMatchObject({ checkedOn: '2026-11-20', reason: 'page-changed' })
    expect(await undo()).toEqual({ ok: false, refusal: 'NOT_CONFIRMED' })
  })

  test('tells a second administrator who was faster', async () => {
    const version = await seen()
    await confirm('ada', version)
    const current = { version: 3, email: 'ada@example.com', state: 'current' }
    expect(await confirm('grace', version)).toEqual({ ok: false, refusal: 'FRESHNESS_CHANGED', current })
  })

  test('counts once when two administrators confirm at the same time', async () => {
    const version = await seen()
    const results = await Promise.all([confirm('ada', version), confirm('grace', version)])
    expect(results.map((result) => (result.ok ? 'confirmed' : result.refusal)).toSorted()).toEqual(['FRESHNESS_CHANGED', 'confirmed'])
  })

  test('is refused when the page has changed again meanwhile', async () => {
    const version = await seen()
    await store([aCheck({ newestSha256: '3'.repeat(64) })], later)
    expect(await confirm('ada', version)).toMatchObject({ ok: false, refusal: 'FRESHNESS_CHANGED', current: { email: null } })
  })

  test('is refused when nothing is left to confirm', async () => {
    await store([aCheck({ newestLines: null, newestSha256: null })])
    expect(await confirm()).toEqual({ ok: false, refusal: 'NOTHING_LEFT' })
    await store([aCheck({ outcome: 'deleted', newestPath: null, newestLines: null })])
    expect(await confirm()).toEqual({ ok: false, refusal: 'NOTHING_LEFT' })
    expect(await read()).toMatchObject({ state: 'orphaned' })
  })

  test('is refused when the outline no longer has the objective, although the page is the same', async () => {
    await saveOutline(database.db, { ...anOutline(), objectives: anOutline().objectives.filter((one) => one.id !== question.objective) })
    expect(await read()).toMatchObject({ state: 'orphaned', reason: 'objective-removed' })
    expect(await confirm()).toEqual({ ok: false, refusal: 'NOTHING_LEFT' })
  })

  test('is for administrators, and for questions that exist', async () => {
    expect(await confirm('camille')).toEqual({ ok: false, refusal: 'NOT_AN_ADMINISTRATOR' })
    const request = { questionId: crypto.randomUUID(), actorId: 'ada', seen: 1 }
    expect(await confirmQuestion(database.db, request, now)).toEqual({ ok: false, refusal: 'UNKNOWN_QUESTION' })
    expect(await confirmQuestion(database.db, { ...request, questionId: 'x' }, now)).toEqual({ ok: false, refusal: 'UNKNOWN_QUESTION' })
  })

  test('no longer dates a question whose texts were edited, but keeps its place', async () => {
    await confirm()
    await changeQuestion(database.db, 'ada', id, { explanation: '<p>Another reason.</p>' }, undefined, later)
    expect(await read()).toMatchObject({ state: 'current', checkedOn: null, pages: [{ place: newest }] })
  })

  test('does not count once the question cites another place', async () => {
    await confirm()
    await saveQuestions(database.db, [{ ...question, grounding: { ...cited, lines: '30-40', checked_on: '2026-11-20' } }])
    expect((await read())?.pages).toMatchObject([{ place: { ...cited, lines: '30-40' } }])
  })
})
