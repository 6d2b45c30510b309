/** Finds the words that differ between two parts of a question. */
import type { HelpPart } from '#exam/help/help-parts.ts'
import { listDifferences, similarityOf } from '#exam/help/help-texts.ts'

/** `onlyFirst` and `onlySecond`: words that only one of the parts has. `similarity`: from 0 to 1. */
export type PartDifference = {
  readonly first: HelpPart
  readonly second: HelpPart
  readonly onlyFirst: readonly string[]
  readonly onlySecond: readonly string[]
  readonly similarity: number
}

export function compareParts(first: HelpPart, second: HelpPart): PartDifference {
  const [onlyFirst, onlySecond] = listDifferences(first.text, second.text)
  return { first, second, onlyFirst, onlySecond, similarity: similarityOf(first.text, second.text) }
}
