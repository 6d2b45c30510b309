/**
 * Finds what the tutor may quote about a question: its case study, its objective, definitions of product terms, explanations of other
 * questions of the same objective, and indexed documentation. After the reveal, it also finds the question's own explanation. Before the
 * reveal, nothing depends on the answer key, and the question's explanations only serve to leave out passages that repeat them.
 */
import { listSentences } from '#exam/help/help-texts.ts'
import { plainText } from '#exam/plain-text.ts'
import type { Db } from '#server/db/tables.ts'
import { listCaseStudyPassages } from '#server/tutor/retrieval/case-study-passages.ts'
import { findDocumentPassages } from '#server/tutor/retrieval/document-passages.ts'
import { findGlossaryPassages } from '#server/tutor/retrieval/glossary-passages.ts'
import { findOutlinePassages } from '#server/tutor/retrieval/outline-passages.ts'
import { listOwnPassages } from '#server/tutor/retrieval/own-passages.ts'
import type { PassageRequest, TutorPassage } from '#server/tutor/retrieval/passage.ts'
import { rankPassages } from '#server/tutor/retrieval/rank-passages.ts'
import { listRelatedPassages } from '#server/tutor/retrieval/related-passages.ts'

/** Maximum number of passages that were found only by a similar word. They share no word with the message, so they cannot be ranked. */
const similarMax = 2

/**
 * At most `limit` passages: the question's own, then those found by a similar word, then the others, best first. Of the others, passages
 * without a word of the message or the question are left out.
 */
export async function findPassages(db: Db, request: PassageRequest): Promise<TutorPassage[]> {
  const { question, limit } = request
  const place = await findPlace(db, question.id)
  const documents = await findDocumentPassages(db, request)
  const own = request.isRevealed ? listOwnPassages(request.question) : []
  const others = [
    ...(place ? await findOutlinePassages(db, place) : []),
    ...(place?.caseStudyId ? await listCaseStudyPassages(db, place.caseStudyId) : []),
    ...(place ? await findGlossaryPassages(db, place, request) : []),
    ...(place ? await listRelatedPassages(db, place, request) : []),
    ...documents.found,
  ]
  const words = { message: request.message, question: textOf(question) }
  return [...own, ...documents.similar.slice(0, similarMax), ...rankPassages(others, words)].slice(0, limit)
}

export type QuestionPlaceInBank = {
  readonly id: string
  readonly certificationId: string
  /** The objective, or the skill of a question without one. */
  readonly bullet: string
  readonly objective: string | null
  readonly caseStudyId: string | null
  /**
   * The sentences of the question's explanations. Other questions may have the same sentences, which must not be found before the reveal.
   */
  readonly explanations: readonly string[]
}

/** A question that was deleted from the bank has no place in the outline. */
async function findPlace(db: Db, id: string): Promise<QuestionPlaceInBank | undefined> {
  const row = await db
    .selectFrom('questions')
    .select(['exam_id', 'objective', 'skill', 'case_study_id', 'explanation', 'option_explanations'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const { exam_id: certificationId, objective, skill, case_study_id: caseStudyId } = row
  const explanations = [row.explanation, ...row.option_explanations].flatMap((html) => listSentences(html ?? ''))
  return { id, certificationId, bullet: objective ?? skill, objective, caseStudyId, explanations }
}

function textOf({ text, options, pairs, completion }: PassageRequest['question']): string {
  const blanks = (completion?.blanks ?? []).flatMap(({ label, choices }) => [label, ...choices])
  return [...[text, ...options, ...(pairs?.left ?? []), ...(pairs?.right ?? [])].map(plainText), ...blanks].join(' ')
}
