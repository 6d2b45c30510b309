import { expect, test } from 'vitest'
import type { SaveProblem } from './messages.ts'
import { followSave, listRunningSaves, runSave } from './running-saves.ts'

/** A save that reports its progress and ends when the test says so. */
function startSave(id: string, language?: string) {
  let end: (problem: SaveProblem | undefined) => void = () => undefined
  const ended = new Promise<SaveProblem | undefined>((resolve) => (end = resolve))
  const shares: number[] = []
  let report: (share: number) => void = () => undefined
  const result = runSave(
    id,
    language,
    (share) => shares.push(share),
    (onProgress) => {
      report = onProgress
      return ended
    },
  )
  return { result, shares, end, report: (share: number) => report(share) }
}

/** The save starts a moment after the call. */
const moment = () => new Promise((resolve) => setTimeout(resolve))

test('a page follows a running save from its current progress to its end', async () => {
  const save = startSave('mb-800')
  await moment()
  save.report(0.25)
  const seen: number[] = []
  const followed = followSave('mb-800', (share) => seen.push(share))
  save.report(0.5)
  expect(listRunningSaves()).toEqual(['mb-800'])
  save.end('full')
  expect([await followed, await save.result]).toEqual(['full', 'full'])
  expect([seen, save.shares]).toEqual([
    [0.25, 0.5],
    [0.25, 0.5],
  ])
  expect(listRunningSaves()).toEqual([])
  expect(await followSave('mb-800', () => undefined), 'no save is running').toBeUndefined()
})

test('a second save of the same exam follows the first, unless it is in another language', async () => {
  const first = startSave('mb-800')
  await moment()
  first.report(0.75)
  const second = startSave('mb-800')
  expect(second.shares).toEqual([0.75])
  const french = startSave('mb-800', 'fr')
  first.end(undefined)
  expect([await first.result, await second.result]).toEqual([undefined, undefined])
  expect(listRunningSaves(), 'in French').toEqual(['mb-800'])
  french.end('unreachable')
  expect(await french.result).toBe('unreachable')
  expect(listRunningSaves()).toEqual([])
})
