/**
 * Services for a test file with their own database, empty except for the schema. If `DATABASE_URL` is set, this is a new database on that
 * PostgreSQL server, otherwise an embedded one in a temporary folder.
 */
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { openAccounts } from '#server/accounts/accounts.ts'
import { openImageEncoder } from '#server/bank/images/image-encoder.ts'
import { openQuestionChunks } from '#server/bank/question-chunks.ts'
import { openImporter } from '#server/bank/import/import.ts'
import type { IdentityProvider } from '#server/accounts/identity-providers.ts'
import { siteOrigin, readConfig, type Config } from '#server/config.ts'
import type { Secret } from '#server/platform/config-values.ts'
import { openDatabase, type Database } from '#server/db/database.ts'
import type { Db } from '#server/db/tables.ts'
import { openFileStore } from '#server/platform/file-store.ts'
import { readGuides } from '#server/guides/guides.ts'
import { readExamRules } from '#server/bank/content-files.ts'
import { createLog } from '#server/log.ts'
import type { MailMessage } from '#server/mail/messages.ts'
import type { Services } from '#server/services.ts'
import { openUnsubscribeTokens } from '#server/reminders/unsubscribe.ts'
import { openTutor } from '#server/tutor/open-tutor.ts'
import { copyTemplateDatabase } from '#tests/template-database.ts'

export const migrationsFolder = join(import.meta.dirname, '../migrations')
export const contentFolder = join(import.meta.dirname, '../content')
export const silentLog = createLog('silent')

/** These files are read once for all tests of a file. */
const testGuides = readGuides(contentFolder)
const testExamRules = readExamRules(contentFolder)

export type TestDatabase = Database & {
  /** Empties every table of the project, so that tests of a file do not see each other's rows. */
  empty: () => Promise<void>
}

/** The default settings, with the values that a test is about. */
export function testConfig(values: Partial<Config> = {}): Config {
  return { ...readConfig({ DATABASE_URL: process.env['DATABASE_URL'] }), ...values }
}

export type TestServices = Services &
  TestDatabase & {
    /** Mail messages that were queued, the oldest first. */
    sent: MailMessage[]
    /** Jobs for scoring attempts again, in the order in which they were queued. */
    rescores: { challengeId: string }[]
    /** The latest message of a kind to an address. @throws when there is none */
    mailTo: (address: string, kind: MailMessage['kind']) => MailMessage
    origin: string
    /** The delays of constant-time responses, in milliseconds, oldest first. Tests do not wait for them. */
    pauses: number[]
  }

export const testSecret: Secret = { version: 1, value: 'secret of the tests, long enough to be taken for one' }

/** Services with their own database, whose mail is collected instead of queued. */
export async function openTestServices(values: Partial<Config> = {}, providers: readonly IdentityProvider[] = []): Promise<TestServices> {
  return servicesOn(await openTestDatabase(), values, providers)
}

/** The same, on a database that is already open, as after a restart. */
export async function servicesOn(
  database: TestDatabase,
  values: Partial<Config> = {},
  providers: readonly IdentityProvider[] = [],
  providerTimeoutMs?: number,
): Promise<TestServices> {
  const config = testConfig(values)
  const sent: MailMessage[] = []
  const rescores: { challengeId: string }[] = []
  const origin = siteOrigin(config)
  const secrets = config.secrets ?? [testSecret]
  const jobs = { sendMail: async (message: MailMessage) => void sent.push(message) }
  const pauses: number[] = []
  const responseClock = { now: () => performance.now(), pause: async (ms: number) => void pauses.push(ms) }
  const accountsOptions = { db: database.db, config, origin, secrets, providers, jobs, log: silentLog, responseClock }
  const accounts = await openAccounts({ ...accountsOptions, ...(providerTimeoutMs && { providerTimeoutMs }) })
  const images = join(tmpdir(), `praxam-images-${crypto.randomUUID()}`)
  const files = openFileStore({ dataDir: images, s3: config.s3 })
  const imageEncoder = openImageEncoder()
  const importer = openImporter({ db: database.db, files, imageEncoder, log: silentLog })
  return {
    ...database,
    isDatabaseAvailable: database.isAvailable,
    isDatabaseDamaged: database.isDamaged,
    log: silentLog,
    accounts,
    jobs: { ...jobs, addRescore: async (job) => void rescores.push(job) },
    contactAddress: config.contactAddress,
    operator: config.operator,
    files,
    imageEncoder,
    importer,
    questionChunks: openQuestionChunks(database.db),
    guides: await testGuides,
    examRules: await testExamRules,
    unsubscribeTokens: openUnsubscribeTokens(secrets),
    tutor: config.tutor && openTutor({ settings: config.tutor, db: database.db, secrets, log: silentLog }),
    close: async () => {
      await importer.close()
      await imageEncoder.close()
      await database.close()
      await rm(images, { recursive: true, force: true })
    },
    sent,
    rescores,
    pauses,
    origin,
    mailTo: (address, kind) => {
      const found = sent.findLast((message) => message.to.address === address && message.kind === kind)
      if (!found)
        throw new Error(`No ${kind} for ${address} among ${sent.map((message) => `${message.kind} ${message.to.address}`).join(', ')}`)
      return found
    },
  }
}

const tables = [
  'question_notes',
  'questions',
  'question_versions',
  'question_translations',
  'case_study_translations',
  'removals',
  'image_uses',
  'case_studies',
  'outlines',
  'glossary_terms',
  'skill_areas',
  'certifications',
  'content_files',
  'content_versions',
  'users',
  'verifications',
  'rate_limits',
  'rate_limit_counts',
  'contact_messages',
  'challenge_reports',
  'challenges',
  'question_reports',
  'attempts',
  'attempt_moves',
  'final_answers',
  'announced_statuses',
  'shared_results',
  'rescores',
  'rescored_attempts',
  'question_statistics',
  'item_recounts',
  'tutor_usage',
  'documents',
  'import_columns',
  'audit_log',
] as const

export async function openTestDatabase(): Promise<TestDatabase> {
  const { settings, dispose } = await copyTemplateDatabase(process.env['DATABASE_URL'], silentLog)
  const database = await openDatabase(settings, silentLog)
  return {
    ...database,
    empty: async () => {
      await database.pool.query(tables.map((table) => `DELETE FROM ${table};`).join('\n'))
    },
    close: async () => {
      await database.close()
      await dispose()
    },
  }
}

/** Adds members whose ids are their names, with confirmed addresses. */
export async function addMembers(db: Db, names: readonly string[], at: Date): Promise<void> {
  const rows = names.map((id) => ({
    id,
    name: '',
    email: `${id}@example.com`,
    email_verified: true,
    created_at: at,
    updated_at: at,
  }))
  await db.insertInto('users').values(rows).execute()
}

/** Number of rows of a table. */
export async function countRows(database: TestDatabase, table: (typeof tables)[number]): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${sql.table(table)}`.execute(database.db)
  return rows[0]?.count ?? 0
}

/** Waits until a transaction in the database waits for a lock. Works only with a PostgreSQL server, which has several connections. */
export async function waitForBlockedTransaction(db: Db): Promise<void> {
  const query = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  while ((await query.execute(db)).rows.length === 0) await new Promise((resolve) => setImmediate(resolve))
}
