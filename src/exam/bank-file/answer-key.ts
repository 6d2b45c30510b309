/** Answer keys in bank files: parses and formats them, and checks that a key fits its question. */
import { quote } from '#exam/bank-file/fields.ts'
import type { Blank } from '#exam/completion.ts'
import { letterOf, positionOf, parsePair, yesNo, type AnswerInput, type Pairs, type Question, type QuestionType } from '#exam/question.ts'

/** The answer key as text that `parseAnswerKey` accepts: `A,C`, `2,0,1`, `0=1,1=0`, `yes,no`. */
export function formatAnswerKey({ answerKey }: Pick<Question, 'answerKey'>): string {
  return answerKey.join(',')
}

/** The answer key in its normal form. Entries are not checked; see `findAnswerKeyProblem`. `read.ts` lists the accepted spellings. */
export function parseAnswerKey(value: unknown, type: QuestionType): AnswerInput {
  const entries = (Array.isArray(value) ? value : [value]).flatMap(splitEntries)
  switch (type) {
    case 'single_choice':
    case 'multiple_choice':
      return splitWords(entries)
        .map((entry) => entry.toUpperCase())
        .toSorted()
    case 'reorder':
    case 'drop_down':
      return splitWords(entries).map(removeLeadingZeros)
    case 'statements':
    case 'solution':
      return splitWords(entries).map((entry) => entry.toLowerCase())
    case 'drag_drop':
      return entries.map(normalizePair).toSorted((a, b) => (parsePair(a)?.left ?? 0) - (parsePair(b)?.left ?? 0))
  }
}

/** Why the answer key is invalid for this question, as a sentence fragment. `undefined` when it is valid. */
export function findAnswerKeyProblem(
  question: Pick<Question, 'type' | 'options' | 'pairs' | 'completion' | 'answerKey'>,
): string | undefined {
  const { type, answerKey: key, options } = question
  if (key.length === 0) return 'is missing'
  switch (type) {
    case 'single_choice':
      return (
        findLetterProblem(key, options) ?? (key.length > 1 ? 'has more than one letter, but the question type is single choice' : undefined)
      )
    case 'multiple_choice':
      return findLetterProblem(key, options) ?? findRepetition(key)
    case 'reorder': {
      const invalid = key.find((step) => !/^\d+$/.test(step) || Number(step) >= options.length)
      if (invalid === undefined) return findRepetition(key)
      return `${quote(invalid)} is not the index of an option; list the indexes in order, with 0 for the first option, such as 2,0,1`
    }
    case 'drag_drop':
      return findRepetition(key) ?? findPairsProblem(key, question.pairs)
    case 'statements':
      return findYesNoProblem(key) ?? findCountProblem(key, options.length, 'statements')
    case 'drop_down':
      return findBlanksProblem(key, question.completion?.blanks ?? [])
    case 'solution':
      return findYesNoProblem(key) ?? (key.length > 1 ? 'has more than one entry, but a solution question has one answer' : undefined)
  }
}

function findYesNoProblem(key: AnswerInput): string | undefined {
  const invalid = key.find((entry) => !yesNo.some((one) => one === entry))
  return invalid === undefined ? undefined : `${quote(invalid)} is not yes or no`
}

function findCountProblem(key: AnswerInput, count: number, name: string): string | undefined {
  return key.length === count ? undefined : `has ${key.length} entries, but the question has ${count} ${name}`
}

function findBlanksProblem(key: AnswerInput, blanks: readonly Blank[]): string | undefined {
  const problem = findCountProblem(key, blanks.length, 'blanks')
  if (problem) return problem
  const place = key.findIndex((entry, blank) => !/^\d+$/.test(entry) || Number(entry) >= (blanks[blank]?.choices.length ?? 0))
  if (place === -1) return undefined
  return `${quote(key[place] ?? '')} is not the index of a choice of blank ${place + 1}; list one index per blank, with 0 for the first choice, such as 1,0`
}

function findRepetition(key: AnswerInput): string | undefined {
  return new Set(key).size === key.length ? undefined : 'contains the same entry twice'
}

function findLetterProblem(key: AnswerInput, options: readonly string[]): string | undefined {
  if (options.length === 0) return 'the question has no options'
  const invalid = key.find((letter) => positionOf(letter) < 0 || positionOf(letter) >= options.length)
  if (invalid === undefined) return undefined
  const expected = options.length === 1 ? 'the only option A' : `the options A to ${letterOf(options.length - 1)}`
  return positionOf(invalid) < 0 ? `${quote(invalid)} is not one of the letters of ${expected}` : `${invalid} is not among ${expected}`
}

function findPairsProblem(key: AnswerInput, pairs: Pairs | null): string | undefined {
  if (!pairs) return 'the question has no pairs'
  const parsed = key.map(parsePair)
  if (parsed.some((pair) => !pair || pair.left >= pairs.left.length || pair.right >= pairs.right.length)) {
    return 'is not a list of left=right pair indexes, with 0 for the first entry of each side, such as 0=1,1=0'
  }
  const lefts = new Set(parsed.map((pair) => pair?.left))
  // An entry on the right can match several on the left.
  return lefts.size === pairs.left.length ? undefined : 'does not use every entry of the left side exactly once'
}

function splitEntries(value: unknown): string[] {
  if (typeof value !== 'string' && typeof value !== 'number') return []
  const entries = String(value)
    .trim()
    .replace(/^[{[](.*)[}\]]$/s, '$1')
    .replaceAll('"', '')
    .split(/[,;]/)
  return entries.map((entry) => entry.trim()).filter((entry) => entry !== '')
}

function splitWords(entries: readonly string[]): string[] {
  return entries.flatMap((entry) => entry.split(/\s+/))
}

function removeLeadingZeros(entry: string): string {
  return entry.replace(/^0+(?=\d)/, '')
}

function normalizePair(entry: string): string {
  const [, left, right] = /^(\d+)\s*=\s*(\d+)$/.exec(entry) ?? []
  return left && right ? `${removeLeadingZeros(left)}=${removeLeadingZeros(right)}` : entry
}
