import { describe, expect, test } from 'vitest'
import { canReuseItems } from '#exam/arrangement.ts'
import { isCorrect } from '#exam/grading.ts'
import { letterOf, positionOf, parsePair, type Question } from '#exam/question.ts'
import {
  listSimulationLengths,
  examPoints,
  parseQuestionCount,
  sealQuestion,
  shuffleQuestion,
  sumPoints,
  durationMs,
  unsealForScreen,
  unshuffleAnswer,
} from '#exam/planning/simulation.ts'
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

describe('a shuffled question', () => {
  test.each([aQuestion(), aQuestion({ type: 'multiple_choice', answerKey: ['A', 'C'] }), aReorderQuestion(), aMatchingQuestion()])(
    '$type: an answer to it is the same answer to the question of the bank',
    (question) => {
      for (const seed of ['one', 'two', 'three', 'four', 'five']) {
        expect(unshuffleAnswer(shuffleQuestion(question, seed).answerKey, question, seed)).toEqual(question.answerKey)
        expect(unshuffleAnswer([], question, seed)).toEqual([])
      }
    },
  )

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
