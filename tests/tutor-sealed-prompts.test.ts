/**
 * Before the reveal, no prompt contains the answer key, an explanation or a reason for an option. Checks every question of the bank with
 * every action.
 */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseBankFile, type BankQuestion } from '#exam/bank-file/index.ts'
import { showQuestion } from '#exam/option-order.ts'
import type { AnswerInput, CaseStudy, Question } from '#exam/question.ts'
import { composePrompt, estimateTokens } from '#exam/tutor/prompt.ts'
import type { TutorAction } from '#exam/tutor/tutor-contract.ts'
import { revealForTutor, sealForTutor } from '#exam/tutor/tutor-question.ts'
import { aMatchingQuestion, aQuestion, aReorderQuestion } from '#tests/factories.ts'
import { sampleItems } from '#tests/sample-questions.ts'
import { listSecrets } from '#tests/secrets.ts'

const folder = join(import.meta.dirname, '../content/bank')
const seed = 'one'

const actions: TutorAction[] = [
  { type: 'hint', stage: 1 },
  { type: 'hint', stage: 2 },
  { type: 'hint', stage: 3 },
  { type: 'whyNot', label: 'A' },
  { type: 'compare', labels: ['A', 'B'] },
  { type: 'simple' },
  { type: 'docs' },
  { type: 'message', text: 'Which one is correct?' },
]

const input = { passages: [], turns: [], language: 'English', fence: 'f3nc3', inputTokensMax: 8_000 }

function sealedTexts(question: Question, caseStudy: CaseStudy | undefined, answer: AnswerInput): string[] {
  const sealed = sealForTutor({ question: showQuestion(question, seed), caseStudy, answer, seed })
  return actions.map((action) => JSON.stringify(composePrompt({ ...input, question: sealed, action }).prompt))
}

/** The same question with another answer key and other explanations. Everything that a candidate sees is the same. */
function withAnotherKey(question: BankQuestion): BankQuestion {
  const { type, options, pairs, answerKey, optionExplanations } = question
  const letters = options.map((_, i) => String.fromCharCode(65 + i))
  const otherKey = {
    single_choice: answerKey.map((letter) => (letter === 'A' ? 'B' : 'A')),
    multiple_choice: letters.toReversed().slice(0, answerKey.length).toSorted(),
    reorder: answerKey.toReversed(),
    drag_drop: (pairs?.left ?? []).map((_, i, all) => `${i}=${all.length - 1 - i}`),
    statements: answerKey.map((entry) => (entry === 'yes' ? 'no' : 'yes')),
    drop_down: answerKey.map((choice) => (choice === '0' ? '1' : '0')),
    solution: answerKey.map((entry) => (entry === 'yes' ? 'no' : 'yes')),
  }
  return {
    ...question,
    answerKey: otherKey[type],
    explanation: '<p>Other.</p>',
    optionExplanations: optionExplanations.map(() => 'Other.'),
  }
}

describe('a prompt before the reveal', () => {
  test.each([...readdirSync(folder).filter((name) => name.endsWith('.json')), 'the samples'])(
    'says nothing about the answers of %s',
    (file) => {
      const bank = parseBankFile(file === 'the samples' ? sampleItems : JSON.parse(readFileSync(join(folder, file), 'utf8')))
      if (!bank.ok) throw new Error(file)
      expect(bank.questions.length).toBeGreaterThan(5)
      for (const question of bank.questions) {
        const caseStudy = bank.caseStudies.find(({ id }) => id === question.caseStudyId)
        const texts = sealedTexts(question, caseStudy, [])
        const said = texts.join('\n')
        for (const secret of listSecrets(question, caseStudy)) expect(said).not.toContain(secret)
        const other = withAnotherKey(question)
        // With another explanation, the options may be in another order, because options whose letters an explanation cites are not shuffled.
        const isSameOnScreen = showQuestion(question, seed).options[0] === showQuestion(other, seed).options[0]
        // The steps never start in the correct order, so with another key, the first two may be swapped.
        if (isSameOnScreen && question.type !== 'reorder') expect(texts, question.id).toEqual(sealedTexts(other, caseStudy, []))
      }
    },
  )

  test('has no field for the answer key or the explanations', () => {
    const sealed = sealForTutor({ question: aQuestion(), caseStudy: undefined, answer: ['A'], seed: undefined })
    expect(Object.keys(sealed).toSorted()).toEqual(
      ['answer', 'asks', 'caseStudy', 'isRevealed', 'parts', 'skill', 'skillArea', 'text', 'type'].toSorted(),
    )
  })

  test('lists steps as they are on screen, whatever their order in the bank', () => {
    const bank = aReorderQuestion({ options: ['One', 'Two', 'Three'], answerKey: ['0', '1', '2'] })
    const sameWithOtherOrder = aReorderQuestion({ options: ['Three', 'One', 'Two'], answerKey: ['1', '2', '0'] })
    const partsOf = (question: Question, answer: AnswerInput) =>
      sealForTutor({ question, caseStudy: undefined, answer, seed }).parts.map(({ label, text }) => `${label} ${text}`)
    expect(partsOf(bank, ['2', '0', '1'])).toEqual(['1 Three', '2 One', '3 Two'])
    expect(partsOf(sameWithOtherOrder, ['0', '1', '2'])).toEqual(['1 Three', '2 One', '3 Two'])
  })

  test('names the candidate’s answer with the labels on screen', () => {
    const matching = sealForTutor({ question: aMatchingQuestion(), caseStudy: undefined, answer: ['0=1'], seed })
    expect(matching.answer).toEqual(['1 with B'])
    expect(sealForTutor({ question: aQuestion(), caseStudy: undefined, answer: ['D'], seed }).answer).toEqual(['D'])
  })
})

describe('a prompt after the reveal', () => {
  test.each([
    [aQuestion(), 'Correct: C: Payment terms with a discount', 'B: It chases late payers.'],
    [aReorderQuestion(), 'Correct: 1. First; 2. Second; 3. Third', 'Payment terms hold the due date and the discount.'],
    [aMatchingQuestion(), '1 with B: Balance of a customer with Receivables account', 'Payment terms hold the due date'],
  ])('has the answer key and the explanations', (question, key, reason) => {
    const revealed = revealForTutor({ question, caseStudy: undefined, answer: [], seed })
    const text = composePrompt({ ...input, question: revealed, action: { type: 'simple' } }).prompt.parts.join('\n')
    expect(text).toContain(key)
    expect(text).toContain(reason)
  })
})

describe('the length of a prompt', () => {
  const passages = Array.from({ length: 8 }, (_, i) => ({ title: `Page ${i}`, text: 'x'.repeat(3_000) }))
  const turns = Array.from({ length: 8 }, () => ({ from: 'candidate' as const, text: 'y'.repeat(3_000) }))
  const caseStudy = { id: 'c', title: 'Case', content: `<p>${'z '.repeat(20_000)}</p>` }
  const question = sealForTutor({ question: aQuestion(), caseStudy, answer: [], seed })
  const action = { type: 'simple' } as const

  test.each([2_500, 4_000, 12_000])('stays below %i tokens', (inputTokensMax) => {
    const { prompt } = composePrompt({ ...input, question, passages, turns, action, inputTokensMax })
    expect(estimateTokens([prompt.rules, ...prompt.parts].join('\n'))).toBeLessThanOrEqual(inputTokensMax)
  })

  test('names the passages that it has room for', () => {
    const { prompt, passages: given } = composePrompt({ ...input, question, passages, turns, action, inputTokensMax: 8_000 })
    expect(given.length).toBeGreaterThan(1)
    expect(given.length).toBeLessThan(8)
    expect(prompt.parts.join('\n')).toContain(`[${given.length}] Page`)
    expect(prompt.parts.join('\n')).not.toContain(`[${given.length + 1}] Page`)
    expect(prompt.parts.join('\n')).not.toContain('yyy')
  })
})
