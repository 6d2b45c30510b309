/** The services of the process, opened once: database, log, jobs, mail, accounts, images, imports, guides, and the command socket. */
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { ExamRule } from '#exam/exam-rules.ts'
import { exportFormats } from '#exam/export-format.ts'
import type { Term } from '#exam/term-marks.ts'
import { siteOrigin, type Config } from '#server/config.ts'
import { isOutage, withoutOutages } from '#server/db/availability.ts'
import { openDatabase, type Database } from '#server/db/database.ts'
import type { FindTemplate } from '#server/db/embedded.ts'
import { readFreeBytes } from '#server/db/free-space.ts'
import { migrate } from '#server/db/migrate.ts'
import { requestTimeouts } from '#server/db/postgres-pool.ts'
import type { Tables } from '#server/db/tables.ts'
import { transact } from '#server/db/transact.ts'
import { openFileStore, removeIncompleteFiles, type FileStore } from '#server/platform/file-store.ts'
import { openJobs, type Jobs } from '#server/platform/jobs.ts'
import { deferJobs, type DeferredJobs } from '#server/platform/deferred-jobs.ts'
import type { Log } from '#server/log.ts'
import { explainFailedStart } from '#server/db/failed-start.ts'
import { openEdgePurge } from '#server/platform/edge-purge.ts'
import { contentKey } from '#server/http/shared-caches.ts'
import { openMailer } from '#server/mail/mailer.ts'
import { openSecrets } from '#server/platform/secrets.ts'
import { checkSecrets, hasSecretFingerprint } from '#server/platform/secret-fingerprint.ts'
import { checkSharedFolders } from '#server/platform/shared-folders.ts'
import type { Operator } from '#server/platform/operator-settings.ts'
import {
  accountMaintenance,
  hasAccounts,
  grantAdministrator,
  openAccounts,
  readIdentityProviders,
  type Accounts,
} from '#server/accounts/index.ts'
import {
  exportBank,
  fillSearchTexts,
  findExportProblem,
  importChoicesShape,
  loadContent,
  openImageEncoder,
  openImporter,
  openQuestionChunks,
  openStoredEditions,
  outlineCommandShape,
  readExamRules,
  readTerms,
  runOutlineCommand,
  printImport,
  printLines,
  type ImageEncoder,
  type Importer,
  type QuestionChunks,
} from '#server/bank/index.ts'
import { challengeMaintenance } from '#server/challenges/index.ts'
import { contactMaintenance } from '#server/contact/index.ts'
import { listCitedSources, parsePageChecks, storePageChecks } from '#server/freshness/index.ts'
import { reportMaintenance } from '#server/reports/index.ts'
import { readGuides, type FindStoredGuides, type Guide } from '#server/guides/index.ts'
import { listStoredLinks } from '#server/links/index.ts'
import { CommandProblem, openBackup, openCommandSocket, type MonitoredProcess, type SocketCommands } from '#server/operations/index.ts'
import {
  openUnsubscribeTokens,
  reminderMaintenance,
  renewalMaintenance,
  retirementMaintenance,
  type UnsubscribeTokens,
} from '#server/reminders/index.ts'
import { archiveMaintenance, recountMaintenance } from '#server/practice/index.ts'
import { openRescoreQueue, rescoreMaintenance, type RescoreJobs } from '#server/rescoring/index.ts'
import { simulationMaintenance } from '#server/simulation/index.ts'
import { indexCommandShape, indexFolder, openTutor, type Tutor } from '#server/tutor/index.ts'

export type Services = {
  db: Kysely<Tables>
  isDatabaseAvailable: Database['isAvailable']
  hasRoom: Database['hasRoom']
  isDatabaseDamaged: Database['isDamaged']
  log: Log
  accounts: Accounts
  jobs: Pick<Jobs, 'sendMail'> & RescoreJobs
  /** Recipient of messages from the contact form. */
  contactAddress: string
  /** The operator of the site, for the legal notice. */
  operator: Operator
  files: FileStore
  imageEncoder: ImageEncoder
  importer: Importer
  questionChunks: QuestionChunks
  guides: readonly Guide[]
  examRules: readonly ExamRule[]
  /** Tokens of the unsubscribe links in our mail. */
  unsubscribeTokens: UnsubscribeTokens
  /** `undefined` if no model is configured. */
  tutor: Tutor | undefined
  close: () => Promise<void>
}

/**
 * The services, what the metrics read, and `startJobs`, which must be called before a request that may send mail. `startJobs` throws a
 * {@link DatabaseProblem} if the database is damaged, or its user lacks permissions.
 */
export type OpenedServices = Services & { monitored: MonitoredProcess; startJobs: DeferredJobs['start'] }

/**
 * Absolute paths of project folders, and of files that the build has prepared: the template for a new embedded database, and the guides.
 * `build`: fingerprint of the running build.
 */
export type Folders = { migrations: string; content: string; findTemplate?: FindTemplate; findGuides?: FindStoredGuides; build?: string }

/**
 * Opens the database, migrates it, loads changed content, and opens the other services.
 *
 * If the disk of the embedded database is nearly full, the site is read-only. But if the schema or the content must be changed, throws.
 *
 * @throws {DatabaseProblem}, {ContentProblem}, or {ConfigProblem}. In that case, the database is closed again.
 */
export async function openServices(
  config: Config,
  { findTemplate, findGuides, build, ...folders }: Folders,
  now: Date,
  log: Log,
  readFree = readFreeBytes,
): Promise<OpenedServices> {
  // Reads while the database opens.
  const reading = readTexts(folders.content, findGuides)
  reading.catch(() => undefined)
  const database = await openDatabase(config, log, requestTimeouts, { readFree, ...(findTemplate && { findTemplate }) })
  try {
    await prepareDatabase(database, folders, now, log)
    const services = await openOtherServices(database, config, { ...(await reading), build }, log, readFree)
    database.startWatching()
    return services
  } catch (error) {
    await database.close()
    throw explainFailedStart(database, config.dataDir, error, readFree)
  }
}

/** Migrates the database, and loads changed content. @throws {DatabaseProblem} or {ContentProblem} */
export async function prepareDatabase(database: Database, folders: Folders, now: Date, log: Log): Promise<void> {
  await database.withoutTimeouts(async (db) => {
    await migrate(db, folders.migrations)
    await loadContent(db, folders.content, now, {
      onLaterEdition: (editions) =>
        log.warn(editions, 'The content of this process is older than the content in the database, and was not loaded'),
      onKeptOutlines: (certificationIds) =>
        log.warn(
          { certificationIds },
          'The content has other outlines than administrators saved, and theirs were kept; npm run apply-outline applies one',
        ),
    })
  })
}

type FileTexts = Pick<Services, 'guides' | 'examRules'> & { terms: readonly Term[] }

/** Content that the process reads from files only once. @throws {ContentProblem} */
async function readTexts(content: string, findGuides?: FindStoredGuides): Promise<FileTexts> {
  return { guides: await readGuides(content, findGuides), examRules: await readExamRules(content), terms: await readTerms(content) }
}

async function openOtherServices(
  database: Database,
  config: Config,
  { terms, build, ...texts }: FileTexts & { build: string | undefined },
  log: Log,
  readFree: typeof readFreeBytes,
): Promise<OpenedServices> {
  const { db } = database
  const isSecretNeeded = async () => !config.acceptsNewSecrets && ((await hasSecretFingerprint(db)) || (await hasAccounts(db)))
  const secrets = await openSecrets(config, isSecretNeeded)
  await checkSecrets(db, secrets, config)
  await checkSharedFolders(db, config, log)
  const providers = await readIdentityProviders(config.identityProvidersFile)
  const mailer = openMailer(config, log)
  const unsubscribeTokens = openUnsubscribeTokens(secrets)
  const mailOptions = { origin: siteOrigin(config), tokens: unsubscribeTokens }
  const maintenance = [
    ...accountMaintenance,
    contactMaintenance,
    reportMaintenance,
    ...simulationMaintenance,
    archiveMaintenance,
    recountMaintenance,
    ...reminderMaintenance(mailOptions),
    retirementMaintenance(mailOptions),
    renewalMaintenance(mailOptions),
    challengeMaintenance(mailOptions),
    rescoreMaintenance(mailOptions),
  ]
  const openJobRunner = () => openJobs(database, mailer, withoutOutages(log), maintenance)
  const jobs = deferJobs(openJobRunner, { hasRoom: database.hasRoom, dataDir: config.dataDir, log })
  const closeJobs = async () => {
    await jobs.close()
    await mailer.close()
  }
  try {
    const edgePurge = await openEdgePurge({ db, jobs, purge: config.edge?.purge, keys: [contentKey], log: withoutOutages(log) })
    const rescoring = await openRescoreQueue(db, jobs, mailOptions)
    const accounts = await openAccounts({ db, config, origin: siteOrigin(config), secrets, providers, jobs, log })
    const files = openFileStore(config, database.withRoomFor)
    await removeIncompleteFiles(config.dataDir, database.engine === 'postgres')
    const imageEncoder = openImageEncoder()
    const importer = openImporter({ db, files, imageEncoder, log })
    // Commands connect to PostgreSQL directly. Only this process can use the embedded database.
    const commands = createCommands(database, config.dataDir, { files, importer })
    const commandSocket = database.engine === 'embedded' ? await openCommandSocket(config.dataDir, commands, log) : undefined
    const indexing = completeSearchIndex(db, log)
    const close = async () => {
      await commandSocket?.close()
      await importer.close()
      await imageEncoder.close()
      await indexing.stop()
      edgePurge.close()
      rescoring.stop()
      await closeJobs()
      await database.close()
    }
    return {
      db,
      isDatabaseAvailable: database.isAvailable,
      hasRoom: database.hasRoom,
      isDatabaseDamaged: database.isDamaged,
      log: withoutOutages(log),
      accounts,
      jobs: { sendMail: jobs.sendMail, ...rescoring.jobs },
      contactAddress: config.contactAddress,
      operator: config.operator,
      files,
      imageEncoder,
      importer,
      questionChunks: openQuestionChunks(db, { terms, ...(build && { stored: openStoredEditions(db, build, withoutOutages(log)) }) }),
      ...texts,
      unsubscribeTokens,
      tutor: config.tutor && openTutor({ settings: config.tutor, db, secrets, log: withoutOutages(log) }),
      startJobs: () =>
        jobs.start().catch((error: unknown) => {
          throw isOutage(error) ? error : explainFailedStart(database, config.dataDir, error, readFree)
        }),
      monitored: { ...database, readQueues: jobs.readQueues, dataDir: config.dataDir },
      close,
    }
  } catch (error) {
    await closeJobs()
    throw error
  }
}

/** Indexes questions that an interrupted import did not index, in the background. Usually there are none. */
function completeSearchIndex(db: Kysely<Tables>, log: Log) {
  const stopping = new AbortController()
  const indexed = fillSearchTexts(db, stopping.signal).catch((error: unknown) =>
    log.error({ error }, 'The search index is incomplete until the next start'),
  )
  return {
    stop: async () => {
      stopping.abort()
      await indexed
    },
  }
}

/** The commands of `tools/` that a running server executes. */
function createCommands(database: Database, dataDir: string, { files, importer }: Pick<Services, 'files' | 'importer'>): SocketCommands {
  return {
    backup: async () => ({ stream: openBackup(database, dataDir, new Date()) }),
    'make-admin': async (body) => {
      const { email } = z.object({ email: z.string() }).parse(body)
      return { json: await transact(database.db, (transaction) => grantAdministrator(transaction, email)) }
    },
    'import-bank': async (body) => {
      const shape = z.object({ path: z.string(), isDryRun: z.boolean(), choices: importChoicesShape.default({}) })
      const { path, isDryRun, choices } = shape.parse(body)
      const lines = importer.run({ path, fileName: basename(path), isDryRun, actorId: null, choices })
      return { stream: printImport(lines), mayPause: true }
    },
    'export-bank': async (body) => {
      const input = z.object({ format: z.enum(exportFormats), examId: z.string().optional() }).parse(body)
      const problem = await findExportProblem(database.db, input)
      if (problem !== undefined) throw new CommandProblem(problem)
      return { stream: Readable.from(exportBank({ db: database.db, files }, input)) }
    },
    'list-sources': async () => ({ stream: Readable.from(printLines(listCitedSources(database.db))) }),
    'store-page-checks': async (body) => ({ json: await storePageChecks(database.db, parsePageChecks(body), new Date()) }),
    'apply-outline': async (body) => ({ json: await runOutlineCommand(database.db, outlineCommandShape.parse(body), new Date()) }),
    'index-docs': async (body) => ({
      stream: Readable.from(printLines(indexFolder(database.db, indexCommandShape.parse(body)))),
      mayPause: true,
    }),
    'list-links': async () => ({ stream: Readable.from(printLines(listStoredLinks(database.db))) }),
  }
}
