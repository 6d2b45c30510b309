/** Shown between the last move of a simulation and its results: asks the server until it has graded the answers. */
import { useEffect, useEffectEvent } from 'react'
import { isSameSequence } from '#exam/question.ts'
import type { Attempt } from '#exam/attempt.ts'
import { SitePage } from '#web/layout/site-page.tsx'
import { fetchSheet, type TimedSheet } from '#web/simulation/simulation-requests.ts'
import { questionNumbers } from '#web/simulation/question-numbers.ts'
import type { SimulationAttempt } from '#web/simulation/use-simulation-attempt.ts'
import type { OpenSimulation } from '#web/simulation/simulation-state.ts'
import type { SyncRefusal } from '#web/sync/index.ts'
import { simulation as words } from '#text/simulation.ts'
import { useOnline } from '#web/ui/use-online.ts'

const retryMs = 800
const retryStepsMax = 5

type Props = {
  simulation: OpenSimulation
  opened: SimulationAttempt
  onGraded: (graded: TimedSheet, late: number[]) => void
}

export function SubmittingScreen({ simulation: { sheet, secret, journal }, opened, onGraded }: Props) {
  const { state, unsent, refusal, isUnreachable } = opened
  const { owner } = journal
  const isOnline = useOnline()
  const report = useEffectEvent((graded: TimedSheet) => onGraded(graded, lateNumbers(state.attempt, state.conflicts, graded.sheet.attempt)))
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isClosed = false
    let tries = 0
    const ask = async () => {
      const graded = await fetchSheet(owner, sheet.id, secret).catch(() => undefined)
      if (isClosed) return
      if (graded?.sheet.finished) return report(graded)
      tries += 1
      timer = setTimeout(() => void ask(), Math.min(tries, retryStepsMax) * retryMs)
    }
    // The last moves must be sent first.
    timer = setTimeout(() => void ask(), retryMs)
    return () => {
      isClosed = true
      clearTimeout(timer)
    }
  }, [owner, sheet.id, secret])
  const ranOut = (state.attempt.finishedAt ?? 0) >= sheet.deadlineAt - 1000
  return (
    <SitePage>
      <section className="message" role="status">
        <h1>{ranOut ? words.timeIsUpTitle : words.submittingTitle}</h1>
        {refusal ? (
          <p>{refusalText(refusal)}</p>
        ) : isOnline && isUnreachable ? (
          <p>{words.notReceived(questionNumbers(state.attempt, unsent))}</p>
        ) : isOnline ? (
          <p className="indicator">
            <span className="spinner" /> {words.submitting}
          </p>
        ) : (
          <p>{words.submitOffline(questionNumbers(state.attempt, unsent))}</p>
        )}
      </section>
    </SitePage>
  )
}

export function refusalText(refusal: SyncRefusal): string {
  return words.refused[refusal === 'signedOut' || refusal === 'missing' ? refusal : 'other']
}

/** Numbers, from 1, of the questions whose last answer the server did not grade. */
function lateNumbers(attempt: Attempt, conflicts: readonly string[], graded: Attempt): number[] {
  const isLate = (id: string) => !isSameSequence(attempt.answers[id] ?? [], graded.answers[id] ?? []) || conflicts.includes(id)
  const late = attempt.questionIds.filter(isLate)
  return questionNumbers(attempt, late)
}
