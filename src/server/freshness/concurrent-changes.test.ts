import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Db } from '#server/db/tables.ts'
import { transact } from '#server/db/transact.ts'
import { rateQuestions } from '#server/freshness/rate-questions.ts'
import { aQuestion } from '#tests/factories.ts'
import { prepareDatabase } from '#tests/prepared-database.ts'
import { waitForBlockedTransaction } from '#tests/services.ts'

const now = new Date('2026-11-24T12:00:00Z')
const cited = { repository: 'MicrosoftDocs/dynamics365smb-docs', path: 'business-central/terms.md', commit: 'a'.repeat(40), lines: '10-20' }
const question = aQuestion({ grounding: cited })
const check = {
  question_id: question.id,
  part: 'page',
  ...cited,
  lines_sha256: '1'.repeat(64),
  outcome: 'changed',
  newest_commit: 'b'.repeat(40),
  checked_at: now,
} as const

// The embedded database has one connection, so its transactions never run at the same time.
describe.skipIf(!process.env['DATABASE_URL'])('on a database with several connections', () => {
  const database = prepareDatabase({ questions: [question] })

  const rate = (db: Db) => rateQuestions(db, [question.id], { setBy: 'outline', at: now })

  test('members who save answers do not wait for those who set states', async () => {
    await database.db.transaction().execute(async (setting) => {
      await rate(setting)
      await database.db.transaction().execute(async (saving) => {
        await sql`set local lock_timeout = '2s'`.execute(saving)
        expect(await saving.selectFrom('questions').select('id').where('id', '=', question.id).forKeyShare().execute()).toHaveLength(1)
      })
    })
  })

  test('who waits for a check sees its result', async () => {
    let rating: Promise<void> | undefined
    await database.db.transaction().execute(async (checking) => {
      await rate(checking)
      await checking.insertInto('page_checks').values(check).execute()
      await rate(checking)
      rating = transact(database.db, rate)
      await waitForBlockedTransaction(database.db)
    })
    await rating
    const stored = await database.db.selectFrom('question_freshness').select('state').executeTakeFirst()
    expect(stored).toEqual({ state: 're-check' })
  })
})
