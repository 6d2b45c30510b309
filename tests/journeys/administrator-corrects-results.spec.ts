import { randomUUID } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import type { Move } from '#exam/moves.ts'
import { changeQuestion } from '#server/bank/question-editing.ts'
import { changeChallenge } from '#server/challenges/change.ts'
import { openDatabase } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'
import { appendMoves } from '#server/practice/append-moves.ts'
import { receiveReport } from '#server/reports/reports.ts'
import { becomeAdministrator, becomeMember, expect, expectAccessible, listMail, open, test } from '#tests/journeys/accounts.ts'
import { shortExam } from '#tests/journeys/fixtures.ts'
import { silentLog } from '#tests/services.ts'
import { challenges } from '#web/text/en/challenges.ts'
import { challengesAdmin } from '#web/text/en/admin/challenges.ts'
import { rescoring } from '#web/text/en/rescoring.ts'

const attemptCount = 4_000
const memberCount = 800
const publicReason = 'The page names the other option, in its second section.'
const unchangedReason = 'The page says so in its first section.'

/** Works with the database of a server that is not running. */
async function withDatabase<Result>(dataDir: string, work: (db: Kysely<Tables>) => Promise<Result>): Promise<Result> {
  const { db, close } = await openDatabase({ dataDir, databaseUrl: undefined }, silentLog)
  try {
    return await work(db)
  } finally {
    await close()
  }
}

type Flipped = { challengeId: string; questionId: string; newKey: string }

/**
 * Fills the database: thousands of members and Camille answered a question, the question was reported, and its answer key was corrected in
 * the editor. Camille has two attempts: one answered with the earlier key, and one with the corrected key.
 */
async function fill(db: Kysely<Tables>, camille: string): Promise<Flipped> {
  const now = new Date()
  const question = await db
    .selectFrom('questions')
    .select(['id', 'version', 'correct_answer', 'skill_area'])
    .where('exam_id', '=', shortExam)
    .where('question_type', '=', 'single_choice')
    .where(sql<boolean>`jsonb_array_length(options) = 4`)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const [oldKey = ''] = question.correct_answer
  const newKey = oldKey === 'B' ? 'C' : 'B'
  const { id: userId } = await db.selectFrom('users').select('id').where('email', '=', camille).executeTakeFirstOrThrow()
  await db.updateTable('users').set({ email_verified: true }).where('id', '=', userId).execute()
  await db
    .insertInto('user_profiles')
    .values({ id: userId, email_notifications: true })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ email_notifications: true }))
    .execute()
  for (const letter of [oldKey, newKey]) {
    const at = now.getTime() - 60_000
    const moves: Move[] = [
      { type: 'start', at, certificationId: shortExam, set: 'all', questionIds: [question.id] },
      { type: 'answer', at, questionId: question.id, answer: [letter] },
      { type: 'finish', at },
    ]
    const entries = moves.map((move) => ({ key: randomUUID(), move }))
    await appendMoves(db, { id: randomUUID(), owner: { userId }, base: 0, sentAt: now.getTime(), entries }, now)
  }
  await sql`insert into users (id, name, email, email_verified, created_at, updated_at)
    select 'member-' || n, '', 'member-' || n || '@example.com', true, now(), now() from generate_series(0, ${memberCount - 1}::int4) as n`.execute(
    db,
  )
  await sql`insert into user_profiles (id, email_notifications) select 'member-' || n, false from generate_series(0, ${memberCount - 1}::int4) as n`.execute(
    db,
  )
  // In attempt n, the answer is the letter n modulo 4, and five answers to other questions are correct.
  await sql`insert into attempts (id, user_id, certification_id, question_set, questions, state, next, started_at, changed_at, finished_at, correct, total)
    select md5('attempt ' || n)::uuid, 'member-' || n % ${memberCount}::int4, ${shortExam}, 'all',
      jsonb_build_array(jsonb_build_object('id', ${question.id}::text, 'version', ${question.version}::int4)),
      jsonb_build_object('answers', jsonb_build_object(${question.id}::text, jsonb_build_array(chr(65 + n % 4))), 'revealed', '[]'::jsonb,
        'shown', '[]'::jsonb, 'flagged', '[]'::jsonb, 'guessed', '[]'::jsonb, 'current', 0, 'startedAt', 0, 'finishedAt', 1),
      0, now(), now(), now(), 5 + (chr(65 + n % 4) = ${oldKey}::text)::int4, 10
    from generate_series(0, ${attemptCount - 1}::int4) as n`.execute(db)
  await sql`insert into final_answers
      (attempt_id, question_id, user_id, certification_id, skill_area, is_correct, finalized_at, answer, version)
    select md5('attempt ' || n)::uuid, ${question.id}::uuid, 'member-' || n % ${memberCount}::int4, ${shortExam}, ${question.skill_area},
      chr(65 + n % 4) = ${oldKey}::text, now(), jsonb_build_array(chr(65 + n % 4)), ${question.version}::int4
    from generate_series(0, ${attemptCount - 1}::int4) as n`.execute(db)
  const report = { key: randomUUID(), questionId: question.id, version: question.version, reason: 'wrong_answer' as const, text: '' }
  await receiveReport(db, report, { ipAddress: '203.0.113.7', email: null }, now)
  const changed = await changeQuestion(db, null, question.id, { correct_answer: [newKey] }, undefined, now)
  if (!changed.ok) throw new Error(JSON.stringify(changed))
  const { id: challengeId } = await db
    .selectFrom('challenges')
    .select('id')
    .where('question_id', '=', question.id)
    .executeTakeFirstOrThrow()
  return { challengeId, questionId: question.id, newKey }
}

/** Reports another question, and rejects the challenge as Ada. */
async function rejectAnother(db: Kysely<Tables>, questionId: string): Promise<void> {
  const now = new Date()
  const { id: actorId } = await db.selectFrom('user_profiles').select('id').where('is_admin', '=', true).executeTakeFirstOrThrow()
  const other = await db
    .selectFrom('questions')
    .select(['id', 'version'])
    .where('exam_id', '=', shortExam)
    .where('state', '=', 'published')
    .where('id', '<>', questionId)
    .executeTakeFirstOrThrow()
  const report = { key: randomUUID(), questionId: other.id, version: other.version, reason: 'unclear' as const, text: '' }
  await receiveReport(db, report, { ipAddress: '203.0.113.7', email: null }, now)
  const challenge = await db
    .selectFrom('challenges')
    .select(['id', 'version'])
    .where('question_id', '=', other.id)
    .executeTakeFirstOrThrow()
  const services = { db, jobs: { addRescore: () => Promise.resolve() } }
  const rejected = { kind: 'rejected', publicReason: unchangedReason } as const
  expect(await changeChallenge(services, { actorId, ...challenge }, rejected, now)).toEqual({ ok: true })
}

/** Finds wrong stored results. There are none if each attempt was scored again exactly once. */
async function findWrongResults(db: Kysely<Tables>, { challengeId, questionId, newKey }: Flipped) {
  const { rows } = await sql<{ id: string; correct: number }>`
    select id, correct from attempts
    where user_id like 'member-%' and correct <> 5 + (state -> 'answers' -> ${questionId}::text ->> 0 = ${newKey}::text)::int4`.execute(db)
  const notGraded = await db
    .selectFrom('final_answers')
    .select('attempt_id')
    .where('question_id', '=', questionId)
    .where(sql<boolean>`is_correct <> (answer ->> 0 = ${newKey}::text)`)
    .execute()
  const notRecorded = await sql`
    select attempts.id from attempts left join rescored_attempts as again on again.attempt_id = attempts.id and again.challenge_id = ${challengeId}::uuid
    where attempts.user_id like 'member-%' and (again.attempt_id is null or again.correct_after <> attempts.correct
      or again.correct_after - again.correct_before <> again.is_correct::int4 - again.was_correct::int4)`.execute(db)
  return [...rows, ...notGraded, ...notRecorded.rows]
}

const countRescored = (db: Kysely<Tables>) =>
  db
    .selectFrom('rescored_attempts')
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()

test('Ada corrects an answer key, the server is killed meanwhile, and each result changes once', async ({
  page,
  startOwn,
  openElsewhere,
}) => {
  test.setTimeout(180_000)
  const server = await startOwn()
  const camille = await becomeMember(page, server.origin)
  const ada = await openElsewhere()
  await becomeAdministrator(ada, server.origin, server.dataDir)
  await server.kill()
  const flipped = await withDatabase(server.dataDir, async (db) => {
    const filled = await fill(db, camille)
    await rejectAnother(db, filled.questionId)
    return filled
  })
  await server.startAgain()

  const address = `${server.origin}/admin/challenges/${flipped.challengeId}`
  const total = attemptCount + 2
  const changed = attemptCount / 2 + 2
  await open(ada, address)
  const preview = ada.getByRole('region', { name: rescoring.previewTitle })
  await expect(preview).toContainText(rescoring.summary(total, memberCount + 1, memberCount / 2 + 1))
  await expect(preview.getByRole('row', { name: rescoring.toCorrect })).toContainText((changed / 2).toLocaleString('en'))
  await expect(preview.getByRole('row', { name: rescoring.toIncorrect })).toContainText((changed / 2).toLocaleString('en'))
  await expectAccessible(ada)
  await ada.getByRole('textbox', { name: challengesAdmin.publicReason }).fill(publicReason)
  await ada.getByRole('button', { name: challengesAdmin.confirmAndRescore }).click()
  await expect(ada.getByRole('progressbar', { name: rescoring.progressLabel })).toBeVisible()
  // The page reads the progress every two seconds; the test asks again after each response.
  await expect
    .poll(async () => Number(/<progress[^>]* value="(\d+)"/.exec(await (await ada.request.get(address)).text())?.[1]), { intervals: [1] })
    .toBeGreaterThan(0)
  await server.kill()
  const { count } = await withDatabase(server.dataDir, countRescored)
  expect(count).toBeGreaterThan(0)
  expect(count).toBeLessThan(total)

  await server.startAgain()
  await open(ada, address)
  await expect(ada.getByText(rescoring.finished(total, memberCount / 2 + 1))).toBeVisible({ timeout: 60_000 })
  await expect(ada.getByRole('row', { name: rescoring.toCorrect })).toContainText((changed / 2).toLocaleString('en'))
  await expect(ada.getByRole('row', { name: rescoring.toIncorrect })).toContainText((changed / 2).toLocaleString('en'))
  await expectAccessible(ada)

  await open(page, `${server.origin}/profile`)
  const notices = page.getByRole('region', { name: rescoring.noticesLabel })
  await expect(notices).toContainText(publicReason)
  await expect(notices.getByRole('button', { name: rescoring.dismiss })).toHaveCount(1)
  await expectAccessible(page)
  const listMails = () => listMail(server.dataDir, camille, 'result-corrected')
  await expect.poll(listMails, { timeout: 60_000 }).toEqual([expect.objectContaining({ text: expect.stringContaining(publicReason) })])
  await notices.getByRole('link', { name: rescoring.toAttempt(2) }).click()
  const earlier = page.getByRole('region', { name: rescoring.earlierTitle })
  await expect(earlier.getByRole('heading', { level: 3 })).toContainText(/: [01] of 1$/)
  await earlier.getByText(rescoring.earlierQuestion).click()
  await expect(earlier.getByRole('region', { name: rescoring.earlierExplanation })).toBeVisible()
  await expectAccessible(page)
  await page.goto(`${server.origin}/profile`)
  await notices.getByRole('button', { name: rescoring.dismiss }).click()
  await expect(notices).toHaveCount(0)
  await page.goto(`${server.origin}/certifications/${shortExam}/changes`)
  const { entries, kind, kinds } = challenges.changes
  const entryWith = (text: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: text })
  await expect(entryWith(publicReason)).toContainText(entries.answer_key)
  await expect(entryWith(unchangedReason)).toContainText(entries.unchanged)
  await expectAccessible(page)
  const tabs = page.getByRole('navigation', { name: kinds })
  await expect(tabs.getByRole('link')).toHaveText([kind(undefined, 2), kind('answer_key', 1), kind('unchanged', 1)])
  await tabs.getByRole('link', { name: kind('unchanged', 1) }).focus()
  await page.keyboard.press('Enter')
  await expect(entryWith(publicReason)).toHaveCount(0)
  await expect(entryWith(unchangedReason)).toBeVisible()
  await expect(tabs.getByRole('link', { name: kind('unchanged', 1) })).toHaveAttribute('aria-current', 'page')
  await expectAccessible(page)

  await page.close()
  await ada.close()
  await server.kill()
  await withDatabase(server.dataDir, async (db) => {
    expect(await findWrongResults(db, flipped)).toEqual([])
    expect(await countRescored(db)).toEqual({ count: total })
    const notified = await db
      .selectFrom('correction_notices')
      .select(sql<number>`count(*)::int`.as('count'))
      .executeTakeFirstOrThrow()
    expect(notified.count).toBe(memberCount / 2 + 1)
  })
  expect(await listMails()).toHaveLength(1)
})
