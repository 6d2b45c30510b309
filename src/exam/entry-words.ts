/** Puts the entries of an answer or answer key into words, for people to read. */
import { listPlaces } from '#exam/answer-places.ts'
import { plainText, shorten } from '#exam/plain-text.ts'
import { letterOf, parsePair, positionOf, type Question } from '#exam/question.ts'

/** The fields of a question that an entry can refer to. */
export type EntryQuestion = Pick<Question, 'pairs'> & Parameters<typeof listPlaces>[0]

const wordsLengthMax = 80

/**
 * The words of an entry in the form of `listStatisticsEntries`: “B. Post the journal” for `B`, “Costing Method → FIFO” for `0=1`. Long texts
 * are shortened.
 */
export function wordsOfEntry(entry: string, question: EntryQuestion): string {
  const { options, pairs } = question
  const [place, entered] = entry.split('=')
  const { prompt, choices } = listPlaces(question)[Number(place)] ?? {}
  if (choices) {
    const chosen = firstWords(choices.find((choice) => choice.entry === entered)?.html)
    return prompt ? `${firstWords(prompt)} → ${chosen}` : chosen
  }
  const pair = parsePair(entry)
  if (!pair) return `${entry}. ${firstWords(options[positionOf(entry)])}`
  const slot = pairs ? firstWords(pairs.left[pair.left]) : String(pair.left + 1)
  return `${slot} → ${pairs ? firstWords(pairs.right[pair.right]) : `${letterOf(pair.right)}. ${firstWords(options[pair.right])}`}`
}

function firstWords(html = ''): string {
  return shorten(plainText(html), wordsLengthMax)
}
