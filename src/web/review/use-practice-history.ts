/** What a candidate has practiced for a certification, for pages that do not contain its questions. */
import { useEffect, useState } from 'react'
import type { Knowledge } from '#exam/planning/knowledge.ts'
import { findQuestionMs } from '#exam/planning/pace.ts'
import type { IndexedQuestion, QuestionBank } from '#exam/question-chunks.ts'
import { useAuth } from '#web/accounts/index.ts'
import { getQuestionLoader } from '#web/bank/index.ts'
import { fetchDueReviews } from '#web/review/due-questions.ts'
import { combineKnowledge, fetchAccountKnowledge, readDeviceJournals } from '#web/review/read-knowledge.ts'
import { fetchJson } from '#web/sync/index.ts'

export type PracticeHistory = {
  knowledge: Knowledge
  /** Empty while nothing has been practiced, so that a first visit requests nothing. */
  questions: readonly IndexedQuestion[]
  /** Number of questions in today's review; `undefined` for a guest, and when the account cannot be reached. */
  dueToday: number | undefined
  /** Median time per question, from the attempts on this device; `undefined` with too few answers. */
  questionMs?: number | undefined
}

/** Returns `undefined` until the history is read, and if the questions, a guest's storage, or a member's account cannot be read. */
export function usePracticeHistory(certificationId: string): PracticeHistory | undefined {
  const { state } = useAuth()
  const { status } = state
  const memberId = state.status === 'signed-in' ? state.member.id : undefined
  const [history, setHistory] = useState<PracticeHistory>()
  useEffect(() => {
    if (status === 'checking') return
    let isOutdated = false
    readPracticeHistory(certificationId, memberId).then(
      (known) => isOutdated || setHistory(known),
      // Without a history, the page shows its text without figures.
      () => undefined,
    )
    return () => {
      isOutdated = true
      setHistory(undefined)
    }
  }, [certificationId, status, memberId])
  return history
}

export async function readPracticeHistory(certificationId: string, memberId: string | undefined): Promise<PracticeHistory | undefined> {
  const [journals, inAccount, due] = await Promise.all([
    readDeviceJournals(certificationId),
    memberId === undefined ? undefined : fetchAccountKnowledge(memberId, certificationId),
    memberId === undefined ? undefined : fetchDueReviews(certificationId),
  ])
  if (memberId === undefined ? !journals : !inAccount) return undefined
  const dueToday = due?.questionIds.length
  if (!journals?.length && !inAccount?.size) return { knowledge: new Map(), questions: [], dueToday }
  const bank = await fetchJson<QuestionBank>(`/api/banks/${certificationId}`, null)
  if (!bank) return undefined
  const questions = await getQuestionLoader(bank).readIndex()
  return {
    knowledge: combineKnowledge(journals ?? [], questions, inAccount),
    questions,
    dueToday,
    questionMs: findQuestionMs(journals ?? []),
  }
}
