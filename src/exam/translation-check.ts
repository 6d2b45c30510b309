/** Compares a translation with its original, text by text: lengths, bold terms, numbers, marks, and missing entries. */
import { splitAtBlanks, type Completion } from '#exam/completion.ts'
import { plainText } from '#exam/plain-text.ts'
import { letterOf, type CaseStudy } from '#exam/question.ts'
import type { TranslatedFields } from '#exam/translation.ts'

/** `reason` is a sentence fragment that fits after "field: ". */
export type TranslationProblem = { readonly field: string; readonly reason: string }

/** A text in both languages. `name` says which text of the field it is, such as `option B`; empty if the field has only one text. */
type TextPair = { readonly field: string; readonly name: string; readonly original: string | null; readonly translated: string | null }

export function compareTranslation(original: TranslatedFields, translated: TranslatedFields): TranslationProblem[] {
  const lengths = compareLengths(original, translated)
  return lengths.length > 0 ? lengths : listTextPairs(original, translated).flatMap(compareTexts)
}

export function compareCaseStudy(original: CaseStudy, translated: CaseStudy): TranslationProblem[] {
  const fields = ['title', 'content'] as const
  return fields.flatMap((field) => compareTexts({ field, name: '', original: original[field], translated: translated[field] }))
}

function compareLengths(original: TranslatedFields, translated: TranslatedFields): TranslationProblem[] {
  const compare = (field: string, name: string, expected: number, found: number) =>
    expected === found ? [] : [{ field, reason: `has ${found} ${name}, but the original has ${expected}` }]
  const fieldsOf = ({ form }: Completion) => form?.groups.flatMap(({ fields }) => fields) ?? []
  const [one, other] = [original.completion, translated.completion]
  const problems = [
    ...compare('options', 'options', original.options.length, translated.options.length),
    ...compare('pairs', 'entries on the left side', original.pairs?.left.length ?? 0, translated.pairs?.left.length ?? 0),
    ...compare('pairs', 'entries on the right side', original.pairs?.right.length ?? 0, translated.pairs?.right.length ?? 0),
    ...compare('option_explanations', 'explanations', original.optionExplanations.length, translated.optionExplanations.length),
    ...compare('completion', 'blanks', one?.blanks.length ?? 0, other?.blanks.length ?? 0),
  ]
  if (problems.length > 0 || !one || !other) return problems
  return [
    ...one.blanks.flatMap(({ choices }, i) =>
      compare('completion', `choices for blank ${i + 1}`, choices.length, other.blanks[i]?.choices.length ?? 0),
    ),
    ...compare('completion', 'groups in the form', one.form?.groups.length ?? 0, other.form?.groups.length ?? 0),
    ...compare('completion', 'fields in the form', fieldsOf(one).length, fieldsOf(other).length),
  ]
}

function listTextPairs(original: TranslatedFields, translated: TranslatedFields): TextPair[] {
  const one = (field: string, name: string, a: string | null, b: string | null | undefined) => ({
    field,
    name,
    original: a,
    translated: b ?? null,
  })
  const list = (field: string, a: readonly (string | null)[], b: readonly (string | null)[], nameEntry: (i: number) => string) =>
    a.map((text, i) => one(field, nameEntry(i), text, b[i]))
  const nameOption = (i: number) => `option ${letterOf(i)}`
  const [from, to] = [original.completion, translated.completion]
  return [
    one('text', '', original.text, translated.text),
    ...list('options', original.options, translated.options, nameOption),
    ...list('pairs', original.pairs?.left ?? [], translated.pairs?.left ?? [], (i) => `entry ${i + 1} of the left side`),
    ...list('pairs', original.pairs?.right ?? [], translated.pairs?.right ?? [], (i) => `entry ${i + 1} of the right side`),
    ...(from && to ? listCompletionPairs(from, to, one, list) : []),
    one('explanation', '', original.explanation, translated.explanation),
    ...list('option_explanations', original.optionExplanations, translated.optionExplanations, nameOption),
  ]
}

function listCompletionPairs(
  from: Completion,
  to: Completion,
  one: (field: string, name: string, a: string | null, b: string | null | undefined) => TextPair,
  list: (field: string, a: readonly string[], b: readonly string[], nameEntry: (i: number) => string) => TextPair[],
): TextPair[] {
  const valuesOf = ({ form }: Completion) => form?.groups.flatMap(({ fields }) => fields.map(({ value }) => value)) ?? []
  return [
    one('completion', 'the content', from.content, to.content),
    ...list('completion', valuesOf(from), valuesOf(to), (i) => `field ${i + 1} of the form`),
    ...from.blanks.flatMap(({ choices }, blank) =>
      list('completion', choices, to.blanks[blank]?.choices ?? [], (i) => `choice ${i + 1} of blank ${blank + 1}`),
    ),
  ]
}

function compareTexts({ field, name, original, translated }: TextPair): TranslationProblem[] {
  const problem = (reason: string) => [{ field, reason: name === '' ? reason : `${name} ${reason}` }]
  const isEmpty = (text: string | null) => text === null || text.trim() === ''
  if (isEmpty(original) !== isEmpty(translated))
    return problem(isEmpty(translated) ? 'is empty, but the original has a text' : 'has a text, but the original has none')
  if (original === null || translated === null) return []
  const differences = [
    compareCounts('bold terms', countBold(original), countBold(translated)),
    compareLists('the blanks', listMarks(original), listMarks(translated)),
    compareLists('the numbers', listNumbers(original, 'en'), listNumbers(translated, 'fr')),
  ]
  return differences.flatMap((reason) => (reason === undefined ? [] : problem(reason)))
}

function compareCounts(what: string, expected: number, found: number): string | undefined {
  return expected === found ? undefined : `has ${found} ${what}, but the original has ${expected}`
}

function compareLists(what: string, expected: readonly string[], found: readonly string[]): string | undefined {
  const [one, other] = [expected.toSorted().join(', '), found.toSorted().join(', ')]
  return one === other ? undefined : `has ${what} ${other || '(none)'}, but the original has ${one || '(none)'}`
}

function countBold(html: string): number {
  return html.match(/<b[\s>]/g)?.length ?? 0
}

function listMarks(text: string): string[] {
  return splitAtBlanks(text).flatMap((part) => (typeof part === 'number' ? [String(part + 1)] : []))
}

/** The English term that follows its translation. It may contain a number: `Dynamics 365`. */
const englishTerm = /\(<i lang="en">.*?<\/i>\)/g
/** A no-break space in a French number. */
const groupSpace = /(?<=\d)(?:[\u00a0\u202f]|&nbsp;)(?=\d{3}(?!\d))/g
const times = {
  en: /(\d{1,2})(?=:\d{2}| ?[ap]\.?m\b)(?::(\d{2}))?(?::00)?(?: ?([ap])\.?m\b\.?)?/gi,
  fr: /(\d{1,2})(?: ?h ?|:)(\d{2})?(?::00)?(?![\p{L}\d])()/gu,
}
const numbers = { en: /\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?/g, fr: /\d+(?:[.,]\d+)?/g }

/**
 * The numbers of a text in one notation: digits and a decimal point. The space in a French number is a no-break space.
 *
 * | English          | French         | numbers    |
 * |------------------|----------------|------------|
 * | `1,250.00`       | `1 250,00`     | `1250.00`  |
 * | `2:30 PM`, `14:30` | `14 h 30`    | `14`, `30` |
 * | `December 31`    | `31 décembre`  | `31`       |
 */
export function listNumbers(html: string, language: 'en' | 'fr'): string[] {
  const found: string[] = []
  const text = printWithoutMarks(language === 'fr' ? html.replace(englishTerm, '').replace(groupSpace, '') : html).replace(
    times[language],
    (_, hour: string, minutes: string | undefined, half: string | undefined) => {
      const isAfternoon = half?.toLowerCase() === 'p'
      found.push(String((half ? Number(hour) % 12 : Number(hour)) + (isAfternoon ? 12 : 0)))
      if (minutes && minutes !== '00') found.push(minutes)
      return ''
    },
  )
  const normalize = (number: string) => (language === 'en' ? number.replaceAll(',', '') : number.replace(',', '.'))
  return [...found, ...Array.from(text.matchAll(numbers[language]), ([number]) => normalize(number))]
}

function printWithoutMarks(html: string): string {
  return plainText(
    splitAtBlanks(html)
      .filter((part) => typeof part === 'string')
      .join(' '),
  )
}
