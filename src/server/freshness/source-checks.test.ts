import { beforeEach, describe, expect, test } from 'vitest'
import type { BankQuestion, Grounding } from '#exam/bank-file/index.ts'
import { changeQuestion } from '#server/bank/question-editing.ts'
import { listQuestionsById } from '#server/bank/questions.ts'
import { saveQuestions } from '#server/bank/save-questions.ts'
import { removeLoadedOutlinesExcept, saveOutline } from '#server/catalogue/outlines.ts'
import type { PageCheck } from '#server/freshness/check-pages.ts'
import { markReworded } from '#server/freshness/rate-questions.ts'
import { listCitedSources, parsePageChecks, storePageChecks } from '#server/freshness/source-checks.ts'
import { listPinnedQuestions } from '#server/practice/pinned-questions.ts'
import { readContentVersion } from '#server/platform/content-version.ts'
import { anOutline, aQuestion } from '#tests/factories.ts'
import { prepareDatabase } from '#tests/prepared-database.ts'

const now = new Date('2026-11-24T12:00:00Z')
const later = new Date('2026-11-25T12:00:00Z')
const checkedOn = '2026-11-20'
const cited = {
  repository: 'MicrosoftDocs/dynamics365smb-docs',
  path: 'business-central/finance-payment-terms.md',
  commit: 'a'.repeat(40),
  lines: '10-20',
}
const second = { ...cited, path: 'business-central/more.md' }
const grounding: Grounding = { ...cited, checked_on: checkedOn }
const question = aQuestion({ grounding, objective: 'payment-terms' })

const aCheck = (values: Partial<PageCheck> = {}): PageCheck => ({
  questionId: question.id,
  part: 'page',
  cited,
  sha256: '1'.repeat(64),
  outcome: 'changed',
  newestCommit: 'b'.repeat(40),
  newestPath: cited.path,
  newestLines: '12-22',
  newestSha256: '2'.repeat(64),
  oldText: 'Two percent.',
  newText: 'Three percent.',
  ...values,
})

const database = prepareDatabase()
beforeEach(async () => {
  await saveOutline(database.db, anOutline())
})

const save = (...questions: BankQuestion[]) => saveQuestions(database.db, questions)
const store = (checks: PageCheck[], at = now) => storePageChecks(database.db, checks, at)
const readState = (id = question.id) =>
  database.db
    .selectFrom('question_freshness')
    .select(['state', 'reason', 'since', 'set_by', 'checked_on', 'version'])
    .where('question_id', '=', id)
    .executeTakeFirst()
const listSources = async () => {
  const sources = []
  for await (const source of listCitedSources(database.db)) sources.push(source)
  return sources
}

describe('the sources of questions', () => {
  test('are their cited places, with the hash of the lines if it is known', async () => {
    const hash = 'c'.repeat(64)
    await save({ ...question, grounding: { ...grounding, lines_sha256: hash, second_source: second } })
    expect(await listSources()).toEqual([
      { questionId: question.id, examId: 'mb-800', part: 'page', cited, lines_sha256: hash },
      { questionId: question.id, examId: 'mb-800', part: 'second-source', cited: second },
    ])
  })

  test('are none without a grounding', async () => {
    await save({ ...question, grounding: null })
    expect(await listSources()).toEqual([])
    expect(await readState()).toMatchObject({ state: 'current', checked_on: null })
  })
})

describe('the state of a question', () => {
  beforeEach(() => save(question))

  test('is current since someone checked it', async () => {
    const since = new Date(checkedOn)
    expect(await readState()).toEqual({ state: 'current', reason: null, since, set_by: 'content', checked_on: checkedOn, version: 1 })
  })

  test('becomes another one when its lines have changed, and is public', async () => {
    const before = await readContentVersion(database.db)
    expect(await store([aCheck()])).toEqual({ stored: 1, skipped: 0 })
    expect(await readState()).toMatchObject({ state: 're-check', reason: 'page-changed', since: now, set_by: 'check-sources', version: 2 })
    expect(await readContentVersion(database.db)).toBe(before + 1)
  })

  test('stays as it is when the same check is stored again', async () => {
    await store([aCheck()])
    const before = [await readState(), await readContentVersion(database.db)]
    expect(await store([aCheck()], later)).toEqual({ stored: 1, skipped: 0 })
    expect([await readState(), await readContentVersion(database.db)]).toEqual(before)
  })

  test('counts as news when the page has changed again', async () => {
    await store([aCheck()])
    await store([aCheck({ newestSha256: '3'.repeat(64), newText: 'Four percent.' })], later)
    expect(await readState()).toMatchObject({ state: 're-check', since: now, version: 3 })
  })

  test('stays current when its lines have only moved, and becomes current again', async () => {
    await store([aCheck({ outcome: 'moved', oldText: null, newText: null })])
    expect(await readState()).toMatchObject({ state: 'current', since: new Date(checkedOn) })
    await store([aCheck({ outcome: 'deleted' })])
    expect(await readState()).toMatchObject({ state: 'orphaned', reason: 'page-deleted' })
    await store([aCheck({ outcome: 'unchanged' })], later)
    expect(await readState()).toMatchObject({ state: 'current', reason: null, since: later })
  })

  test('is what candidates see', async () => {
    const concernOf = async () => (await listQuestionsById(database.db, 'mb-800', [question.id]))[0]?.source?.concern
    const pinned = [{ id: question.id, version: 1 }]
    const pinnedConcern = async () => (await listPinnedQuestions(database.db, { pinned, simulation: null }))[0]?.source?.concern
    expect(await concernOf()).toBeUndefined()
    await store([aCheck()])
    expect([await concernOf(), await pinnedConcern()]).toEqual(['page-changed', 'page-changed'])
  })

  test('does not follow from a check of another place than the question cites', async () => {
    expect(await store([aCheck({ cited: { ...cited, lines: '1-2' } }), aCheck({ questionId: crypto.randomUUID() })])).toEqual({
      stored: 0,
      skipped: 2,
    })
    expect(await readState()).toMatchObject({ state: 'current' })
  })

  test('is current again once the question cites a newer place', async () => {
    await store([aCheck()])
    const newer = { ...grounding, commit: 'b'.repeat(40), checked_on: '2026-11-24' }
    expect(await changeQuestion(database.db, null, question.id, { grounding: newer }, undefined, later)).toMatchObject({ ok: true })
    expect(await readState()).toMatchObject({ state: 'current', reason: null, checked_on: '2026-11-24', set_by: 'content' })
  })
})

describe('the objective of a question', () => {
  beforeEach(() => save(question))
  const withObjectives = (...ids: string[]) =>
    saveOutline(
      database.db,
      anOutline({ objectives: ids.map((id) => ({ id, skillArea: question.skillArea, skill: question.skill, text: id })) }),
    )

  test('orphans it when the outline loses it, until it is back', async () => {
    const before = await readContentVersion(database.db)
    await withObjectives('reminders')
    expect(await readState()).toMatchObject({ state: 'orphaned', reason: 'objective-removed', set_by: 'outline' })
    expect(await readContentVersion(database.db)).toBe(before + 1)
    await withObjectives('reminders', 'payment-terms')
    expect(await readState()).toMatchObject({ state: 'current', set_by: 'outline' })
  })

  test('counts more than a changed page, which is remembered', async () => {
    await store([aCheck()])
    await withObjectives('reminders')
    expect(await readState()).toMatchObject({ state: 'orphaned', reason: 'objective-removed' })
    await save({ ...question, objective: 'reminders' })
    expect(await readState()).toMatchObject({ state: 're-check', reason: 'page-changed' })
  })

  test('asks for a new check when its words change, until a person has checked the question', async () => {
    await markReworded(database.db, [question.id], { actorId: null, at: now })
    expect(await readState()).toMatchObject({ state: 're-check', reason: 'objective-reworded', set_by: 'outline', since: now })
    await save({ ...question, difficulty: 1 })
    expect(await readState()).toMatchObject({ reason: 'objective-reworded' })
    await save({ ...question, grounding: { ...grounding, checked_on: '2026-11-25' } })
    expect(await readState()).toMatchObject({ state: 'current', reason: null })
  })

  test('does not ask for it once the question has another objective', async () => {
    await markReworded(database.db, [question.id], { actorId: null, at: now })
    await save({ ...question, objective: null })
    expect(await readState()).toMatchObject({ state: 'current' })
    await save(question)
    expect(await readState()).toMatchObject({ state: 'current' })
  })

  test('is not missed without an outline', async () => {
    await withObjectives('reminders')
    await removeLoadedOutlinesExcept(database.db, [])
    expect(await readState()).toMatchObject({ state: 'current' })
  })
})

describe('checks that a command sends', () => {
  test('have a shape', () => {
    expect(parsePageChecks({ checks: [aCheck()] })).toEqual([aCheck()])
    for (const body of [{}, { checks: [{ ...aCheck(), outcome: 'gone' }] }, { checks: [{ ...aCheck(), questionId: 'x' }] }])
      expect(() => parsePageChecks(body)).toThrow()
  })
})
