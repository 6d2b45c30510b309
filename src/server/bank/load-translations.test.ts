import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { readContent } from '#server/bank/content-files.ts'
import { loadContent } from '#server/bank/load-content.ts'
import { changeCaseStudy, findStoredCaseStudy } from '#server/bank/case-studies.ts'
import { listQuestions } from '#server/bank/questions.ts'
import { changeQuestion } from '#server/bank/question-editing.ts'
import { listCaseStudyTranslations } from '#server/bank/case-study-translations.ts'
import { listTranslations } from '#server/bank/translations.ts'
import { findStoredQuestion } from '#server/bank/question-history.ts'
import { countRows } from '#tests/services.ts'
import { changeItem, database, edit, folder, now, prepareContent, shortContent, type Item } from '#server/bank/load-content.test-setup.ts'

prepareContent()

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
      'bank/fr/mb-800-case-studies.json: case study mb-800-case-1: content: contains HTML that could run code, load content, or ask for input; remove this: onclick of <p>',
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
    await expect(readContent(folder)).rejects.toThrow(
      `${path}: question ${id}: text: contains HTML that could run code, load content, or ask for input; remove this: onclick of <p>`,
    )
    await edit(path, changeItem(0, { text: '<div>Texte</div>', of: '0'.repeat(16) }))
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
