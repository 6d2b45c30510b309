/**
 * Daily review: when a member is asked a question again. Each question that was answered has a card, planned by FSRS from
 * its settled answers: right is "good", wrong is "again".
 *
 * Cards are planned in whole days where the member is. The scheduler is given each day as its midnight in UTC, so neither time
 * zones nor summer time reach it; `due_at` is when that day begins for the member.
 */
import { sql } from 'kysely'
import { Rating, TypeConvert, createEmptyCard, fsrs } from 'ts-fsrs'
import type { Card, CardInput } from 'ts-fsrs'
import { addDays, toInstant, toLocalTime, parseTimeZone } from '#exam/local-day.ts'
import type { Db } from '#server/db/tables.ts'

/** What there is to review of one certification. Days are ISO text where the member is. */
export type DueReviews = {
  /** Most overdue first, of the same day the weakest memory first; no more than `leftToday`. */
  questionIds: string[]
  /** All that are due, also those beyond the daily number. */
  dueCount: number
  /** How many questions of any certification may still be reviewed today. */
  leftToday: number
  /** The day for which the next one is planned after those that are due; `null` when nothing is planned. */
  nextDueOn: string | null
}

export type ReviewCounts = { leftToday: number; certifications: { id: string; dueCount: number; nextDueOn: string | null }[] }

/** Of those asked again, nine in ten should still be known. A wrong answer is asked again the next day. */
const scheduler = fsrs({ request_retention: 0.9, enable_fuzz: false, learning_steps: ['1d'], relearning_steps: ['1d'] })

const usualDailyQuestions = 20

/** The scheduler's card, its days as midnights in UTC. */
type PlannedCard = { questionId: string; card: Card }

type ReviewMember = {
  timeZone: string
  today: string
  dailyQuestions: number
  /** The day before the exam, unless that is over. */
  lastDay: string | undefined
}

/**
 * Plans these questions of a certification anew from the settled answers of the member, which have to be there already. So it
 * does not matter in which order answers arrive, nor whether some were deleted; a question without any loses its card.
 * Belongs into the transaction that changes them.
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
  const member = await readMember(transaction, userId, certificationId, now)
  const answers = await listAnswers(transaction, userId, certificationId, await lockQuestions(transaction, questionIds))
  const plans = [...answers].map(([questionId, own]): PlannedCard => ({ questionId, card: cardOf(own, member.timeZone) }))
  await savePlans(transaction, userId, certificationId, plans, member)
  const unanswered = questionIds.filter((id) => !answers.has(id))
  if (unanswered.length === 0) return
  await transaction.deleteFrom('review_cards').where('user_id', '=', userId).where('question_id', 'in', unanswered).execute()
}

/**
 * Moves what is planned to where it belongs once the day of an exam or the time zone of the member was set, changed or taken
 * away; without a certification, that of all. Belongs into the transaction that does so.
 */
export async function reschedule(transaction: Db, userId: string, certificationId: string | undefined, now: Date): Promise<void> {
  await lockMember(transaction, userId)
  const rows = await transaction
    .selectFrom('review_cards')
    .select(['question_id', 'certification_id', 'card'])
    .where('user_id', '=', userId)
    .$if(certificationId !== undefined, (query) => query.where('certification_id', '=', certificationId ?? ''))
    .orderBy('question_id')
    .forUpdate()
    .execute()
  for (const id of new Set(rows.map((row) => row.certification_id))) {
    const plans = rows
      .filter((row) => row.certification_id === id)
      .map((row): PlannedCard => ({ questionId: row.question_id, card: TypeConvert.card(row.card as CardInput) }))
    await savePlans(transaction, userId, id, plans, await readMember(transaction, userId, id, now))
  }
}

/** What the member may review now. Questions that are withdrawn or deleted are left out. */
export async function listDue(db: Db, userId: string, certificationId: string, now: Date): Promise<DueReviews> {
  const member = await readMember(db, userId, certificationId, now)
  const leftToday = await countLeft(db, userId, member)
  const counted = await countCards(db, userId, member, now, certificationId)
  const { dueCount, nextDueOn } = counted[0] ?? { dueCount: 0, nextDueOn: null }
  const due = await planned(db, userId, member)
    .select('card.question_id')
    .where('card.certification_id', '=', certificationId)
    .where(dueAt, '<=', now)
    .orderBy(dueAt)
    .orderBy(sql`(card.card ->> 'stability')::float8`)
    .orderBy('card.question_id')
    .limit(leftToday)
    .execute()
  return { questionIds: due.map(({ question_id }) => question_id), dueCount, leftToday, nextDueOn }
}

/** The same as figures, of every certification that has something planned, in the order of their ids. */
export async function countReviews(db: Db, userId: string, now: Date): Promise<ReviewCounts> {
  const member = await readMember(db, userId, undefined, now)
  return { leftToday: await countLeft(db, userId, member), certifications: await countCards(db, userId, member, now) }
}

/**
 * Lets one transaction after the other plan for a member, or begin something of which there is one. Two runs that settle the same
 * question at once would otherwise not see each other's answers, and what is planned while the day of an exam is set would not know
 * of it.
 */
export async function lockMember(transaction: Db, userId: string): Promise<void> {
  await transaction.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
}

async function readMember(db: Db, userId: string, certificationId: string | undefined, now: Date): Promise<ReviewMember> {
  const row = await db
    .selectFrom('users')
    .leftJoin('user_profiles as profile', 'profile.id', 'users.id')
    .leftJoin('exam_dates as exam', (join) =>
      join.onRef('exam.user_id', '=', 'users.id').on('exam.certification_id', '=', certificationId ?? ''),
    )
    .select(['profile.time_zone', 'profile.daily_questions', 'exam.exam_on'])
    .where('users.id', '=', userId)
    .executeTakeFirst()
  const timeZone = parseTimeZone(row?.time_zone ?? '') ?? 'UTC'
  const today = toLocalTime(now.getTime(), timeZone).day
  const examOn = row?.exam_on ?? ''
  return {
    timeZone,
    today,
    dailyQuestions: row?.daily_questions ?? usualDailyQuestions,
    lastDay: examOn > today ? addDays(examOn, -1) : undefined,
  }
}

/** Questions of the bank among these. They stay until the transaction ends, always locked in the same order. */
async function lockQuestions(transaction: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await transaction.selectFrom('questions').select('id').where('id', 'in', ids).orderBy('id').forKeyShare().execute()
  return rows.map(({ id }) => id)
}

type FinalAnswer = { isCorrect: boolean; at: Date }

/**
 * A card follows from so many answers at most, the latest. Those before them hardly show in it any more, and whoever answers the
 * same questions for ever keeps nobody waiting.
 */
const answersMax = 50

/** The latest settled answers by question, the oldest first. */
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
          .select(['question_id', 'is_correct', 'finalized_at', 'attempt_id'])
          .where('user_id', '=', userId)
          .where('certification_id', '=', certificationId)
          .whereRef('question_id', '=', 'questions.id')
          .orderBy('finalized_at', 'desc')
          .orderBy('attempt_id', 'desc')
          .limit(answersMax)
          .as('answer'),
      (join) => join.onTrue(),
    )
    .select(['answer.question_id', 'answer.is_correct', 'answer.finalized_at'])
    .where('questions.id', 'in', questionIds)
    .orderBy('answer.question_id')
    .orderBy('answer.finalized_at')
    .orderBy('answer.attempt_id')
    .execute()
  const found = new Map<string, FinalAnswer[]>()
  for (const { question_id, is_correct, finalized_at } of rows) {
    const own = found.get(question_id) ?? []
    own.push({ isCorrect: is_correct, at: finalized_at })
    found.set(question_id, own)
  }
  return found
}

/**
 * The card after these answers. A right answer on a day that has one already changes nothing: whoever has just seen the key
 * knows it for the moment.
 */
function cardOf(answers: readonly FinalAnswer[], timeZone: string): Card {
  return answers.reduce<Card>((card, { isCorrect, at }) => {
    const day = new Date(toLocalTime(at.getTime(), timeZone).day)
    if (isCorrect && card.last_review?.getTime() === day.getTime()) return card
    return scheduler.next(card, day, isCorrect ? Rating.Good : Rating.Again).card
  }, createEmptyCard(answers[0]?.at))
}

async function savePlans(
  transaction: Db,
  userId: string,
  certificationId: string,
  plans: readonly PlannedCard[],
  member: ReviewMember,
): Promise<void> {
  if (plans.length === 0) return
  await transaction
    .insertInto('review_cards')
    .values(
      plans.map(({ questionId, card }) => {
        const plainDueAt = startOf(dayOf(card.due), member)
        const dueAt = startOf(cappedDay(card, member), member)
        return {
          user_id: userId,
          question_id: questionId,
          certification_id: certificationId,
          due_at: dueAt,
          card: JSON.stringify({ ...card, plainDueAt }),
        }
      }),
    )
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'question_id']).doUpdateSet((row) => ({
        certification_id: row.ref('excluded.certification_id'),
        due_at: row.ref('excluded.due_at'),
        card: row.ref('excluded.card'),
      })),
    )
    .execute()
}

/** No later than the day before the exam, unless it was reviewed on that very day. */
function cappedDay({ due, last_review }: Card, { lastDay }: ReviewMember): string {
  const plain = dayOf(due)
  const isCapped = lastDay !== undefined && lastDay < plain && dayOf(last_review ?? due) < lastDay
  return isCapped ? lastDay : plain
}

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10)
}

function startOf(day: string, { timeZone }: ReviewMember): Date {
  return new Date(toInstant(day, 0, timeZone))
}

/** Cards of questions that can be asked, with the day of the exam. */
function planned(db: Db, userId: string, { today }: ReviewMember) {
  return db
    .selectFrom('review_cards as card')
    .innerJoin('question_entries as entry', (join) =>
      join
        .onRef('entry.question_id', '=', 'card.question_id')
        .onRef('entry.exam_id', '=', 'card.certification_id')
        .on('entry.state', '=', 'published'),
    )
    .leftJoin('exam_dates as past', (join) =>
      join
        .onRef('past.user_id', '=', 'card.user_id')
        .onRef('past.certification_id', '=', 'card.certification_id')
        .on('past.exam_on', '<=', today),
    )
    .where('card.user_id', '=', userId)
}

/** From the day of the exam on, what was planned for its sake is over. */
const dueAt = sql<Date>`case when past.exam_on is null then card.due_at else (card.card ->> 'plainDueAt')::timestamptz end`

async function countCards(
  db: Db,
  userId: string,
  member: ReviewMember,
  now: Date,
  certificationId?: string,
): Promise<ReviewCounts['certifications']> {
  const rows = await planned(db, userId, member)
    .select([
      'card.certification_id as id',
      sql<number>`count(*) filter (where ${dueAt} <= ${now})::int`.as('dueCount'),
      sql<Date | null>`min(${dueAt}) filter (where ${dueAt} > ${now})`.as('nextDueAt'),
    ])
    .$if(certificationId !== undefined, (query) => query.where('card.certification_id', '=', certificationId ?? ''))
    .groupBy('card.certification_id')
    .orderBy('card.certification_id')
    .execute()
  return rows.map(({ id, dueCount, nextDueAt }) => ({
    id,
    dueCount,
    nextDueOn: nextDueAt && toLocalTime(nextDueAt.getTime(), member.timeZone).day,
  }))
}

/** The daily number without what was answered today in runs of the daily review, of whatever certification. */
async function countLeft(db: Db, userId: string, member: ReviewMember): Promise<number> {
  const { count } = await db
    .selectFrom('final_answers as answer')
    .innerJoin('attempts', 'attempts.id', 'answer.attempt_id')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('answer.user_id', '=', userId)
    .where('answer.finalized_at', '>=', startOf(member.today, member))
    .where('attempts.question_set', '=', 'review')
    .executeTakeFirstOrThrow()
  return Math.max(0, member.dailyQuestions - count)
}
