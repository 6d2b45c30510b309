import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { QuestionSet } from '#exam/attempt.ts'
import { comparedSimulationsMax } from '#exam/results/simulation-comparison.ts'
import { readScores } from '#web/simulation/read-scores.ts'
import { openPageJournal, type DeviceOwner } from '#web/sync/index.ts'
import { importAttempt } from '#web/sync/planning/device-attempts.ts'

/** Requests for results: the id, and the secret that was sent. */
let requested: [id: string, secret: string | null][]

beforeEach(() => {
  requested = []
  vi.stubGlobal('indexedDB', new IDBFactory())
  vi.stubGlobal('fetch', (address: string, init?: RequestInit) => {
    const id = /attempts\/(.+)\/moves/.exec(address)?.[1] ?? ''
    requested.push([id, new Headers(init?.headers).get('Authorization')])
    if (id === 'deleted') return Promise.resolve(new Response(null, { status: 404 }))
    const result = id === 'open' ? { correct: null, total: null } : { correct: 7, total: 10 }
    return Promise.resolve(Response.json({ next: 3, entries: [], ...result }))
  })
})
afterEach(() => vi.unstubAllGlobals())

async function addSimulation(
  id: string,
  startedAt: number,
  values: { owner?: DeviceOwner; set?: QuestionSet; certificationId?: string } = {},
) {
  const { owner = null, set = 'simulation', certificationId = 'mb-800' } = values
  const { journal } = await openPageJournal(owner)
  const move = { type: 'start', at: startedAt, certificationId, set, questionIds: ['q1'] } as const
  await importAttempt(journal, { id, startedAt, entries: [{ key: `start-${id}`, move }], secret: `secret-of-${id}` }, false)
}

test('the results of a guest are read with the secrets on the device', async () => {
  await addSimulation('first', 1000)
  await addSimulation('deleted', 2000)
  await addSimulation('open', 3000)
  await addSimulation('of another exam', 4000, { certificationId: 'pl-900' })
  await addSimulation('of a member', 5000, { owner: 'camille' })
  await addSimulation('of practice', 6000, { set: 'mixed' })
  expect(await readScores(null, 'mb-800')).toEqual([{ id: 'first', startedAt: 1000, correct: 7, total: 10 }])
  expect(requested).toEqual([
    ['open', 'Bearer secret-of-open'],
    ['deleted', 'Bearer secret-of-deleted'],
    ['first', 'Bearer secret-of-first'],
  ])
})

test('only the latest results of a guest are read', async () => {
  for (let i = 0; i < comparedSimulationsMax + 3; i++) await addSimulation(`s${i}`, 1000 + i)
  const scores = await readScores(null, 'mb-800')
  expect(scores.map(({ id }) => id)).toEqual(['s7', 's6', 's5', 's4', 's3', 's2'])
  expect(requested).toHaveLength(comparedSimulationsMax + 1)
})
