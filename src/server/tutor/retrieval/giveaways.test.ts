import { describe, expect, test } from 'vitest'
import { createRepetitionCheck, givesAway, statesChoice } from '#server/tutor/retrieval/giveaways.ts'
import { aQuestion } from '#tests/factories.ts'

const asked = aQuestion({
  text: '<p>Relecloud sells bicycles in three countries. Invoices of each country must have their own numbers without gaps. What do you set up?</p>',
  options: [
    'A number series per country',
    'A dimension',
    'A posting group',
    'One number series that allows manual numbers in all countries',
  ],
})
const unlike = {
  text: '<p>Which page shows the ledger entries of a customer?</p>',
  options: ['The customer card', 'A budget'],
  answerKey: ['A'],
}

describe('another question gives an answer away', () => {
  test('if it has nearly the same words', () => {
    const text = asked.text.replace('Relecloud', 'Northwind')
    const other = aQuestion({ ...asked, text, answerKey: ['B'], options: asked.options.with(1, 'Something else entirely') })
    expect(givesAway(other, asked)).toBe(true)
  })

  test('if its answer is a choice here, correct or not', () => {
    expect(givesAway(aQuestion(unlike), asked)).toBe(false)
    expect(givesAway(aQuestion({ ...unlike, options: ['Dimensions', 'A budget'] }), asked)).toBe(true)
    expect(givesAway(aQuestion({ ...unlike, options: ['A budget', 'Dimensions'] }), asked)).toBe(false)
  })

  test('if half of the items to arrange are choices here', () => {
    const steps = (options: string[]) => aQuestion({ ...unlike, type: 'reorder', options, answerKey: ['0', '1', '2'] })
    expect(givesAway(steps(['A dimension', 'A posting group', 'A table']), asked)).toBe(true)
    expect(givesAway(steps(['A dimension', 'A chair', 'A table']), asked)).toBe(false)
  })
})

describe('a text states a choice', () => {
  test('if one sentence has all of its words, and the choice is more than a term', () => {
    expect(statesChoice('Manual numbers are allowed in all countries by one series, which has a number.', asked)).toBe(true)
    expect(statesChoice('Manual numbers are allowed in all countries. One series is enough.', asked)).toBe(false)
    expect(statesChoice('A posting group is one way.', asked)).toBe(false)
  })
})

describe('a text repeats an explanation', () => {
  test('if one of its sentences has nearly all words of a sentence', () => {
    const repeats = createRepetitionCheck(['Only a series per country leaves no gaps.', 'A dimension sorts entries.'])
    expect(repeats('Here is more: a series per country leaves gaps.')).toBe(true)
    expect(repeats('Here is a series. It leaves gaps in each country.')).toBe(false)
    expect(repeats('A dimension sorts something.')).toBe(false)
  })
})
