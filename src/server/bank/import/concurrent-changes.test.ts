import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { changeCaseStudy } from '#server/bank/case-studies.ts'
import { saveCertification } from '#server/catalogue/certifications.ts'
import { findCaseStudy } from '#server/bank/questions.ts'
import { saveCaseStudy, saveQuestions } from '#server/bank/save-questions.ts'
import { aCertification, aQuestion } from '#tests/factories.ts'
import { anItem, database, id, importWhile, linesOf, linesWhile, prepareImports, stored } from '#server/bank/import/import.test-setup.ts'

prepareImports()

// Regression: an import overwrote case studies and questions that were changed after the check.
describe('a concurrent change stops the import', () => {
  const northwind = { id: 'northwind', title: 'Northwind', content: '<p>Imports.</p>' }
  const changedMeanwhile = (sentence: string) => ({
    type: 'failed',
    code: 'IMPORT_CHANGED_MEANWHILE',
    message: `Someone else ${sentence} during the import. Import the file again. Nothing was written.`,
  })

  test('of a case study, and keeps the change', async () => {
    await saveCaseStudy(database.db, northwind)
    const change = async () => void (await changeCaseStudy(database.db, null, 'northwind', { title: 'Ours' }, 1, new Date()))
    const last = await importWhile(change, {
      'questions.json': [anItem(1, { case_study_id: 'northwind' })],
      'case_studies.json': [{ ...northwind, title: 'Theirs' }],
    })
    expect(last).toEqual(changedMeanwhile('changed the case study northwind'))
    expect((await findCaseStudy(database.db, 'northwind'))?.title).toBe('Ours')
    expect(await stored()).toEqual([])
  })

  test('of a question, and keeps the change', async () => {
    const question = aQuestion({ id: id(1) })
    await saveQuestions(database.db, [question])
    const change = () => saveQuestions(database.db, [{ ...question, text: 'Ours' }])
    const last = await importWhile(change, { 'questions.json': [anItem(1, { text: 'Theirs' })] })
    expect(last).toEqual(changedMeanwhile(`changed the question ${id(1)}`))
    expect(await stored()).toMatchObject([{ text: 'Ours', version: 2 }])
  })

  test('that adds a case study or a question, and keeps it', async () => {
    const add = () => saveCaseStudy(database.db, northwind)
    const caseStudies = [{ ...northwind, title: 'Theirs' }]
    expect(await importWhile(add, { 'questions.json': [anItem(1)], 'case_studies.json': caseStudies })).toEqual(
      changedMeanwhile('changed the case study northwind'),
    )
    const own = aQuestion({ id: id(150), text: 'Ours' })
    const items = Array.from({ length: 150 }, (_, i) => anItem(i + 1))
    const lines = await linesWhile(() => saveQuestions(database.db, [own]), { 'questions.json': items })
    expect(lines.at(-1)).toEqual(changedMeanwhile(`added the question ${id(150)}`))
    // The first batch was written once: the transaction is not repeated.
    expect(lines.filter((line) => line.type === 'progress' && line.stage === 'writing')).toHaveLength(1)
    expect(await stored()).toMatchObject([{ text: 'Ours', version: 1 }])
  })

  // Regression: the questions were written into a skill area that no longer existed.
  test('that removes a skill area', async () => {
    const { skillAreas } = aCertification()
    const remove = () => saveCertification(database.db, aCertification({ skillAreas: skillAreas.slice(0, 1) }), 0)
    const last = await importWhile(remove, { 'questions.json': [anItem(1)] })
    await saveCertification(database.db, aCertification(), 0)
    expect(last).toEqual(changedMeanwhile('changed the skill areas of mb-800'))
    expect(await stored()).toEqual([])
  })

  test('that deletes a case study', async () => {
    await saveCaseStudy(database.db, northwind)
    const remove = async () => void (await database.db.deleteFrom('case_studies').execute())
    const last = await importWhile(remove, { 'questions.json': [anItem(1, { case_study_id: 'northwind' })] })
    expect(last).toEqual(changedMeanwhile('deleted a certification or a case study that the file uses'))
  })

  test('that writes the same id, without replacing rows', async () => {
    const question = aQuestion({ id: id(1), text: 'Ours' })
    await saveQuestions(database.db, [question])
    const again = saveQuestions(database.db, [{ ...question, text: 'Theirs' }], undefined, { areNew: true })
    await expect(again).rejects.toMatchObject({ code: '23505' })
    await saveCaseStudy(database.db, northwind)
    await expect(saveCaseStudy(database.db, northwind, undefined, { isNew: true })).rejects.toMatchObject({ code: '23505' })
    expect(await stored()).toMatchObject([{ text: 'Ours', version: 1 }])

    await sql`create unique index one_of_each on questions (difficulty) where difficulty = 3`.execute(database.db)
    const last = (await linesOf([anItem(2, { difficulty: 3 }), anItem(3, { difficulty: 3 })])).at(-1)
    await sql`drop index one_of_each`.execute(database.db)
    expect(last).toEqual(changedMeanwhile('added something with an id from the file'))
  })

  test('even if the stored images cannot be removed again', async () => {
    const add = () => saveQuestions(database.db, [aQuestion({ id: id(1) })])
    const remove = () => Promise.reject(new Error('The disk is gone'))
    const last = await importWhile(add, { 'questions.json': [anItem(1)] }, {}, { remove })
    expect(last).toMatchObject({ code: 'IMPORT_CHANGED_MEANWHILE' })
  })
})
