import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { DatabaseProblem } from '#server/db/embedded.ts'
import { openServices } from '#server/services.ts'
import { contentFolder, migrationsFolder, silentLog } from '#tests/services.ts'

const readByStarts = ['kysely_migration', 'content_files']
const readByJobs = 'pgboss.version'

describe('a start with a damaged table', () => {
  let folder: string
  const paths = new Map<string, string>()
  const start = (dataDir: string) =>
    openServices(readConfig({ DATA_DIR: dataDir }), { migrations: migrationsFolder, content: contentFolder }, new Date(), silentLog)

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'praxam-damaged-'))
    const services = await start(join(folder, 'healthy'))
    await services.startJobs()
    for (const table of [...readByStarts, readByJobs]) {
      const { rows } = await sql<{ path: string }>`select pg_relation_filepath(${table}) as path`.execute(services.db)
      paths.set(table, rows[0]?.path ?? '')
    }
    await services.close()
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  /** A copy of the database in which a table is damaged, and the error of a start. */
  async function damage(table: string): Promise<{ dataDir: string; problem: DatabaseProblem }> {
    const file = paths.get(table) ?? ''
    const dataDir = await mkdtemp(join(folder, 'copy-'))
    await cp(join(folder, 'healthy'), dataDir, { recursive: true })
    const path = join(dataDir, 'db/pgdata', file)
    await writeFile(path, Buffer.alloc((await readFile(path)).length, 7))
    const text = `The database in ${dataDir}/db is damaged (invalid page in block 0 of relation "${file}"); check the disk, then restore a backup into an empty folder as described in docs/operating.md.`
    return { dataDir, problem: new DatabaseProblem(text) }
  }

  test.each(readByStarts)('is refused with a sentence: %s', async (table) => {
    const { dataDir, problem } = await damage(table)
    await expect(start(dataDir)).rejects.toThrow(problem)
  })

  test('is refused with a sentence when the jobs start, if the table is theirs', async () => {
    const { dataDir, problem } = await damage(readByJobs)
    const services = await start(dataDir)
    await expect(services.startJobs()).rejects.toThrow(problem)
    await services.close()
  })
})
