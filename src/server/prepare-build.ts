/**
 * Completes a build: creates the template of the database, stores the guides, and fills the compile cache. The arguments are the folders of
 * the project and the build, and the files of the template and the guides.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { ContentProblem } from '#server/bank/index.ts'
import { openDatabase } from '#server/db/database.ts'
import { packDatabase } from '#server/db/database-template.ts'
import { dropTemplateDatabases } from '#server/db/template-databases.ts'
import { startLogFile } from '#server/db/write-ahead-log.ts'
import { findQuestionProblems, readGuides, storeGuides } from '#server/guides/index.ts'
import { createLog } from '#server/log.ts'
import { prepareDatabase } from '#server/services.ts'

const [project = '', build = '', template = '', guides = ''] = process.argv.slice(2)

// Loads the modules of the server, so that they are in the compile cache.
await import('#server/main.ts')
await import(/* @vite-ignore */ join(build, 'server/index.js'))
const parsed = await readGuides(join(project, 'content'))
await createTemplate()
await storeGuides(parsed, guides)

async function createTemplate(): Promise<void> {
  const dataDir = mkdtempSync(join(build, 'new-database-'))
  try {
    const log = createLog('warn')
    const database = await openDatabase({ dataDir, databaseUrl: undefined }, log)
    await prepareDatabase(database, { migrations: join(project, 'migrations'), content: join(project, 'content') }, new Date(), log)
    const problems = await findQuestionProblems(database.db, parsed)
    if (problems.length > 0) throw new ContentProblem(problems.join('\n'))
    await dropTemplateDatabases(database.db)
    await sql`vacuum (freeze, analyze)`.execute(database.db)
    const logFile = await startLogFile(database.db)
    await database.close()
    packDatabase(join(dataDir, 'db/pgdata'), template, logFile)
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}
