/** Reads a candidate's knowledge of questions: from the attempts on this device, and from a member's account. */
import type { Move } from '#exam/moves.ts'
import { deriveKnowledge, mergeKnowledge, type Knowledge, type QuestionKnowledge } from '#exam/planning/knowledge.ts'
import type { Question } from '#exam/question.ts'
import { fetchJson, readAllAttempts } from '#web/sync/index.ts'

export type GradableQuestion = Pick<Question, 'id' | 'type' | 'answerKey'>

/** The attempts of this certification on this device; `undefined` when the browser blocks its storage. */
export async function readDeviceJournals(certificationId: string): Promise<Move[][] | undefined> {
  const journals = await readAllAttempts().catch(() => undefined)
  return journals?.filter(([first]) => first?.type === 'start' && first.certificationId === certificationId)
}

/** The knowledge stored in the member's account; `undefined` when the server cannot be reached. */
export async function fetchAccountKnowledge(memberId: string, certificationId: string): Promise<Knowledge | undefined> {
  if (!navigator.onLine) return undefined
  type ProgressResponse = { questions: ({ id: string } & QuestionKnowledge)[] }
  const progress = await fetchJson<ProgressResponse>(`/api/progress/${certificationId}`, memberId).catch(() => undefined)
  return progress && new Map(progress.questions.map(({ id, ...state }) => [id, state]))
}

export function combineKnowledge(
  journals: readonly (readonly Move[])[],
  questions: readonly GradableQuestion[],
  inAccount: Knowledge | undefined,
): Knowledge {
  return mergeKnowledge(deriveKnowledge(journals, questions), inAccount ?? new Map())
}
