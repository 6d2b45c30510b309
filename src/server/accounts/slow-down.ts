/** Delays guesses. Only a few guesses from each network may wait at a time, so that guessing in parallel is no faster. */
import type { ResponseClock } from '#server/accounts/response-clock.ts'

const firstWaitMs = 500
const waitMaxMs = 15_000
const waitingMax = 4

/** Guesses that are waiting, per network. */
const waiting = new Map<string, number>()

/**
 * Waits 500 ms for the first wrong guess from a network, twice as long for each further one, and at most 15 s. Returns `false`
 * without a wait if four guesses from the network are already waiting.
 */
export async function slowDown(network: string, guesses: number, { pause }: Pick<ResponseClock, 'pause'>): Promise<boolean> {
  const count = waiting.get(network) ?? 0
  if (count >= waitingMax) return false
  waiting.set(network, count + 1)
  try {
    await pause(Math.min(firstWaitMs * 2 ** (guesses - 1), waitMaxMs))
  } finally {
    const left = (waiting.get(network) ?? 1) - 1
    if (left > 0) waiting.set(network, left)
    else waiting.delete(network)
  }
  return true
}
