/**
 * For administrators: the progress of a re-score, and then what it changed. While the re-score runs, a visible page reloads its data every two
 * seconds.
 */
import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import type { RescoreProgressData } from '#server/rescoring/index.ts'
import { RescoreFigures } from '#web/rescoring/rescore-figures.tsx'
import { rescoring as words } from '#text/rescoring.ts'

const reloadMs = 2_000

export function RescoreProgress({ progress }: { progress: RescoreProgressData }) {
  const { state, done, total, noticed, effect } = progress
  const isRunning = state === 'running'
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void revalidate()
    }, reloadMs)
    return () => clearInterval(timer)
  }, [isRunning, revalidate])
  return (
    <section className="flow" aria-labelledby="rescore-progress">
      <h3 id="rescore-progress">{words.progressTitle}</h3>
      <p role="status">{isRunning ? words.running : words.finished(done, noticed)}</p>
      {isRunning && (
        <p className="row">
          <progress aria-label={words.progressLabel} value={done} max={Math.max(total, 1)} />
          <span className="small">{words.done(done, total)}</span>
        </p>
      )}
      {!isRunning && <RescoreFigures effect={effect} />}
    </section>
  )
}
