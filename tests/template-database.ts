/**
 * Databases for tests. The first test file of a run migrates a template, and every test database is a copy of the template,
 * because a copy takes a tenth of the time of a new database with all migrations.
 */
import { cp, mkdtemp, rename, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { Client } from 'pg'
import { openDatabase } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import type { Log } from '#server/log.ts'

type DatabaseSettings = { dataDir: string; databaseUrl: string | undefined }
export type DisposableDatabase = { settings: DatabaseSettings; dispose: () => Promise<void> }

const migrationsFolder = join(import.meta.dirname, '../migrations')
const folderVariable = 'PRAXAM_TEST_FOLDER'

/** Linux keeps the files of this folder in memory. */
const memoryFolder = '/dev/shm'
const freeBytesMin = 1_000_000_000

/**
 * Creates the folder of a test run and returns a function that removes it. Vitest calls this before it starts the workers, which inherit
 * the environment variables. The folder is also the temporary folder of the tests. If possible, it is in memory, where a commit takes a
 * fifth of the time.
 */
export default async function setUpTestRun(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join((await hasMemoryFolder()) ? memoryFolder : tmpdir(), 'praxam-tests-'))
  process.env[folderVariable] = folder
  process.env['TMPDIR'] = folder
  // Threads and programs that tests start can load modules that were compiled before.
  process.env['NODE_COMPILE_CACHE'] = join(folder, 'compile-cache')
  return async () => {
    const address = process.env['DATABASE_URL']
    if (address) await runOnServer(address, (client) => client.query(`DROP DATABASE IF EXISTS ${templateName(folder)}`))
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

async function hasMemoryFolder(): Promise<boolean> {
  return statfs(memoryFolder).then(
    ({ bavail, bsize }) => bavail * bsize > freeBytesMin,
    () => false,
  )
}

/** An empty database with the current schema: a new one on the server at `address`, or an embedded one in a folder. */
export async function copyTemplateDatabase(address: string | undefined, log: Log): Promise<DisposableDatabase> {
  const folder = process.env[folderVariable]
  if (!folder) throw new Error('Test databases are created only in Vitest, which runs the setup of this module')
  return address ? copyOnServer(address, folder, log) : copyFolder(folder, log)
}

async function copyFolder(folder: string, log: Log): Promise<DisposableDatabase> {
  const template = join(folder, 'template')
  const dataDir = await mkdtemp(join(folder, 'data-'))
  const copyFiles = () => cp(template, dataDir, { recursive: true })
  await copyFiles().catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    await createTemplateFolder(folder, template, log)
    await copyFiles()
  })
  return { settings: { dataDir, databaseUrl: undefined }, dispose: () => rm(dataDir, { recursive: true, force: true }) }
}

/** Several workers may create the template at the same time. The first one to finish renames its folder to the final name. */
async function createTemplateFolder(folder: string, template: string, log: Log): Promise<void> {
  const dataDir = await mkdtemp(join(folder, 'new-template-'))
  await createSchema({ dataDir, databaseUrl: undefined }, log)
  await rename(dataDir, template).catch(() => rm(dataDir, { recursive: true, force: true }))
}

async function copyOnServer(address: string, folder: string, log: Log): Promise<DisposableDatabase> {
  const name = `praxam_test_${crypto.randomUUID().replaceAll('-', '')}`
  await runOnServer(address, async (client) => {
    // Other workers wait here until the template is complete.
    await client.query(`SELECT pg_advisory_lock(hashtext('${templateName(folder)}'))`)
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [templateName(folder)])
    if (rowCount === 0) await createTemplateOnServer(client, address, templateName(folder), log)
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${templateName(folder)}`)
  })
  return {
    settings: { dataDir: '', databaseUrl: addressOf(address, name) },
    // Uses `FORCE`, because a busy server may not have ended a closed connection yet.
    dispose: () => runOnServer(address, async (client) => void (await client.query(`DROP DATABASE ${name} WITH (FORCE)`))),
  }
}

async function createTemplateOnServer(client: Client, address: string, name: string, log: Log): Promise<void> {
  await client.query(`CREATE DATABASE ${name}`)
  await createSchema({ dataDir: '', databaseUrl: addressOf(address, name) }, log)
}

async function createSchema(settings: DatabaseSettings, log: Log): Promise<void> {
  const database = await openDatabase(settings, log)
  await migrate(database.db, migrationsFolder)
  await database.close()
}

/** A database name made from the random part of the folder's name. */
function templateName(folder: string): string {
  return `praxam_template_${basename(folder).replaceAll(/\W/g, '_').toLowerCase()}`
}

/** Runs the work on a new, empty database of the server at `address`. `options` are those of `CREATE DATABASE`. */
export async function withServerDatabase<Result>(
  address: string,
  work: (address: string) => Promise<Result>,
  options = '',
): Promise<Result> {
  const name = `praxam_test_${crypto.randomUUID().replaceAll('-', '')}`
  await runOnServer(address, (client) => client.query(`CREATE DATABASE ${name} ${options}`))
  try {
    return await work(addressOf(address, name))
  } finally {
    await runOnServer(address, (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`))
  }
}

function addressOf(server: string, database: string): string {
  const url = new URL(server)
  url.pathname = `/${database}`
  return url.href
}

async function runOnServer(address: string, work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: address })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
