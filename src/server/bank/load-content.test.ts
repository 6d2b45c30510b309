import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { printOriginalFields } from '#exam/bank-file/index.ts'
import { createBankReport } from '#exam/bank-report.ts'
import { readEdition, updateEdition } from '#server/bank/content-edition.ts'
import { ContentProblem, readContent, readContentFingerprint } from '#server/bank/content-files.ts'
import { loadContent } from '#server/bank/load-content.ts'
import { changeCaseStudy, findStoredCaseStudy, deleteCaseStudy } from '#server/bank/case-studies.ts'
import { findCertification, findCertificationRow, listCertifications } from '#server/catalogue/certifications.ts'
import { changeCertification, deleteCertification } from '#server/bank/certification-editing.ts'
import { readContentVersion } from '#server/platform/content-version.ts'
import type { ExamOutline } from '#exam/outline.ts'
import { applyOutline } from '#server/bank/outline-applying.ts'
import { ratePageAge } from '#exam/page-age.ts'
import { findCaseStudy, listQuestions } from '#server/bank/questions.ts'
import { changeQuestions } from '#server/bank/question-changes.ts'
import { changeQuestion } from '#server/bank/question-editing.ts'
import { listOutlines } from '#server/catalogue/outlines.ts'
import { anOutline } from '#tests/factories.ts'
import { listCaseStudyTranslations } from '#server/bank/case-study-translations.ts'
import { hashText } from '#server/bank/original-hash.ts'
import { listTranslations } from '#server/bank/translations.ts'
import { findStoredQuestion, listVersions } from '#server/bank/question-history.ts'
import { contentFolder, countRows, openTestDatabase, type TestDatabase } from '#tests/services.ts'

const now = new Date('2026-11-20T12:00:00Z')
let database: TestDatabase
/** The content of the project with a part of each bank, so that it is loaded in a third of the time. */
let shortContent: string
/** A copy of it for each test. */
let folder: string

beforeAll(async () => {
  database = await openTestDatabase()
  folder = shortContent = await mkdtemp(join(tmpdir(), 'praxam-content-'))
  await cp(contentFolder, folder, { recursive: true })
  const hashes = new Map<unknown, string>()
  for (const name of (await readdir(join(folder, 'bank'))).filter((one) => one.endsWith('.json')))
    await edit(`bank/${name}`, (items) => {
      const some = items.filter((item, i) => i < 10 || item['case_study_id'])
      for (const item of some) if (item['state'] !== 'draft') hashes.set(item['id'], hashText(printOriginalFields(item)))
      return some
    })
  for (const name of (await readdir(join(folder, 'bank/fr'))).filter((one) => !one.endsWith('-case-studies.json')))
    // Questions may have changed since they were translated.
    await edit(`bank/fr/${name}`, (items) => items.filter(({ id, of }) => hashes.get(id) === of))
})
afterAll(async () => {
  await database.close()
  await rm(shortContent, { recursive: true })
})
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'praxam-content-'))
  await cp(shortContent, folder, { recursive: true })
  // A question cannot be removed while it has a translation.
  await rm(join(folder, 'bank/fr'), { recursive: true })
})
afterEach(async () => {
  await database.empty()
  await rm(folder, { recursive: true })
})

type Item = Record<string, unknown>

async function edit(path: string, change: (items: Item[]) => unknown): Promise<void> {
  const items = JSON.parse(await readFile(join(folder, path), 'utf8')) as Item[]
  await writeFile(join(folder, path), JSON.stringify(change(items)))
}

const withoutDrafts = (items: Item[]) => items.filter((item) => item['state'] !== 'draft')
const changeItem = (index: number, values: Item) => (items: Item[]) => items.map((item, i) => (i === index ? { ...item, ...values } : item))

describe('loading content', () => {
  test('stores every certification and question in file order', async () => {
    await loadContent(database.db, contentFolder, now)
    const content = await readContent(contentFolder)
    const certifications = await listCertifications(database.db)
    expect(certifications).toHaveLength(18)
    for (const bank of content.banks) {
      const questions = await listQuestions(database.db, bank.value.certificationId)
      const published = bank.value.questions.filter(({ state }) => state === 'published')
      expect(questions.map(({ id }) => id)).toEqual(published.map(({ id }) => id))
      expect(questions.map(({ answerKey: key }) => key)).toEqual(published.map(({ answerKey: key }) => key))
    }
    const mb800 = await findCertification(database.db, 'mb-800')
    expect(mb800?.areaSizes.reduce((sum, size) => sum + size, 0)).toBe(mb800?.bankSize)
  })

  test('has a number that fits the content', async () => {
    const { sha256 } = await readEdition(contentFolder)
    expect(sha256, 'The content has changed: run npm run content:edition').toBe(await readContentFingerprint(contentFolder))
  })

  test('changes nothing if a later edition was loaded, and says so', async () => {
    const editions: object[] = []
    await writeFile(join(folder, 'edition.json'), '{"edition":8,"sha256":""}')
    await loadContent(database.db, folder, now)
    await edit('bank/pl-900.json', (items) => withoutDrafts(items).slice(1))
    await writeFile(join(folder, 'edition.json'), '{"edition":7,"sha256":""}')
    const before = (await listQuestions(database.db, 'pl-900')).length
    expect(await loadContent(database.db, folder, now, { onLaterEdition: (seen) => editions.push(seen) })).toEqual([])
    expect(editions).toEqual([{ edition: 7, databaseEdition: 8 }])
    expect(await listQuestions(database.db, 'pl-900')).toHaveLength(before)

    await writeFile(join(folder, 'edition.json'), '{"edition":9,"sha256":""}')
    expect(await loadContent(database.db, folder, now)).toEqual(['bank/pl-900.json'])
    expect(await listQuestions(database.db, 'pl-900')).toHaveLength(before - 1)
  })

  test('keeps the later edition when two processes load at the same time', async () => {
    const earlier = await mkdtemp(join(tmpdir(), 'praxam-content-'))
    await cp(folder, earlier, { recursive: true })
    await writeFile(join(earlier, 'edition.json'), '{"edition":8,"sha256":""}')
    await writeFile(join(folder, 'edition.json'), '{"edition":9,"sha256":""}')
    await edit('bank/pl-900.json', (items) => items.slice(1))
    await Promise.all([folder, earlier].map((content) => loadContent(database.db, content, now)))
    const { banks } = await readContent(folder)
    const questions = banks.find(({ value }) => value.certificationId === 'pl-900')?.value.questions ?? []
    const published = questions.filter(({ state }) => state === 'published')
    expect(await listQuestions(database.db, 'pl-900')).toHaveLength(published.length)
    await rm(earlier, { recursive: true })
  })

  test('remembers a higher number even if no file has changed', async () => {
    const editions: object[] = []
    for (const edition of [4, 5, 4]) {
      await writeFile(join(folder, 'edition.json'), JSON.stringify({ edition, sha256: '' }))
      await loadContent(database.db, folder, now, { onLaterEdition: (seen) => editions.push(seen) })
    }
    expect(editions).toEqual([{ edition: 4, databaseEdition: 5 }])
  })

  test('raises the number once when the content has changed', async () => {
    await writeFile(join(folder, 'edition.json'), '{"edition":8,"sha256":"before"}')
    const sha256 = await readContentFingerprint(folder)
    expect([await updateEdition(folder, sha256), await updateEdition(folder, sha256)]).toEqual([9, 9])
    await edit('bank/pl-900.json', (items) => items.slice(1))
    expect(await updateEdition(folder, await readContentFingerprint(folder))).toBe(10)
    await edit('exam-rules.json', changeItem(0, { text: 'You have 50 minutes.' }))
    expect(await updateEdition(folder, await readContentFingerprint(folder))).toBe(11)
  })

  test('publishes a change of the exam rules, and refuses an unknown rule', async () => {
    await loadContent(database.db, folder, now)
    await edit('exam-rules.json', changeItem(0, { text: 'You have 50 minutes.' }))
    expect(await loadContent(database.db, folder, now)).toEqual(['exam-rules.json'])
    expect(await readContentVersion(database.db)).toBe(2)
    expect(await loadContent(database.db, folder, now)).toEqual([])
    await edit('exam-rules.json', changeItem(0, { rule: 'coffee' }))
    await expect(loadContent(database.db, folder, now)).rejects.toThrow('exam-rules.json: Rule 1 is unknown: “coffee”')
  })

  test('changes nothing the second time', async () => {
    const { outlines, glossaries, banks } = await readContent(folder)
    expect(await loadContent(database.db, folder, now)).toHaveLength(2 + outlines.length + glossaries.length + banks.length)
    expect(await loadContent(database.db, folder, now)).toEqual([])
    expect(await readContentVersion(database.db)).toBe(1)
  })

  test('removes what is no longer in the folder', async () => {
    await loadContent(database.db, folder, now)
    await rm(join(folder, 'bank/pl-600.json'))
    await edit('certifications.json', (items) => items.filter((item) => item['id'] !== 'mb-200'))
    await rm(join(folder, 'bank/mb-200.json'))
    for (const name of await readdir(join(folder, 'bank')))
      await edit(`bank/${name}`, (items) => items.filter((item) => !item['case_study_id']))
    await loadContent(database.db, folder, now)
    expect(await findCertification(database.db, 'mb-200')).toBeUndefined()
    expect(await findCertification(database.db, 'pl-600')).toMatchObject({ bankSize: 0 })
    expect(await countRows(database, 'case_studies')).toBe(0)
    expect(await loadContent(database.db, folder, now)).toEqual([])
    expect(await readContentVersion(database.db)).toBe(2)
  })

  test('stores a changed question, deletes a removed one, and publishes the change', async () => {
    await loadContent(database.db, folder, now)
    const before = await listQuestions(database.db, 'pl-900')
    await edit('bank/pl-900.json', (items) => changeItem(0, { text: '<p>Changed?</p>' })(withoutDrafts(items)).slice(0, -1))
    expect(await loadContent(database.db, folder, now)).toEqual(['bank/pl-900.json'])
    const after = await listQuestions(database.db, 'pl-900')
    expect(after).toHaveLength(before.length - 1)
    expect(after[0]?.text).toBe('<p>Changed?</p>')
    expect(await readContentVersion(database.db)).toBe(2)
  })

  test.each([
    ['an invalid answer key', { correct_answer: ['Z'] }, 'bank/pl-900.json: question 2: correct_answer: '],
    ['a script', { text: '<p>Hello</p><script>alert(1)</script>' }, 'bank/pl-900.json: question 2: text: contains HTML'],
    ['an event handler', { explanation: '<p onclick="alert(1)">Because.</p>' }, 'bank/pl-900.json: question 2: explanation: contains HTML'],
    [
      'a link that runs a script',
      { explanation: '<p><a href="javascript:alert(1)">Because</a>.</p>' },
      'bank/pl-900.json: question 2: explanation: contains HTML',
    ],
    ['a reference to another site', { reference: 'https://example.com/' }, 'bank/pl-900.json: question 2: reference: '],
  ])('rejects %s with file, index and reason, and writes nothing', async (_, values, message) => {
    await edit('bank/pl-900.json', changeItem(2, values))
    await expect(loadContent(database.db, folder, now)).rejects.toThrow(message)
    await expect(loadContent(database.db, folder, now)).rejects.toBeInstanceOf(ContentProblem)
    expect(await countRows(database, 'certifications')).toBe(0)
    expect(await countRows(database, 'questions')).toBe(0)
  })

  test('rejects a file that is not JSON, not a list, or for no certification', async () => {
    await writeFile(join(folder, 'bank/pl-900.json'), '[{]')
    await expect(readContent(folder)).rejects.toThrow('bank/pl-900.json: is not JSON')
    await writeFile(join(folder, 'bank/pl-900.json'), '{}')
    await expect(readContent(folder)).rejects.toThrow('Expected an array of questions.')
    await rm(join(folder, 'bank/pl-900.json'))
    await writeFile(join(folder, 'bank/zz-100.json'), '[]')
    await expect(readContent(folder)).rejects.toThrow('zz-100.json: the catalog has no certification with this id')
  })

  test('stores outlines with the objectives of questions, and removes them with their file', async () => {
    const [first] = (await readContent(folder)).banks.find(({ path }) => path === 'bank/mb-210.json')?.value.questions ?? []
    const { skillArea = '', skill = '' } = first ?? {}
    const outline = anOutline({ certificationId: 'mb-210', objectives: [{ id: 'first-one', skillArea, skill, text: 'Know one thing' }] })
    const path = join(folder, 'outlines/mb-210.json')
    await mkdir(join(folder, 'outlines'), { recursive: true })
    await writeFile(path, JSON.stringify(outline))
    await edit('bank/mb-210.json', changeItem(0, { objective: 'first-one' }))
    await loadContent(database.db, folder, now)
    expect((await listOutlines(database.db, ['mb-210'])).get('mb-210')).toEqual(outline)
    expect((await listQuestions(database.db, 'mb-210'))[0]?.source?.objective).toBe('Know one thing')
    await edit('bank/mb-210.json', changeItem(0, { objective: 'second-one' }))
    await expect(readContent(folder)).rejects.toThrow('question 0: objective: is not an objective of mb-210')
    await edit('bank/mb-210.json', changeItem(0, { objective: null }))
    await rm(path)
    await loadContent(database.db, folder, now)
    expect((await listOutlines(database.db, ['mb-210'])).size).toBe(0)
    expect((await listQuestions(database.db, 'mb-210'))[0]?.source?.objective).toBeUndefined()
  })

  test('does not load the outline of a certification that an administrator deleted', async () => {
    await loadContent(database.db, folder, now)
    await database.db.deleteFrom('questions').where('exam_id', '=', 'mb-310').execute()
    await database.db.deleteFrom('certifications').where('id', '=', 'mb-310').execute()
    await database.db.insertInto('removals').values({ kind: 'certification', id: 'mb-310', removed_at: now }).execute()
    const { catalog } = await readContent(folder)
    const [area] = catalog.value.find(({ id }) => id === 'mb-310')?.skillAreas ?? []
    await mkdir(join(folder, 'outlines'), { recursive: true })
    const objectives = [{ id: 'one', skillArea: area?.name ?? '', skill: area?.skills[0] ?? '', text: 'One' }]
    await writeFile(join(folder, 'outlines/mb-310.json'), JSON.stringify(anOutline({ certificationId: 'mb-310', objectives })))
    await rm(join(folder, 'bank/mb-310.json'), { force: true })
    expect(await loadContent(database.db, folder, now)).toContain('outlines/mb-310.json')
    expect((await listOutlines(database.db, ['mb-310'])).size).toBe(0)
  })

  test('keeps the outline that an administrator applied, and the questions that moved, and says so', async () => {
    const [path, bankPath] = ['outlines/mb-800.json', 'bank/mb-800.json']
    await loadContent(database.db, folder, now)
    const file = JSON.parse(await readFile(join(folder, path), 'utf8')) as ExamOutline
    const [first, ...rest] = file.objectives
    const renamed = { ...file, version: '2026-11-01', objectives: [{ ...first, id: 'another-id' }, ...rest] }
    const request = { text: JSON.stringify(renamed), continuations: { [first?.id ?? '']: 'another-id' } }
    expect(await applyOutline(database.db, null, 'mb-800', request, undefined, now)).toMatchObject({ ok: true })
    const placed = () =>
      database.db.selectFrom('questions').select(['id', 'version']).where('objective', '=', 'another-id').orderBy('id').execute()
    const before = await placed()
    expect(before.length).toBeGreaterThan(0)

    const kept: (readonly string[])[] = []
    const notices = { onKeptOutlines: (ids: readonly string[]) => kept.push(ids) }
    await writeFile(join(folder, path), JSON.stringify({ ...file, effectiveOn: '2026-12-31' }))
    await edit(bankPath, (items) => items.map((item) => ({ ...item, difficulty: 1 })))
    await loadContent(database.db, folder, now, notices)
    expect(kept).toEqual([['mb-800']])
    expect((await listOutlines(database.db, ['mb-800'])).get('mb-800')).toEqual(renamed)
    expect(await placed()).toEqual(before)
    await rm(join(folder, path))
    await edit(bankPath, (items) => items.map((item) => ({ ...item, objective: null })))
    await loadContent(database.db, folder, now, notices)
    expect((await listOutlines(database.db, ['mb-800'])).get('mb-800')).toEqual(renamed)
  })

  test('does not bring back the name of a skill area that an administrator changed', async () => {
    const path = join(folder, 'outlines/mb-800.json')
    await loadContent(database.db, folder, now)
    const row = await findCertificationRow(database.db, 'mb-800')
    const [old] = row?.skill_areas ?? []
    const areas = row?.skill_areas.map((area) => (area === old ? { ...area, was: area.name, name: 'Get ready' } : area))
    expect(await changeCertification(database.db, null, 'mb-800', { skill_areas: areas }, undefined, now)).toMatchObject({ ok: true })
    // Releases before 0.2.0 did not record who saved an outline.
    for (const updatedAt of [now, null]) {
      await database.db.updateTable('outlines').set({ updated_at: updatedAt }).where('certification_id', '=', 'mb-800').execute()
      const file = JSON.parse(await readFile(path, 'utf8')) as ExamOutline
      await writeFile(path, `${JSON.stringify(file)}\n${updatedAt ? '' : '\n'}`)
      await loadContent(database.db, folder, now)
      const { objectives = [] } = (await listOutlines(database.db, ['mb-800'])).get('mb-800') ?? {}
      const names = objectives.map(({ skillArea }) => skillArea)
      expect(names).toContain('Get ready')
      expect(names).not.toContain(old?.name)
    }
  })

  test('rejects an id that is in two files', async () => {
    const [first] = JSON.parse(await readFile(join(folder, 'bank/mb-800.json'), 'utf8')) as Item[]
    await edit('bank/pl-900.json', changeItem(0, { id: first?.['id'] }))
    await expect(readContent(folder)).rejects.toThrow('id: is also in bank/mb-800.json')
  })

  test('rejects a certification with an invalid field', async () => {
    await edit('certifications.json', changeItem(1, { status: 'dormant' }))
    await expect(readContent(folder)).rejects.toThrow('certifications.json: certification 1.status')
  })
})

describe('loading content again after changes by administrators', () => {
  const [bank, catalog] = ['bank/mb-800.json', 'certifications.json']
  const later = new Date('2026-11-21T12:00:00Z')
  const load = () => loadContent(database.db, folder, later)
  const itemsOf = async (path: string) => JSON.parse(await readFile(join(folder, path), 'utf8')) as Item[]
  const ids = async () => (await itemsOf(bank)).map((item) => String(item['id']))
  const stored = (id = '') => findStoredQuestion(database.db, id)
  const remove = (...gone: string[]) => changeQuestions(database.db, null, gone, { type: 'delete' }, later)
  /** The questions of the first case study. The first of them contains it. */
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

describe('the content of the project', () => {
  test('is valid', async () => {
    await expect(readContent(contentFolder)).resolves.toBeDefined()
  })

  test('has the twelve certifications of the specification, mb-200 and five newer ones, and knows which are active', async () => {
    const { catalog } = await readContent(contentFolder)
    expect(catalog.value.map(({ id }) => id).toSorted()).toEqual(
      'ab-250 ab-410 mb-200 mb-210 mb-220 mb-230 mb-240 mb-300 mb-310 mb-800 mb-820 mb-910 mb-920 pl-100 pl-200 pl-300 pl-600 pl-900'.split(
        ' ',
      ),
    )
    expect(catalog.value.filter(({ status }) => status === 'active').map(({ id }) => id)).toEqual(
      'mb-800 mb-310 mb-820 mb-230 ab-250 pl-900 ab-410 pl-300'.split(' '),
    )
  })

  test('names only exams that can be taken as replacements', async () => {
    const { catalog } = await readContent(contentFolder)
    const retired = new Set(catalog.value.filter(({ status }) => status === 'retired').map(({ id }) => id))
    expect(catalog.value.filter(({ successorId }) => successorId && retired.has(successorId)).map(({ id }) => id)).toEqual([])
  })

  test('lists only questions that still need a newer second source', async () => {
    const { catalog, banks } = await readContent(contentFolder)
    const refused = banks.flatMap(({ value: { certificationId, questions } }) => {
      const { outlineOf = null } = catalog.value.find(({ id }) => id === certificationId) ?? {}
      return questions.filter(({ state, grounding }) => state === 'published' && ratePageAge(grounding, outlineOf) === 'refused')
    })
    expect(refused.map(({ id }) => id)).toEqual([])
  })

  test('has outlines with the dates of the catalog', async () => {
    const { catalog, outlines } = await readContent(contentFolder)
    for (const { value } of outlines)
      expect(catalog.value.find(({ id }) => id === value.certificationId)?.outlineOf, value.certificationId).toBe(value.version)
  })

  test('meets the targets of every certification and has no near duplicates', async () => {
    const { catalog, outlines, banks } = await readContent(contentFolder)
    const reports = catalog.value.map((certification) => {
      const isOwn = ({ value }: { value: { certificationId: string } }) => value.certificationId === certification.id
      return createBankReport(banks.find(isOwn)?.value.questions ?? [], certification, outlines.find(isOwn)?.value)
    })
    expect(reports.flatMap(({ certificationId, problems }) => problems.map((problem) => `${certificationId}: ${problem}`))).toEqual([])
  })
})

test('a case study is loaded with its content', async () => {
  await loadContent(database.db, folder, now)
  const question = (await listQuestions(database.db, 'mb-800')).find(({ caseStudyId }) => caseStudyId !== null)
  expect(await findCaseStudy(database.db, question?.caseStudyId ?? '')).toMatchObject({
    title: expect.any(String),
    content: expect.stringContaining('<p>'),
  })
})

describe('translations', () => {
  const path = 'bank/fr/pl-900.json'
  const ids = ['mb-230-case-1', 'mb-800-case-1']
  beforeEach(() => cp(join(shortContent, 'bank/fr'), join(folder, 'bank/fr'), { recursive: true }))
  const outdatedIds = async () => {
    const questions = await listQuestions(database.db, 'pl-900')
    return (await listTranslations(database.db, 'fr', questions)).filter(({ isOutdated }) => isOutdated).map(({ id }) => id)
  }
  const translatedId = async () => String((JSON.parse(await readFile(join(folder, path), 'utf8')) as Item[])[0]?.['id'])

  test('of the content are complete and current', async () => {
    await loadContent(database.db, folder, now)
    const { translations } = await readContent(folder)
    const count = translations.reduce((sum, { value }) => sum + value.translations.length, 0)
    expect(count).toBeGreaterThan(0)
    expect(await countRows(database, 'question_translations')).toBe(count)
    expect(await outdatedIds()).toEqual([])
    const questions = await listQuestions(database.db, 'pl-900')
    const [first] = await listTranslations(database.db, 'fr', questions)
    const own = translations.find((file) => file.path === path)?.value.translations ?? []
    expect(first).toEqual({ ...omitHash(own[0]), id: await translatedId() })
    expect(questions.find(({ id }) => id === first?.id)?.languages).toEqual(['fr'])
    const published = own.filter(({ id }) => questions.some((question) => question.id === id))
    expect(questions.filter(({ languages }) => languages)).toHaveLength(published.length)
  })

  test('are out of date once an administrator has changed the texts of the question, until they are as before', async () => {
    await loadContent(database.db, folder, now)
    const id = await translatedId()
    const change = async (values: Item) => {
      const stored = await findStoredQuestion(database.db, id)
      await changeQuestion(database.db, null, id, values, undefined, now)
      return stored
    }
    const before = await change({ text: '<p>Other words?</p>' })
    expect(await outdatedIds()).toEqual([id])
    await change({ difficulty: 3 })
    expect(await outdatedIds()).toEqual([id])
    await change({ text: before?.text })
    expect(await outdatedIds()).toEqual([])
  })

  test('are loaded, but out of date, if the hash is not that of the original', async () => {
    await edit(path, changeItem(0, { of: '0'.repeat(16) }))
    await loadContent(database.db, folder, now)
    expect(await outdatedIds()).toEqual([await translatedId()])
  })

  test('are out of date after the bank file has changed, and current when its change is undone', async () => {
    await loadContent(database.db, folder, now)
    const id = await translatedId()
    const bank = await readFile(join(folder, 'bank/pl-900.json'), 'utf8')
    await edit('bank/pl-900.json', (items) => items.map((item) => (item['id'] === id ? { ...item, explanation: '<p>New.</p>' } : item)))
    expect(await loadContent(database.db, folder, now)).toEqual(['bank/pl-900.json'])
    expect(await outdatedIds()).toEqual([id])
    await writeFile(join(folder, 'bank/pl-900.json'), bank)
    await loadContent(database.db, folder, now)
    expect(await outdatedIds()).toEqual([])
  })

  test('are removed with their file', async () => {
    await loadContent(database.db, folder, now)
    const removed = ['bank/fr/mb-800.json', 'bank/fr/mb-800-case-studies.json', 'bank/fr/mb-230.json']
    for (const one of removed) await rm(join(folder, one))
    await loadContent(database.db, folder, now)
    const left = (await readContent(folder)).translations.flatMap(({ value }) => value.translations)
    expect(await countRows(database, 'question_translations')).toBe(left.length)
    expect((await listCaseStudyTranslations(database.db, 'fr', ids)).map(({ id }) => id)).toEqual(['mb-230-case-1'])
  })

  test('of case studies are current until their text changes', async () => {
    await loadContent(database.db, folder, now)
    const read = () => listCaseStudyTranslations(database.db, 'fr', ids)
    expect((await read()).map(({ id, title, isOutdated }) => [id, title, isOutdated])).toEqual([
      ['mb-230-case-1', 'Havnmark Marine Services', undefined],
      ['mb-800-case-1', 'Skerry Kayaks', undefined],
    ])
    const stored = await findStoredCaseStudy(database.db, 'mb-800-case-1')
    await changeCaseStudy(database.db, null, 'mb-800-case-1', { title: 'Skerry', content: '<p>New.</p>' }, stored?.version, now)
    expect((await read()).map(({ isOutdated }) => isOutdated)).toEqual([undefined, true])
    await edit('bank/fr/mb-800-case-studies.json', changeItem(0, { content: '<p onclick="x">Texte</p>', of: '0'.repeat(16) }))
    await expect(readContent(folder)).rejects.toThrow(
      'bank/fr/mb-800-case-studies.json: case study mb-800-case-1: content: contains HTML that is not allowed',
    )
  })

  test('that do not fit their question are not delivered', async () => {
    await edit(path, (items) =>
      items.map((item) => ({ ...item, of: '0'.repeat(16) })).map((item, i) => (i === 0 ? { ...item, options: ['Une'] } : item)),
    )
    await loadContent(database.db, folder, now)
    expect(await outdatedIds()).not.toContain(await translatedId())
  })

  test('with problems stop the load, with file, question and field', async () => {
    const id = await translatedId()
    await edit(path, changeItem(0, { text: '<p onclick="x">30</p>' }))
    await expect(loadContent(database.db, folder, now)).rejects.toThrow(
      `${path}: question ${id}: text: has the numbers 30, but the original has (none)`,
    )
    await edit(path, changeItem(0, { text: '<p onclick="x">Texte</p>', of: '0'.repeat(16) }))
    await expect(readContent(folder)).rejects.toThrow(`${path}: question ${id}: text: contains HTML that is not allowed`)
    await edit(path, changeItem(0, { text: '<p>Le terme <i lang="en">code app</i></p>' }))
    await expect(readContent(folder)).resolves.toBeDefined()
    await rm(join(folder, 'bank/pl-900.json'))
    await expect(readContent(folder)).rejects.toThrow(`${path}: there is no bank with this name`)
  })

  function omitHash(translation: object = {}) {
    return Object.fromEntries(Object.entries(translation).filter(([name]) => name !== 'originalHash'))
  }
})
