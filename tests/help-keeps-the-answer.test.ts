/** No reply of the built-in help gives the answer key away before the reveal. Checks every question of the bank with every kind of message. */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseBankFile, type BankQuestion } from '#exam/bank-file/index.ts'
import { listParts, listSteps } from '#exam/help/help-parts.ts'
import { hideAnswerKey } from '#exam/help/help-request.ts'
import { composeHelp } from '#exam/help/help.ts'
import { plainText } from '#exam/plain-text.ts'
import type { AnswerInput, CaseStudy, Question } from '#exam/question.ts'
import { sampleItems } from '#tests/sample-questions.ts'
import { listSecrets } from '#tests/secrets.ts'
import { formatHelpReply } from '#web/practice/help/format-help-reply.ts'

const folder = join(import.meta.dirname, '../content/bank')

/** Every reply before the reveal, as the help panel shows it. */
function listReplies(
  question: Question,
  caseStudy: CaseStudy | undefined,
  answer: AnswerInput,
  steps: readonly (number | null)[],
): string[] {
  const labels = listParts(question, steps).flatMap(({ label, kind }) =>
    label === '' ? [] : [kind === 'choice' ? label : `${kind} ${label}`],
  )
  const messages = [
    'Hint',
    'Explain simply',
    'Show the source',
    'Which one is correct?',
    'Is my answer right?',
    'Which part of the case study matters?',
    ...question.options.map((option) => `Why not ${plainText(option)}?`),
    ...labels.flatMap((label, i) => [
      `Why not ${label}?`,
      `Is ${label} correct?`,
      `difference between ${label} and ${labels[i + 1] ?? labels[0]}`,
    ]),
  ]
  const requests = messages.flatMap((message) => (message === 'Hint' ? [0, 1, 2, 3] : [0]).map((hintsGiven) => ({ message, hintsGiven })))
  return requests.map((request) =>
    JSON.stringify(
      formatHelpReply(composeHelp({ ...request, caseStudy, answer, steps, isRevealed: false, question: hideAnswerKey(question) })),
    ),
  )
}

/** The same question with another answer key and other explanations. Everything a candidate sees is the same. */
function withAnotherKey(question: BankQuestion): BankQuestion {
  const { type, options, pairs, answerKey } = question
  const otherKey = {
    single_choice: answerKey.map((letter) => (letter === 'A' ? 'B' : 'A')),
    multiple_choice: options
      .map((_, i) => String.fromCharCode(65 + i))
      .toReversed()
      .slice(0, answerKey.length)
      .toSorted(),
    reorder: answerKey.toReversed(),
    drag_drop: (pairs?.left ?? []).map((_, i, all) => `${i}=${all.length - 1 - i}`),
    statements: answerKey.map((entry) => (entry === 'yes' ? 'no' : 'yes')),
    drop_down: answerKey.map((choice) => (choice === '0' ? '1' : '0')),
    solution: answerKey.map((entry) => (entry === 'yes' ? 'no' : 'yes')),
  }
  return { ...question, answerKey: otherKey[type], explanation: '<p>Other.</p>', optionExplanations: options.map(() => 'Other.') }
}

describe('help before the reveal', () => {
  test.each([...readdirSync(folder).filter((name) => name.endsWith('.json')), 'the samples'])('tells no answer of %s', (file) => {
    const bank = parseBankFile(file === 'the samples' ? sampleItems : JSON.parse(readFileSync(join(folder, file), 'utf8')))
    if (!bank.ok) throw new Error(file)
    expect(bank.questions.length).toBeGreaterThan(5)
    for (const question of bank.questions) {
      const caseStudy = bank.caseStudies.find(({ id }) => id === question.caseStudyId)
      for (const answer of [[], question.answerKey]) {
        const steps = listSteps(question, { answer, seed: 'one', isShown: false })
        const replies = listReplies(question, caseStudy, answer, steps)
        expect(replies, question.id).toEqual(listReplies(withAnotherKey(question), caseStudy, answer, steps))
        const said = replies.join('\n')
        for (const secret of listSecrets(question, caseStudy)) expect(said).not.toContain(secret)
      }
    }
  })
})
