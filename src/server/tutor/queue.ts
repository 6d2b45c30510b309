/** A bounded queue for the model. It limits how many requests run at the same time, how many may wait, and for how long. */
import { startTimer as startRealTimer, type StartTimer } from '#server/tutor/timers.ts'

type QueueOptions = { concurrency: number; waitingMax: number; waitMs: number; startTimer?: StartTimer }

export type TutorQueue = {
  /** Waits for a turn and returns the function that ends it; `undefined` if the queue is full, the wait is too long, or the signal is aborted. */
  enter: (signal: AbortSignal) => Promise<(() => void) | undefined>
}

export function createQueue({ concurrency, waitingMax, waitMs, startTimer = startRealTimer }: QueueOptions): TutorQueue {
  let active = 0
  const waiting = new Set<(hasTurn: boolean) => void>()

  const leave = () => {
    const [next] = waiting
    if (next) return next(true)
    active--
  }
  /** The same turn cannot end twice. */
  const createTurn = () => {
    let hasEnded = false
    return () => {
      if (!hasEnded) leave()
      hasEnded = true
    }
  }

  return {
    enter: async (signal) => {
      if (signal.aborted) return undefined
      if (active < concurrency) {
        active++
        return createTurn()
      }
      if (waiting.size >= waitingMax) return undefined
      return new Promise((resolve) => {
        const finish = (hasTurn: boolean) => {
          waiting.delete(finish)
          endTimer()
          signal.removeEventListener('abort', giveUp)
          resolve(hasTurn ? createTurn() : undefined)
        }
        const giveUp = () => finish(false)
        const endTimer = startTimer(giveUp, waitMs)
        waiting.add(finish)
        signal.addEventListener('abort', giveUp)
      })
    },
  }
}
