/** The order in which practice shows the choices of a question. */
import { describe, expect, test } from 'vitest'
import { canShuffleOptions, showAnswer, showQuestion, storeAnswer } from '#exam/option-order.ts'
import { isCorrect } from '#exam/grading.ts'
import { aMatchingQuestion, aQuestion, aReorderQuestion } from '#tests/factories.ts'

const seeds = Array.from({ length: 30 }, (_, i) => `seed ${i}`)
const question = aQuestion({
  type: 'multiple_choice',
  options: ['Journal', 'Ledger', 'Dimension', 'Posting group'],
  optionExplanations: ['about the journal', null, 'about dimensions', null],
  answerKey: ['B', 'D'],
})

describe('the choices of an attempt with a seed', () => {
  test('have the same order each time, and a different order in other attempts', () => {
    expect(showQuestion(question, 'one')).toEqual(showQuestion(question, 'one'))
    expect(new Set(seeds.map((seed) => showQuestion(question, seed).options.join())).size).toBeGreaterThan(10)
  })

  test('keep their explanations and the answer key', () => {
    for (const seed of seeds) {
      const shown = showQuestion(question, seed)
      expect(shown.options.toSorted()).toEqual(question.options.toSorted())
      expect(shown.optionExplanations[shown.options.indexOf('Journal')]).toBe('about the journal')
      expect(shown.optionExplanations[shown.options.indexOf('Ledger')]).toBeNull()
      const correct = shown.answerKey.map((letter) => shown.options[letter.charCodeAt(0) - 65])
      expect(new Set(correct)).toEqual(new Set(['Ledger', 'Posting group']))
    }
  })

  test('are stored with the letters of the bank', () => {
    for (const seed of seeds) {
      const shown = showQuestion(question, seed)
      expect(storeAnswer(shown.answerKey, question, seed)).toEqual(question.answerKey)
      for (const answer of [['A'], ['A', 'C'], ['A', 'B', 'C', 'D'], []]) {
        expect(showAnswer(storeAnswer(answer, question, seed), question, seed)).toEqual(answer)
        expect(isCorrect(answer, shown)).toBe(isCorrect(storeAnswer(answer, question, seed), question))
      }
    }
  })

  test('are chosen in alphabetical order on screen and in the bank', () => {
    for (const seed of seeds) {
      const [shown, stored] = [showAnswer(['A', 'B', 'C'], question, seed), storeAnswer(['A', 'B', 'C'], question, seed)]
      expect([shown, stored]).toEqual([shown.toSorted(), stored.toSorted()])
    }
  })

  test('ignore a letter that no option has', () => {
    expect(showAnswer(['B', 'X'], question, 'one')).toHaveLength(1)
    expect(storeAnswer(['B', 'X'], question, 'one')).toHaveLength(1)
  })
})

test('an attempt without a seed shows the order of the bank', () => {
  expect(showQuestion(question, undefined)).toBe(question)
  expect(showAnswer(['C'], question, undefined)).toEqual(['C'])
  expect(storeAnswer(['C'], question, undefined)).toEqual(['C'])
})

describe('choices are not shuffled', () => {
  test.each([
    ['of steps', aReorderQuestion()],
    ['of pairs', aMatchingQuestion()],
    ['of two options, such as Yes and No', aQuestion({ options: ['Yes', 'No'] })],
    ['of numbers', aQuestion({ options: ['10 days', '14 days', '30 days'] })],
    ['that refer to one another', aQuestion({ options: ['Journals', 'Ledgers', 'All of the above'] })],
    ['whose letter the explanation cites', aQuestion({ explanation: '<p>Option B is the default.</p>' })],
    ['whose letter another explanation cites', aQuestion({ optionExplanations: [null, '<p>See answer C.</p>'] })],
  ])('%s', (_, fixed) => {
    expect(canShuffleOptions(fixed)).toBe(false)
    for (const seed of seeds) {
      expect(showQuestion(fixed, seed)).toBe(fixed)
      expect(storeAnswer(fixed.answerKey, fixed, seed)).toEqual(fixed.answerKey)
    }
  })
})
