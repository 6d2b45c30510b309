/**
 * What makes a question worth asking, as far as a program can tell. Refuses what would mislead a candidate or give
 * the key away. Shapes are the matter of `bank-file.ts`, safety of HTML the matter of the server.
 */
import type { BankProblem, BankQuestion } from '#exam/bank-file.ts'
import type { Certification } from '#exam/certification.ts'
import { plainText } from '#exam/plain-text.ts'
import { positionOf } from '#exam/question.ts'

/** The official documentation; every reference stands on it. */
export const referenceHost = 'learn.microsoft.com'

/** From this many single-choice questions on, where the keys stand says something about the set. */
const biasQuestionsMin = 12
/** Most that one letter, or the longest option, may be the key, in percent of those questions. */
const biasPercentMax = 40

const citedLetter =
  /\b(?:[Oo]ption|[Aa]nswer|[Cc]hoice|[Dd]istractor)s?\s+[A-H]\b|\b[A-H]\s+(?:and|or)\s+[A-H]\b|\([A-H]\)|\b[A-H] is (?:right|wrong|correct|incorrect)\b/
const ofTheAbove = /\b(?:all|none|both|neither|any)(?:\s+(?:one\s+)?of)?\s+(?:the\s+)?(?:above|these|other\s+options|other\s+answers)\b/i

/** Every problem of the questions of one certification; an empty list when the set is good. */
export function checkQuestions(questions: readonly BankQuestion[], certification: Certification): BankProblem[] {
  return [...questions.flatMap((question, index) => checkQuestion(question, index, certification)), ...checkKeyBias(questions)]
}

function checkQuestion(question: BankQuestion, index: number, certification: Certification): BankProblem[] {
  const problems: BankProblem[] = []
  const refuse = (field: string, reason: string) => problems.push({ index, field, reason })
  const isChoice = question.type === 'single_choice' || question.type === 'multiple_choice'

  const area = certification.skillAreas.find((known) => known.name === question.skillArea)
  if (question.examId !== certification.id) refuse('exam_id', `is ${question.examId}, in the file of ${certification.id}`)
  if (!area) refuse('skill_area', `the outline of ${certification.id} has no area "${question.skillArea}"`)
  else if (!area.skills.includes(question.skill)) refuse('skill', `the area has no skill "${question.skill}"`)

  for (const [field, list] of [
    ['options', question.options],
    ['pairs', question.pairs?.left ?? []],
    ['pairs', question.pairs?.right ?? []],
  ] as const) {
    if (new Set(list.map(comparable)).size !== list.length) refuse(field, 'holds the same text twice')
    if (list.some((text) => ofTheAbove.test(plainText(text)))) refuse(field, 'refers to the other options as a whole ("all of the above")')
    if (list.some((text) => plainText(text) === '' && !text.includes('<img'))) refuse(field, 'holds an entry without words')
  }
  if (isChoice && question.options.length < 3) refuse('options', 'has fewer than three choices')
  if (isChoice && question.key.length === question.options.length) refuse('correct_answer', 'names every option')
  if (question.type === 'multiple_choice' && question.key.length < 2)
    refuse('correct_answer', 'has one letter, but the question is a multiple choice')

  if (plainText(question.explanation) === '') refuse('explanation', 'is empty')
  if ([question.text, question.explanation, ...question.optionExplanations].some((text) => citedLetter.test(plainText(text ?? '')))) {
    refuse('explanation', 'cites an option by its letter, which another order would make wrong')
  }
  if (isChoice) {
    const silent = question.options.findIndex((_, i) => !isKey(question, i) && !question.optionExplanations[i])
    if (silent !== -1) refuse('option_explanations', `does not say why the wrong option ${silent} (from 0) is wrong`)
  }
  if (!isOfficialReference(question.reference)) refuse('reference', `is not an https address on ${referenceHost}: ${question.reference}`)
  if (!question.grounding) refuse('grounding', 'is missing')
  else if (!/^[\da-f]{40}$/.test(question.grounding.commit) || !/^\d+-\d+$/.test(question.grounding.lines)) {
    refuse('grounding', 'needs a commit of 40 hex digits and lines as from-to')
  }
  return problems
}

/** A candidate could guess where the key stands, or that it is the longest option. */
function checkKeyBias(questions: readonly BankQuestion[]): BankProblem[] {
  const singles = questions.filter((question) => question.type === 'single_choice')
  if (singles.length < biasQuestionsMin) return []
  const refuse = (count: number, what: string): BankProblem[] =>
    count * 100 <= biasPercentMax * singles.length
      ? []
      : [
          {
            index: -1,
            field: 'correct_answer',
            reason: `${what} in ${count} of ${singles.length} single choices; at most ${biasPercentMax} % may be`,
          },
        ]
  return [
    ...['A', 'B', 'C', 'D', 'E'].flatMap((letter) => refuse(singles.filter((one) => one.key[0] === letter).length, `the key is ${letter}`)),
    ...refuse(singles.filter(isLongestKey).length, 'the key is the longest option'),
  ]
}

function isLongestKey(question: BankQuestion): boolean {
  const lengths = question.options.map((option) => plainText(option).length)
  const key = lengths[positionOf(question.key[0] ?? '')] ?? 0
  return lengths.filter((length) => length >= key).length === 1
}

function isOfficialReference(reference: string): boolean {
  return /^https:\/\/([^/\s"<>]+)\/[^\s"<>]*$/.exec(reference)?.[1] === referenceHost
}

function isKey(question: BankQuestion, position: number): boolean {
  return question.key.some((letter) => positionOf(letter) === position)
}

function comparable(html: string): string {
  return plainText(html).toLowerCase()
}
