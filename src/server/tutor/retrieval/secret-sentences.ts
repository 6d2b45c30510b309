/** What a reply must not repeat before the reveal: sentences of the explanations that say more than the question does. */
import { listSentences, stemsOf } from '#exam/help/help-texts.ts'
import { printCompletion } from '#exam/completion.ts'
import { escapeHtml, plainText } from '#exam/plain-text.ts'
import type { CaseStudy, Question } from '#exam/question.ts'
import type { Db } from '#server/db/tables.ts'

/**
 * A sentence with fewer significant words, or with fewer words that the candidate does not see yet, may occur in a reply for other reasons.
 */
const stemsMin = 5
const newStemsMin = 3

export async function listSecretSentences(db: Db, question: Question, caseStudy: CaseStudy | undefined): Promise<string[]> {
  const { id, text, options, pairs, completion, explanation, optionExplanations } = question
  const row = await db.selectFrom('questions').select(['explanation', 'option_explanations']).where('id', '=', id).executeTakeFirst()
  const visible = stemsOf(
    plainText(
      [
        text,
        ...options,
        ...(pairs?.left ?? []),
        ...(pairs?.right ?? []),
        ...(completion
          ? [printCompletion(completion, (blank) => (completion.blanks[blank]?.choices ?? []).map(escapeHtml).join(' '))]
          : []),
        caseStudy?.content ?? '',
      ].join(' '),
    ),
  )
  // An attempt may have an earlier version, whose explanation must not be repeated either.
  return [explanation, ...optionExplanations, row?.explanation, ...(row?.option_explanations ?? [])]
    .flatMap((html) => listSentences(html ?? ''))
    .filter((sentence) => {
      const stems = [...stemsOf(sentence)]
      return stems.length >= stemsMin && stems.filter((stem) => !visible.has(stem)).length >= newStemsMin
    })
}
