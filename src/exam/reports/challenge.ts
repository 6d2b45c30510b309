/** Challenges to questions: their states, and the rules for public reasons that browser and server share. */
import { mentionsRealExam, type ReportReason } from '#exam/reports/question-report.ts'

export const challengeStates = ['open', 'under_review', 'confirmed', 'rejected'] as const
export type ChallengeState = (typeof challengeStates)[number]

/** Reports for these reasons say that the content is wrong. Reports for other reasons are handled one by one. */
const contentReasons: readonly ReportReason[] = ['wrong_answer', 'outdated', 'unclear']

export function isAgainstContent(reason: ReportReason): boolean {
  return contentReasons.includes(reason)
}

/** `answer_key`: results change. `wording`: results stay the same. `removed`: candidates no longer get the question. */
export const corrections = ['answer_key', 'wording', 'removed'] as const
export type Correction = (typeof corrections)[number]

/** What the public change log lists: corrections, and rejected challenges, which left the question `unchanged`. */
export const loggedKinds = [...corrections, 'unchanged'] as const
export type LoggedKind = (typeof loggedKinds)[number]

/** In UTF-16 code units, trimmed. */
export const publicReasonLengths = { min: 10, max: 1_000 }

/** Codes of problems; their messages are in `web/text/en/admin/challenges.ts`. */
export type PublicReasonProblem = 'REASON_SHORT' | 'REASON_LONG' | 'REASON_REAL_EXAM'

/** Why this text is not accepted as a public reason. Everyone can read the reason, so it must not quote the real exam. */
export function findPublicReasonProblem(text: string): PublicReasonProblem | undefined {
  const { length } = text.trim()
  if (length < publicReasonLengths.min) return 'REASON_SHORT'
  if (length > publicReasonLengths.max) return 'REASON_LONG'
  return mentionsRealExam(text) ? 'REASON_REAL_EXAM' : undefined
}

/**
 * The progress of a report, as its sender sees it. `received` and `handled` are the states of a report without a challenge. `publicReason`
 * is set once the challenge is confirmed or rejected. `since` is the ISO time of the latest change of the state.
 */
export type ReportProgress = {
  key: string
  state: 'received' | 'handled' | ChallengeState
  publicReason: string | null
  since: string
}

/** Maximum number of reports whose progress one request can ask for, and that a device remembers. */
export const followedReportsMax = 100
