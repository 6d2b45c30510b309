/** Explanations and option reasons of other questions of the same objective. */
import { plainText, shorten } from '#exam/plain-text.ts'
import type { Question, QuestionSource } from '#exam/question.ts'
import { questionColumns, readBankQuestion, sourceOf } from '#server/bank/index.ts'
import type { Db } from '#server/db/tables.ts'
import { listFreshnessFacts } from '#server/freshness/index.ts'
import type { QuestionPlaceInBank } from '#server/tutor/retrieval/find-passages.ts'
import { createGiveawayCheck, givesAway } from '#server/tutor/retrieval/giveaways.ts'
import { passageLengthMax, type PassageRequest, type TutorPassage } from '#server/tutor/retrieval/passage.ts'

/** Limits what a request reads in a bank with thousands of questions per objective. */
const questionsMax = 60

export async function listRelatedPassages(
  db: Db,
  { id, certificationId, bullet, caseStudyId, explanations }: QuestionPlaceInBank,
  { question, isRevealed }: PassageRequest,
): Promise<TutorPassage[]> {
  const rows = await db
    .selectFrom('questions')
    .select([...questionColumns, 'version'])
    .where('exam_id', '=', certificationId)
    // Must match the expression and the condition of the index.
    .where((row) => row(row.fn.coalesce('objective', 'skill'), '=', bullet))
    .where('state', '=', 'published')
    .where('id', '<>', id)
    .orderBy('id')
    .limit(questionsMax)
    .execute()
  const freshness = await listFreshnessFacts(
    db,
    rows.map((row) => row.id),
  )
  const others = rows.map((row) => ({ ...readBankQuestion(row), source: sourceOf(row, undefined, freshness.get(row.id)) }))
  if (isRevealed) return others.flatMap(listPassages)
  const givesAnswer = createGiveawayCheck(question, explanations)
  return (
    others
      // Explanations about the same scenario, such as those of a series, reveal a lot about the other answers.
      .filter((other) => caseStudyId === null || other.caseStudyId !== caseStudyId)
      .filter((other) => !givesAway(other, question))
      .flatMap(listPassages)
      .filter(({ text }) => !givesAnswer(text))
  )
}

type SourcedQuestion = Question & { source: QuestionSource }

function listPassages({ id, skill, options, explanation, optionExplanations, reference, source }: SourcedQuestion): TutorPassage[] {
  const shared = { title: source.pageTitle ?? skill, address: reference || null, checkedOn: source.checkedOn ?? null }
  const reasons = optionExplanations.flatMap((reason, index) =>
    reason === null ? [] : [{ id: `option-reason:${id}:${index}`, text: `${plainText(options[index] ?? '')}: ${plainText(reason)}` }],
  )
  return [
    { id: `explanation:${id}`, kind: 'explanation' as const, text: plainText(explanation) },
    ...reasons.map((reason) => ({ ...reason, kind: 'option-reason' as const })),
  ].flatMap((part) => (part.text === '' ? [] : [{ ...part, ...shared, text: shorten(part.text, passageLengthMax) }]))
}
