import { describe, expect, test } from 'vitest'
import { findAttempt, listEntries } from '#server/practice/store.ts'
import { finishAllExpired } from '#server/practice/deadline.ts'
import { appendMoves } from '#server/practice/append-moves.ts'
import { transact } from '#server/db/transact.ts'
import { findLatestSimulation, findSheet, removeOldSimulations } from '#server/simulation/simulations.ts'
import { countRows } from '#tests/services.ts'
import {
  answer,
  database,
  entry,
  findFinishedSheet,
  guest,
  later,
  now,
  prepareSimulations,
  reorder,
  send,
  single,
  startNew,
} from '#server/simulation/simulations.test-setup.ts'

prepareSimulations()

const days = (count: number) => later(count * 24 * 60)

describe('the deadline', () => {
  test('finishes a simulation that is opened later, with the answers recorded by then', async () => {
    const { sheet, owner } = await startNew()
    await send(sheet.id, owner, [answer(single.id, ['A']), answer(reorder.id, ['0'])])
    expect(await findSheet(database.db, sheet.id, owner, later(8))).toMatchObject({ finished: false })
    const finished = await findFinishedSheet(sheet.id, owner, later(9))
    expect(finished.attempt).toMatchObject({ finishedAt: later(8).getTime(), answers: { [single.id]: ['A'], [reorder.id]: ['0'] } })
    expect(await findAttempt(database.db, sheet.id, owner)).toMatchObject({ total: 4 })
  })

  test('finishes a simulation that the candidate abandoned', async () => {
    const { sheet } = await startNew()
    await finishAllExpired(database.db, later(9))
    const row = await database.db.selectFrom('attempts').select(['id', 'finished_at', 'total']).executeTakeFirstOrThrow()
    expect(row).toEqual({ id: sheet.id, finished_at: later(8), total: 4 })
  })

  test('grades every abandoned simulation, also when one cannot be graded', async () => {
    const ids: string[] = []
    for (const minute of [0, 1, 2]) ids.push((await startNew({ candidate: guest }, later(minute))).sheet.id)
    await database.db
      .updateTable('attempts')
      .set({ questions: '{}' })
      .where('id', '=', ids[0] ?? '')
      .execute()
    await expect(finishAllExpired(database.db, later(20))).rejects.toThrow()
    const rows = await database.db.selectFrom('attempts').select('id').where('finished_at', 'is not', null).orderBy('finished_at').execute()
    expect(rows.map(({ id }) => id)).toEqual(ids.slice(1))
  })

  describe.skipIf(!process.env['DATABASE_URL'])('on a database with several connections', () => {
    test('leaves a simulation alone that another process is grading', async () => {
      const { sheet: first } = await startNew({ candidate: guest })
      const { sheet: second } = await startNew({ candidate: guest }, later(1))
      await transact(database.db, async (transaction) => {
        await transaction.selectFrom('attempts').select('id').where('id', '=', first.id).forUpdate().execute()
        await finishAllExpired(database.db, later(20))
        const rows = await database.db.selectFrom('attempts').select('id').where('finished_at', 'is not', null).execute()
        expect(rows).toEqual([{ id: second.id }])
      })
    })

    test('grades each once when several processes do it at the same time', async () => {
      for (const minute of [0, 1, 2, 3, 4]) await startNew({ candidate: guest }, later(minute))
      await Promise.all(Array.from({ length: 3 }, () => finishAllExpired(database.db, later(20))))
      expect(await database.db.selectFrom('attempts').select('id').where('finished_at', 'is', null).execute()).toEqual([])
      const moves = await database.db.selectFrom('attempt_moves').select('move').execute()
      expect(moves.filter(({ move }) => move.type === 'finish')).toHaveLength(5)
    })
  })

  test.each([
    [5_000, true],
    [5_001, false],
  ])('has a grace period: a move that arrives %i ms late is recorded: %s', async (lateMs, isRecorded) => {
    const { sheet, owner } = await startNew()
    const sentAt = sheet.deadlineAt + lateMs
    const entries = [entry({ type: 'answer', at: sentAt, questionId: single.id, answer: ['A'] })]
    await appendMoves(database.db, { id: sheet.id, owner, base: 1, sentAt, entries }, new Date(sentAt))
    const [, move] = await listEntries(database.db, sheet.id, 0)
    expect(move?.move).toMatchObject({ type: isRecorded ? 'answer' : 'finish', at: sheet.deadlineAt })
  })

  test('is enforced by the server: late moves do not count, even with a forged time', async () => {
    const { sheet, owner } = await startNew()
    const forged = { ...answer(single.id, ['A']), move: { ...answer(single.id, ['A']).move, at: now.getTime() } }
    const kept = await appendMoves(database.db, { id: sheet.id, owner, base: 1, sentAt: now.getTime(), entries: [forged] }, later(9))
    expect(kept).toMatchObject({ ok: true, recorded: [], finished: true })
    expect((await findFinishedSheet(sheet.id, owner, later(9))).attempt.answers).toEqual({})
  })

  test("does not depend on the sender's clock", async () => {
    const { sheet, owner } = await startNew()
    for (const off of [-60, 60]) {
      const at = later(off).getTime()
      const entries = [{ ...answer(single.id, [off < 0 ? 'A' : 'B']), move: { ...answer(single.id, [off < 0 ? 'A' : 'B']).move, at } }]
      expect(await appendMoves(database.db, { id: sheet.id, owner, base: off < 0 ? 1 : 2, sentAt: at, entries }, later(1))).toMatchObject({
        finished: false,
        recorded: [entries[0]?.key],
      })
    }
    expect(await findSheet(database.db, sheet.id, owner, later(2))).toMatchObject({ finished: false, deadlineAt: later(8).getTime() })
  })
})

test('the latest simulation of a member is found, and finished when its time is over', async () => {
  await startNew({ length: 'full' }, later(-9))
  const { sheet } = await startNew({}, later(1))
  await startNew({ candidate: guest }, later(2))
  const find = async (userId: string, at: Date) => findLatestSimulation(database.db, userId, 'mb-800', at)
  expect(await find('camille', later(2))).toMatchObject({ id: sheet.id, attempt: { finishedAt: null } })
  expect(await find('camille', later(30))).toMatchObject({ id: sheet.id, attempt: { finishedAt: later(9).getTime() } })
  expect(await find('ada', now)).toBeUndefined()
})

test('old simulations of guests are deleted, those of members are not', async () => {
  await startNew()
  await startNew({ candidate: guest })
  const listIds = async () => (await database.db.selectFrom('attempts').select('id').execute()).map(({ id }) => id)
  await removeOldSimulations(database.db, days(29))
  expect(await listIds()).toHaveLength(2)
  await removeOldSimulations(database.db, days(31))
  expect(await listIds()).toHaveLength(1)
  expect(await countRows(database, 'attempt_moves')).toBe(1)
})
