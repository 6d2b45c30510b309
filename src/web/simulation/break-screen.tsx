/** A break: the questions are hidden, and the clock of the simulation keeps running. */
import { useEffect, useState } from 'react'
import { minuteMs } from '#exam/duration.ts'
import { SitePage } from '#web/layout/site-page.tsx'
import { examRules as words } from '#text/exam-rules.ts'
import { simulation } from '#text/simulation.ts'

type Props = { breakAt: number; minutes: number; timer: React.ReactNode; onEnd: () => void }

export function BreakScreen({ breakAt, minutes, timer, onEnd }: Props) {
  const [left, setLeft] = useState(() => secondsLeft(breakAt, minutes, Date.now()))
  useEffect(() => {
    const interval = setInterval(() => setLeft(secondsLeft(breakAt, minutes, Date.now())), 1000)
    return () => clearInterval(interval)
  }, [breakAt, minutes])
  return (
    <SitePage>
      <section className="message">
        <h1 tabIndex={-1} ref={(heading) => heading?.focus()}>
          {words.break}
        </h1>
        <p className="break-time" role="timer">
          {simulation.clock(left)}
        </p>
        {left === 0 && <p role="status">{words.breakOver}</p>}
        {timer}
        <button className="button" data-kind="primary" type="button" onClick={onEnd}>
          {words.continueNow}
        </button>
      </section>
    </SitePage>
  )
}

/** Seconds until the break is over, at most its full length: `breakAt` may come from another device, whose clock may differ. */
export function secondsLeft(breakAt: number, minutes: number, now: number): number {
  return Math.min(minutes * 60, Math.max(0, Math.ceil((breakAt + minutes * minuteMs - now) / 1000)))
}
