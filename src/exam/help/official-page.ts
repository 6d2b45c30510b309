/** Where a candidate can read more: a search in the documentation, and whether the official page may be linked before the reveal. */
import { countShared, stemsOf } from '#exam/help/help-texts.ts'
import { listParts } from '#exam/help/help-parts.ts'
import type { UnrevealedQuestion } from '#exam/help/help-request.ts'
import { plainText } from '#exam/plain-text.ts'

/** A search in the official documentation. */
export type DocumentationSearch = { readonly words: string; readonly address: string }

export function searchFor(words: string): DocumentationSearch {
  return { words, address: `https://learn.microsoft.com/en-us/search/?terms=${encodeURIComponent(words)}` }
}

/**
 * Whether the address of the official page could reveal which choice is correct, so that it must not be shown yet. True for solution questions.
 * Also true if the address contains a word of some but not all choices that is not in the question text, skill, or skill area.
 */
export function mayAddressTell(question: UnrevealedQuestion): boolean {
  const { reference, text, skill, skillArea } = question
  const known = stemsOf(`${plainText(text)} ${skill} ${skillArea}`)
  const words = new Set([...stemsOf(reference.replace(/^https?:\/\/[^/]*/, '').replace(/[/_-]/g, ' '))].filter((stem) => !known.has(stem)))
  // If the page is about a different feature than the solution, the address suggests that the solution does not meet the goal.
  if (question.type === 'solution') return true
  return listChoices(question).some((choices) =>
    [...words].some((word) => {
      const count = choices.filter((choice) => countShared(choice, new Set([word])) > 0).length
      return count > 0 && count < choices.length
    }),
  )
}

/** The choices as plain text: one list per blank, or a single list for other types. */
function listChoices(question: UnrevealedQuestion): string[][] {
  if (question.completion) return question.completion.blanks.map(({ choices }) => [...choices])
  const parts = listParts(question, []).filter(({ kind }) => kind !== 'prompt')
  return [parts.map(({ text }) => text)]
}
