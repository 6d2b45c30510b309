/** Three counters of what a member has practised. Source: spec §2, profile. */
import { progress } from '#web/text/en/progress.ts'

/** `since` is the day of the first attempt that is kept. */
type Props = { certifications: number; finishedRuns: number; activeMs: number; since: string | null }

export function Figures({ certifications, finishedRuns, activeMs, since }: Props) {
  return (
    <>
      <dl className="figures">
        <Figure name={progress.counters.certifications} value={String(certifications)} />
        <Figure name={progress.counters.exams} value={String(finishedRuns)} />
        <Figure name={progress.counters.hours} value={progress.hours(activeMs)} />
      </dl>
      <p className="small">{progress.counted(since)}</p>
    </>
  )
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}
