/**
 * Reads Aiken, a text format for choice questions, as Moodle describes it and as people write it.
 *
 * ```
 * Which ledger entry does posting create?
 * A. A customer ledger entry
 * B) A budget entry
 * ANSWER: A
 * ```
 *
 * With several letters, `ANSWER: A, C`, the type is multiple choice. A line that starts with `EXPLANATION:` or `FEEDBACK:` after the answer
 * is the explanation. A text with several lines keeps its line breaks. Questions have no id, so the id is derived from the text.
 */
import { letterOf } from '#exam/question.ts'
import type { BankFormat, FormatItem } from '#server/bank/formats/format.ts'
import { findReference, mixedToHtml } from '#server/bank/formats/rich-text.ts'
import { readLines, type TextLine } from '#server/bank/formats/text-lines.ts'

const optionLine = /^\s*\*?([A-Za-z])\s?[.):]\s+(\S.*)$/
const answerLine = /^\s*(?:correct\s+)?answers?\s*[:=]\s*(.*)$/i
const explanationLine = /^\s*(?:explanation|feedback|rationale|comment)\s*[:=]\s*(.*)$/i

export const aiken: BankFormat = {
  id: 'aiken',
  name: 'Aiken',
  recognizes: (sample) =>
    sample.kind === 'text' && /^[ \t]*A\s?[.)][ \t]+\S/im.test(sample.text) && /^[ \t]*ANSWERS?[ \t]*[:=][ \t]*[A-Z]/im.test(sample.text),
  read: function* ({ readText }) {
    for (const question of splitQuestions(readText())) yield toItem(question)
  },
}

type AikenQuestion = { line: number; text: string[]; options: string[]; answer?: string; explanation: string[] }

function* splitQuestions(pieces: Iterable<string>): Generator<AikenQuestion> {
  let question: AikenQuestion | undefined
  let isAfterBlank = false
  for (const { text, number } of readLines(pieces)) {
    if (text.trim() === '') {
      isAfterBlank = true
      continue
    }
    const [, explanation] = (question?.answer !== undefined && explanationLine.exec(text)) || []
    const isNext = question !== undefined && explanation === undefined && startsQuestion(question, text, isAfterBlank)
    if (question && isNext) yield question
    if (!question || isNext) question = { line: number, text: [], options: [], explanation: [] }
    if (explanation === undefined) addLine(question, { text, number })
    else question.explanation.push(explanation)
    isAfterBlank = false
  }
  if (question) yield question
}

/**
 * Whether a line starts a new question. After the answer, every line does, unless it continues an explanation. Before the answer, a line
 * does if it follows options and a blank line, and is neither an option nor the answer.
 */
function startsQuestion({ answer, options, explanation }: AikenQuestion, line: string, isAfterBlank: boolean): boolean {
  if (answer !== undefined) return explanation.length === 0 || isAfterBlank
  return isAfterBlank && options.length > 0 && readOption(line, options.length) === undefined && !answerLine.test(line)
}

function addLine(question: AikenQuestion, { text }: TextLine): void {
  const [, answer] = answerLine.exec(text) ?? []
  const option = readOption(text, question.options.length)
  if (question.answer !== undefined) question.explanation.push(text.trim())
  else if (answer !== undefined && (question.options.length > 0 || question.text.length > 0)) question.answer = answer.trim()
  else if (option !== undefined) question.options.push(option)
  else if (question.options.length > 0) question.options.push(`${question.options.pop() ?? ''}\n${text.trim()}`)
  else question.text.push(text.trim())
}

/** The text of an option, if the line starts with the next letter. "I. Kant" in a text is not an option. */
function readOption(line: string, position: number): string | undefined {
  const [, letter = '', text] = optionLine.exec(line) ?? []
  return letter.toUpperCase() === letterOf(position) ? text?.trim() : undefined
}

function toItem({ line, text, options, answer, explanation }: AikenQuestion): FormatItem {
  const letters = readLetters(answer ?? '')
  const written = mixedToHtml(explanation.join('\n'))
  const reference = findReference(written)
  return {
    place: { line },
    item: {
      question_type: letters.length > 1 ? 'multiple_choice' : 'single_choice',
      text: mixedToHtml(text.join('\n').replace(/^(?:question\s*)?\d{1,4}\s*[.):]\s+(?=\S)/i, '')),
      options: options.map(mixedToHtml),
      correct_answer: letters,
      explanation: written,
      ...(reference !== undefined && { reference }),
    },
    problems: findProblems(options, answer, letters),
  }
}

/** `B`, `A, C`, `b) Budget`, `A and C`. */
function readLetters(answer: string): string[] {
  const listed = /^[A-Za-z](?:\s*(?:,|;|&|\/|\band\b|\s)\s*[A-Za-z])*\s*\.?$/i.test(answer)
    ? answer.replace(/\band\b/gi, ' ')
    : answer.slice(0, 2)
  return [...new Set((/^[A-Za-z](?![A-Za-z])/.test(listed) ? listed : '').toUpperCase().match(/[A-Z]/g) ?? [])]
}

function findProblems(options: readonly string[], answer: string | undefined, letters: readonly string[]) {
  if (options.length === 0) return [{ field: 'options', reason: 'has no options such as "A. …" on lines of their own' }]
  if (answer === undefined)
    return [{ field: 'correct_answer', reason: 'is missing: after the options, a line such as "ANSWER: A" is expected' }]
  const last = letterOf(options.length - 1)
  return letters.length > 0 && letters.every((letter) => letter <= last)
    ? []
    : [{ field: 'correct_answer', reason: `is ${JSON.stringify(answer.slice(0, 40))}, which is not a letter from A to ${last}` }]
}
