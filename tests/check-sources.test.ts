/** Runs the `check-sources` command as an operator does, with and without a running server. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { saveQuestions } from '#server/bank/save-questions.ts'
import { saveCertification } from '#server/catalogue/certifications.ts'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/db/database.ts'
import { openServices } from '#server/services.ts'
import { aCertification, aQuestion } from '#tests/factories.ts'
import { aPage, createRepository } from '#tests/page-repository.ts'
import { contentFolder, migrationsFolder, silentLog } from '#tests/services.ts'
import { copyTemplateDatabase } from '#tests/template-database.ts'

const repository = 'Contoso/docs'
const names = ['same', 'changed', 'deleted'] as const
const idOf = (name: string) => `01a1f7f8-3000-7dd5-a155-00000000000${names.findIndex((one) => one === name)}`
const pathOf = (name: string) => `articles/${name}.md`

let folder: string
let dataDir: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'check-sources-'))
  const docs = createRepository(join(folder, repository))
  const commit = docs.commit(Object.fromEntries(names.map((name) => [pathOf(name), aPage(name, `Two percent are ${name}.`)])))
  docs.commit({ [pathOf('changed')]: aPage('changed', 'Three percent are changed.'), [pathOf('deleted')]: null })
  const { settings } = await copyTemplateDatabase(undefined, silentLog)
  dataDir = settings.dataDir
  await withDatabase(async ({ db }) => {
    await saveCertification(db, aCertification(), 0)
    const sources = names.map((name) => ({ id: idOf(name), repository, path: pathOf(name) }))
    await saveQuestions(
      db,
      sources.map(({ id, ...page }) => aQuestion({ id, grounding: { ...page, commit, lines: '3-3' } })),
      // Loading the content files leaves questions of administrators alone.
      { by: null, at: new Date() },
    )
  })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function withDatabase<Result>(work: (database: Awaited<ReturnType<typeof openDatabase>>) => Promise<Result>): Promise<Result> {
  const database = await openDatabase({ dataDir, databaseUrl: undefined }, silentLog)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

async function run(...words: string[]): Promise<{ code: number | null; out: string; problem: string }> {
  const { DATABASE_URL: _, ...environment } = process.env
  const tool = join(import.meta.dirname, '../tools/check-sources.ts')
  const child = spawn(process.execPath, [tool, ...words], { env: { ...environment, DATA_DIR: dataDir } })
  const [out, problem, [code]] = await Promise.all([textOf(child.stdout), textOf(child.stderr), once(child, 'exit')])
  return { code: code as number | null, out, problem }
}

const expectedStates = [
  { question_id: idOf('same'), state: 'current' },
  { question_id: idOf('changed'), state: 're-check' },
  { question_id: idOf('deleted'), state: 'orphaned' },
]

// Each test starts several processes, which a busy machine needs time for.
describe('the command check-sources', { timeout: 120_000 }, () => {
  test('prints what changed and stores the states', async () => {
    const { code, out, problem } = await run('--folder', folder)
    expect([code, problem]).toEqual([1, ''])
    expect(out).toContain(`Changed: Contoso/docs articles/changed.md, lines 3-3\n  Question ${idOf('changed')} of mb-800\n`)
    expect(out).toContain('  | [-Two-]{+Three+} percent are changed.\n')
    expect(out).toContain('Deleted: Contoso/docs articles/deleted.md')
    expect(out).toContain('Compared 3 of 3 sources: 1 unchanged, 0 moved, 1 changed, 1 deleted.\nStored 3 results.\n')
    const states = await withDatabase(({ db }) =>
      db.selectFrom('question_freshness').select(['question_id', 'state']).orderBy('question_id').execute(),
    )
    expect(states).toEqual(expectedStates)
  })

  test('does the same while a server runs', async () => {
    await withDatabase(({ db }) => db.updateTable('question_freshness').set({ state: 'current' }).execute())
    const { DATABASE_URL: _, ...environment } = process.env
    const config = readConfig({ ...environment, DATA_DIR: dataDir })
    const services = await openServices(config, { migrations: migrationsFolder, content: contentFolder }, new Date(), silentLog)
    try {
      const { code, out, problem } = await run('--folder', folder, '--json')
      expect([code, problem]).toEqual([1, ''])
      const result = JSON.parse(out) as { checks: { outcome: string }[]; problems: { sources: unknown[] }[]; stored: number }
      expect(result.checks.map(({ outcome }) => outcome)).toEqual(['unchanged', 'changed', 'deleted'])
      expect(result.problems.length).toBeGreaterThan(0)
      expect(result.stored).toBe(3)
      const states = services.db.selectFrom('question_freshness').select(['question_id', 'state']).orderBy('question_id')
      expect(await states.where('question_id', 'in', names.map(idOf)).execute()).toEqual(expectedStates)
    } finally {
      await services.close()
    }
  })

  test('refuses unknown arguments', async () => {
    expect(await run('--folder')).toMatchObject({ code: 1, problem: expect.stringContaining('Usage: npm run check-sources') })
    expect(await run('x')).toMatchObject({ code: 1, problem: expect.stringContaining('Usage: npm run check-sources') })
    expect(await run('--folder', join(folder, 'gone'))).toMatchObject({ code: 1, problem: expect.stringContaining('does not exist') })
  })
})
