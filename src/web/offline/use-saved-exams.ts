/** The exams saved on this device, as React state. */
import { useEffect, useEffectEvent, useState } from 'react'
import { sendToWorker } from '#web/offline/send-to-worker.ts'
import type { SaveProblem, SavedExam, WorkerReply, WorkerRequest } from '#worker/messages.ts'

/**
 * `loading` until the worker has replied; `unsupported` when the browser cannot save exams. `share`: how much of an exam is saved, from 0 to
 * 1, while it is being saved.
 */
type SavedExamsState =
  | { status: 'loading' | 'unsupported' }
  | { status: 'ready' | 'busy'; exams: readonly SavedExam[]; problem?: SaveProblem | undefined; share?: number }

/** If the exam `followed` is being saved, as after a reload, the state follows that save to its end. */
export function useSavedExams(followed?: string): { state: SavedExamsState; send: (request: WorkerRequest) => void } {
  const [state, setState] = useState<SavedExamsState>({ status: 'loading' })
  const send = (request: WorkerRequest) => {
    setState((before) => ({ status: 'busy', exams: 'exams' in before ? before.exams : [] }))
    const showProgress = (share: number) => setState((before) => (before.status === 'busy' ? { ...before, share } : before))
    void sendToWorker(request, showProgress).then((reply) => setState((before) => stateAfter(reply, before)))
  }
  const showList = useEffectEvent((reply: WorkerReply | undefined) => {
    setState(stateAfter(reply))
    if (followed !== undefined && reply?.saving?.includes(followed)) send({ wish: 'follow', id: followed })
  })
  useEffect(() => {
    let isOutdated = false
    const load = async () => {
      const reply = await sendToWorker({ wish: 'list' })
      if (!isOutdated) showList(reply)
    }
    void load()
    return () => {
      isOutdated = true
    }
  }, [])
  return { state, send }
}

function stateAfter(reply: WorkerReply | undefined, before?: SavedExamsState): SavedExamsState {
  if (!reply) return { status: 'unsupported' }
  const { kept, problem } = reply
  return { status: 'ready', exams: problem === 'unanswered' && before && 'exams' in before ? before.exams : kept, problem }
}
