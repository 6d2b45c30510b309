/**
 * What makes a question worth asking, as far as a program can tell. Refuses what would mislead a candidate or give
 * the key away. Shapes are the matter of `bank-file.ts`, safety of HTML the matter of the server.
 */
import { isWebAddress } from '#exam/address.ts'
import { quote } from '#exam/bank-file/index.ts'
import type { BankFileProblem, BankQuestion } from '#exam/bank-file/index.ts'
import type { Certification } from '#exam/certification.ts'
import { plainText } from '#exam/plain-text.ts'
import { letterOf, positionOf } from '#exam/question.ts'

/** The official documentation; every reference of the content files stands on it. */
export const referenceHost = 'learn.microsoft.com'

/** From this many single-choice questions on, where the keys stand says something about the set. */
const biasQuestionsMin = 12
/** Most that one letter, or the longest option, may be the key, in percent of those questions. */
const biasPercentMax = 40
/** From this much longer than every other option on, in percent of the second, a key looks like one. */
const longerPercentMin = 110

const citedLetter =
  /\b(?:[Oo]ption|[Aa]nswer|[Cc]hoice|[Dd]istractor)s?\s+[A-H]\b|\b[A-H]\s+(?:and|or)\s+[A-H]\b|\([A-H]\)|\b[A-H] is (?:right|wrong|correct|incorrect)\b/
const ofTheAbove = /\b(?:all|none|both|neither|any)(?:\s+(?:one\s+)?of)?\s+(?:the\s+)?(?:above|these|other\s+options|other\s+answers)\b/i

/** Something said against a question. A refusal cannot be saved; anything else is a warning. `reason` fits after "field: ". */
export type QuestionFinding = { readonly field: string; readonly reason: string; readonly isRefusal: boolean }
type Outline = Pick<Certification, 'id' | 'skillAreas'>

/** Every problem of the questions of one content file; an empty list when the set is good. There a warning is a problem, too. */
export function checkQuestions(questions: readonly BankQuestion[], certification: Outline): BankFileProblem[] {
  const problems = questions.flatMap((question, index) =>
    [...checkQuestion(question, certification), ...checkProof(question)].map(({ field, reason }) => ({ index, field, reason })),
  )
  return [...problems, ...checkKeyBias(questions)]
}

/** What speaks against one question. `certification` is the one that the question names. */
export function checkQuestion(question: BankQuestion, certification: Outline): QuestionFinding[] {
  return [...checkPlace(question, certification), ...checkChoices(question), ...checkTexts(question), ...checkSources(question)]
}

/** A key that is clearly longer than every other option. A set may have some of them; see `checkKeyBias`. */
export function checkKeyLength(question: BankQuestion): QuestionFinding[] {
  if (question.type !== 'single_choice') return []
  const lengths = question.options.map((option) => plainText(option).length)
  const [key = 0] = lengths.splice(positionOf(question.answerKey[0] ?? ''), 1)
  return lengths.length > 0 && key * 100 >= longerPercentMin * Math.max(1, ...lengths)
    ? [warning('correct_answer', 'is the longest option, which a candidate would guess')]
    : []
}

/** A candidate could guess where the key stands, or that it is the longest option. Speaks of the set, with index -1. */
export function checkKeyBias(questions: readonly BankQuestion[]): BankFileProblem[] {
  const singles = questions.filter((question) => question.type === 'single_choice')
  if (singles.length < biasQuestionsMin) return []
  const refuse = (count: number, what: string): BankFileProblem[] =>
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
    ...['A', 'B', 'C', 'D', 'E'].flatMap((letter) =>
      refuse(singles.filter((one) => one.answerKey[0] === letter).length, `the key is ${letter}`),
    ),
    ...refuse(singles.filter(isLongestKey).length, 'the key is the longest option'),
  ]
}

function checkPlace(question: BankQuestion, { id, skillAreas }: Outline): QuestionFinding[] {
  if (question.examId !== id) return [refusal('exam_id', `is ${quote(question.examId)}, among the questions of ${id}`)]
  const area = skillAreas.find(({ name }) => name === question.skillArea)
  if (question.skillArea === '') return [warning('skill_area', 'is empty')]
  if (!area) return [warning('skill_area', `the outline of ${id} has no area ${quote(question.skillArea)}`)]
  if (question.skill === '') return [warning('skill', 'is empty')]
  return area.skills.includes(question.skill) ? [] : [warning('skill', `the area has no skill ${quote(question.skill)}`)]
}

function checkChoices(question: BankQuestion): QuestionFinding[] {
  const { type, options, pairs, answerKey: key } = question
  const isChoice = type === 'single_choice' || type === 'multiple_choice'
  return [
    ...checkList('options', options, (i) => `option ${letterOf(i)}`),
    ...checkList('pairs', pairs?.left ?? [], (i) => `entry ${i + 1} of the left side`),
    ...checkList('pairs', pairs?.right ?? [], (i) => `entry ${i + 1} of the right side`),
    ...(isChoice && options.length < 3 ? [warning('options', 'has fewer than three choices')] : []),
    ...(isChoice && key.length === options.length ? [warning('correct_answer', 'names every option')] : []),
    ...(type === 'multiple_choice' && key.length < 2
      ? [warning('correct_answer', 'has one letter, but the question is a multiple choice')]
      : []),
  ]
}

function checkList(field: string, list: readonly string[], placeOf: (index: number) => string): QuestionFinding[] {
  const words = list.map(plainText)
  const different = new Set(list.map((html, i) => words[i]?.toLowerCase() || html))
  const silent = list.findIndex((html, i) => words[i] === '' && !hasImage(html))
  return [
    ...(silent === -1 ? [] : [refusal(field, `${placeOf(silent)} is without words`)]),
    ...(different.size === list.length ? [] : [warning(field, 'holds the same text twice')]),
    ...(words.some((text) => ofTheAbove.test(text)) ? [warning(field, 'refers to the other options as a whole ("all of the above")')] : []),
  ]
}

function checkTexts({ text, explanation, optionExplanations }: BankQuestion): QuestionFinding[] {
  const citing = [text, explanation, ...optionExplanations].some((one) => citedLetter.test(plainText(one ?? '')))
  return [
    ...(plainText(text) === '' && !hasImage(text) ? [refusal('text', 'is without words')] : []),
    ...(plainText(explanation) === '' ? [warning('explanation', 'is empty')] : []),
    ...(citing ? [warning('explanation', 'cites an option by its letter, which another order would make wrong')] : []),
  ]
}

function checkSources({ reference, grounding }: BankQuestion): QuestionFinding[] {
  const isProperGrounding = !grounding || (/^[\da-f]{40}$/.test(grounding.commit) && /^\d+-\d+$/.test(grounding.lines))
  return [
    ...(!isWebAddress(reference)
      ? [refusal('reference', `is not an http or https address: ${quote(reference)}`)]
      : isOfficial(reference)
        ? []
        : [warning('reference', `is not an https address on ${referenceHost}: ${quote(reference)}`)]),
    ...(isProperGrounding ? [] : [warning('grounding', 'needs a commit of 40 hex digits and lines as from-to')]),
  ]
}

/** What only the content files of the project owe: where the key was read, and why every wrong option is wrong. */
function checkProof(question: BankQuestion): QuestionFinding[] {
  const isChoice = question.type === 'single_choice' || question.type === 'multiple_choice'
  const silent = isChoice ? question.options.findIndex((_, i) => !isKey(question, i) && !question.optionExplanations[i]) : -1
  return [
    ...(silent === -1 ? [] : [warning('option_explanations', `does not say why the wrong option ${letterOf(silent)} is wrong`)]),
    ...(question.grounding ? [] : [warning('grounding', 'is missing')]),
  ]
}

function refusal(field: string, reason: string): QuestionFinding {
  return { field, reason, isRefusal: true }
}

function warning(field: string, reason: string): QuestionFinding {
  return { field, reason, isRefusal: false }
}

function isLongestKey(question: BankQuestion): boolean {
  const lengths = question.options.map((option) => plainText(option).length)
  const key = lengths[positionOf(question.answerKey[0] ?? '')] ?? 0
  return lengths.filter((length) => length >= key).length === 1
}

function isOfficial(address: string): boolean {
  return /^https:\/\/([^/]+)\//.exec(address)?.[1] === referenceHost
}

function isKey(question: BankQuestion, position: number): boolean {
  return question.answerKey.some((letter) => positionOf(letter) === position)
}

/** An image can stand for words. */
function hasImage(html: string): boolean {
  return html.includes('<img')
}
