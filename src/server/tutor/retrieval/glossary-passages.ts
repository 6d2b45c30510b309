/**
 * Definitions of product terms that the message or the question names. Before the reveal, a definition that mentions a choice of the question
 * is left out, including the definition of a choice itself. So no definition helps to tell the choices apart.
 */
import { plainText } from '#exam/plain-text.ts'
import { listTermKeys } from '#exam/glossary.ts'
import { findTerms, type FoundTerm } from '#server/catalogue/index.ts'
import type { Db } from '#server/db/tables.ts'
import type { QuestionPlaceInBank } from '#server/tutor/retrieval/find-passages.ts'
import { createRepetitionCheck, mentionsChoice } from '#server/tutor/retrieval/giveaways.ts'
import type { PassageRequest, TutorPassage } from '#server/tutor/retrieval/passage.ts'

/** Limited so that definitions leave room for other sources. */
const termsMax = 4
/** Limits the query for a long question. */
const wordsMax = { message: 80, question: 240 }

export async function findGlossaryPassages(
  db: Db,
  { certificationId, explanations }: Pick<QuestionPlaceInBank, 'certificationId' | 'explanations'>,
  request: PassageRequest,
): Promise<TutorPassage[]> {
  const { message, question, isRevealed } = request
  const texts = isRevealed ? [question.text, ...question.options] : [question.text]
  const keys = [
    ...listTermKeys(message, wordsMax.message).toSorted(byWords),
    ...listTermKeys(texts.map(plainText).join(' '), wordsMax.question).toSorted(byWords),
  ]
  const found = new Map((await findTerms(db, certificationId, [...new Set(keys)])).map((term) => [term.key, term]))
  const named = keys.flatMap((key) => found.get(key) ?? [])
  // A text may use several names of a term.
  const terms = named.filter(({ term }, i) => named.findIndex((other) => other.term === term) === i)
  const repeatsExplanation = createRepetitionCheck(explanations)
  return terms
    .map(toPassage)
    .filter(({ title, text }) => isRevealed || (!mentionsChoice(`${title}: ${text}`, question) && !repeatsExplanation(text)))
    .slice(0, termsMax)
}

/** Longer terms are more specific: "posting group" comes before "posting". */
function byWords(one: string, other: string): number {
  return other.split(' ').length - one.split(' ').length
}

function toPassage({ key, name, term, definition, address }: FoundTerm): TutorPassage {
  return { id: `glossary:${key}`, kind: 'glossary', title: `Glossary: ${name}`, address, text: `${term}: ${definition}`, checkedOn: null }
}
