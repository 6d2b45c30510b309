import { describe, expect, test } from 'vitest'
import { dayMs } from '#exam/duration.ts'
import { estimateReadiness, type FirstAnswer, type Readiness, type ReadinessArea } from '#exam/readiness/readiness.ts'

const now = 1_000 * dayMs
const areas: ReadinessArea[] = [
  { name: 'Setup', weight: 30 },
  { name: 'Finance', weight: 70 },
]

function aFirstAnswer(values: Partial<FirstAnswer> = {}): FirstAnswer {
  return { area: 'Setup', isCorrect: true, isGuess: false, chance: 0.25, difficulty: 0, answeredAt: now - dayMs, ...values }
}

/** `count` answers in each area, of which this share is correct. */
function listAnswers(count: number, share: number, values: Partial<FirstAnswer> = {}): FirstAnswer[] {
  return areas.flatMap(({ name }) =>
    Array.from({ length: count }, (_, i) => aFirstAnswer({ area: name, isCorrect: i < count * share, ...values })),
  )
}

function estimate(answers: readonly FirstAnswer[], lastAnsweredAt: number | null = now) {
  return estimateReadiness(answers, areas, lastAnsweredAt, now)
}

function getEstimated(answers: readonly FirstAnswer[]): Extract<Readiness, { state: 'estimated' }> {
  const readiness = estimate(answers)
  if (readiness.state !== 'estimated') throw new Error(`No estimate: ${readiness.state}`)
  return readiness
}

describe('readiness without enough answers', () => {
  test('divides what is missing by weight', () => {
    expect(estimate([], null)).toEqual({
      state: 'not-enough',
      answers: 0,
      missing: [
        { area: 'Setup', answers: 11 },
        { area: 'Finance', answers: 19 },
      ],
    })
  })

  test('names the area with fewer than five answers', () => {
    const answers = [...listAnswers(30, 0.5).filter(({ area }) => area === 'Finance'), ...Array.from({ length: 4 }, () => aFirstAnswer())]
    expect(estimate(answers)).toEqual({ state: 'not-enough', answers: 34, missing: [{ area: 'Setup', answers: 1 }] })
    expect(estimate([...answers, aFirstAnswer()]).state).toBe('estimated')
  })

  test('needs thirty answers', () => {
    expect(estimate(listAnswers(15, 0.5).slice(1))).toMatchObject({ state: 'not-enough', answers: 29 })
    expect(estimate(listAnswers(15, 0.5)).state).toBe('estimated')
  })

  test('is out of date when all answers are older than 60 days', () => {
    const answeredAt = now - 61 * dayMs
    expect(estimate(listAnswers(40, 0.5, { answeredAt }), answeredAt)).toEqual({
      state: 'out-of-date',
      answers: 0,
      lastAnsweredAt: answeredAt,
    })
  })

  test('does not count answers in areas that the exam no longer has', () => {
    expect(estimate(listAnswers(40, 0.5, { area: 'Gone' }))).toMatchObject({ state: 'not-enough', answers: 0 })
  })

  test('has nothing to say about an exam without an outline', () => {
    expect(estimateReadiness(listAnswers(40, 0.5), [], now, now)).toEqual({ state: 'not-enough', answers: 0, missing: [] })
  })
})

describe('readiness', () => {
  test('is above the passing score with all answers correct, and below it with none', () => {
    expect(getEstimated(listAnswers(60, 1))).toMatchObject({ relation: 'above', answers: 120 })
    expect(getEstimated(listAnswers(60, 0))).toMatchObject({ relation: 'below' })
  })

  test('is around the passing score with seven of ten correct', () => {
    const { range, relation, passProbability } = getEstimated(listAnswers(40, 0.7))
    expect(relation).toBe('around')
    expect(range.low).toBeLessThan(70)
    expect(range.high).toBeGreaterThan(70)
    expect(range.expected).toBeGreaterThan(range.low)
    expect(range.expected).toBeLessThan(range.high)
    expect(passProbability).toBeGreaterThan(0.3)
    expect(passProbability).toBeLessThan(0.8)
  })

  test('includes the passing score when its range ends there, and is above it when its range starts there', () => {
    expect(getEstimated(listAnswers(20, 0.5))).toMatchObject({ range: { low: 37, high: 70 }, relation: 'around' })
    expect(getEstimated(listAnswers(20, 0.85))).toMatchObject({ range: { low: 70, high: 94 }, relation: 'above' })
  })

  test('has a narrower range with more answers', () => {
    const width = (count: number) => {
      const { range } = getEstimated(listAnswers(count, 0.7))
      return range.high - range.low
    }
    expect(width(100)).toBeLessThan(width(20))
  })

  test('is the same for the same answers', () => {
    expect(getEstimated(listAnswers(20, 0.6))).toEqual(getEstimated(listAnswers(20, 0.6)))
  })

  test('counts a correct guess less than a correct answer', () => {
    const guessed = listAnswers(20, 0.7).map((answer, i) => (i % 4 === 0 && answer.isCorrect ? { ...answer, isGuess: true } : answer))
    expect(getEstimated(guessed).range.expected).toBeLessThan(getEstimated(listAnswers(20, 0.7)).range.expected)
  })

  test('is higher when the correct answers were to harder questions', () => {
    expect(getEstimated(listAnswers(20, 0.7, { chance: 0 })).range.expected).toBeLessThan(
      getEstimated([...listAnswers(20, 0.7, { chance: 0 }), ...listAnswers(10, 1, { difficulty: 1, chance: 0 })]).range.expected,
    )
  })

  test('is higher when recent answers are better than earlier ones', () => {
    const early = { answeredAt: now - 50 * dayMs }
    const improved = [...listAnswers(20, 0.4, early), ...listAnswers(20, 0.9)]
    const declined = [...listAnswers(20, 0.9, early), ...listAnswers(20, 0.4)]
    expect(getEstimated(improved).range.expected).toBeGreaterThan(getEstimated(declined).range.expected + 5)
  })

  test('weighs the areas as the outline does', () => {
    const good = (area: string) => listAnswers(30, 1).filter((answer) => answer.area === area)
    const bad = (area: string) => listAnswers(30, 0.2).filter((answer) => answer.area === area)
    const goodAtFinance = getEstimated([...good('Finance'), ...bad('Setup')])
    const goodAtSetup = getEstimated([...good('Setup'), ...bad('Finance')])
    expect(goodAtFinance.range.expected).toBeGreaterThan(goodAtSetup.range.expected + 10)
  })

  test('has a range for an area from ten answers on', () => {
    const answers = listAnswers(25, 0.7).filter((answer, i) => answer.area === 'Finance' || i < 9)
    const [setup, finance] = getEstimated(answers).areas
    expect(setup).toEqual({ name: 'Setup', answers: 9, range: null })
    expect(finance?.range).not.toBeNull()
  })

  test('recommends the area with few answers and much weight', () => {
    const answers = [...listAnswers(60, 0.7).filter(({ area }) => area === 'Setup'), ...listAnswers(6, 0.7)]
    const { narrowing } = getEstimated(answers)
    expect(narrowing).toMatchObject({ area: 'Finance', answers: 10 })
    expect(narrowing?.points).toBeGreaterThan(0)
  })
})
