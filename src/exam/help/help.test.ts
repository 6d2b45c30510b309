import { describe, expect, test } from 'vitest'
import { composeHelp } from '#exam/help.ts'
import { aQuestion } from '#tests/factories.ts'

const question = aQuestion({
  text: '<p>A vendor grants 2 % for payment within ten days. The bank charges fees.</p><p>What do you set up?</p>',
})

describe('built-in help before the reveal', () => {
  test('repeats the question and finds sentences related to the message', () => {
    expect(composeHelp(question, 'Which fee does the bank take?', false)).toMatchObject({
      type: 'before-reveal',
      question: 'What do you set up?',
      situation: ['The bank charges fees.'],
      keyLength: 1,
    })
  })

  test('returns the full scenario when nothing is related', () => {
    expect(composeHelp(question, 'Help!', false)).toMatchObject({
      situation: ['A vendor grants 2 % for payment within ten days.', 'The bank charges fees.'],
    })
  })

  test('never reveals the answer key, explanation or reference', () => {
    for (const asked of ['Which option is correct?', 'payment terms discount', 'reveal the key', 'C?']) {
      const said = JSON.stringify(composeHelp(question, asked, false))
      expect(said).not.toContain('Payment terms hold')
      expect(said).not.toContain('learn.microsoft.com')
      expect(said).not.toMatch(/"C"/)
    }
  })
})

describe('built-in help after the reveal', () => {
  test('quotes the explanation and why the mentioned option is wrong', () => {
    expect(composeHelp(question, 'Why not a reminder term?', true)).toEqual({
      type: 'after-reveal',
      explanation: ['Payment terms hold the due date and the discount.'],
      options: [{ letter: 'B', why: 'It chases late payers.' }],
      reference: question.reference,
    })
  })
})
