/** `GET /api/questions/:id/quality`: what the editor shows about the quality of a question. Administrators only. */
import { requireApiAdministrator } from '#web/admin/require-api-administrator.ts'
import { allowMethods } from '#web/http/methods.ts'
import { privateJson } from '#web/http/problem.ts'
import { refuse } from '#web/http/refusals.ts'
import { servicesContext } from '#web/context.ts'
import type { Route } from './+types/question-quality.ts'
import type { BankQuestion } from '#exam/bank-file/index.ts'
import type { FreshnessReason, FreshnessState } from '#exam/freshness.ts'
import { findBankQuestion, listItemsInLanguage, type ItemInLanguage } from '#server/bank/index.ts'
import { findUndecidedChallenge, type UndecidedChallenge } from '#server/challenges/index.ts'
import type { Db } from '#server/db/tables.ts'
import { readFreshness } from '#server/freshness/index.ts'
import { listVersionStatistics, readAnswerCounts, type VersionStatistics } from '#server/statistics/index.ts'

export const middleware = [allowMethods('GET'), requireApiAdministrator()]

/** The response. Each product area adds its own fields. */
export type QuestionQuality = {
  /** Counts over all versions, including the answers that the statistics leave out. */
  counts: { answered: number; correct: number }
  /** The current version first. */
  statistics: VersionStatistics[]
  /** The challenge that is open or under review. */
  challenge?: UndecidedChallenge | undefined
  /** Present if a model can check the question. */
  canCheck?: true
  /** `since` is an ISO time. */
  freshness: { state: FreshnessState; reason: FreshnessReason | null; since: string } | undefined
  /** The question in French. */
  translation?: ItemInLanguage | undefined
}

export async function loader({ context, params }: Route.LoaderArgs) {
  const { db, tutor } = context.get(servicesContext)
  const question = await findBankQuestion(db, params.questionId)
  if (!question) return refuse('UNKNOWN_QUESTION')
  return privateJson({ ...(await readQuality(db, question)), ...(tutor && { canCheck: true }) } satisfies QuestionQuality)
}

async function readQuality(db: Db, question: BankQuestion): Promise<QuestionQuality> {
  const { id: questionId } = question
  const [inFrench] = await listItemsInLanguage(db, 'fr', [question])
  const [found] = await readFreshness(db, [questionId])
  return {
    counts: await readAnswerCounts(db, questionId),
    statistics: await listVersionStatistics(db, questionId),
    challenge: await findUndecidedChallenge(db, questionId),
    freshness: found && { state: found.state, reason: found.reason, since: found.since.toISOString() },
    ...(inFrench?.language === 'fr' && { translation: inFrench }),
  }
}
