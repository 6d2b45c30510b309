import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readContent } from '#server/bank/content-files.ts'
import { loadContent } from '#server/bank/load-content.ts'
import { findTerms } from '#server/catalogue/index.ts'
import { contentFolder, countRows, openTestDatabase, type TestDatabase } from '#tests/services.ts'

const now = new Date('2026-11-28T12:00:00Z')
const page = 'https://learn.microsoft.com/en-us/dynamics365/business-central/inventory-how-to-set-up-stockkeeping-units'
const definition = 'The settings of an item for one location or variant.'
const stockkeepingUnit = { term: 'stockkeeping unit', also: ['SKU'], definition, address: page }

let database: TestDatabase
let folder: string

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'praxam-glossary-'))
  await cp(join(contentFolder, 'certifications.json'), join(folder, 'certifications.json'))
  await mkdir(join(folder, 'glossary'))
})
afterEach(async () => {
  await database.empty()
  await rm(folder, { recursive: true })
})

const write = (name: string, certificationIds: string[], terms: object[]) =>
  writeFile(join(folder, 'glossary', name), JSON.stringify({ certificationIds, terms }))

describe('loading a glossary', () => {
  test('stores a term by each of its names, replaces it, and removes it with its file', async () => {
    await write('bc.json', ['mb-800', 'mb-820'], [stockkeepingUnit])
    expect(await loadContent(database.db, folder, now)).toContain('glossary/bc.json')
    for (const [key, name] of [
      ['sku', 'SKU'],
      ['stockkeeping unit', 'stockkeeping unit'],
    ] as const)
      expect(await findTerms(database.db, 'mb-820', [key, 'other'])).toEqual([
        { key, name, term: 'stockkeeping unit', definition, address: page },
      ])
    expect(await findTerms(database.db, 'mb-310', ['sku'])).toEqual([])
    expect(await findTerms(database.db, 'mb-800', [])).toEqual([])

    await write('bc.json', ['mb-800'], [{ ...stockkeepingUnit, also: [], definition: 'It says something else now.' }])
    await loadContent(database.db, folder, now)
    expect(await countRows(database, 'glossary_terms')).toBe(1)
    expect(await findTerms(database.db, 'mb-800', ['stockkeeping unit'])).toMatchObject([{ definition: 'It says something else now.' }])
    expect(await loadContent(database.db, folder, now)).toEqual([])

    await rm(join(folder, 'glossary/bc.json'))
    await loadContent(database.db, folder, now)
    expect(await countRows(database, 'glossary_terms')).toBe(0)
  })

  test('refuses two files with the same term for one certification', async () => {
    await write('bc.json', ['mb-800'], [stockkeepingUnit])
    await write('other.json', ['mb-800'], [{ ...stockkeepingUnit, term: 'SKUs', also: [] }])
    await expect(loadContent(database.db, folder, now)).rejects.toThrow('glossary: two files have the term mb-800: SKUs')
    expect(await countRows(database, 'glossary_terms')).toBe(0)
  })
})

test('the glossary of the project has terms for every exam that can be taken', async () => {
  const { catalog, glossaries } = await readContent(contentFolder)
  const terms = glossaries.flatMap(({ value }) => value.terms)
  expect(terms.length).toBeGreaterThanOrEqual(150)
  for (const { term, address } of terms) expect(address, term).toMatch(/^https:\/\/learn\.microsoft\.com\/en-us\//)
  const covered = new Set(glossaries.flatMap(({ value }) => value.certificationIds))
  expect([...covered].filter((id) => !catalog.value.some((one) => one.id === id))).toEqual([])
  const taken = catalog.value.filter(({ status }) => status === 'active').map(({ id }) => id)
  expect(taken.filter((id) => !covered.has(id))).toEqual([])
})
