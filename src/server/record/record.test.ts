import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { toBankItem } from '#exam/bank-file/index.ts'
import type { Move } from '#exam/moves.ts'
import { saveQuestions } from '#server/bank/save-questions.ts'
import { saveCertification } from '#server/catalogue/certifications.ts'
import { syncNotes } from '#server/notes/notes.ts'
import { recountAnswers } from '#server/practice/count-answers.ts'
import { removeAttempt, removePractice } from '#server/practice/history.ts'
import { findAttempt } from '#server/practice/store.ts'
import { listPinnedQuestions } from '#server/practice/pinned-questions.ts'
import { readMyData } from '#server/record/my-data.ts'
import { learnerRecord, printRecordSchema } from '#server/record/record-schema.ts'
import { saveRenewalDate } from '#server/exam-dates/index.ts'
import { findShareableResult } from '#server/sharing/shared-results.ts'
import { startSimulation } from '#server/simulation/simulations.ts'
import { aCertification, aQuestion } from '#tests/factories.ts'
import { addMembers, countRows } from '#tests/services.ts'
import {
  at,
  exportFrom,
  gone,
  here,
  importTo,
  now,
  openId,
  practiceId,
  prepareInstallations,
  reorder,
  send,
  single,
  start,
  stored,
  there,
  type JsonRecord,
  uuid,
} from '#server/record/record.test-setup.ts'

prepareInstallations()

describe('the learner record', () => {
  const schemaFile = join(import.meta.dirname, '../../../docs/learner-record.schema.json')

  test('fits its published schema, which is the one of the code', async () => {
    await expect(`${JSON.stringify(printRecordSchema(), null, 2)}\n`).toMatchFileSnapshot(schemaFile)
    const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(
      JSON.parse(await readFile(schemaFile, 'utf8')) as object,
    )
    const record = await exportFrom(there)
    validate(record)
    expect(validate.errors).toBe(null)
    expect(validate({ ...record, attempts: [{ ...record.attempts[0], finishedAt: 'yesterday' }] })).toBe(false)
  })

  test('has no field that the schema does not describe', async () => {
    const record = await exportFrom(there)
    expect(learnerRecord.parse(record)).toEqual(record)
  })

  test('has the texts of finished attempts and of revealed questions, and no others', async () => {
    const started = await startSimulation(
      there.db,
      { certificationId: 'mb-800', length: 'full', extraTime: 1, candidate: { userId: 'ada' } },
      now,
    )
    expect(started.ok).toBe(true)
    await send(there, uuid('c9'), [start(), { type: 'reveal', at, questionId: gone.id }], 0, 'ada')
    const { attempts, questions } = await exportFrom(there, 'ada')
    expect(questions).toMatchObject([{ id: gone.id, version: 1, case_study: { title: 'Fabrikam & Co', content: '<p>Shoes.</p>' } }])
    expect(attempts.find(({ set }) => set === 'simulation')).toMatchObject({ simulation: null })
  })
})

describe('a record that is carried to another installation', () => {
  test('says what it adds, adds it, and adds nothing the second time', async () => {
    const record = await exportFrom(there)
    const summary = {
      attempts: { added: 3, existing: 0, leftOut: 0 },
      keptQuestions: 1,
      notes: { added: 1, existing: 0 },
      examDates: { added: 1, existing: 0 },
      renewalDates: { added: 1, existing: 0 },
    }
    expect(await importTo(here, record, 'camille', true)).toEqual(summary)
    expect(await countRows(here, 'attempts')).toBe(0)
    expect(await importTo(here, record)).toEqual(summary)
    const again = {
      attempts: { added: 0, existing: 3, leftOut: 0 },
      keptQuestions: 0,
      notes: { added: 0, existing: 1 },
      examDates: { added: 0, existing: 1 },
      renewalDates: { added: 0, existing: 1 },
    }
    const before = await exportFrom(here)
    expect(await importTo(here, record)).toEqual(again)
    expect(await exportFrom(here)).toEqual(before)
  })

  test('gives the same attempts, results, moves, flags, notes and dates', async () => {
    const record = await exportFrom(there)
    await importTo(here, record)
    const copy = await exportFrom(here)
    const essence = ({ attempts }: JsonRecord) =>
      attempts
        .map(({ importedAt: _at, questions: _pins, ...attempt }) => attempt)
        .toSorted((a, b) => (String(a['id']) < String(b['id']) ? -1 : 1))
    expect(essence(copy)).toEqual(essence(record))
    for (const name of ['questionNotes', 'examDates', 'renewalDates'] as const)
      expect((copy as Record<string, unknown>)[name]).toEqual((record as Record<string, unknown>)[name])
    expect(copy.attempts.map(({ importedAt }) => importedAt)).toEqual(copy.attempts.map(() => now.toISOString()))
    const cards = await here.db.selectFrom('review_cards').select('question_id').where('user_id', '=', 'camille').execute()
    expect(cards.map(({ question_id }) => question_id).toSorted()).toEqual([single.id, reorder.id])
  })

  test('shows questions that the bank lacks or has with other words, and those of the bank from the bank', async () => {
    await saveQuestions(here.db, [{ ...reorder, explanation: '<p>Other words.</p>' }])
    await importTo(here, await exportFrom(there))
    const attempt = await stored(here, practiceId)
    expect(attempt.pinned).toMatchObject([
      { id: single.id, version: 1 },
      { id: reorder.id, version: null, imported: expect.any(String) },
      { id: gone.id, version: null, imported: expect.any(String) },
    ])
    expect(attempt).toMatchObject({ correct: 2, total: 3, isImported: true })
    const [, second, third] = await listPinnedQuestions(here.db, attempt)
    expect(second?.explanation).toBe(reorder.explanation)
    expect(third?.text).toBe('<h3>Fabrikam &amp; Co</h3><p>Shoes.</p><p>Only there.</p>')
    expect(third).not.toHaveProperty('source')
  })

  // Regression: a solution question without its series could not be read, and was missing in the imported attempt.
  test('shows a solution question with its scenario, and can carry it on', async () => {
    const solution = aQuestion({
      id: uuid('a4'),
      type: 'solution',
      options: [],
      answerKey: ['no'],
      optionExplanations: [],
      caseStudyId: 'fabrikam',
    })
    await saveQuestions(there.db, [solution])
    const attemptId = uuid('c4')
    const answer: Move = { type: 'answer', at: at + 1000, questionId: solution.id, answer: ['no'] }
    await send(there, attemptId, [start([solution.id]), answer, { type: 'finish', at: at + 6000 }])
    await importTo(here, await exportFrom(there))
    const attempt = await stored(here, attemptId)
    expect(attempt).toMatchObject({ correct: 1, total: 1 })
    const scenario = '<h3>Fabrikam &amp; Co</h3><p>Shoes.</p>'
    expect(await listPinnedQuestions(here.db, attempt)).toMatchObject([
      { type: 'solution', text: scenario + solution.text, caseStudyId: null },
    ])
    expect(await importTo(here, await exportFrom(here), 'ada')).toMatchObject({ attempts: { added: 4 } })
  })

  test('can be carried on to a third one', async () => {
    await importTo(here, await exportFrom(there))
    await there.empty()
    await saveCertification(there.db, aCertification(), 0)
    await addMembers(there.db, ['camille'], now)
    expect(await importTo(there, await exportFrom(here))).toMatchObject({ attempts: { added: 3 }, keptQuestions: 3 })
    expect(await listPinnedQuestions(there.db, await stored(there, practiceId))).toHaveLength(3)
  })

  test('never counts in the statistics, also when an imported attempt is finished later', async () => {
    await importTo(here, await exportFrom(there))
    await send(here, openId, [{ type: 'finish', at: at + 9000 }], 3)
    expect(await stored(here, openId)).toMatchObject({ correct: 0, total: 1 })
    await recountAnswers(here.db)
    expect(await countRows(here, 'question_statistics')).toBe(0)
    expect(await here.db.selectFrom('item_tallies').selectAll().execute()).toEqual([])
  })

  test('cannot be shared with others', async () => {
    await importTo(here, await exportFrom(there))
    expect(await findShareableResult(here.db, 'camille', practiceId)).toEqual({ ok: false, refusal: 'ATTEMPT_IMPORTED' })
  })

  test('becomes the importer’s own, with other ids for attempts that belong to someone else here', async () => {
    const record = await exportFrom(there)
    expect(await importTo(there, record)).toMatchObject({ attempts: { added: 0, existing: 3 } })
    expect(await importTo(there, record, 'ada')).toMatchObject({ attempts: { added: 3, existing: 0 } })
    expect(await importTo(there, record, 'ada')).toMatchObject({ attempts: { added: 0, existing: 3 } })
    expect(await stored(there, practiceId)).toMatchObject({ isImported: false })
    const ofAda = await exportFrom(there, 'ada')
    expect(ofAda.attempts.map(({ id }) => id)).not.toContain(practiceId)
    expect(ofAda.attempts).toHaveLength(3)
  })

  test('leaves no text behind when its attempts are deleted', async () => {
    await importTo(here, await exportFrom(there))
    const count = async () => (await here.db.selectFrom('imported_questions').select('id').execute()).length
    expect(await count()).toBe(1)
    await removeAttempt(here.db, 'camille', practiceId, now)
    // The simulation has the question too.
    expect(await count()).toBe(1)
    await removePractice(here.db, 'camille', 'mb-800', now)
    expect(await count()).toBe(0)
  })

  test('keeps a note that is newer here, and an exam date that is here', async () => {
    const note = { questionId: single.id, certificationId: 'mb-800', text: 'Newer.', changedAt: now.getTime() }
    await syncNotes(here.db, 'camille', { since: 0, sentAt: now.getTime(), notes: [note] }, now)
    await here.db
      .insertInto('exam_dates')
      .values({ user_id: 'camille', certification_id: 'mb-800', exam_on: '2027-01-01', outcome: null })
      .execute()
    expect(await importTo(here, await exportFrom(there))).toMatchObject({ notes: { added: 0 }, examDates: { added: 0 } })
    expect(await exportFrom(here)).toMatchObject({ questionNotes: [{ text: 'Newer.' }], examDates: [{ examOn: '2027-01-01' }] })
  })

  test('keeps a renewal date that is here, and has no date for a certification that cannot be renewed', async () => {
    const record = await exportFrom(there)
    const renewalDates = [
      { certification: 'mb-800', endsOn: '2027-02-01', reminds: true, remindedDays: null },
      { certification: 'pl-900', endsOn: '2026-12-10', reminds: true, remindedDays: null },
      { certification: 'mb-820', endsOn: '2026-12-10', reminds: false, remindedDays: null },
    ]
    await saveCertification(here.db, aCertification({ id: 'pl-900', type: 'Fundamentals' }), 1)
    await saveCertification(here.db, aCertification({ id: 'mb-820' }), 2)
    await saveRenewalDate(here.db, 'camille', { certification: 'mb-800', day: '2027-01-15', reminds: false }, now)
    expect(await importTo(here, { ...record, renewalDates })).toMatchObject({ renewalDates: { added: 1, existing: 1 } })
    // The reminders of 180, 90, and 30 days before the end would be late.
    expect(await exportFrom(here)).toMatchObject({
      renewalDates: [
        { certification: 'mb-820', endsOn: '2026-12-10', reminds: false, remindedDays: 30 },
        { certification: 'mb-800', endsOn: '2027-01-15', reminds: false },
      ],
    })
  })

  test('has the version of an attempt, not the one of today', async () => {
    await saveQuestions(there.db, [{ ...single, text: '<p>Edited.</p>' }])
    await there.db
      .insertInto('question_versions')
      .values({ question_id: single.id, version: 1, item: JSON.stringify(toBankItem(single)), saved_at: now, saved_by: null })
      .execute()
    const { questions } = await exportFrom(there)
    expect(questions.filter(({ id }) => id === single.id)).toMatchObject([{ version: 1, text: single.text }])
  })
})

describe('a record of version 1', () => {
  const fixture = (name: string) => readFile(join(import.meta.dirname, `../../../tests/fixtures/my-data-1-${name}.json`), 'utf8')

  test('of the first release is imported: answers are graded with the questions of today, simulations keep their result only', async () => {
    const record = await fixture('first')
    expect(await importTo(here, record)).toMatchObject({ attempts: { added: 3, existing: 0, leftOut: 1 }, examDates: { added: 1 } })
    expect(await importTo(here, record)).toMatchObject({ attempts: { added: 0, existing: 3 }, examDates: { added: 0 } })
    const finished = await stored(here, uuid('d1'))
    expect(finished).toMatchObject({ correct: 1, total: 2, attempt: { answers: { [single.id]: ['C'] }, flagged: [single.id] } })
    expect(finished.pinned).toEqual([
      { id: single.id, version: 1 },
      { id: reorder.id, version: 1 },
    ])
    const simulation = await stored(here, uuid('d2'))
    expect(simulation).toMatchObject({ correct: 1, total: 40, pinned: [{ id: single.id, version: null }] })
    expect(await stored(here, uuid('d4'))).toMatchObject({ correct: null, attempt: { set: 'area-2', finishedAt: null } })
  })

  test.each(['notes', 'last'])('of a later release (%s) has guesses and notes too', async (name) => {
    expect(await importTo(here, await fixture(name))).toMatchObject({ attempts: { added: 2 }, notes: { added: 1 } })
    expect(await stored(here, uuid('d1'))).toMatchObject({ attempt: { guessed: [reorder.id] } })
    // The question of this attempt is not in any bank.
    expect(await stored(here, uuid('d5'))).toMatchObject({ correct: 0, total: 1 })
  })

  test('of the last release has the preparation and outcomes of exams, for exams that exist here', async () => {
    expect(await importTo(here, await fixture('last'))).toMatchObject({ examDates: { added: 1, existing: 0 } })
    const { preparingFor, examDates } = await readMyData(here.db, 'camille', now)
    expect({ preparingFor, examDates }).toEqual({
      preparingFor: 'mb-800',
      examDates: [{ certification: 'mb-800', examOn: '2026-11-12', outcome: 'not_yet' }],
    })
  })
})

describe('hostile records', () => {
  test('keep no markup that could run code', async () => {
    const record = await exportFrom(there)
    for (const item of record.questions)
      if (item['id'] === gone.id) item['text'] = '<p>Hi</p><script>alert(1)</script><img src=x onerror=alert(1)>'
    await importTo(here, record)
    const [, , shown] = await listPinnedQuestions(here.db, await stored(here, practiceId))
    expect(shown?.text).toContain('<p>Hi</p>')
    expect(shown?.text).not.toMatch(/script|onerror|alert\(1\)>/)
  })

  test('change neither the questions of the bank nor attempts of others', async () => {
    const record = await exportFrom(there)
    for (const item of record.questions) item['explanation'] = '<p>Forged.</p>'
    const before = await here.db.selectFrom('questions').selectAll().orderBy('id').execute()
    await importTo(here, record)
    expect(await here.db.selectFrom('questions').selectAll().orderBy('id').execute()).toEqual(before)
    expect(await countRows(here, 'question_versions')).toBe(0)
    expect(await findAttempt(here.db, practiceId, { userId: 'ada' })).toBe(undefined)
  })
})
