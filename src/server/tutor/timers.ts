/** Timers of the tutor, which tests replace so that they never wait. */

/** Calls `run` once after a delay, unless the returned function is called first. */
export type StartTimer = (run: () => void, ms: number) => () => void

export const startTimer: StartTimer = (run, ms) => {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}
