/** The exams saved on this device, as React state. */
import { useEffect, useState } from 'react'
import { sendToWorker } from '#web/offline/send-to-worker.ts'
import type { SaveProblem, SavedExam, WorkerReply, WorkerRequest } from '#worker/messages.ts'

/**
 * `loading` until the worker has replied; `unsupported` when the browser cannot save exams. `share`: how much of an exam is saved, from 0 to
 * 1, while it is being saved.
 */
type SavedExamsState =
  | { status: 'loading' | 'unsupported' }
  | { status: 'ready' | 'busy'; exams: readonly SavedExam[]; problem?: SaveProblem | undefined; share?: number }

export function useSavedExams(): { state: SavedExamsState; send: (request: WorkerRequest) => void } {
  const [state, setState] = useState<SavedExamsState>({ status: 'loading' })
  useEffect(() => {
    let isOutdated = false
    const load = async () => {
      const reply = await sendToWorker({ wish: 'list' })
      if (!isOutdated) setState(stateAfter(reply))
    }
    void load()
    return () => {
      isOutdated = true
    }
  }, [])
  return {
    state,
    send: (request) => {
      setState((before) => ({ status: 'busy', exams: 'exams' in before ? before.exams : [] }))
      const showProgress = (share: number) => setState((before) => (before.status === 'busy' ? { ...before, share } : before))
      void sendToWorker(request, showProgress).then((reply) => setState((before) => stateAfter(reply, before)))
    },
  }
}

function stateAfter(reply: WorkerReply | undefined, before?: SavedExamsState): SavedExamsState {
  if (!reply) return { status: 'unsupported' }
  const { kept, problem } = reply
  return { status: 'ready', exams: problem === 'unanswered' && before && 'exams' in before ? before.exams : kept, problem }
}
