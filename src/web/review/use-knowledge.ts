/** A candidate's knowledge of a certification's questions: from the attempts on this device and, for a member, from the account. */
import { useEffect, useState } from 'react'
import { deriveKnowledge, mergeKnowledge, type Knowledge, type QuestionKnowledge } from '#exam/knowledge.ts'
import type { Question } from '#exam/question.ts'
import { useAuth } from '#web/accounts/index.ts'
import { fetchJson, readAllAttempts } from '#web/sync/index.ts'

/** `unanswered`: the account could not be reached. `nothing`: the browser has no storage, and the user is not signed in. */
type KnowledgeSource = 'device' | 'account' | 'unanswered' | 'nothing'

type Gradable = Pick<Question, 'id' | 'type' | 'answerKey'>

/** `undefined` until it is known. `questions` must be the same array on every render. */
export function useKnowledge(
  certificationId: string,
  questions: readonly Gradable[],
): { knowledge: Knowledge; source: KnowledgeSource } | undefined {
  const { state } = useAuth()
  const { status } = state
  const memberId = state.status === 'signed-in' ? state.member.id : undefined
  const [known, setKnown] = useState<{ knowledge: Knowledge; source: KnowledgeSource }>()
  useEffect(() => {
    let isOutdated = false
    const read = async () => {
      const [onDevice, inAccount] = await Promise.all([
        readFromDevice(questions),
        memberId === undefined ? undefined : fetchFromAccount(memberId, certificationId),
      ])
      const knowledge = mergeKnowledge(onDevice ?? new Map(), inAccount ?? new Map())
      const source = status === 'signed-in' ? (inAccount ? 'account' : 'unanswered') : onDevice ? 'device' : 'nothing'
      if (!isOutdated) setKnown({ knowledge, source })
    }
    if (status !== 'checking') void read()
    return () => {
      isOutdated = true
    }
  }, [certificationId, questions, status, memberId])
  return known
}

async function readFromDevice(questions: readonly Gradable[]): Promise<Knowledge | undefined> {
  try {
    return deriveKnowledge(await readAllAttempts(), questions)
  } catch {
    return undefined
  }
}

async function fetchFromAccount(memberId: string, certificationId: string): Promise<Knowledge | undefined> {
  if (!navigator.onLine) return undefined
  type ProgressResponse = { questions: ({ id: string } & QuestionKnowledge)[] }
  const progress = await fetchJson<ProgressResponse>(`/api/progress/${certificationId}`, memberId).catch(() => undefined)
  return progress && new Map(progress.questions.map(({ id, ...state }) => [id, state]))
}
