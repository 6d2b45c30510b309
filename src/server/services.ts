/** What the process opens once and hands to everyone: database, log, jobs with their mail, accounts, images, imports, guides, and the way for commands. */
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { siteOrigin } from '#server/config.ts'
import type { Config } from '#server/config.ts'
import { openDatabase } from '#server/db/database.ts'
import type { Database } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import type { Tables } from '#server/db/tables.ts'
import { openFileStore } from '#server/platform/file-store.ts'
import type { FileStore } from '#server/platform/file-store.ts'
import { openJobs } from '#server/platform/jobs.ts'
import type { Jobs } from '#server/platform/jobs.ts'
import type { Log } from '#server/log.ts'
import { openMailer } from '#server/mail/mailer.ts'
import { openSecrets } from '#server/platform/secrets.ts'
import { accountUpkeep, hasAccounts, grantAdministrator, openAccounts, readIdentityProviders } from '#server/accounts/index.ts'
import type { Accounts } from '#server/accounts/index.ts'
import { exportBank, exportFormats, fillSearchTexts, loadContent, openImporter, printLines } from '#server/bank/index.ts'
import type { Importer } from '#server/bank/index.ts'
import { contactUpkeep } from '#server/contact/index.ts'
import { readGuides } from '#server/guides/index.ts'
import type { Guide } from '#server/guides/index.ts'
import { listStoredLinks } from '#server/links/index.ts'
import { openBackup, openCommandSocket } from '#server/operations/index.ts'
import type { SocketCommands } from '#server/operations/index.ts'
import { openUnsubscribeTokens, reminderUpkeep, retirementUpkeep } from '#server/reminders/index.ts'
import type { UnsubscribeTokens } from '#server/reminders/index.ts'
import { simulationUpkeep } from '#server/simulation/index.ts'

export type Services = {
  db: Kysely<Tables>
  log: Log
  accounts: Accounts
  jobs: Pick<Jobs, 'sendMail'>
  /** Where messages of the contact form go. */
  contactAddress: string
  files: FileStore
  importer: Importer
  guides: readonly Guide[]
  /** What the links in our mail carry that switch it off. */
  unsubscribeTokens: UnsubscribeTokens
  close: () => Promise<void>
}

/** Folders of the project, absolute. */
export type Folders = { migrations: string; content: string }

/**
 * Opens the database, brings its schema up to date and loads content that has changed; then what stands on it.
 *
 * @throws {DatabaseProblem}, {ContentProblem} or {ConfigProblem}; what was open is closed again then
 */
export async function openServices(config: Config, folders: Folders, now: Date, log: Log): Promise<Services> {
  const database = await openDatabase(config, log)
  try {
    await migrate(database.db, folders.migrations)
    await loadContent(database.db, folders.content, now)
    return await openOnDatabase(database, config, await readGuides(folders.content), log)
  } catch (error) {
    await database.close()
    throw error
  }
}

async function openOnDatabase(database: Database, config: Config, guides: readonly Guide[], log: Log): Promise<Services> {
  const { db } = database
  const secrets = await openSecrets(config, () => hasAccounts(db))
  const providers = await readIdentityProviders(config.identityProvidersFile)
  const mailer = openMailer(config, log)
  const unsubscribeTokens = openUnsubscribeTokens(secrets)
  const letters = { origin: siteOrigin(config), tokens: unsubscribeTokens }
  const upkeep = [...accountUpkeep, contactUpkeep, ...simulationUpkeep, ...reminderUpkeep(letters), retirementUpkeep(letters)]
  const jobs = await openJobs(database, mailer, log, upkeep)
  const closeJobs = async () => {
    await jobs.close()
    await mailer.close()
  }
  try {
    const accounts = await openAccounts({ db, config, origin: siteOrigin(config), secrets, providers, jobs, log })
    const files = openFileStore(config)
    const importer = openImporter({ db, files, log })
    // Commands reach PostgreSQL themselves; the embedded database is ours alone.
    const commands = commandsOn(database, config.dataDir, { files, importer })
    const control = database.engine === 'embedded' ? await openCommandSocket(config.dataDir, commands, log) : undefined
    const filling = fillSearch(db, log)
    const close = async () => {
      await control?.close()
      await importer.close()
      await filling.stop()
      await closeJobs()
      await database.close()
    }
    return { db, log, accounts, jobs, contactAddress: config.contactAddress, files, importer, guides, unsubscribeTokens, close }
  } catch (error) {
    await closeJobs()
    throw error
  }
}

/** Beside everything else, what an import that was killed has left; mostly there is nothing. */
function fillSearch(db: Kysely<Tables>, log: Log) {
  const stopping = new AbortController()
  const filled = fillSearchTexts(db, stopping.signal).catch((error: unknown) =>
    log.error({ error }, 'The search does not find all questions before the next start'),
  )
  return {
    stop: async () => {
      stopping.abort()
      await filled
    },
  }
}

/** What the commands in `tools/` ask of a server that runs. */
function commandsOn(database: Database, dataDir: string, { files, importer }: Pick<Services, 'files' | 'importer'>): SocketCommands {
  return {
    backup: async () => ({ stream: openBackup(database, dataDir, new Date()) }),
    'make-admin': async (body) => {
      const { email } = z.object({ email: z.string() }).parse(body)
      return { json: await database.db.transaction().execute((transaction) => grantAdministrator(transaction, email)) }
    },
    'import-bank': async (body) => {
      const { path, isDryRun } = z.object({ path: z.string(), isDryRun: z.boolean() }).parse(body)
      const lines = importer.run({ path, fileName: basename(path), isDryRun, actorId: null })
      return { stream: Readable.from(printLines(lines)), mayPause: true }
    },
    'export-bank': async (body) => {
      const { format } = z.object({ format: z.enum(exportFormats) }).parse(body)
      return { stream: Readable.from(exportBank({ db: database.db, files }, { format })) }
    },
    'list-links': async () => ({ stream: Readable.from(printLines(listStoredLinks(database.db))) }),
  }
}
