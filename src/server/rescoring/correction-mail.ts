/**
 * The email to members whose answer got a different grade, if they want mail. Each member gets one email per correction, even if several attempts
 * changed.
 */
import { sql, type Kysely } from 'kysely'
import { forEachLocked } from '#server/db/for-each-locked.ts'
import type { Db, Tables } from '#server/db/tables.ts'
import { addressOf, inCurrentLanguage, onOneLine, write, type MailMessage } from '#server/mail/messages.ts'
import { correctionMailFr } from '#server/rescoring/correction-mail-fr.ts'
import { writeTo, type OptionalLetter, type ReminderRecipient, type ReminderServices } from '#server/reminders/index.ts'

type NoticedMember = ReminderRecipient & { wantsMail: boolean; attempts: number; attemptId: string | null }

/** Queues the email of each member in the transaction that records it as sent. Can be stopped and can run concurrently. */
export async function sendCorrectionMails(
  db: Kysely<Tables>,
  services: ReminderServices,
  challengeId: string,
  now: Date,
  signal?: AbortSignal,
): Promise<void> {
  const about = await db
    .selectFrom('rescores')
    .select(['certification_id as certificationId', 'public_reason as publicReason'])
    .where('challenge_id', '=', challengeId)
    .executeTakeFirst()
  if (!about) return
  await forEachLocked(
    db,
    (transaction, last: NoticedMember | undefined) => findNextMember(transaction, challengeId, last),
    async (transaction, member) => {
      await transaction
        .updateTable('correction_notices')
        .set({ mailed_at: now })
        .where('challenge_id', '=', challengeId)
        .where('user_id', '=', member.id)
        .execute()
      const { wantsMail, attempts, attemptId } = member
      // If there is no attempt, the member has deleted it.
      if (!wantsMail || attemptId === null) return
      const values = { ...about, attempts, attemptId }
      const message = writeTo(member, services, 'emailNotifications', (letter) => correctionMail({ ...letter, ...values }))
      await services.jobs.sendMail(message, transaction)
    },
    { signal },
  )
}

function findNextMember(transaction: Db, challengeId: string, last: NoticedMember | undefined): Promise<NoticedMember | undefined> {
  const changed = sql`from rescored_attempts as again where again.challenge_id = notice.challenge_id and again.user_id = notice.user_id
    and again.was_correct <> again.is_correct`
  return transaction
    .selectFrom('correction_notices as notice')
    .innerJoin('users', 'users.id', 'notice.user_id')
    .leftJoin('user_profiles as profile', 'profile.id', 'notice.user_id')
    .select(['users.id', 'users.email', 'profile.language'])
    .select(
      sql<boolean>`coalesce(profile.email_notifications, false) and users.email_verified and users.disabled_at is null`.as('wantsMail'),
    )
    .select(sql<number>`(select count(*)::int ${changed})`.as('attempts'))
    .select(sql<string | null>`(select again.attempt_id ${changed} order by again.attempt_id desc limit 1)`.as('attemptId'))
    .where('notice.challenge_id', '=', challengeId)
    .where('notice.mailed_at', 'is', null)
    .where('notice.user_id', '>', last?.id ?? '')
    .orderBy('notice.user_id')
    .limit(1)
    .forUpdate('notice')
    .skipLocked()
    .executeTakeFirst()
}

export type CorrectionLetter = OptionalLetter & {
  certificationId: string
  publicReason: string
  /** How many attempts have an answer with a different grade, and the id of one of them. */
  attempts: number
  attemptId: string
}

export function correctionMail(letter: CorrectionLetter): MailMessage {
  return inCurrentLanguage({ en: correctionMailEn, fr: correctionMailFr })(letter)
}

function correctionMailEn(letter: CorrectionLetter): MailMessage {
  const { address, origin, unsubscribe, certificationId, publicReason, attempts, attemptId } = letter
  const id = onOneLine(certificationId).toUpperCase()
  const body = [
    `We corrected the answer key of a question in ${id} that you answered. Your answer has been graded again in ${attempts === 1 ? 'one attempt' : `${attempts} attempts`}.`,
    { quote: publicReason },
    'See the result before and after the correction:',
    {
      label: attempts === 1 ? 'Your attempt' : 'Your history',
      url: addressOf(origin, attempts === 1 ? `/profile/history/${attemptId}#corrected` : '/profile/history'),
    },
    'All corrections of this exam:',
    { label: `Changes in ${id}`, url: addressOf(origin, `/certifications/${certificationId}/changes`) },
    'If you no longer want these messages, turn them off here. No sign-in needed:',
    { label: 'Turn off email notifications', url: unsubscribe },
  ]
  return {
    ...write('result-corrected', address, `Corrected: a question in ${id}`, body, 'because you turned on email notifications'),
    unsubscribe,
  }
}
