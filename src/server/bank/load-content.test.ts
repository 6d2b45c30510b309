import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readEdition, updateEdition } from '#server/bank/content-edition.ts'
import { ContentProblem, readContent, readContentFingerprint, readTerms } from '#server/bank/content-files.ts'
import { loadContent } from '#server/bank/load-content.ts'
import { findCertification, findCertificationRow, listCertifications } from '#server/catalogue/certifications.ts'
import { changeCertification } from '#server/bank/certification-editing.ts'
import { readContentVersion } from '#server/platform/content-version.ts'
import type { ExamOutline } from '#exam/outline.ts'
import { applyOutline } from '#server/bank/outline-applying.ts'
import { findCaseStudy, listQuestions } from '#server/bank/questions.ts'
import { listOutlines } from '#server/catalogue/outlines.ts'
import { anOutline } from '#tests/factories.ts'
import { contentFolder, countRows } from '#tests/services.ts'
import { changeItem, database, edit, folder, now, prepareContent, type Item } from '#server/bank/load-content.test-setup.ts'

prepareContent()

const withoutDrafts = (items: Item[]) => items.filter((item) => item['state'] !== 'draft')

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

  test('leaves out the French terms, of which there are more than 500', async () => {
    expect((await readTerms(contentFolder)).length).toBeGreaterThanOrEqual(500)
    expect(await readTerms(join(contentFolder, 'bank'))).toEqual([])
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
    ['a script', { text: '<p>Hello</p><script>alert(1)</script>' }, /bank\/pl-900.json: question 2: text: contains HTML .*: <script>$/m],
    [
      'an event handler',
      { explanation: '<p onclick="alert(1)">Because.</p>' },
      /bank\/pl-900.json: question 2: explanation: contains HTML .*: onclick of <p>$/m,
    ],
    ['unsupported HTML', { text: '<div>Hello</div>' }, 'bank/pl-900.json: question 2: text: contains HTML that is not allowed'],
    [
      'a link that runs a script',
      { explanation: '<p><a href="javascript:alert(1)">Because</a>.</p>' },
      /bank\/pl-900.json: question 2: explanation: contains HTML .*: href of <a>, which contains javascript:$/m,
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

test('a case study is loaded with its content', async () => {
  await loadContent(database.db, folder, now)
  const question = (await listQuestions(database.db, 'mb-800')).find(({ caseStudyId }) => caseStudyId !== null)
  expect(await findCaseStudy(database.db, question?.caseStudyId ?? '')).toMatchObject({
    title: expect.any(String),
    content: expect.stringContaining('<p>'),
  })
})
