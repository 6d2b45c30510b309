/**
 * Schedules daily reviews. Each answered question of a member has an FSRS card, computed from the final answers: a correct answer
 * is rated "good", a correct guess "hard", an incorrect answer "again".
 *
 * Cards are scheduled in whole days of the member's time zone. The scheduler gets each day as midnight UTC, so time zones and
 * daylight saving time do not affect it. `due_at` is when the day begins for the member.
 */
import { Rating, TypeConvert, createEmptyCard, fsrs, type Card, type CardInput } from 'ts-fsrs'
import { toLocalTime } from '#exam/local-day.ts'
import { lockMember, readReviewMember, startOfDay, type ReviewMember } from '#server/review/review-member.ts'
import type { Db } from '#server/db/tables.ts'

/** Targets 90% retention. A question answered incorrectly is due the next day. */
const scheduler = fsrs({ request_retention: 0.9, enable_fuzz: false, learning_steps: ['1d'], relearning_steps: ['1d'] })

/** The scheduler's card, with days as midnights UTC. `isCorrect`: whether the latest final answer is. */
type ScheduledCard = { questionId: string; card: Card; isCorrect: boolean }

/**
 * Recomputes the cards of these questions from the member's stored final answers. The order in which answers arrive does not matter,
 * and a question without answers loses its card. Must run in the transaction that changes the answers.
 */
export async function scheduleReviews(
  transaction: Db,
  userId: string,
  certificationId: string,
  questionIds: readonly string[],
  now: Date,
): Promise<void> {
  if (questionIds.length === 0) return
  await lockMember(transaction, userId)
  const member = await readReviewMember(transaction, userId, certificationId, now)
  const answers = await listAnswers(transaction, userId, certificationId, await lockQuestions(transaction, questionIds))
  const cards = [...answers].map(([questionId, own]): ScheduledCard => ({
    questionId,
    card: computeCard(own, member.timeZone),
    isCorrect: own.at(-1)?.isCorrect ?? false,
  }))
  await saveCards(transaction, userId, certificationId, cards, member)
  const unanswered = questionIds.filter((id) => !answers.has(id))
  if (unanswered.length === 0) return
  await transaction.deleteFrom('review_cards').where('user_id', '=', userId).where('question_id', 'in', unanswered).execute()
}

/**
 * Recomputes the due times of a member's cards after a change of an exam date or the time zone: the cards of one certification, or
 * all cards. Must run in the transaction of the change.
 */
export async function reschedule(transaction: Db, userId: string, certificationId: string | undefined, now: Date): Promise<void> {
  await lockMember(transaction, userId)
  const rows = await transaction
    .selectFrom('review_cards')
    .select(['question_id', 'certification_id', 'card', 'is_correct'])
    .where('user_id', '=', userId)
    .$if(certificationId !== undefined, (query) => query.where('certification_id', '=', certificationId ?? ''))
    .orderBy('question_id')
    .forUpdate()
    .execute()
  for (const id of new Set(rows.map((row) => row.certification_id))) {
    const cards = rows
      .filter((row) => row.certification_id === id)
      .map((row): ScheduledCard => ({
        questionId: row.question_id,
        card: TypeConvert.card(row.card as CardInput),
        isCorrect: row.is_correct,
      }))
    await saveCards(transaction, userId, id, cards, await readReviewMember(transaction, userId, id, now))
  }
}

/** Ids of the questions that still exist. They are locked until the transaction ends, always in the same order. */
async function lockQuestions(transaction: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await transaction.selectFrom('questions').select('id').where('id', 'in', ids).orderBy('id').forKeyShare().execute()
  return rows.map(({ id }) => id)
}

type FinalAnswer = { isCorrect: boolean; isGuess: boolean; at: Date }

/** A card is computed from this many of the latest answers. Earlier answers hardly affect it, and the cost stays bounded. */
const answersMax = 50

/** The latest final answers by question, oldest first. */
async function listAnswers(
  db: Db,
  userId: string,
  certificationId: string,
  questionIds: readonly string[],
): Promise<Map<string, FinalAnswer[]>> {
  if (questionIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('questions')
    .innerJoinLateral(
      (query) =>
        query
          .selectFrom('final_answers')
          .select(['question_id', 'is_correct', 'is_guess', 'finalized_at', 'attempt_id'])
          .where('user_id', '=', userId)
          .where('certification_id', '=', certificationId)
          .whereRef('question_id', '=', 'questions.id')
          .orderBy('finalized_at', 'desc')
          .orderBy('attempt_id', 'desc')
          .limit(answersMax)
          .as('answer'),
      (join) => join.onTrue(),
    )
    .select(['answer.question_id', 'answer.is_correct', 'answer.is_guess', 'answer.finalized_at'])
    .where('questions.id', 'in', questionIds)
    .orderBy('answer.question_id')
    .orderBy('answer.finalized_at')
    .orderBy('answer.attempt_id')
    .execute()
  const byQuestion = new Map<string, FinalAnswer[]>()
  for (const { question_id, is_correct, is_guess, finalized_at } of rows) {
    const answers = byQuestion.get(question_id) ?? []
    answers.push({ isCorrect: is_correct, isGuess: is_guess, at: finalized_at })
    byQuestion.set(question_id, answers)
  }
  return byQuestion
}

/**
 * The card after these answers. A correct answer changes nothing if the question was already answered that day: the member has just
 * seen the answer key.
 */
function computeCard(answers: readonly FinalAnswer[], timeZone: string): Card {
  return answers.reduce<Card>((card, { isCorrect, isGuess, at }) => {
    const day = new Date(toLocalTime(at.getTime(), timeZone).day)
    if (isCorrect && card.last_review?.getTime() === day.getTime()) return card
    return scheduler.next(card, day, isCorrect ? (isGuess ? Rating.Hard : Rating.Good) : Rating.Again).card
  }, createEmptyCard(answers[0]?.at))
}

async function saveCards(
  transaction: Db,
  userId: string,
  certificationId: string,
  cards: readonly ScheduledCard[],
  member: ReviewMember,
): Promise<void> {
  if (cards.length === 0) return
  await transaction
    .insertInto('review_cards')
    .values(
      cards.map(({ questionId, card, isCorrect }) => ({
        user_id: userId,
        question_id: questionId,
        certification_id: certificationId,
        due_at: startOfDay(dueDay(card, member), member),
        // `plainDueAt` ignores the exam date.
        card: JSON.stringify({ ...card, plainDueAt: startOfDay(formatDay(card.due), member) }),
        is_correct: isCorrect,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'question_id']).doUpdateSet((row) => ({
        certification_id: row.ref('excluded.certification_id'),
        due_at: row.ref('excluded.due_at'),
        card: row.ref('excluded.card'),
        is_correct: row.ref('excluded.is_correct'),
      })),
    )
    .execute()
}

/** The day the card is due: no later than the day before the exam, unless it was reviewed on that day or later. */
function dueDay({ due, last_review }: Card, { lastDay }: ReviewMember): string {
  const plain = formatDay(due)
  const isLimited = lastDay !== undefined && lastDay < plain && formatDay(last_review ?? due) < lastDay
  return isLimited ? lastDay : plain
}

function formatDay(date: Date): string {
  return date.toISOString().slice(0, 10)
}
