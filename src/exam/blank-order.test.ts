import { describe, expect, test } from 'vitest'
import { parseBankFile } from '#exam/bank-file/index.ts'
import { isCorrect } from '#exam/grading.ts'
import { showAnswer, showQuestion, storeAnswer } from '#exam/option-order.ts'
import { examPoints, sealQuestion, shuffleQuestion, unshuffleAnswer } from '#exam/planning/simulation.ts'
import { setEntry, type Question } from '#exam/question.ts'
import { dropDownSamples, sampleItems, solutionSamples, statementSamples } from '#tests/sample-questions.ts'

const seeds = Array.from({ length: 20 }, (_, i) => `seed ${i}`)

function questionsOf(items: readonly unknown[]): Question[] {
  const read = parseBankFile(items)
  if (!read.ok) throw new Error(JSON.stringify(read.problems))
  return [...read.questions]
}

describe('the choices of blanks', () => {
  test.each(seeds)('keep their answers when they are shuffled by %s, in practice and in a simulation', (seed) => {
    for (const question of questionsOf(sampleItems)) {
      const key = question.answerKey
      expect(isCorrect(showAnswer(key, question, seed), showQuestion(question, seed))).toBe(true)
      expect(storeAnswer(showAnswer(key, question, seed), question, seed)).toEqual(key)
      const shuffled = shuffleQuestion(question, seed)
      expect(isCorrect(shuffled.answerKey, shuffled)).toBe(true)
      expect(unshuffleAnswer(shuffled.answerKey, question, seed)).toEqual(key)
      expect(unshuffleAnswer(shuffled.answerKey, shuffled, seed)).toEqual(key)
    }
  })

  test('are shuffled, each blank by itself', () => {
    const [question] = questionsOf(dropDownSamples)
    const orders = new Set(seeds.map((seed) => JSON.stringify(showQuestion(question as Question, seed).completion?.blanks)))
    expect(orders.size).toBeGreaterThan(10)
  })

  test('keep their order when they are numbers', () => {
    const question = questionsOf(dropDownSamples)[2] as Question
    for (const seed of seeds) expect(showQuestion(question, seed)).toEqual(question)
  })

  test('of a blank without a choice stay empty', () => {
    const [question] = questionsOf(dropDownSamples)
    const answer = ['', '2', '']
    expect(storeAnswer(showAnswer(answer, question as Question, 'seed'), question as Question, 'seed')).toEqual(answer)
  })
})

describe('statements and solutions', () => {
  test('are never shuffled', () => {
    for (const question of questionsOf([...statementSamples, ...solutionSamples]))
      for (const seed of seeds) {
        expect(showQuestion(question, seed)).toEqual(question)
        expect(shuffleQuestion(question, seed)).toEqual(question)
      }
  })
})

describe('points', () => {
  test.each([
    [['yes', 'no', 'yes'], 3, true],
    [['yes', 'yes', 'yes'], 2, false],
    [['', 'no'], 1, false],
    [['no', 'yes', 'no'], 0, false],
    [[], 0, false],
  ])('of statements for %j: %d of 3', (answer, points, isRight) => {
    const [question] = questionsOf(statementSamples)
    expect(examPoints(answer, question as Question)).toEqual({ points, of: 3 })
    expect(isCorrect(answer, question as Question)).toBe(isRight)
  })

  test.each([
    [['0', '2', '0'], 3],
    [['2', '0', '0'], 1],
    [['', '2'], 1],
  ])('of blanks for %j: %d of 3', (answer, points) => {
    const [question] = questionsOf(dropDownSamples)
    expect(examPoints(answer, question as Question)).toEqual({ points, of: 3 })
  })

  test('of a solution: one', () => {
    const [, question] = questionsOf(solutionSamples)
    expect(examPoints(['yes'], question as Question)).toEqual({ points: 1, of: 1 })
    expect(examPoints(['no'], question as Question)).toEqual({ points: 0, of: 1 })
  })
})

describe('sealing', () => {
  test('leaves out everything that says which answer is correct', () => {
    for (const question of questionsOf(sampleItems)) {
      const { completion, ...sealed } = sealQuestion(question, 'seed')
      expect(Object.keys(sealed).toSorted()).toEqual(['asks', 'caseStudyId', 'id', 'options', 'pairs', 'text', 'type'])
      expect(sealed.asks).toBe(question.answerKey.length)
      expect(Object.keys(completion ?? {})).toEqual(completion ? ['form', 'content', 'blanks'] : [])
      const withOtherKey = {
        ...question,
        answerKey: question.answerKey.map((entry) => (entry === 'yes' ? 'no' : entry === 'no' ? 'yes' : '1')),
      }
      expect(sealQuestion(withOtherKey, 'seed')).toEqual(sealQuestion(question, 'seed'))
    }
  })
})

describe('entering an answer', () => {
  test('fills a place, clears it, and omits empty places at the end', () => {
    expect(setEntry([], 1, 'yes')).toEqual(['', 'yes'])
    expect(setEntry(['no', 'yes'], 0, 'yes')).toEqual(['yes', 'yes'])
    expect(setEntry(['no', 'yes'], 1, '')).toEqual(['no'])
    expect(setEntry(['', 'yes'], 1, '')).toEqual([])
  })
})
