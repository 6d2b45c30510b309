/**
 * Checks the content of questions: everything that would mislead a candidate or give the answer key away, if a program can detect it.
 * `bank-file/` checks shapes, and the server checks that HTML is safe.
 */
import { isWebAddress } from '#exam/address.ts'
import { parseLineRanges, quote, type BankFileProblem, type BankQuestion, type CitedPart } from '#exam/bank-file/index.ts'
import type { Certification } from '#exam/certification.ts'
import type { Objective } from '#exam/outline.ts'
import { ratePageAge } from '#exam/page-age.ts'
import { citesLetters, refersToOtherOptions } from '#exam/option-references.ts'
import { plainText } from '#exam/plain-text.ts'
import { letterOf, positionOf } from '#exam/question.ts'

/** Host of the official documentation. Every reference in `content/` is on this host. */
export const referenceHost = 'learn.microsoft.com'

/** The distribution of answer keys is checked for sets of at least this many single-choice questions. */
const biasQuestionsMin = 12
/** Maximum percentage of single-choice questions whose answer key is the same letter, or is the longest option. */
const biasPercentMax = 40
/** The choices of a longer list are hard to compare. */
const dropDownChoicesMax = 8
/** A correct option of at least this length, in percent of the longest wrong option, is easy to guess. */
const longerPercentMin = 110

/** An error prevents saving; other issues are warnings. `reason` is a sentence fragment that fits after "field: ". */
export type QuestionIssue = { readonly field: string; readonly reason: string; readonly isError: boolean }
/** A certification that questions are checked against. Without `objectives`, the objectives of questions are not checked. */
export type CheckedCertification = Pick<Certification, 'id' | 'skillAreas'> &
  Partial<Pick<Certification, 'outlineOf'>> & { readonly objectives?: readonly Objective[] | undefined }

/** Every problem in a file of `content/bank`. Warnings count as problems there. */
export function checkQuestions(questions: readonly BankQuestion[], certification: CheckedCertification): BankFileProblem[] {
  const problems = questions.flatMap((question, index) =>
    [...checkQuestion(question, certification), ...checkProof(question, certification)].map(({ field, reason }) => ({
      index,
      field,
      reason,
    })),
  )
  return [...problems, ...checkAnswerKeyBias(questions)]
}

/** The issues of one question of `certification`. */
export function checkQuestion(question: BankQuestion, certification: CheckedCertification): QuestionIssue[] {
  return [
    ...checkReferences(question, certification),
    ...checkObjective(question, certification),
    ...checkChoices(question),
    ...checkTexts(question),
    ...checkSources(question),
  ]
}

/** Warns when the correct option is clearly longer than the others. A set may have a few such questions; see `checkAnswerKeyBias`. */
export function checkAnswerKeyLength(question: BankQuestion): QuestionIssue[] {
  if (question.type !== 'single_choice') return []
  const lengths = question.options.map((option) => plainText(option).length)
  const [key = 0] = lengths.splice(positionOf(question.answerKey[0] ?? ''), 1)
  return lengths.length > 0 && key * 100 >= longerPercentMin * Math.max(1, ...lengths)
    ? [warning('correct_answer', 'is the longest option, which is easy to guess')]
    : []
}

/** Problems if too many answer keys in a set are the same letter or the longest option. These problems have the index -1. */
export function checkAnswerKeyBias(questions: readonly BankQuestion[]): BankFileProblem[] {
  const singles = questions.filter((question) => question.type === 'single_choice')
  if (singles.length < biasQuestionsMin) return []
  const checkShare = (count: number, what: string): BankFileProblem[] =>
    count * 100 <= biasPercentMax * singles.length
      ? []
      : [
          {
            index: -1,
            field: 'correct_answer',
            reason: `${what} in ${count} of ${singles.length} single-choice questions; the limit is ${biasPercentMax}%`,
          },
        ]
  return [
    ...['A', 'B', 'C', 'D', 'E'].flatMap((letter) =>
      checkShare(singles.filter((one) => one.answerKey[0] === letter).length, `the answer key is ${letter}`),
    ),
    ...checkShare(singles.filter(isLongestKey).length, 'the answer key is the longest option'),
  ]
}

function checkReferences(question: BankQuestion, { id, skillAreas }: CheckedCertification): QuestionIssue[] {
  if (question.examId !== id) return [error('exam_id', `is ${quote(question.examId)}, but the questions are for ${id}`)]
  const area = skillAreas.find(({ name }) => name === question.skillArea)
  if (question.skillArea === '') return [warning('skill_area', 'is empty')]
  if (!area) return [warning('skill_area', `is not a skill area of ${id}: ${quote(question.skillArea)}`)]
  if (question.skill === '') return [warning('skill', 'is empty')]
  return area.skills.includes(question.skill) ? [] : [warning('skill', `is not a skill of this skill area: ${quote(question.skill)}`)]
}

function checkObjective({ objective, skillArea, skill }: BankQuestion, { id, objectives }: CheckedCertification): QuestionIssue[] {
  if (objective === null || !objectives) return []
  const found = objectives.find((one) => one.id === objective)
  if (!found) return [warning('objective', `is not an objective of ${id}: ${quote(objective)}`)]
  return found.skillArea === skillArea && found.skill === skill
    ? []
    : [warning('objective', `belongs to another skill: ${quote(found.skill)} of ${quote(found.skillArea)}`)]
}

function checkChoices(question: BankQuestion): QuestionIssue[] {
  const { type, options, pairs, answerKey: key } = question
  const isChoice = type === 'single_choice' || type === 'multiple_choice'
  return [
    ...checkList('options', options, (i) => `option ${letterOf(i)}`),
    ...checkList('pairs', pairs?.left ?? [], (i) => `entry ${i + 1} of the left side`),
    ...checkList('pairs', pairs?.right ?? [], (i) => `entry ${i + 1} of the right side`),
    ...(isChoice && options.length < 3 ? [warning('options', 'has fewer than three choices')] : []),
    ...(isChoice && key.length === options.length ? [warning('correct_answer', 'contains every option')] : []),
    ...(type === 'multiple_choice' && key.length < 2
      ? [warning('correct_answer', 'has one letter, but the question type is multiple choice')]
      : []),
    ...checkPlaces(question),
  ]
}

/** The allowed numbers of statements and blanks match the real exams. */
function checkPlaces({ type, options, completion, answerKey: key, text, caseStudyId }: BankQuestion): QuestionIssue[] {
  switch (type) {
    case 'statements':
      return [
        ...(options.length < 3 || options.length > 4 ? [warning('options', 'should have three or four statements')] : []),
        ...(new Set(key).size === 1 ? [warning('correct_answer', 'is the same for every statement')] : []),
      ]
    case 'drop_down': {
      const { blanks = [], content = '' } = completion ?? {}
      return [
        ...(blanks.length < 2 || blanks.length > 4 ? [warning('completion', 'should have two to four blanks')] : []),
        ...(blanks.some(({ choices }) => choices.length > dropDownChoicesMax)
          ? [warning('completion', `has a blank with more than ${dropDownChoicesMax} choices`)]
          : []),
        ...(hasImage(content) ? [warning('completion', 'has an image, which cannot contain blanks')] : []),
      ]
    }
    case 'solution':
      return [
        ...(caseStudyId === null ? [error('case_study_id', 'is missing, but a solution question belongs to a series')] : []),
        ...(/\bgoal\b/i.test(plainText(text)) ? [] : [warning('text', 'does not ask whether the solution meets the goal')]),
      ]
    case 'single_choice':
    case 'multiple_choice':
    case 'reorder':
    case 'drag_drop':
      return []
  }
}

function checkList(field: string, list: readonly string[], nameEntry: (index: number) => string): QuestionIssue[] {
  const words = list.map(plainText)
  const different = new Set(list.map((html, i) => words[i]?.toLowerCase() || html))
  const blank = list.findIndex((html, i) => words[i] === '' && !hasImage(html))
  return [
    ...(blank === -1 ? [] : [error(field, `${nameEntry(blank)} is blank`)]),
    ...(different.size === list.length ? [] : [warning(field, 'contains the same text twice')]),
    ...(words.some((text) => refersToOtherOptions(text))
      ? [warning(field, 'refers to the other options collectively ("all of the above")')]
      : []),
  ]
}

function checkTexts({ text, explanation, optionExplanations }: BankQuestion): QuestionIssue[] {
  const citing = [text, explanation, ...optionExplanations].some((one) => citesLetters(plainText(one ?? '')))
  return [
    ...(plainText(text) === '' && !hasImage(text) ? [error('text', 'is blank')] : []),
    ...(plainText(explanation) === '' ? [warning('explanation', 'is empty')] : []),
    ...(citing ? [warning('explanation', 'refers to an option by its letter, but options can be shuffled')] : []),
  ]
}

function checkSources({ reference, grounding }: BankQuestion): QuestionIssue[] {
  const parts = grounding ? [grounding, ...(grounding.second_source ? [grounding.second_source] : [])] : []
  return [
    ...(!isWebAddress(reference)
      ? [error('reference', `is not an http or https address: ${quote(reference)}`)]
      : isOfficial(reference)
        ? []
        : [warning('reference', `is not an https address on ${referenceHost}: ${quote(reference)}`)]),
    ...(parts.every(isProperPart)
      ? []
      : [warning('grounding', 'needs a commit of 40 hexadecimal digits, and lines such as 12-30 or 12-30,44-51')]),
  ]
}

function isProperPart({ commit, lines }: CitedPart): boolean {
  return /^[\da-f]{40}$/.test(commit) && parseLineRanges(lines) !== undefined
}

/**
 * Requirements for `content/` only: a grounding, a page that is not too old, and an explanation for every wrong option and every statement.
 * Drafts may cite old pages.
 */
function checkProof(question: BankQuestion, { outlineOf = null }: CheckedCertification): QuestionIssue[] {
  const isChoice = question.type === 'single_choice' || question.type === 'multiple_choice'
  const isExplained = (i: number) => Boolean(question.optionExplanations[i])
  const unexplainedStatement = question.type === 'statements' ? question.options.findIndex((_, i) => !isExplained(i)) : -1
  const unexplained = isChoice ? question.options.findIndex((_, i) => !isKey(question, i) && !isExplained(i)) : -1
  return [
    ...(unexplained === -1 ? [] : [warning('option_explanations', `does not explain why option ${letterOf(unexplained)} is wrong`)]),
    ...(unexplainedStatement === -1 ? [] : [warning('option_explanations', `does not explain statement ${unexplainedStatement + 1}`)]),
    ...(question.grounding ? [] : [warning('grounding', 'is missing')]),
    ...(question.state === 'published' && ratePageAge(question.grounding, outlineOf) === 'refused'
      ? [warning('grounding', 'is a page that was older than 48 months at the date of the outline, without a newer second source')]
      : []),
  ]
}

/** An issue that prevents saving. */
export function error(field: string, reason: string): QuestionIssue {
  return { field, reason, isError: true }
}

export function warning(field: string, reason: string): QuestionIssue {
  return { field, reason, isError: false }
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

/** An option without text is fine if it has an image. */
function hasImage(html: string): boolean {
  return html.includes('<img')
}
