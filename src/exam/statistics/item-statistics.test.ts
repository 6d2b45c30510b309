import { describe, expect, test } from 'vitest'
import type { AnswerInput } from '#exam/question.ts'
import { seededRandom } from '#exam/random.ts'
import { listCountedAnswers, type TimedAnswer } from '#exam/statistics/counted-answers.ts'
import { computeItemStatistics, groupShare, statisticsAnswersMin, type ItemStatistics } from '#exam/statistics/item-statistics.ts'
import { addTallies, listAllEntries, listStatisticsEntries, tallyAnswer, type ItemTally } from '#exam/statistics/item-tally.ts'

type NumberedQuestion = { number: number; type: 'single_choice'; options: string[]; pairs: null; answerKey: string[] }
type SimulatedAttempt = TimedAnswer<NumberedQuestion>[]

/** Question 0 has a wrong answer key: good candidates choose B. No one chooses D of question 1. */
function simulateAttempts(random: () => number, shortestMs: number, lengthOf: () => number): SimulatedAttempt[] {
  const questions = Array.from({ length: 40 }, (_, number): NumberedQuestion => {
    return { number, type: 'single_choice', options: ['1', '2', '3', '4'], pairs: null, answerKey: ['A'] }
  })
  return Array.from({ length: 1_000 }, () => {
    const ability = random()
    const isBlind = random() < 0.08
    return questions.slice(0, lengthOf()).map((question): TimedAnswer<NumberedQuestion> => {
      const knows = !isBlind && random() < 0.15 + 0.7 * ability - question.number / 100
      const wrong = ['B', 'C', ...(question.number === 1 ? [] : ['D'])]
      const known = question.number === 0 ? 'B' : 'A'
      const letter = knows ? known : (['A', ...wrong][Math.floor(random() * (wrong.length + 1))] ?? 'A')
      const timeMs = isBlind ? random() * 1_900 : shortestMs + random() ** 2 * 120_000
      return { question, answer: [letter], isGuess: !knows && random() < 0.4, timeMs: Math.round(timeMs) }
    })
  })
}

type RawAnswer = { letter: string; x: number; rest: number; isGuess: boolean; timeMs: number }

/** The answers to a question that count, computed directly from the rules, as a check on the tallies. */
function listRawAnswers(attempts: readonly SimulatedAttempt[], number: number): RawAnswer[] {
  return attempts.flatMap((attempt) => {
    const quick = attempt.filter(({ timeMs = 0 }) => timeMs < 2_000).length
    const times = attempt.map(({ timeMs = 0 }) => timeMs).toSorted((a, b) => a - b)
    const right = attempt.filter(({ answer }) => answer[0] === 'A').length
    const isHurried = (times[Math.floor((times.length - 1) / 2)] ?? 0) < 5_000 && right <= attempt.length / 4
    if (attempt.length >= 10 && (quick > attempt.length / 2 || isHurried)) return []
    const slow = attempt.filter(({ timeMs = 0 }) => timeMs >= 2_000)
    if (slow.length < 6) return []
    return slow
      .filter(({ question }) => question.number === number)
      .map(({ answer: [letter = ''], isGuess, timeMs = 0 }) => {
        const others = slow.filter(({ question }) => question.number !== number)
        const rest = others.filter(({ answer }) => answer[0] === 'A').length / others.length
        return { letter, x: letter === 'A' ? 1 : 0, rest, isGuess, timeMs }
      })
  })
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

function correlate(xs: readonly number[], ys: readonly number[]): number {
  const covariance = (a: readonly number[], b: readonly number[]) =>
    a.reduce((sum, value, i) => sum + (value - mean(a)) * ((b[i] ?? 0) - mean(b)), 0) / (a.length - 1)
  return covariance(xs, ys) / Math.sqrt(covariance(xs, xs) * covariance(ys, ys))
}

/** The share of a group that matches. If answers at the border of the group have equal rest scores, each counts in part, by the same fraction. */
function shareOf(raw: readonly RawAnswer[], group: 'upper' | 'lower', isMatch: (one: RawAnswer) => boolean): number {
  const size = raw.length * groupShare
  const rests = [...new Set(raw.map(({ rest }) => rest))].toSorted((a, b) => (group === 'upper' ? b - a : a - b))
  let missing = size
  let matching = 0
  for (const rest of rests) {
    const tied = raw.filter((one) => one.rest === rest)
    const part = Math.min(1, missing / tied.length)
    matching += tied.filter(isMatch).length * part
    missing -= tied.length * part
  }
  return matching / size
}

/** Tallies the answers to a question one by one, as they arrive. */
function statisticsOf(attempts: readonly SimulatedAttempt[], number: number): ItemStatistics {
  const counted = attempts.flatMap((attempt) => listCountedAnswers(attempt)).filter(({ question }) => question.number === number)
  const tally = counted.reduce<ItemTally>((sum, one) => addTallies([sum, tallyAnswer(one)]), {})
  const statistics = counted[0] && computeItemStatistics(tally, counted[0].question)
  if (!statistics) throw new Error(`Nothing was counted for question ${number}`)
  return statistics
}

describe('statistics from sums, compared with the answers of 1,000 simulated attempts', () => {
  // Each answer has twenty other answers in its attempt, so that rest scores are multiples of five percent.
  const attempts = simulateAttempts(seededRandom('oracle'), 2_000, () => 21)

  test.each([0, 1, 7, 20])('are equal for question %i when rest scores fall on bins', (number) => {
    const raw = listRawAnswers(attempts, number)
    expect(raw.length).toBeGreaterThan(800)
    expect(raw.length).toBeLessThan(1_000)
    const statistics = statisticsOf(attempts, number)
    expect(statistics.answers).toBe(raw.length)
    expect(statistics.facility).toBeCloseTo(mean(raw.map(({ x }) => x)), 12)
    expect(statistics.guessShare).toBeCloseTo(mean(raw.map(({ isGuess }) => (isGuess ? 1 : 0))), 12)
    const rests = raw.map(({ rest }) => rest)
    expect(rests.filter((rest) => !Number.isInteger(rest * 20))).toEqual([])
    expect(statistics.discrimination).toBeCloseTo(
      correlate(
        raw.map(({ x }) => x),
        rests,
      ),
      12,
    )
    const isRight = ({ x }: RawAnswer) => x === 1
    expect(statistics.groupDiscrimination).toBeCloseTo(shareOf(raw, 'upper', isRight) - shareOf(raw, 'lower', isRight), 12)
    for (const { entry, isKey, all, upper, lower } of statistics.entries) {
      const isChosen = ({ letter }: RawAnswer) => letter === entry
      expect(isKey).toBe(entry === 'A')
      expect(all).toBeCloseTo(raw.filter(isChosen).length / raw.length, 12)
      expect(upper).toBeCloseTo(shareOf(raw, 'upper', isChosen), 12)
      expect(lower).toBeCloseTo(shareOf(raw, 'lower', isChosen), 12)
    }
    const median = raw.map(({ timeMs }) => timeMs).toSorted((a, b) => a - b)[Math.floor(raw.length / 2)] ?? 0
    expect(statistics.medianMs / median).toBeGreaterThan(0.9)
    expect(statistics.medianMs / median).toBeLessThan(1.1)
  })

  test('are close for attempts of every length, with quick answers', () => {
    const random = seededRandom('lengths')
    const mixed = simulateAttempts(random, 900, () => 4 + Math.floor(random() * 37))
    const raw = listRawAnswers(mixed, 2)
    const statistics = statisticsOf(mixed, 2)
    expect(statistics.answers).toBe(raw.length)
    expect(statistics.facility).toBeCloseTo(mean(raw.map(({ x }) => x)), 12)
    const expected = correlate(
      raw.map(({ x }) => x),
      raw.map(({ rest }) => rest),
    )
    expect(Math.abs((statistics.discrimination ?? 0) - expected)).toBeLessThan(0.001)
    const isRight = ({ x }: RawAnswer) => x === 1
    const groups = shareOf(raw, 'upper', isRight) - shareOf(raw, 'lower', isRight)
    expect(Math.abs(statistics.groupDiscrimination - groups)).toBeLessThan(0.03)
  })

  test('flag the wrong answer key and the option that no one chooses, and no sound question', () => {
    expect(statisticsOf(attempts, 0).flags).toEqual([
      { kind: 'negativeDiscrimination' },
      { kind: 'distractorAboveKey', entries: expect.arrayContaining(['B']) as unknown },
    ])
    expect(statisticsOf(attempts, 1).flags).toEqual([{ kind: 'unusedDistractor', entries: ['D'] }])
    expect(statisticsOf(attempts, 7).flags).toEqual([])
  })
})

const choice = { type: 'multiple_choice', options: ['1', '2', '3', '4'], pairs: null, answerKey: ['A', 'C'] } as const

function tallyOf(answers: readonly { answer: AnswerInput; rest: number; isCorrect: boolean }[], question = choice): ItemTally {
  return addTallies(
    answers.map(({ answer, rest, isCorrect }) =>
      tallyAnswer({ isCorrect, isGuess: false, timeMs: 9_000, rest, entries: listStatisticsEntries(answer, question) }),
    ),
  )
}

describe('statistics', () => {
  const good = { answer: ['A', 'C'], rest: 900, isCorrect: true }

  test('say nothing below twenty answers', () => {
    const nineteen = Array.from({ length: statisticsAnswersMin - 1 }, () => good)
    expect(computeItemStatistics(tallyOf(nineteen), choice)).toBeUndefined()
    expect(computeItemStatistics(tallyOf([...nineteen, good]), choice)?.answers).toBe(20)
  })

  test('have no discrimination when all answers are correct, or all rest scores equal', () => {
    const ten = (one: typeof good) => Array.from({ length: 10 }, () => one)
    const allCorrect = tallyOf([...ten(good), ...ten({ ...good, rest: 100 })])
    expect(computeItemStatistics(allCorrect, choice)).toMatchObject({ discrimination: null, groupDiscrimination: 0 })
    const sameRest = tallyOf([...ten(good), ...ten({ ...good, answer: ['B', 'D'], isCorrect: false })])
    expect(computeItemStatistics(sameRest, choice)).toMatchObject({ discrimination: null, flags: [] })
  })

  test('compare a distractor of several correct options with the one of them that is chosen least', () => {
    const missed = { answer: ['A', 'B'], rest: 950, isCorrect: false }
    const tally = tallyOf([...Array.from({ length: 15 }, () => ({ ...good, rest: 100 })), ...Array.from({ length: 6 }, () => missed)])
    expect(computeItemStatistics(tally, choice)?.flags).toEqual([
      { kind: 'negativeDiscrimination' },
      { kind: 'distractorAboveKey', entries: ['B'] },
      { kind: 'unusedDistractor', entries: ['D'] },
    ])
  })
})

describe('the entries of an answer', () => {
  const pairs = { left: ['p', 'q'], right: ['x', 'y', 'z'] }

  test('are those that the question has, each once', () => {
    expect(listStatisticsEntries(['A', 'A', 'Z', 'a', ''], choice)).toEqual(['A'])
    const matching = { type: 'drag_drop', options: [], pairs, answerKey: ['0=1', '1=0'] } as const
    expect(listStatisticsEntries(['0=2', '1=3', '2=0', '0=2'], matching)).toEqual(['0=2'])
    expect(listAllEntries(matching)).toHaveLength(6)
  })

  test('are slots with their steps in an ordering question', () => {
    const ordering = { type: 'reorder', options: ['x', 'y', 'z'], pairs: null, answerKey: ['2', '0'] } as const
    expect(listStatisticsEntries(['1', '', '0'], ordering)).toEqual(['0=1'])
    expect(listAllEntries(ordering)).toEqual(['0=0', '0=1', '0=2', '1=0', '1=1', '1=2'])
  })
})
