import { describe, expect, test } from 'vitest'
import { listEntered, listPlaces } from '#exam/answer-places.ts'
import { parseBankFile } from '#exam/bank-file/index.ts'
import { createNearDuplicateIndex, wordingOf } from '#exam/near-duplicate.ts'
import type { Question } from '#exam/question.ts'
import { chanceOf } from '#exam/statistics/counted-answers.ts'
import { computeItemStatistics } from '#exam/statistics/item-statistics.ts'
import { addTallies, listAllEntries, listStatisticsEntries, tallyAnswer } from '#exam/statistics/item-tally.ts'
import { aQuestion } from '#tests/factories.ts'
import { sampleItems } from '#tests/sample-questions.ts'

const samples = parseBankFile(sampleItems)
if (!samples.ok) throw new Error(JSON.stringify(samples.problems))
const sampleOf = (type: Question['type']) => samples.questions.find((question) => question.type === type) ?? aQuestion()
const [statements, dropDown, solution] = [sampleOf('statements'), sampleOf('drop_down'), sampleOf('solution')]

describe('the places of an answer', () => {
  test('are statements, blanks or the solution', () => {
    expect(listPlaces(statements).map(({ choices }) => choices.map(({ entry }) => entry))).toEqual([
      ['yes', 'no'],
      ['yes', 'no'],
      ['yes', 'no'],
    ])
    expect(listPlaces(dropDown)[2]).toEqual({
      prompt: 'Field that holds 480',
      choices: [
        { entry: '0', html: 'Qty. per Unit of Measure' },
        { entry: '1', html: 'Quantity Rounding Precision' },
        { entry: '2', html: 'Cubage' },
      ],
    })
    expect(listPlaces(solution)).toHaveLength(1)
    expect(listPlaces(aQuestion())).toEqual([])
  })

  test('escape the plain text of choices', () => {
    const completion = { form: null, content: '[[1]]', blanks: [{ label: 'a < b', choices: ['<b>', '&'] }] }
    expect(listPlaces({ type: 'drop_down', options: [], completion })).toEqual([
      {
        prompt: 'a &lt; b',
        choices: [
          { entry: '0', html: '&lt;b&gt;' },
          { entry: '1', html: '&amp;' },
        ],
      },
    ])
  })

  test('name what an answer enters', () => {
    expect(listEntered(statements, ['no', '', 'yes'])).toEqual(['No', undefined, 'Yes'])
    expect(listEntered(dropDown, ['2'])).toEqual(['PALLET', undefined, undefined])
  })
})

describe('statistics of the new types', () => {
  test('have an entry for each choice of each place', () => {
    expect(listAllEntries(statements)).toEqual(['0=yes', '0=no', '1=yes', '1=no', '2=yes', '2=no'])
    expect(listAllEntries(dropDown)).toHaveLength(9)
    expect(listStatisticsEntries(['yes', '', 'no'], statements)).toEqual(['0=yes', '2=no'])
    expect(listStatisticsEntries(['no'], solution)).toEqual(['0=no'])
  })

  test('know the chance of a random answer', () => {
    expect(chanceOf(statements)).toBeCloseTo(1 / 8)
    expect(chanceOf(dropDown)).toBeCloseTo(1 / 27)
    expect(chanceOf(solution)).toBe(0.5)
  })

  test('compare a wrong entry with what is correct in its own place', () => {
    const answers = (entries: string[], isCorrect: boolean, rest: number, count: number) =>
      Array.from({ length: count }, () =>
        tallyAnswer({ isCorrect, isGuess: false, timeMs: 9_000, rest, entries: listStatisticsEntries(entries, statements) }),
      )
    // The best candidates all answer Yes to the second statement, but the answer key says No.
    const tally = addTallies([...answers(['yes', 'yes', 'yes'], false, 900, 30), ...answers(['no', 'no', 'yes'], false, 100, 30)])
    expect(computeItemStatistics(tally, statements)?.flags).toEqual([{ kind: 'distractorAboveKey', entries: ['1=yes'] }])
  })
})

describe('near duplicates', () => {
  test('are not found among the questions of a series', () => {
    const index = createNearDuplicateIndex<string>()
    for (const question of samples.questions) expect(index.add(wordingOf(question), question.id)).toBeUndefined()
  })

  test('of drop-downs are found by the words of their blanks', () => {
    const index = createNearDuplicateIndex<string>()
    index.add(wordingOf(dropDown), 'first')
    expect(index.add(wordingOf({ ...dropDown, text: dropDown.text.replace('nursery', 'farm') }), 'second')).toBe('first')
  })
})
