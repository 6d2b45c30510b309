/** Exams that are kept on this device, as React sees them. */
import { useEffect, useState } from 'react'
import { sendToWorker } from '#web/layout/service-worker.ts'
import type { SaveProblem, SavedExam, WorkerRequest, WorkerReply } from '#worker/messages.ts'

/** Whether this browser can keep anything is not known until it has been asked. */
export type Kept =
  | { status: 'asking' | 'unsupported' }
  | { status: 'ready' | 'busy'; exams: readonly SavedExam[]; problem?: SaveProblem | undefined }

export function useKept(): { kept: Kept; wish: (wish: WorkerRequest) => void } {
  const [kept, setKept] = useState<Kept>({ status: 'asking' })
  useEffect(() => {
    let isGone = false
    const ask = async () => {
      const answer = await sendToWorker({ wish: 'list' })
      if (!isGone) setKept(read(answer))
    }
    void ask()
    return () => {
      isGone = true
    }
  }, [])
  return {
    kept,
    wish: (wish) => {
      setKept((before) => ({ status: 'busy', exams: 'exams' in before ? before.exams : [] }))
      void sendToWorker(wish).then((answer) => setKept((before) => read(answer, before)))
    },
  }
}

function read(answer: WorkerReply | undefined, before?: Kept): Kept {
  if (!answer) return { status: 'unsupported' }
  const { kept, problem } = answer
  return { status: 'ready', exams: problem === 'unanswered' && before && 'exams' in before ? before.exams : kept, problem }
}
