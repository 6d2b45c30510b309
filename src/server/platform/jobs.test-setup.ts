/** What the tests of jobs share: jobs that are closed after each test, a mailer that can fail, and a clock. */
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { type Jobs } from '#server/platform/jobs.ts'
import type { MailMessage } from '#server/mail/messages.ts'
import { openTestDatabase, type TestDatabase } from '#tests/services.ts'

export let database: TestDatabase

export const opened = new Set<Jobs>()

export async function close(jobs: Jobs) {
  opened.delete(jobs)
  await jobs.close()
}

/** A mailer that fails the first `failures` times, or always for the message `refused`. */
export function aMailer({ failures = 0, refused = '' } = {}) {
  const sent: string[] = []
  const attempts: string[] = []
  const send = async ({ text }: MailMessage) => {
    attempts.push(text)
    if (attempts.length <= failures || text === refused)
      throw Object.assign(new Error('451 camille@praxam.example: later'), { code: 'EENVELOPE', responseCode: 451 })
    sent.push(text)
  }
  return { send, sent, attempts }
}

export function aMessage(text: string): MailMessage {
  const action = 'https://praxam.example/verify-email?token=a1'
  return { kind: 'verification', to: { address: 'camille@praxam.example' }, subject: `subject of ${text}`, text, html: text, action }
}

export function aLog() {
  const lines: { level: string; context: object; message: string }[] = []
  const write = (level: string) => (context: object, message: string) => void lines.push({ level, context, message })
  return { lines, log: { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') } }
}

/** Opens a database for the tests in a file. */
export function prepareJobs(): void {
  beforeAll(async () => {
    database = await openTestDatabase()
  })
  afterAll(() => database.close())
  afterEach(async () => {
    for (const jobs of opened) await close(jobs)
    await sql`delete from pgboss.job`.execute(database.db)
    await sql`delete from pgboss.schedule`.execute(database.db)
    await sql`update pgboss.version set cron_on = null`.execute(database.db)
  })
}
