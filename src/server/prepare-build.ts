/**
 * Completes a build: creates the template of the database, stores the guides, and fills the compile cache. The arguments are the folders of
 * the project and the build, and the files of the template and the guides.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { ContentProblem } from '#server/bank/index.ts'
import { readConfig, siteOrigin } from '#server/config.ts'
import { openDatabase } from '#server/db/database.ts'
import { packDatabase } from '#server/db/database-template.ts'
import { dropTemplateDatabases } from '#server/db/template-databases.ts'
import { startLogFile } from '#server/db/write-ahead-log.ts'
import { findQuestionProblems, readGuides, storeGuides } from '#server/guides/index.ts'
import { createLog } from '#server/log.ts'
import { loadWebBuild } from '#server/main.ts'
import { readManifests } from '#server/operations/index.ts'
import { openServices, prepareDatabase } from '#server/services.ts'

const [project = '', build = '', template = '', guides = ''] = process.argv.slice(2)
const folders = { migrations: join(project, 'migrations'), content: join(project, 'content') }

const parsed = await readGuides(folders.content)
await createTemplate()
await storeGuides(parsed, guides)
await rehearse()

async function createTemplate(): Promise<void> {
  const dataDir = mkdtempSync(join(build, 'new-database-'))
  try {
    const log = createLog('warn')
    const database = await openDatabase({ dataDir, databaseUrl: undefined }, log)
    await prepareDatabase(database, folders, new Date(), log)
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

/** Does what a start does, up to the first page and the jobs, because the compile cache contains the functions that have run. */
async function rehearse(): Promise<void> {
  // In the build, because the temporary folder may be small, and what a killed build leaves behind is removed with it.
  const dataDir = mkdtempSync(join(build, 'rehearsal-'))
  try {
    const config = readConfig({ DATA_DIR: dataDir })
    const findTemplate = () => Promise.resolve(template)
    const services = await openServices(config, { ...folders, findTemplate }, new Date(), createLog('warn'))
    const web = await loadWebBuild(build)
    const origin = siteOrigin(config)
    const handle = web.entry.module.createHandler(web, await readManifests(build))
    const page = await handle(new Request(origin), services, origin, 'nonce', 'reference')
    await page.text()
    await services.startJobs()
    await services.close()
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}
