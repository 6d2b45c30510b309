/** The question that readers of a guide can answer on its page, and which certifications have questions in French. */
import type { Question } from '#exam/question.ts'
import { showTranslation } from '#exam/shown-translation.ts'
import { listQuestionsById, listTranslations } from '#server/bank/index.ts'
import type { Db } from '#server/db/tables.ts'
import type { Guide } from '#server/guides/guides.ts'

/**
 * The question of a guide in French, or in English if it has no current translation. Returns `undefined` if the question is not published or the page
 * cannot show it. The page can show only choice questions without a case study and without an image in their text; any other question needs scripts.
 */
export async function findGuideQuestion(
  db: Db,
  { question: { certificationId, id } }: Pick<Guide, 'question'>,
): Promise<Question | undefined> {
  const [question] = await listQuestionsById(db, certificationId, [id])
  if (!question || question.options.length === 0 || question.caseStudyId !== null) return undefined
  if (!/^(?:single|multiple)_choice$/.test(question.type) || question.text.includes('<img')) return undefined
  const [translation] = await listTranslations(db, 'fr', [question])
  return translation && !translation.isOutdated ? showTranslation(question, translation, 'fr') : question
}

/** The ids of the certifications that have questions with a French translation. */
export async function listTranslatedCertifications(db: Db): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('question_translations')
    .innerJoin('questions', 'questions.id', 'question_translations.question_id')
    .select('questions.exam_id')
    .distinct()
    .where('question_translations.language', '=', 'fr')
    .execute()
  return new Set(rows.map(({ exam_id }) => exam_id))
}

/** A problem for each guide whose question the page cannot show. */
export async function findQuestionProblems(db: Db, guides: readonly Guide[]): Promise<string[]> {
  const problems: string[] = []
  for (const guide of guides) {
    const { certificationId, id } = guide.question
    if (!(await findGuideQuestion(db, guide)))
      problems.push(`guides/fr/${guide.slug}.md: question: ${certificationId} has no published question ${id} that a guide can show`)
  }
  return problems
}
