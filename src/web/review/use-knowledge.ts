/** A candidate's knowledge of a certification's questions: from the attempts on this device and, for a member, from the account. */
import { useEffect, useState } from 'react'
import type { Knowledge } from '#exam/planning/knowledge.ts'
import { useAuth } from '#web/accounts/index.ts'
import { combineKnowledge, fetchAccountKnowledge, readDeviceJournals, type GradableQuestion } from '#web/review/read-knowledge.ts'

/** `unanswered`: the account could not be reached. `nothing`: the browser has no storage, and the user is not signed in. */
type KnowledgeSource = 'device' | 'account' | 'unanswered' | 'nothing'

/** Returns `undefined` until the knowledge is read. `questions`: `undefined` until loaded, then the same array on every render. */
export function useKnowledge(
  certificationId: string,
  questions: readonly GradableQuestion[] | undefined,
): { knowledge: Knowledge; source: KnowledgeSource } | undefined {
  const { state } = useAuth()
  const { status } = state
  const memberId = state.status === 'signed-in' ? state.member.id : undefined
  const [known, setKnown] = useState<{ knowledge: Knowledge; source: KnowledgeSource }>()
  useEffect(() => {
    let isOutdated = false
    const read = async (graded: readonly GradableQuestion[]) => {
      const [journals, inAccount] = await Promise.all([
        readDeviceJournals(certificationId),
        memberId === undefined ? undefined : fetchAccountKnowledge(memberId, certificationId),
      ])
      const knowledge = combineKnowledge(journals ?? [], graded, inAccount)
      const source = status === 'signed-in' ? (inAccount ? 'account' : 'unanswered') : journals ? 'device' : 'nothing'
      if (!isOutdated) setKnown({ knowledge, source })
    }
    if (questions && status !== 'checking') void read(questions)
    return () => {
      isOutdated = true
    }
  }, [certificationId, questions, status, memberId])
  return known
}
