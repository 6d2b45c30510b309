/** "Quiz me on this": a short question from the bank about the same objective, otherwise about the same skill, then the same skill area. */
import { sql } from 'kysely'
import { listSentences } from '#exam/help/help-texts.ts'
import { plainText } from '#exam/plain-text.ts'
import type { Question } from '#exam/question.ts'
import type { FollowUpQuestion } from '#exam/tutor/tutor-contract.ts'
import { questionColumns, readBankQuestion, selectPublished } from '#server/bank/index.ts'
import type { Db } from '#server/db/tables.ts'
import { findSimulationInProgress } from '#server/practice/index.ts'
import { createGiveawayCheck, givesAway } from '#server/tutor/retrieval/giveaways.ts'

/** Maximum length in characters of HTML. Longer questions are not a quick check. */
const lengthMax = 700
const candidatesMax = 40

/** `seen`: ids of questions that were already asked. `userId`: `undefined` for a guest. */
type FollowUpRequest = {
  readonly questionId: string
  readonly seen: readonly string[]
  readonly userId: string | undefined
  readonly now: Date
}

/**
 * `undefined` if no question fits. Leaves out questions whose answer or explanation would give away the answer to the current one, which
 * may not be revealed yet. Questions of the member's simulation in progress neither get a follow-up nor serve as one.
 */
export async function findFollowUp(
  db: Db,
  { questionId, seen, userId, now }: FollowUpRequest,
  random: () => number,
): Promise<FollowUpQuestion | undefined> {
  const asked = await db
    .selectFrom('questions')
    .select([...questionColumns])
    .where('id', '=', questionId)
    .where('state', '=', 'published')
    .executeTakeFirst()
  if (!asked) return undefined
  const question = readBankQuestion(asked)
  const simulation = userId === undefined ? undefined : await findSimulationInProgress(db, userId, asked.exam_id, now)
  const simulated = simulation?.attempt.questionIds ?? []
  if (simulated.includes(questionId)) return undefined
  const explanations = [question.explanation, ...question.optionExplanations].flatMap((html) => listSentences(html ?? ''))
  const givesAnswer = createGiveawayCheck(question, explanations)
  const rows = await selectPublished(db, asked.exam_id)
    .select([...questionColumns])
    .where('question_type', '=', 'single_choice')
    .where('case_study_id', 'is', null)
    .where('id', 'not in', [questionId, ...seen, ...simulated])
    .where('skill_area', '=', asked.skill_area)
    .where(sql<boolean>`length(text) <= ${lengthMax}`)
    .orderBy(sql`case when objective = ${asked.objective} then 0 when skill = ${asked.skill} then 1 else 2 end`)
    .orderBy(sql`length(text)`)
    .orderBy('id')
    .limit(candidatesMax)
    .execute()
  const others = rows
    .map((row) => ({ question: readBankQuestion(row), rank: rankOf(row, asked) }))
    .filter((other) => !givesAway(other.question, question) && !givesAnswer(plainText(other.question.explanation)))
  const best = others.filter(({ rank }) => rank === others[0]?.rank)
  const chosen = best[Math.floor(random() * best.length)]
  return chosen && toFollowUp(chosen.question)
}

type Place = { objective: string | null; skill: string }

function rankOf(row: Place, asked: Place): number {
  if (row.objective !== null && row.objective === asked.objective) return 0
  return row.skill === asked.skill ? 1 : 2
}

function toFollowUp({ id, text, options, answerKey, explanation, reference }: Question): FollowUpQuestion {
  return { id, text, options, answer: answerKey[0] ?? '', explanation: plainText(explanation), reference: reference || null }
}
