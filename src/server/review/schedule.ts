/**
 * Schedules daily reviews. Each answered question of a member has an FSRS card, computed from the final answers: a correct answer
 * is rated "good", a correct guess "hard", an incorrect answer "again".
 *
 * Cards are scheduled in whole days of the member's time zone. The scheduler gets each day as midnight UTC, so time zones and
 * daylight saving time do not affect it. `due_at` is when the day begins for the member.
 */
import { Rating, TypeConvert, createEmptyCard, fsrs, type Card, type CardInput } from 'ts-fsrs'
import { toLocalTime } from '#exam/planning/local-day.ts'
import {
  lockMember,
  readReviewMember,
  selectMemberSettings,
  selectSettings,
  startOfDay,
  toReviewMember,
  type ReviewMember,
} from '#server/review/review-member.ts'
import type { Insertable, QueryCreator } from 'kysely'
import { insertedValues } from '#server/db/inserted-values.ts'
import type { Db, Tables } from '#server/db/tables.ts'

/** Targets 90% retention. A question answered incorrectly is due the next day. */
const scheduler = fsrs({ request_retention: 0.9, enable_fuzz: false, learning_steps: ['1d'], relearning_steps: ['1d'] })

/** The scheduler's card, with days as midnights UTC. `isCorrect`: whether the latest final answer is correct. */
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
  const { answers, member } = await readAnswers(transaction, userId, certificationId, questionIds, now)
  const answered = [...answers].filter(([, own]) => own.length > 0)
  const cards = answered.map(([questionId, own]) => toCardRow(userId, certificationId, scheduleCard(questionId, own, member), member))
  if (cards.length > 0) await insertCards(transaction, cards).execute()
  const unanswered = questionIds.filter((id) => !answers.get(id)?.length)
  if (unanswered.length === 0) return
  await transaction.deleteFrom('review_cards').where('user_id', '=', userId).where('question_id', 'in', unanswered).execute()
}

/**
 * Recomputes the cards of one question from the stored final answers of several members, with two statements. The transaction must have
 * locked the members and the question.
 */
export async function rescheduleQuestion(
  transaction: Db,
  { certificationId, questionId, userIds }: { certificationId: string; questionId: string; userIds: readonly string[] },
  now: Date,
): Promise<void> {
  if (userIds.length === 0) return
  const rows = await selectSettings(transaction, certificationId)
    .innerJoinLateral(
      (query) =>
        query
          .selectFrom('final_answers')
          .select(['is_correct', 'is_guess', 'finalized_at', 'attempt_id'])
          .whereRef('user_id', '=', 'users.id')
          .where('certification_id', '=', certificationId)
          .where('question_id', '=', questionId)
          .orderBy('finalized_at', 'desc')
          .orderBy('attempt_id', 'desc')
          .limit(answersMax)
          .as('answer'),
      (join) => join.onTrue(),
    )
    .select(['users.id as user_id', 'answer.is_correct', 'answer.is_guess', 'answer.finalized_at', 'answer.attempt_id'])
    .where('users.id', 'in', userIds)
    .execute()
  const answers = new Map<string, typeof rows>()
  for (const row of rows) answers.set(row.user_id, [...(answers.get(row.user_id) ?? []), row])
  const cards = [...answers].map(([userId, own]) => {
    const member = toReviewMember(own[0], now)
    return toCardRow(userId, certificationId, scheduleCard(questionId, own.toSorted(compareAnswers), member), member)
  })
  if (cards.length > 0) await insertCards(transaction, cards).execute()
}

/** An answer that has just become final, and is not stored yet. */
export type NewFinalAnswer = { attempt_id: string; question_id: string; is_correct: boolean; is_guess: boolean; finalized_at: Date }

/**
 * The cards of the questions after new final answers of one attempt, for {@link insertCards}. The transaction must have locked the member,
 * and must also store the answers.
 */
export async function planReviews(
  transaction: Db,
  userId: string,
  certificationId: string,
  added: readonly NewFinalAnswer[],
  now: Date,
): Promise<CardRow[]> {
  if (added.length === 0) return []
  const questionIds = added.map(({ question_id }) => question_id)
  const { answers, member } = await readAnswers(transaction, userId, certificationId, questionIds, now)
  return added.flatMap((answer) => {
    const stored = answers.get(answer.question_id)
    // The question has been deleted.
    if (!stored) return []
    const own = [...stored.filter(({ attempt_id }) => attempt_id !== answer.attempt_id), answer].toSorted(compareAnswers)
    return [toCardRow(userId, certificationId, scheduleCard(answer.question_id, own.slice(-answersMax), member), member)]
  })
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
    const member = await readReviewMember(transaction, userId, id, now)
    await insertCards(
      transaction,
      cards.map((card) => toCardRow(userId, id, card, member)),
    ).execute()
  }
}

type FinalAnswer = Omit<NewFinalAnswer, 'question_id'>

/** Maximum number of latest answers from which a card is computed. Earlier answers hardly affect the card, and the limit bounds the cost. */
const answersMax = 50

/**
 * The latest final answers to each question that still exists, oldest first, and the settings of the member. The questions are locked until
 * the transaction ends, always in the same order. A single statement reads everything. It must begin after the member was locked.
 */
async function readAnswers(
  transaction: Db,
  userId: string,
  certificationId: string,
  questionIds: readonly string[],
  now: Date,
): Promise<{ answers: Map<string, FinalAnswer[]>; member: ReviewMember }> {
  const rows = await transaction
    .selectFrom('questions')
    .innerJoin(selectMemberSettings(transaction, userId, certificationId).as('member'), (join) => join.onTrue())
    .leftJoinLateral(
      (query) =>
        query
          .selectFrom('final_answers')
          .select(['is_correct', 'is_guess', 'finalized_at', 'attempt_id'])
          .where('user_id', '=', userId)
          .where('certification_id', '=', certificationId)
          .whereRef('question_id', '=', 'questions.id')
          .orderBy('finalized_at', 'desc')
          .orderBy('attempt_id', 'desc')
          .limit(answersMax)
          .as('answer'),
      (join) => join.onTrue(),
    )
    .selectAll('member')
    .select(['questions.id', 'answer.attempt_id', 'answer.is_correct', 'answer.is_guess', 'answer.finalized_at'])
    .where('questions.id', 'in', questionIds)
    .orderBy('questions.id')
    .forKeyShare('questions')
    .execute()
  const answers = new Map<string, FinalAnswer[]>()
  for (const { id, attempt_id, is_correct, is_guess, finalized_at } of rows) {
    const own = answers.get(id) ?? []
    if (attempt_id !== null && is_correct !== null && is_guess !== null && finalized_at !== null)
      own.push({ attempt_id, is_correct, is_guess, finalized_at })
    answers.set(id, own)
  }
  for (const own of answers.values()) own.sort(compareAnswers)
  return { answers, member: toReviewMember(rows[0], now) }
}

/** Answers that became final at the same time are in the order of their attempt ids, so that a card does not depend on the order of arrival. */
function compareAnswers(a: FinalAnswer, b: FinalAnswer): number {
  return a.finalized_at.getTime() - b.finalized_at.getTime() || (a.attempt_id < b.attempt_id ? -1 : 1)
}

function scheduleCard(questionId: string, answers: readonly FinalAnswer[], { timeZone }: ReviewMember): ScheduledCard {
  return { questionId, card: computeCard(answers, timeZone), isCorrect: answers.at(-1)?.is_correct ?? false }
}

/**
 * The card after these answers. A correct answer changes nothing if the question was already answered that day: the member has just
 * seen the answer key.
 */
function computeCard(answers: readonly FinalAnswer[], timeZone: string): Card {
  return answers.reduce<Card>((card, { is_correct: isCorrect, is_guess: isGuess, finalized_at: at }) => {
    const day = new Date(toLocalTime(at.getTime(), timeZone).day)
    if (isCorrect && card.last_review?.getTime() === day.getTime()) return card
    return scheduler.next(card, day, isCorrect ? (isGuess ? Rating.Hard : Rating.Good) : Rating.Again).card
  }, createEmptyCard(answers[0]?.finalized_at))
}

type CardRow = Insertable<Tables['review_cards']>

function toCardRow(userId: string, certificationId: string, { questionId, card, isCorrect }: ScheduledCard, member: ReviewMember): CardRow {
  return {
    user_id: userId,
    question_id: questionId,
    certification_id: certificationId,
    due_at: startOfDay(dueDay(card, member), member),
    // `plainDueAt` ignores the exam date.
    card: JSON.stringify({ ...card, plainDueAt: startOfDay(formatDay(card.due), member) }),
    is_correct: isCorrect,
  }
}

/** The statement that adds or replaces cards. */
export function insertCards(db: QueryCreator<Tables>, cards: readonly CardRow[]) {
  return db
    .insertInto('review_cards')
    .values(cards)
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'question_id']).doUpdateSet(insertedValues(['certification_id', 'due_at', 'card', 'is_correct'])),
    )
}

/** The day on which the card is due: no later than the day before the exam, unless it was reviewed on that day or later. */
function dueDay({ due, last_review }: Card, { lastDay }: ReviewMember): string {
  const plain = formatDay(due)
  const isLimited = lastDay !== undefined && lastDay < plain && formatDay(last_review ?? due) < lastDay
  return isLimited ? lastDay : plain
}

function formatDay(date: Date): string {
  return date.toISOString().slice(0, 10)
}
