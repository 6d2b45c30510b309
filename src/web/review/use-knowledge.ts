/** What somebody knows of the questions of a certification: by the runs on this device and, for a member, by the account. */
import { useEffect, useState } from 'react'
import { deriveKnowledge, mergeKnowledge } from '#exam/knowledge.ts'
import type { Knowledge, QuestionKnowledge } from '#exam/knowledge.ts'
import type { Question } from '#exam/question.ts'
import { useAuth } from '#web/accounts/index.ts'
import { readAllAttempts } from '#web/sync/index.ts'

/** `unanswered`: the account could not be asked; `nothing`: the browser keeps nothing, and nobody is signed in. */
type Source = 'device' | 'account' | 'unanswered' | 'nothing'

type Gradable = Pick<Question, 'id' | 'type' | 'answerKey'>

/** `undefined` until it is known. `questions` has to be stable between drawings. */
export function useKnowledge(
  certificationId: string,
  questions: readonly Gradable[],
): { knowledge: Knowledge; source: Source } | undefined {
  const { status } = useAuth().state
  const [known, setKnown] = useState<{ knowledge: Knowledge; source: Source }>()
  useEffect(() => {
    let isGone = false
    const read = async () => {
      const [here, there] = await Promise.all([readHere(questions), status === 'signed-in' ? readThere(certificationId) : undefined])
      const knowledge = mergeKnowledge(here ?? new Map(), there ?? new Map())
      const source = status === 'signed-in' ? (there ? 'account' : 'unanswered') : here ? 'device' : 'nothing'
      if (!isGone) setKnown({ knowledge, source })
    }
    if (status !== 'checking') void read()
    return () => {
      isGone = true
    }
  }, [certificationId, questions, status])
  return known
}

async function readHere(questions: readonly Gradable[]): Promise<Knowledge | undefined> {
  try {
    return deriveKnowledge(await readAllAttempts(), questions)
  } catch {
    return undefined
  }
}

async function readThere(certificationId: string): Promise<Knowledge | undefined> {
  if (!navigator.onLine) return undefined
  try {
    const response = await fetch(`/api/progress/${certificationId}`)
    if (!response.ok) return undefined
    const { questions } = (await response.json()) as { questions: ({ id: string } & QuestionKnowledge)[] }
    return new Map(questions.map(({ id, ...known }) => [id, known]))
  } catch {
    return undefined
  }
}
