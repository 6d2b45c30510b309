import { expect, test } from 'vitest'
import { compareSimulations, comparedSimulationsMax, type SimulationScore } from '#exam/results/simulation-comparison.ts'

const score = (startedAt: number, correct: number, total = 10): SimulationScore => ({ id: `s${startedAt}`, startedAt, correct, total })
const compare = (result: SimulationScore, ...scores: SimulationScore[]) =>
  compareSimulations(result, scores).map(({ startedAt, percent, more }) => [startedAt, percent, more])

test('a result is compared with the simulations before it, the latest first, also of another length', () => {
  expect(compare(score(30, 7), score(10, 8), score(20, 30, 50))).toEqual([
    [20, 60, 10],
    [10, 80, -10],
  ])
  expect(compare(score(30, 7), score(20, 35, 50))).toEqual([[20, 70, 0]])
})

test('a result is not compared with itself, later simulations, or those without questions', () => {
  expect(compare(score(30, 7), score(30, 7), score(40, 9), score(20, 0, 0))).toEqual([])
  expect(compare({ ...score(30, 7), startedAt: 31 }, score(30, 7))).toEqual([])
  expect(compare(score(30, 0, 0), score(20, 5))).toEqual([])
})

test('only the latest simulations are compared', () => {
  const scores = Array.from({ length: comparedSimulationsMax + 2 }, (_, i) => score(i, 5))
  expect(compareSimulations(score(100, 5), scores).map(({ startedAt }) => startedAt)).toEqual([6, 5, 4, 3, 2])
})
