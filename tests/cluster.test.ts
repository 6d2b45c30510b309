/** Tests the parts of `npm run test:cluster` that need no cluster. */
import { describe, expect, test } from 'vitest'
import { longestWaitSeconds, secondsUntilFirstSave, type EventResult } from '../tools/cluster/measure.ts'
import { readDocumentedLines } from '../tools/cluster/nginx.ts'
import { listTotals, type ClusterResult } from '../tools/cluster/report.ts'

test('the lines of nginx in the docs are those that the cluster runs', () => {
  const lines = readDocumentedLines(8080, [3001, 3002])
  expect(lines).toContain('listen 127.0.0.1:8080;')
  expect(lines.match(/server 127\.0\.0\.1:\d+/g)).toEqual(['server 127.0.0.1:3001', 'server 127.0.0.1:3002'])
  expect(() => readDocumentedLines(8080, [3001, 3002, 3003])).toThrow('does not have the expected lines of nginx')
})

describe('an event at second 10', () => {
  const aSave = (madeAt: number, sentAt: number, acknowledgedAt: number) => ({
    attemptId: 'a',
    madeAt: madeAt * 1000,
    sentAt: sentAt * 1000,
    acknowledgedAt: acknowledgedAt * 1000,
  })

  test('ends with the first save that was sent after it', () => {
    expect(secondsUntilFirstSave([aSave(9, 9, 10.1), aSave(9, 12, 13), aSave(11, 12, 14)], 10_000)).toBe(3)
    expect(secondsUntilFirstSave([aSave(9, 9, 10.1)], 10_000)).toBe(Infinity)
  })

  test('lets an answer wait at most as long as the slowest one, from the event on', () => {
    expect(longestWaitSeconds([aSave(4, 9, 12), aSave(11, 12, 14)], 10_000)).toBe(3)
    expect(longestWaitSeconds([], 10_000)).toBe(Infinity)
  })
})

describe('the totals', () => {
  const anEvent: EventResult = {
    name: 'failover',
    firstSaveSeconds: 3,
    longestWaitSeconds: 4,
    saves: 100,
    failedSaves: 5,
    failedPages: 0,
    restartsByHand: 0,
  }
  const good: ClusterResult = {
    results: [anEvent],
    saving: { acknowledged: 1000, lost: 0, duplicated: 0, disordered: 0, unsent: 0 },
    pages: { failed: 0, all: 100 },
    visits: { visits: 20, broken: 0, problems: [] },
    dueWork: { due: 10, done: 10, doneTwice: 0, perProcess: [5, 5] },
    contentProblems: [],
  }
  const missed = (result: Partial<ClusterResult>) =>
    listTotals({ ...good, ...result })
      .filter(({ within }) => within === 'NO')
      .map(({ figure }) => figure)

  test('are within the bounds', () => {
    expect(missed({})).toEqual([])
  })

  test.each<[string, Partial<ClusterResult>]>([
    ['Acknowledged moves lost', { saving: { ...good.saving, lost: 1 } }],
    ['Moves stored twice', { saving: { ...good.saving, duplicated: 1 } }],
    ['Attempts whose moves are in another order', { saving: { ...good.saving, disordered: 1 } }],
    ['Moves that could not be sent in the end', { saving: { ...good.saving, unsent: 1 } }],
    ['Processes restarted by hand', { results: [{ ...anEvent, restartsByHand: 1 }] }],
    ['Longest wait of an answer', { results: [anEvent, { ...anEvent, longestWaitSeconds: 10 }] }],
    ['Visits with a missing file, of 20', { visits: { visits: 20, broken: 1, problems: [] } }],
    ['Jobs done twice, of 10', { dueWork: { ...good.dueWork, doneTwice: 1 } }],
    ['Jobs not done', { dueWork: { ...good.dueWork, done: 9 } }],
    ['Questions put back by an earlier release', { contentProblems: ['process 1'] }],
  ])('name the bound that was missed: %s', (figure, result) => {
    expect(missed(result)).toEqual([figure])
  })
})
