import { describe, expect, test } from 'vitest'
import { canReuseItems } from '#exam/arrangement.ts'
import { isCorrect } from '#exam/grading.ts'
import { letterOf, positionOf, parsePair, type Question } from '#exam/question.ts'
import { seededRandom, shuffle } from '#exam/random.ts'
import {
  drawQuestions,
  listSimulationLengths,
  examPoints,
  parseQuestionCount,
  sealQuestion,
  shuffleQuestion,
  apportion,
  sumPoints,
  durationMs,
  unsealForScreen,
} from '#exam/simulation.ts'
import { aMatchingQuestion, aQuestion, aReorderQuestion } from '#tests/factories.ts'

const seeds = Array.from({ length: 60 }, (_, i) => `seed ${i}`)

describe('the lengths of a simulation', () => {
  test('are full, half and one fifth of the exam, at the same pace', () => {
    expect(listSimulationLengths({ questionCount: '40-60', durationMinutes: 100 }, 215)).toEqual([
      { name: 'full', questions: 50, minutes: 100 },
      { name: 'half', questions: 25, minutes: 50 },
      { name: 'short', questions: 10, minutes: 20 },
    ])
  })

  test('do not exceed the bank', () => {
    expect(listSimulationLengths({ questionCount: '40-60', durationMinutes: 45 }, 32)).toEqual([
      { name: 'full', questions: 32, minutes: 29 },
      { name: 'half', questions: 16, minutes: 15 },
      { name: 'short', questions: 6, minutes: 6 },
    ])
    expect(listSimulationLengths({ questionCount: '40-60', durationMinutes: 100 }, 6)).toEqual([
      { name: 'full', questions: 6, minutes: 12 },
    ])
    expect(listSimulationLengths({ questionCount: '40-60', durationMinutes: 100 }, 0)).toEqual([])
  })

  test('have at least five questions when they are shortened', () => {
    const names = (bankSize: number) =>
      listSimulationLengths({ questionCount: '40-60', durationMinutes: 100 }, bankSize).map(({ name }) => name)
    expect(names(25)).toEqual(['full', 'half', 'short'])
    expect(names(22)).toEqual(['full', 'half'])
  })

  test('are typical values without published figures', () => {
    expect(listSimulationLengths({ questionCount: null, durationMinutes: null }, 100)[0]).toEqual({
      name: 'full',
      questions: 50,
      minutes: 100,
    })
  })

  test('use the published number of questions', () => {
    expect(['40-60', '40–60', '45', 'about fifty', '', null].map(parseQuestionCount)).toEqual([50, 50, 45, undefined, undefined, undefined])
  })

  test('have more time with extra time', () => {
    expect(durationMs({ minutes: 45, extraTime: 1.25 })).toBe(56.25 * 60_000)
  })
})

describe('apportioning', () => {
  const plenty = (count: number) => Array.from({ length: count }, () => 1000)

  test('divides by weight, with the rest to the largest remainders', () => {
    expect(apportion(50, [22.5, 32.5, 12.5, 32.5], plenty(4))).toEqual([12, 16, 6, 16])
    expect(apportion(20, [22.5, 32.5, 45], plenty(3))).toEqual([5, 6, 9])
    expect(apportion(3, [1, 1, 1], plenty(3))).toEqual([1, 1, 1])
    expect(apportion(1, [1, 1, 1], plenty(3))).toEqual([1, 0, 0])
    expect(apportion(0, [1, 1], plenty(2))).toEqual([0, 0])
  })

  test('does not exceed a size, and gives the rest to others', () => {
    expect(apportion(20, [50, 50], [3, 100])).toEqual([3, 17])
    expect(apportion(20, [50, 30, 20], [3, 4, 100])).toEqual([3, 4, 13])
    expect(apportion(20, [50, 50], [3, 4])).toEqual([3, 4])
    expect(apportion(20, [], [])).toEqual([])
  })

  test('serves weight 0 last', () => {
    expect(apportion(10, [60, 40, 0], [4, 4, 4])).toEqual([4, 4, 2])
    expect(apportion(4, [0, 0], [10, 10])).toEqual([2, 2])
  })

  test('always distributes the full count', () => {
    const random = seededRandom('spread')
    for (let round = 0; round < 300; round += 1) {
      const areas = 1 + Math.floor(random() * 7)
      const weights = Array.from({ length: areas }, () => random() * 40)
      const sizes = Array.from({ length: areas }, () => Math.floor(random() * 30))
      const count = Math.floor(random() * 80)
      const given = apportion(count, weights, sizes)
      const all = sizes.reduce((sum, size) => sum + size, 0)
      expect(given.reduce((sum, one) => sum + one, 0)).toBe(Math.min(count, all))
      expect(given.every((one, i) => Number.isInteger(one) && one >= 0 && one <= (sizes[i] ?? 0))).toBe(true)
    }
  })
})

const areas = [
  { name: 'Set up', weightMin: 20, weightMax: 25 },
  { name: 'Finance', weightMin: 30, weightMax: 35 },
  { name: 'Sales', weightMin: 10, weightMax: 15 },
  { name: 'Operations', weightMin: 30, weightMax: 35 },
]
const some = (skillArea: string, count: number, caseStudyId: string | null = null) =>
  Array.from({ length: count }, (_, i) => ({ id: `${skillArea} ${caseStudyId ?? ''} ${i}`, skillArea, caseStudyId }))
const bank = areas.flatMap(({ name }) => [...some(name, 15), ...some(name, 5, `study of ${name}`)])
const countOf = (drawn: readonly { skillArea: string }[], name: string) => drawn.filter(({ skillArea }) => skillArea === name).length

describe('drawing questions', () => {
  test('follows the weights of the outline', () => {
    for (const seed of seeds) {
      const drawn = drawQuestions(bank, areas, 50, seededRandom(seed))
      expect(areas.map(({ name }) => countOf(drawn, name))).toEqual([12, 16, 6, 16])
      expect(new Set(drawn.map(({ id }) => id)).size).toBe(50)
    }
  })

  test('is deterministic for the same random function', () => {
    const ids = (seed: string) => drawQuestions(bank, areas, 20, seededRandom(seed)).map(({ id }) => id)
    expect(ids('one')).toEqual(ids('one'))
    expect(ids('one')).not.toEqual(ids('two'))
  })

  test('keeps case studies together in bank order', () => {
    let studies = 0
    for (const seed of seeds) {
      const drawn = drawQuestions(bank, areas, 50, seededRandom(seed))
      for (const study of new Set(drawn.flatMap(({ caseStudyId }) => caseStudyId ?? []))) {
        studies += 1
        const first = drawn.findIndex(({ caseStudyId }) => caseStudyId === study)
        const expected = bank.filter(({ caseStudyId }) => caseStudyId === study)
        expect(drawn.slice(first, first + 5)).toEqual(expected)
        expect(drawn.filter(({ caseStudyId }) => caseStudyId === study)).toHaveLength(5)
      }
    }
    expect(studies).toBeGreaterThan(seeds.length)
  })

  test('excludes a case study that exceeds its quota', () => {
    for (const seed of seeds) {
      const drawn = drawQuestions(bank, areas, 10, seededRandom(seed))
      expect(drawn).toHaveLength(10)
      expect(drawn.every(({ caseStudyId }) => caseStudyId === null)).toBe(true)
    }
  })

  test('returns all questions of a small bank', () => {
    const drawn = drawQuestions(bank, areas, 500, seededRandom('all'))
    expect(new Set(drawn)).toEqual(new Set(bank))
  })

  test('splits a case study only when nothing else is left', () => {
    const small = [...some('Set up', 2), ...some('Finance', 5, 'study')]
    for (const seed of seeds) {
      const drawn = drawQuestions(small, areas, 4, seededRandom(seed))
      expect(drawn).toHaveLength(4)
      expect(countOf(drawn, 'Set up')).toBe(2)
      const parts = drawn.filter(({ caseStudyId }) => caseStudyId)
      expect(parts.map(({ id }) => id)).toEqual(['Finance study 0', 'Finance study 1'])
      expect(Math.abs(drawn.indexOf(parts[0]!) - drawn.indexOf(parts[1]!))).toBe(1)
    }
  })

  test('fills the rest of a quota with single questions of other areas rather than with part of a case study', () => {
    const small = [...some('Set up', 4), ...some('Finance', 5, 'study')]
    for (const seed of seeds) expect(countOf(drawQuestions(small, areas, 4, seededRandom(seed)), 'Set up')).toBe(4)
  })

  test('draws questions of unknown areas last', () => {
    const drawn = drawQuestions([...some('Set up', 3), ...some('Forgotten', 9)], areas, 5, seededRandom('x'))
    expect(countOf(drawn, 'Set up')).toBe(3)
    expect(drawn).toHaveLength(5)
  })

  test('returns nothing for an empty bank', () => {
    expect(drawQuestions([], areas, 50, seededRandom('x'))).toEqual([])
  })
})

describe('a seeded random function', () => {
  test('is uniform from 0 to 1', () => {
    const random = seededRandom('spread evenly')
    const counts = Array.from({ length: 10 }, () => 0)
    for (let i = 0; i < 10_000; i += 1) {
      const number = random()
      expect(number >= 0 && number < 1).toBe(true)
      counts[Math.floor(number * 10)]! += 1
    }
    expect(counts.every((count) => count > 850 && count < 1150)).toBe(true)
  })

  test('shuffles into every order equally often', () => {
    const counts = new Map<string, number>()
    for (let i = 0; i < 6_000; i += 1) {
      const order = shuffle(['a', 'b', 'c'], seededRandom(`order ${i}`)).join('')
      counts.set(order, (counts.get(order) ?? 0) + 1)
    }
    expect(counts.size).toBe(6)
    expect([...counts.values()].every((count) => count > 850 && count < 1150)).toBe(true)
  })
})

describe('a shuffled question', () => {
  const texts = (question: Question, letters: readonly string[]) => letters.map((letter) => question.options[positionOf(letter)])

  test('has the same correct choices and explanations', () => {
    const question = aQuestion({ type: 'multiple_choice', answerKey: ['A', 'C'], optionExplanations: [null, 'about B', null, 'about D'] })
    for (const seed of seeds) {
      const other = shuffleQuestion(question, seed)
      expect(other.options.toSorted()).toEqual(question.options.toSorted())
      expect(new Set(texts(other, other.answerKey))).toEqual(new Set(texts(question, question.answerKey)))
      expect(other.answerKey).toEqual(other.answerKey.toSorted())
      other.options.forEach((option, i) =>
        expect(other.optionExplanations[i]).toBe(question.optionExplanations[question.options.indexOf(option)]),
      )
    }
  })

  test('has the same correct sequence, even with a surplus item', () => {
    const question = aReorderQuestion({ options: ['Second', 'Never', 'Third', 'First'], answerKey: ['3', '0', '2'] })
    for (const seed of seeds) {
      const other = shuffleQuestion(question, seed)
      expect(other.answerKey.map((step) => other.options[Number(step)])).toEqual(['First', 'Second', 'Third'])
    }
  })

  test('has the same correct pairs', () => {
    const question = aMatchingQuestion()
    for (const seed of seeds) {
      const other = shuffleQuestion(question, seed)
      expect(other.pairs?.left).toEqual(question.pairs?.left)
      const right = other.answerKey.map((text) => other.pairs?.right[parsePair(text)?.right ?? -1])
      expect(right).toEqual(['Receivables account', 'Payables account'])
    }
  })

  test('depends on the seed and the question only', () => {
    const question = aQuestion()
    const orders = new Set(seeds.map((seed) => shuffleQuestion(question, seed).options.join()))
    expect(shuffleQuestion(question, 'one')).toEqual(shuffleQuestion(question, 'one'))
    expect(orders.size).toBeGreaterThan(15)
    const keys = new Set(seeds.map((id) => shuffleQuestion(aQuestion({ id }), 'one').answerKey[0]))
    expect(keys).toEqual(new Set(['A', 'B', 'C', 'D']))
  })

  test('is graded by its shuffled letters', () => {
    const question = shuffleQuestion(aQuestion(), 'graded')
    const right = letterOf(question.options.indexOf('Payment terms with a discount'))
    expect(isCorrect([right], question)).toBe(true)
  })

  test('is complete without options or with few explanations', () => {
    expect(shuffleQuestion(aQuestion({ options: [], answerKey: [] }), 'x')).toMatchObject({ options: [], answerKey: [] })
    const short = shuffleQuestion(aQuestion({ optionExplanations: ['about A'] }), 'x')
    expect(short.optionExplanations[short.options.indexOf('A payment method')]).toBe('about A')
    expect(short.optionExplanations.filter(Boolean)).toHaveLength(1)
  })
})

describe('a sealed question', () => {
  test('reveals nothing of its answer key except the number of entries', () => {
    const question = aQuestion({ type: 'multiple_choice', answerKey: ['A', 'C'], caseStudyId: 'study' })
    expect(sealQuestion(question, 'seed')).toEqual({
      id: question.id,
      type: 'multiple_choice',
      text: question.text,
      options: question.options,
      pairs: null,
      caseStudyId: 'study',
      asks: 2,
    })
  })

  test('has a starting order that is not the answer key', () => {
    for (const seed of seeds) {
      const question = shuffleQuestion(aReorderQuestion(), seed)
      const { startingOrder } = unsealForScreen(sealQuestion(question, seed))
      expect(
        startingOrder?.toSorted((a, b) => a - b),
        seed,
      ).toEqual([0, 1, 2])
      expect(isCorrect(startingOrder?.map(String) ?? [], question), seed).toBe(false)
    }
  })

  test('says whether an item may fill several slots', () => {
    const isReusable = (answerKey: string[]) => canReuseItems(unsealForScreen(sealQuestion(aMatchingQuestion({ answerKey }), 'seed')))
    expect(isReusable(['0=1', '1=1'])).toBe(true)
    expect(isReusable(['0=1', '1=0'])).toBe(false)
  })

  test('can be shown and answered, but not graded', () => {
    const question = unsealForScreen(sealQuestion(aReorderQuestion(), 'seed'))
    expect(question).toMatchObject({ answerKey: ['', '', ''], explanation: '', reference: '', skill: '' })
    expect(isCorrect(['2', '0', '1'], question)).toBe(false)
    expect(isCorrect(['', '', ''], question)).toBe(false)
  })
})

describe('exam points', () => {
  const points = (type: Question['type'], key: string[], answer: string[]) => {
    const { points: own, of } = examPoints(answer, { type, answerKey: key })
    return `${own} of ${of}`
  }

  test('are one for the correct choice', () => {
    expect(points('single_choice', ['C'], ['C'])).toBe('1 of 1')
    expect(points('single_choice', ['C'], ['A'])).toBe('0 of 1')
    expect(points('single_choice', ['C'], [])).toBe('0 of 1')
  })

  test('are one per correct letter minus surplus letters, at least 0', () => {
    expect(points('multiple_choice', ['A', 'C'], ['A', 'C'])).toBe('2 of 2')
    expect(points('multiple_choice', ['A', 'C'], ['A'])).toBe('1 of 2')
    expect(points('multiple_choice', ['A', 'C'], ['A', 'B'])).toBe('1 of 2')
    expect(points('multiple_choice', ['A', 'C'], ['A', 'B', 'C'])).toBe('1 of 2')
    expect(points('multiple_choice', ['A', 'C'], ['A', 'B', 'C', 'D', 'E'])).toBe('0 of 2')
    expect(points('multiple_choice', ['A', 'C'], ['A', 'A'])).toBe('1 of 2')
  })

  test('are one per item in the correct slot', () => {
    expect(points('reorder', ['2', '0', '1'], ['2', '0', '1'])).toBe('3 of 3')
    expect(points('reorder', ['2', '0', '1'], ['2', '1', '0'])).toBe('1 of 3')
    expect(points('reorder', ['2', '0', '1'], ['', '0'])).toBe('1 of 3')
    expect(points('reorder', ['2', '0', '1'], ['0', '1', '2'])).toBe('0 of 3')
  })

  test('are one per correct pair', () => {
    expect(points('drag_drop', ['0=1', '1=0'], ['1=0', '0=1'])).toBe('2 of 2')
    expect(points('drag_drop', ['0=1', '1=0'], ['0=1', '1=2'])).toBe('1 of 2')
    expect(points('drag_drop', ['0=1', '1=0'], [])).toBe('0 of 2')
  })

  test('add up', () => {
    expect(
      sumPoints([
        { points: 1, of: 2 },
        { points: 3, of: 3 },
      ]),
    ).toEqual({ points: 4, of: 5 })
    expect(sumPoints([])).toEqual({ points: 0, of: 0 })
  })
})
