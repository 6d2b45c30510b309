/** The cost of a request must not depend on the number of members, so no query of a request or a job reads a big table from end to end. */
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { dayMs } from '#exam/duration.ts'
import { deleteExpired } from '#server/accounts/maintenance.ts'
import { changeQuestion } from '#server/bank/question-editing.ts'
import { saveCertification } from '#server/catalogue/certifications.ts'
import { challengeMaintenance } from '#server/challenges/index.ts'
import { contactMaintenance } from '#server/contact/index.ts'
import { recountAnswers } from '#server/practice/count-answers.ts'
import { flagQuestions } from '#server/statistics/index.ts'
import { archiveOldJournals } from '#server/practice/archive.ts'
import { finishAllExpired } from '#server/practice/deadline.ts'
import { announceRetirements } from '#server/reminders/retirement-notices.ts'
import { sendReminders, sendSummaries } from '#server/reminders/reminders.ts'
import { previewRescore, readRescore } from '#server/rescoring/index.ts'
import { continueRescores } from '#server/rescoring/queue.ts'
import { reportMaintenance } from '#server/reports/index.ts'
import { removeOldSimulations } from '#server/simulation/simulations.ts'
import { aCertification, anOutline } from '#tests/factories.ts'
import { changeAccount, editBank, handleMessages, signInEveryWay } from '#tests/query-plan-actions.ts'
import { bigTables, listFullScans, otherTables } from '#tests/query-plans.ts'
import { goodPassword, openVisitor, signIn, signUp } from '#tests/visitor.ts'
import {
  attemptId,
  cast,
  examDay,
  expectNoFullScan,
  first,
  get,
  listActionsNotSent,
  memberId,
  openEveryAddress,
  post,
  practice,
  prepareRequests,
  readChallengeId,
  recorder,
  second,
  services,
  simulate,
} from '#tests/query-plan-requests.ts'

/** Actions that the requests below do not call, with the reasons. */
const otherActions = {
  '/login/sso': 'only redirects to an identity provider',
  '/api/questions/:questionId/check': 'needs a model',
  '/api/tutor': 'needs a model',
  '/api/*': 'refuses every request',
}

// Not tested with the embedded database, because it has another version with other plans, and this file takes ten seconds.
describe.skipIf(!process.env['DATABASE_URL'])('on a PostgreSQL server', () => {
  prepareRequests()

  describe('no query reads a big table from end to end', () => {
    test('when members practice, review, share and change settings', async () => {
      await practice()
      await simulate()
      const { camille } = cast
      await post(camille, '/api/notes', {
        since: 0,
        sentAt: Date.now(),
        notes: [{ questionId: first, certificationId: 'mb-800', text: 'A note', changedAt: Date.now() }],
      })
      for (const reason of ['typo', 'wrong_answer'])
        await post(camille, '/api/reports', { key: crypto.randomUUID(), questionId: first, version: 1, reason, text: '', email: '' })
      await post(cast.guest, '/api/statistics', { certificationId: 'mb-800', answers: { [first]: ['C'] } })
      await post(camille, '/api/exam-dates', { certification: 'mb-800', day: examDay }, 'form')
      await recorder.pauseDuring(() => services.db.updateTable('exam_dates').set({ exam_on: '2026-01-02' }).execute())
      for (const form of [{ certification: 'mb-800', outcome: 'passed' }, { remove: 'mb-800' }])
        await post(camille, '/api/exam-dates', form, 'form')
      await post(camille, '/api/settings', { studyReminders: 'on', emailNotifications: 'on', changed: 'studyReminders' }, 'form')
      await post(camille, '/profile/shared/:attemptId', { name: 'Camille' }, 'form')
      await post(cast.guest, '/contact', { address: 'someone@example.com', text: 'A question about the site.', question: first }, 'form')
      await expectNoFullScan()
    })

    test('when anyone opens any page', async () => {
      await openEveryAddress()
      await expectNoFullScan()
    })

    test('when members take questions and their record along', async () => {
      const { data } = await get(cast.camille, '/profile/my-data.json', '/profile/my-data.json')
      const record = data as { attempts: { id: string }[]; questions: { explanation: string }[] }
      for (const question of record.questions) question.explanation = 'Other words'
      const visitor = openVisitor(services)
      await signUp(visitor, 'lou@example.com')
      const imported = await post(visitor, '/profile/my-data.json', record, 'json', '/profile/my-data.json?dry_run=false')
      expect(imported).toMatchObject({ status: 200, data: { keptQuestions: 2 } })
      await get(visitor, '/profile/my-data.json', '/profile/my-data.json?form=xapi')
      const lou = (await visitor.viewer())?.id ?? ''
      for (const { id } of await services.db.selectFrom('attempts').select('id').where('user_id', '=', lou).execute())
        await post(visitor, '/profile/history/:attemptId', {}, 'form', `/profile/history/${id}`)
      for (const who of [visitor, cast.guest])
        await post(who, '/api/flashcards', { certificationId: 'mb-800', format: 'csv', questionIds: [second] })
      await expectNoFullScan()
    })

    test('when administrators search and manage people', async () => {
      const { ada, camille } = cast
      for (const search of ['', 'c', 'camille', 'example'])
        for (const after of ['', 'a@example.com']) await get(ada, '/admin/people', `/admin/people?search=${search}&after=${after}`)
      await post(ada, '/admin/people', { email: 'invited@example.com' }, 'form')
      const visitor = openVisitor(services)
      await signUp(visitor, 'noor@example.com')
      const noorId = (await visitor.viewer())?.id ?? ''
      for (const intent of ['disabled', 'enabled', 'administrator', 'member', 'sessions-ended', 'password-reset', 'sign-in', 'deleted'])
        await post(ada, '/admin/people/:personId', { intent }, 'form', `/admin/people/${noorId}`)
      for (const show of ['open', 'all', 'closed']) {
        await get(ada, '/admin/messages', `/admin/messages?show=${show}`)
        await get(ada, '/admin/reports', `/admin/reports?show=${show}`)
      }
      for (const query of ['', '?exam=mb-800', '?state=confirmed', '?before=01a20000-0000-7000-8000-000000000001'])
        await get(ada, '/admin/challenges', `/admin/challenges${query}`)
      const challenge = `/admin/challenges/${await readChallengeId()}`
      const publicReason = 'The page says so.'
      for (const [index, intent] of ['claimed', 'released', 'rejected', 'reopened'].entries())
        await post(ada, '/admin/challenges/:challengeId', { intent, version: String(index + 1), publicReason }, 'form', challenge)
      await get(camille, '/api/reports', `/api/reports?keys=${crypto.randomUUID()},${crypto.randomUUID()}`)
      for (const query of ['', '&kind=wording'])
        await get(camille, '/certifications/:certificationId/changes', `/certifications/mb-800/changes?before=${attemptId}${query}`)
      for (const query of [
        '',
        '?state=current',
        '?state=unchecked',
        '?state=orphaned&exam=mb-800&age=30',
        '?state=current&after=2026-01-01T00:00:00.000Z_' + first,
      ])
        await get(ada, '/admin/freshness', `/admin/freshness${query}`)
      for (const query of ['?exam=mb-800', `?exam=mb-800&show=all&sort=hardest&question=${first}`])
        await get(ada, '/admin/statistics', `/admin/statistics${query}`)
      for (const [version, action] of [
        [1, 'confirm'],
        [2, 'undo'],
      ] as const)
        await post(ada, '/api/freshness/:questionId', { action, version }, 'json', `/api/freshness/${first}`)
      await post(
        ada,
        '/api/certifications/:certificationId/outline',
        { outline: JSON.stringify(anOutline()) },
        'json',
        '/api/certifications/mb-800/outline',
      )
      for (const query of ['kind=people', 'kind=people&person=camille@example.com', 'kind=content', 'before=01a2'])
        await get(ada, '/admin/log', `/admin/log?${query}`)
      await expectNoFullScan()
    })

    test('when members sign in, sign out and delete their account', async () => {
      const visitor = openVisitor(services)
      const call = async (path: string, body: Record<string, unknown>) => expect((await visitor.callAuth(path, body)).code).toBeUndefined()
      await signUp(visitor, 'leaving@example.com')
      await call('/sign-out', {})
      await signIn(visitor, 'leaving@example.com')
      await call('/request-password-reset', { email: 'leaving@example.com' })
      await call('/sign-in/magic-link', { email: 'leaving@example.com' })
      await call('/two-factor/enable', { password: goodPassword })
      await call('/change-password', { currentPassword: goodPassword, newPassword: `${goodPassword}!` })
      await post(visitor, '/profile/delete', { email: 'leaving@example.com', password: `${goodPassword}!`, confirmed: 'on' }, 'form')
      await expectNoFullScan()
    })

    test('when members sign in in every way', async () => {
      await signInEveryWay()
      await expectNoFullScan()
    })

    test('when members change their account', async () => {
      await changeAccount()
      await expectNoFullScan()
    })

    test('when administrators edit the bank and handle messages', async () => {
      await editBank()
      await handleMessages()
      await expectNoFullScan()
    })

    test('when jobs run', async () => {
      const { db, jobs, origin, unsubscribeTokens: tokens } = services
      await recorder.pauseDuring(async () => {
        const settings = { study_reminders: true, email_notifications: true, reminder_hour: 18 }
        await db.updateTable('user_profiles').set(settings).where('id', '=', memberId).execute()
        await db.updateTable('users').set({ email_verified: true }).where('id', '=', memberId).execute()
      })
      const mail = { origin, tokens, jobs }
      await sendReminders(db, mail, new Date('2030-01-02T18:00:00Z'))
      await sendSummaries(db, mail, new Date('2030-01-07T09:00:00Z'))
      await announceRetirements(db, mail, new Date())
      await saveCertification(db, aCertification({ status: 'retired', retiredOn: '2026-11-21' }), 0)
      await announceRetirements(db, mail, new Date())
      await deleteExpired(db, new Date())
      await finishAllExpired(db, new Date(Date.now() + dayMs))
      await removeOldSimulations(db, new Date(Date.now() + dayMs))
      await recountAnswers(db)
      await flagQuestions(db)
      await archiveOldJournals(db, new Date(Date.now() + 100 * dayMs))
      for (const { run } of [contactMaintenance, reportMaintenance, challengeMaintenance({ origin, tokens })])
        await run(db, jobs, AbortSignal.any([]))
      expect(services.sent.map(({ kind }) => kind)).toContain('study-reminder')
      await expectNoFullScan()
    })

    test('when an answer key is corrected', async () => {
      const { db, jobs, origin, unsubscribeTokens: tokens } = services
      const changed = await changeQuestion(db, null, first, { correct_answer: ['A'] }, undefined, new Date())
      const toVersion = changed.ok ? changed.record.version : 0
      expect((await previewRescore(db, first, undefined, toVersion))?.attempts).toBeGreaterThan(0)
      const challengeId = await readChallengeId()
      const decision = { intent: 'confirmed', version: '5', publicReason: 'A page has changed.' }
      const correction = { correction: 'answer_key', correctedVersion: String(toVersion) }
      await post(cast.ada, '/admin/challenges/:challengeId', { ...decision, ...correction }, 'form', `/admin/challenges/${challengeId}`)
      await continueRescores(db, { origin, tokens, jobs }, () => new Date())
      expect(await readRescore(db, challengeId)).toMatchObject({ state: 'finished', noticed: 1 })
      await get(cast.camille, '/api/correction-notices', '/api/correction-notices')
      await post(cast.camille, '/api/correction-notices', { dismiss: challengeId }, 'form')
      await expectNoFullScan()
    })

    test('after the requests above sent every kind of query', () => {
      const texts = recorder.queries().map(({ text }) => text)
      const missing = [...bigTables].filter((table) => !texts.some((text) => text.includes(table)))
      expect(missing).toEqual([])
      expect(texts.length).toBeGreaterThan(200)
    })

    test('after the requests above called every action', () => {
      expect(listActionsNotSent()).toEqual(Object.keys(otherActions))
    })
  })

  test('every table is known to grow with the members, or not to', async () => {
    const { rows } = await sql<{ name: string }>`
      select tablename::text as name from pg_tables where schemaname = 'public'`.execute(services.db)
    const known = [...bigTables, ...otherTables]
    expect(rows.map(({ name }) => name).toSorted()).toEqual(known.toSorted())
  })

  test('every foreign key of a big table has an index, so that deleting what it refers to does not read the table', async () => {
    const { rows } = await sql<{ table: string; columns: string[] }>`
      select con.conrelid::regclass::text as table,
        array(select attname::text from unnest(con.conkey) as key join pg_attribute on attrelid = con.conrelid and attnum = key) as columns
      from pg_constraint con
      where con.contype = 'f' and con.connamespace = 'public'::regnamespace and not exists (
        select from pg_index where indrelid = con.conrelid and indpred is null and indisvalid
          and (indkey::int2[])[0:array_length(con.conkey, 1) - 1] @> con.conkey
      )`.execute(services.db)
    expect(rows.filter(({ table }) => bigTables.has(table))).toEqual([])
  })

  describe('the check', () => {
    test.each([
      ['select * from users where name = $1', 'Seq Scan on users'],
      ['select count(*) from attempts', 'Index Only Scan on attempts'],
      ['select id from users order by email limit 1', undefined],
      ['select id from users where id = $1', undefined],
      ['select id from users where name = $1 order by id limit 1', 'Index Scan on users'],
    ])('of %j finds %j', async (text, expected) => {
      const values = text.includes('$1') ? ['x'] : []
      const found = await listFullScans(services, [{ text, values }])
      expect(found).toEqual(expected === undefined ? [] : [`${expected}: ${text}`])
    })

    test('finds the query that used an index, once the index is gone', async () => {
      const query = { text: 'select id from attempts where user_id = $1 and changed_at < now()', values: ['x'] }
      expect(await listFullScans(services, [query])).toEqual([])
      const indexes = ['attempts_of_set', 'attempts_by_change', 'attempts_by_start']
      const { rows } = await sql<{ name: string; definition: string }>`
        select relname::text as name, pg_get_indexdef(oid) as definition from pg_class where relname in ${sql`(${sql.join(indexes)})`}`.execute(
        services.db,
      )
      expect(rows).toHaveLength(indexes.length)
      for (const { name } of rows) await sql`drop index ${sql.ref(name)}`.execute(services.db)
      expect(await listFullScans(services, [query])).toHaveLength(1)
      for (const { definition } of rows) await sql.raw(definition).execute(services.db)
    })
  })
})
