import { describe, expect, test } from 'vitest'
import { listSteps } from '#exam/help/help-parts.ts'
import { agreesWithKey, composeCheckPrompt, keyLabels, parseReview } from '#exam/tutor/question-check.ts'
import { sealForTutor } from '#exam/tutor/tutor-question.ts'
import { aMatchingQuestion, aQuestion, aReorderQuestion } from '#tests/factories.ts'

describe('the review of a question', () => {
  test.each([
    ['ANSWER: B\nAMBIGUOUS: NO\nGIVEAWAY: NO', { answer: ['B'], ambiguity: null, giveaway: null }],
    ['**ANSWER:** A, C\nAMBIGUOUS: B works too.\nGIVEAWAY: no.', { answer: ['A', 'C'], ambiguity: 'B works too.', giveaway: null }],
    ['answer: 2, 1, 3', { answer: ['2', '1', '3'], ambiguity: null, giveaway: null }],
    ['ANSWER: 1=B, 2 = A\nGIVEAWAY: C is much longer', { answer: ['1=B', '2=A'], ambiguity: null, giveaway: 'C is much longer' }],
    ['ANSWER: UNKNOWN', { answer: [], ambiguity: null, giveaway: null }],
    ['I think it is B.', undefined],
    ['ANSWER: none of them', undefined],
  ])('is read from %j', (reply, review) => {
    expect(parseReview(reply)).toEqual(review)
  })

  test.each([
    [aQuestion(), ['C'], true],
    [aQuestion(), ['B'], false],
    [aQuestion({ type: 'multiple_choice', answerKey: ['A', 'C'] }), ['C', 'A'], true],
    [aQuestion({ type: 'multiple_choice', answerKey: ['A', 'C'] }), ['A'], false],
    [aMatchingQuestion(), ['2=A', '1=B'], true],
    [aMatchingQuestion(), ['1=A', '2=B'], false],
  ])('compares the answer with the key', (question, answer, agrees) => {
    expect(agreesWithKey(answer, question, [])).toBe(agrees)
  })

  test('compares an order with the numbers on screen', () => {
    const question = aReorderQuestion()
    const steps = listSteps(question, { answer: [], seed: undefined, isShown: false })
    const labels = keyLabels(question, steps)
    expect(agreesWithKey(labels, question, steps)).toBe(true)
    expect(agreesWithKey(labels.toReversed(), question, steps)).toBe(false)
    expect(labels.map((label) => question.options[steps[Number(label) - 1] ?? -1])).toEqual(['First', 'Second', 'Third'])
  })

  test('is asked without the answer key and the explanations', () => {
    const question = aQuestion()
    const sealed = sealForTutor({ question, caseStudy: undefined, answer: [], seed: undefined })
    const sent = JSON.stringify(composeCheckPrompt(sealed, 'Cited lines.', 'f3nc3'))
    expect(sent).toContain('Cited lines.')
    expect(sent).not.toMatch(/Payment terms hold|chases late payers|answerKey/)
  })
})
