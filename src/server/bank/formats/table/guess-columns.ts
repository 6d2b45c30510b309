/**
 * Guesses what the columns of another tool's table mean, from the names in its header.
 *
 * | names, in any case                                             | meaning                         |
 * |----------------------------------------------------------------|---------------------------------|
 * | `Question`, `Question Text`, `Stem`, `Question - max 120 characters` | the text                  |
 * | `Option A`, `Answer 1`, `Choice 2`, `Response_3`, `A`, `B`      | an option                       |
 * | `Options`, `Choices`, `Answers`                                | all options, one per line or with a bar between them |
 * | `Correct Answer`, `Answer`, `Key`, `Correct answer(s) - choose at least one` | the answer key     |
 * | `Feedback A`, `Explanation 2`, `Reason C`                       | why an option is wrong          |
 * | `Explanation`, `Feedback`, `Rationale`                          | the explanation                 |
 * | `Type`, `Reference`, `Category`, `Difficulty`, `ID` and their synonyms | type, reference, skill area, difficulty, id |
 */
import { foldText } from '#exam/plain-text.ts'
import type { ColumnMeaning } from '#server/bank/formats/table/column-meanings.ts'

/** The first pattern that matches a name gives the meaning. Each of these meanings is given to only one column. */
const patterns: readonly (readonly [ColumnMeaning, RegExp])[] = [
  ['key', /\bcorrect\b|^(?:answer|right answer|answer key|key|solution|bonne reponse|reponse correcte)$/],
  ['type', /^(?:question |item )?type\b/],
  ['image', /\b(?:image|picture|media|video)\b/],
  ['text', /^(?:question|question text|question title|question stem|stem|text|prompt|question prompt|enonce)$|^question (?:max|text)\b/],
  ['options', /^(?:answer |answers? )?(?:options|choices|answers|alternatives|distractors)$/],
  ['explanation', /\b(?:explanation|rationale|justification|explication)\b|^(?:general |answer )?(?:feedback|comment|comments)$/],
  ['reference', /^(?:reference|references|source|link|url|documentation|official page)\b/],
  ['category', /^(?:skill area|category|topic|section|domain|chapter|subject|skill|unit|module|area)$/],
  ['difficulty', /^(?:difficulty|difficulty level|level)$/],
  ['id', /^(?:id|question id|identifier|external id|uid|guid|uuid)$/],
]
const option = /^(?:option|answer|choice|response|alternative|reponse)(?: text)? ?([a-j]|\d{1,2})(?: (?:max|text)\b.*)?$/
const reason = /^(?:feedback|reason|rationale|explanation|comment)(?: for)?(?: option| answer| choice)? ?([a-j]|\d{1,2})$/
/** The name of an option column that is only a letter. */
const letter = /^[a-j]$/

/** The meanings of columns by their names, `''` for unknown names. Only options and reasons may have several columns. */
export function guessMeanings(header: readonly string[]): ColumnMeaning[] {
  const found = new Set<ColumnMeaning>()
  return header.map(normalizeName).map((name) => {
    if (name === '') return ''
    if (option.test(name) || letter.test(name)) return 'option'
    if (reason.test(name)) return 'reason'
    const meaning = patterns.find(([one, pattern]) => !found.has(one) && pattern.test(name))?.[0] ?? ''
    found.add(meaning)
    return meaning
  })
}

/** The position of the option that a column of reasons names: `Feedback B` is 1. */
export function findReasonPlace(name: string): number | undefined {
  const [, place] = reason.exec(normalizeName(name)) ?? []
  return place === undefined ? undefined : positionOf(place)
}

function normalizeName(name: string): string {
  return foldText(name.replace(/^\uFEFF/, ''))
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
}

/** `b` and `2` are the second option. */
function positionOf(place: string): number {
  return /\d/.test(place) ? Number(place) - 1 : place.charCodeAt(0) - 97
}
