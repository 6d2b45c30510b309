import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { loadContent } from '#server/bank/load-content.ts'
import { changeCaseStudy, findStoredCaseStudy, deleteCaseStudy } from '#server/bank/case-studies.ts'
import { findCertification, findCertificationRow } from '#server/catalogue/certifications.ts'
import { changeCertification, deleteCertification } from '#server/bank/certification-editing.ts'
import { changeQuestions } from '#server/bank/question-changes.ts'
import { changeQuestion } from '#server/bank/question-editing.ts'
import { findStoredQuestion, listVersions } from '#server/bank/question-history.ts'
import { countRows } from '#tests/services.ts'
import { changeItem, database, edit, folder, now, prepareContent, type Item } from '#server/bank/load-content.test-setup.ts'

prepareContent()

describe('loading content again after changes by administrators', () => {
  const [bank, catalog] = ['bank/mb-800.json', 'certifications.json']
  const later = new Date('2026-11-21T12:00:00Z')
  const load = () => loadContent(database.db, folder, later)
  const itemsOf = async (path: string) => JSON.parse(await readFile(join(folder, path), 'utf8')) as Item[]
  const ids = async () => (await itemsOf(bank)).map((item) => String(item['id']))
  const stored = (id = '') => findStoredQuestion(database.db, id)
  const remove = (...gone: string[]) => changeQuestions(database.db, null, gone, { type: 'delete' }, later)
  /** The questions of the first case study. The first question contains the case study. */
  const sharing = async () => {
    const items = await itemsOf(bank)
    const caseStudyId = String(items.find((item) => item['case_study'])?.['case_study_id'])
    return { caseStudyId, using: items.filter((item) => item['case_study_id'] === caseStudyId).map((item) => String(item['id'])) }
  }
  const writeCaseStudy = (content: string) =>
    edit(bank, (items) =>
      items.map((item) => (item['case_study'] ? { ...item, case_study: { ...(item['case_study'] as Item), content } } : item)),
    )

  beforeEach(() => loadContent(database.db, folder, now))

  test('writes only differences, and saves the previous version', async () => {
    const [first, second] = await ids()
    await edit(bank, changeItem(0, { explanation: '<p>Corrected.</p>' }))
    await load()
    expect(await stored(first)).toMatchObject({ explanation: '<p>Corrected.</p>', version: 2, updated_at: null })
    expect((await listVersions(database.db, first ?? '')).map(({ version }) => version)).toEqual([2, 1])
    expect(await stored(second)).toMatchObject({ version: 1 })
    expect(await countRows(database, 'question_versions')).toBe(1)
    const { caseStudyId } = await sharing()
    expect(await findStoredCaseStudy(database.db, caseStudyId)).toMatchObject({ version: 1 })
  })

  test('increases the version of a changed certification', async () => {
    const [first, second] = await itemsOf(catalog)
    await edit(catalog, changeItem(0, { name: 'Renamed' }))
    await load()
    expect(await findCertificationRow(database.db, String(first?.['id']))).toMatchObject({ name: 'Renamed', version: 2, updated_at: null })
    expect(await findCertificationRow(database.db, String(second?.['id']))).toMatchObject({ version: 1 })
  })

  test('keeps a changed question, even if it is no longer in the file', async () => {
    const [first = ''] = await ids()
    await changeQuestion(database.db, null, first, { explanation: '<p>Ours.</p>' }, undefined, later)
    await edit(bank, changeItem(0, { explanation: '<p>Theirs.</p>' }))
    await load()
    expect(await stored(first)).toMatchObject({ explanation: '<p>Ours.</p>', version: 2 })
    await edit(bank, (items) => items.slice(1))
    await load()
    expect(await stored(first)).toMatchObject({ explanation: '<p>Ours.</p>', version: 2 })
  })

  test('does not restore a deleted question', async () => {
    const [first = ''] = await ids()
    await remove(first)
    await edit(bank, changeItem(0, { explanation: '<p>Theirs.</p>' }))
    expect(await load()).toEqual([bank])
    expect(await stored(first)).toBeUndefined()
    expect(await load()).toEqual([])
  })

  test('keeps a changed case study, and updates the others', async () => {
    const { caseStudyId } = await sharing()
    await writeCaseStudy('<p>Theirs.</p>')
    await load()
    expect(await findStoredCaseStudy(database.db, caseStudyId)).toMatchObject({ content: '<p>Theirs.</p>', version: 2 })
    await changeCaseStudy(database.db, null, caseStudyId, { content: '<p>Ours.</p>' }, undefined, later)
    await writeCaseStudy('<p>Theirs again.</p>')
    await load()
    expect(await findStoredCaseStudy(database.db, caseStudyId)).toMatchObject({ content: '<p>Ours.</p>', version: 3 })
  })

  test('restores a deleted case study only for a question that needs it, and then updates it from the file', async () => {
    const { caseStudyId, using } = await sharing()
    await remove(...using)
    expect(await deleteCaseStudy(database.db, null, caseStudyId, later)).toEqual({ ok: true })
    await writeCaseStudy('<p>Theirs.</p>')
    await load()
    expect(await findStoredCaseStudy(database.db, caseStudyId)).toBeUndefined()
    const fresh = '01a1f7f8-3000-7dd5-a155-00000000ffff'
    await edit(bank, (items) => [...items, { ...items.find((item) => item['case_study']), id: fresh }])
    await load()
    expect(await stored(fresh)).toMatchObject({ case_study_id: caseStudyId })
    expect(await findStoredCaseStudy(database.db, caseStudyId)).toMatchObject({ content: '<p>Theirs.</p>' })
    await writeCaseStudy('<p>Theirs again.</p>')
    await load()
    expect(await findStoredCaseStudy(database.db, caseStudyId)).toMatchObject({ content: '<p>Theirs again.</p>' })
  })

  test('keeps a changed certification, even if it is no longer in the catalog', async () => {
    await changeCertification(database.db, null, 'mb-200', { name: 'Ours' }, undefined, later)
    await edit(catalog, (items) => items.map((item) => (item['id'] === 'mb-200' ? { ...item, name: 'Theirs' } : item)))
    await load()
    expect(await findCertificationRow(database.db, 'mb-200')).toMatchObject({ name: 'Ours', version: 2 })
    await edit(catalog, (items) => items.filter((item) => item['id'] !== 'mb-200'))
    await rm(join(folder, 'bank/mb-200.json'))
    await load()
    expect(await findCertificationRow(database.db, 'mb-200')).toMatchObject({ name: 'Ours', version: 2 })
  })

  test('does not restore a deleted certification or its questions', async () => {
    await remove(...(await itemsOf('bank/mb-200.json')).map((item) => String(item['id'])))
    expect(await deleteCertification(database.db, null, 'mb-200', later)).toEqual({ ok: true })
    await edit(catalog, (items) => items.map((item) => (item['id'] === 'mb-200' ? { ...item, name: 'Theirs' } : item)))
    const fresh = '01a1f7f8-3000-7dd5-a155-00000000ffff'
    await edit('bank/mb-200.json', (items) => [...items, { ...items[0], id: fresh }])
    expect(await load()).toEqual([catalog, 'bank/mb-200.json'])
    expect([await findCertificationRow(database.db, 'mb-200'), await stored(fresh)]).toEqual([undefined, undefined])
  })

  test('keeps a removed certification that has questions by administrators', async () => {
    const [first = '', ...others] = (await itemsOf('bank/mb-200.json')).map((item) => String(item['id']))
    await changeQuestion(database.db, null, first, { explanation: '<p>Ours.</p>' }, undefined, later)
    await edit(catalog, (items) => items.filter((item) => item['id'] !== 'mb-200'))
    await rm(join(folder, 'bank/mb-200.json'))
    await load()
    expect(await findCertification(database.db, 'mb-200')).toMatchObject({ bankSize: 1 })
    expect([await stored(first), await stored(others[0])]).toMatchObject([{ explanation: '<p>Ours.</p>' }, undefined])
  })
})
