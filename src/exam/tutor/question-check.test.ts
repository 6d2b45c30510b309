import { describe, expect, test } from 'vitest'
import { agreesWithKey, composeCheckPrompt, describeLabels, keyLabels, listCheckedSteps, parseReview } from '#exam/tutor/question-check.ts'
import { sealForTutor } from '#exam/tutor/tutor-question.ts'
import { parseBankFile } from '#exam/bank-file/index.ts'
import type { CaseStudy, Question } from '#exam/question.ts'
import { estimateTokens } from '#exam/tutor/prompt.ts'
import { sampleItems } from '#tests/sample-questions.ts'
import { aMatchingQuestion, aQuestion, aReorderQuestion } from '#tests/factories.ts'

const bank = parseBankFile(sampleItems)
const sampleOf = (type: string) => (bank.ok ? bank.questions.find((question) => question.type === type) : undefined) ?? aQuestion()
const promptOf = (question: Question, caseStudy?: CaseStudy, inputTokensMax = 8_000) =>
  composeCheckPrompt({
    question: sealForTutor({ question, caseStudy, answer: [], seed: undefined }),
    citedText: 'Cited lines. '.repeat(500),
    fence: 'f3nc3',
    inputTokensMax,
  })

describe('the review of a question', () => {
  test.each([
    ['ANSWER: B\nAMBIGUOUS: NO\nGIVEAWAY: NO', { answer: ['B'], ambiguity: null, giveaway: null }],
    ['**ANSWER:** A, C\nAMBIGUOUS: B works too.\nGIVEAWAY: no.', { answer: ['A', 'C'], ambiguity: 'B works too.', giveaway: null }],
    ['answer: 2, 1, 3', { answer: ['2', '1', '3'], ambiguity: null, giveaway: null }],
    ['ANSWER: 1=B, 2 = A\nGIVEAWAY: C is much longer', { answer: ['1=B', '2=A'], ambiguity: null, giveaway: 'C is much longer' }],
    ['ANSWER: 1=Yes, 2 = no', { answer: ['1=YES', '2=NO'], ambiguity: null, giveaway: null }],
    ['ANSWER: No', { answer: ['NO'], ambiguity: null, giveaway: null }],
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
    [sampleOf('statements'), ['1=YES', '2=NO', '3=YES'], true],
    [sampleOf('statements'), ['1=YES', '2=NO', '3=NO'], false],
    [sampleOf('solution'), ['NO'], true],
    [sampleOf('solution'), ['YES'], false],
    [sampleOf('drop_down'), ['1=A', '2=C', '3=A'], true],
    [sampleOf('drop_down'), ['1=A', '2=C', '3=B'], false],
  ])('compares the answer with the key', (question, answer, agrees) => {
    expect(agreesWithKey(answer, question)).toBe(agrees)
  })

  test('compares an order with the numbers of the prompt, with a step that belongs to no slot', () => {
    const question = aReorderQuestion({ options: ['Third', 'Surplus', 'First', 'Second'], answerKey: ['2', '3', '0'] })
    const steps = listCheckedSteps(question)
    expect(steps.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3])
    const labels = keyLabels(question)
    expect(agreesWithKey(labels, question)).toBe(true)
    expect(agreesWithKey(labels.toReversed(), question)).toBe(false)
    expect(describeLabels(labels, question)).toBe('First → Second → Third')
    const sent = promptOf(question).parts.join('\n')
    for (const [i, step] of steps.entries()) expect(sent).toContain(`Step ${i + 1}: ${question.options[step]}`)
    expect(sent).not.toContain('Unused step')
  })

  test('numbers unused steps by their text, and equal ones by their place', () => {
    const options = ['Same', 'First', 'Same', 'Second', 'Also unused', 'Same']
    const question = aReorderQuestion({ options, answerKey: ['1', '3'], startingOrder: [1, 3] })
    expect(listCheckedSteps(question).slice(-4)).toEqual([4, 0, 2, 5])
  })

  test('is asked without the answer key and the explanations', () => {
    const question = aQuestion()
    const sealed = sealForTutor({ question, caseStudy: undefined, answer: [], seed: undefined })
    const sent = JSON.stringify(composeCheckPrompt({ question: sealed, citedText: 'Cited lines.', fence: 'f3nc3', inputTokensMax: 8_000 }))
    expect(sent).toContain('Cited lines.')
    expect(sent).not.toMatch(/Payment terms hold|chases late payers|answerKey/)
  })

  test('names the choices of blanks by letters, which are read back as their texts', () => {
    const question = sampleOf('drop_down')
    expect(promptOf(question).parts.join('\n')).toContain('Choices of blank 1: A PCS; B TRAY; C PALLET')
    expect(describeLabels(['1=B', '3=A'], question)).toBe('1: TRAY, 3: Qty. per Unit of Measure')
    expect(describeLabels(['A', 'C'], aQuestion())).toBe('A, C')
  })

  test('fits the limit of the configuration, with the question in full', () => {
    const caseStudy = { id: 'c', title: 'Long', content: `<p>${'A scenario with many words. '.repeat(2_000)}</p>` }
    for (const max of [2_000, 4_000, 8_000]) {
      const { rules, parts } = promptOf(aQuestion(), caseStudy, max)
      expect(estimateTokens([rules, ...parts].join('\n'))).toBeLessThanOrEqual(max)
      expect(parts.join('\n')).toContain('Cited lines.')
    }
  })
})
