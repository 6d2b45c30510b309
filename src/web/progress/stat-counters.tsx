/** Three counters of a member's practice. Source: spec §2, profile. */
import { progress } from '#web/text/en/progress.ts'

/** `since` is the day of the first attempt in the account. */
type Props = { certifications: number; finishedAttempts: number; activeMs: number; since: string | null }

export function StatCounters({ certifications, finishedAttempts, activeMs, since }: Props) {
  return (
    <>
      <dl className="figures">
        <Figure name={progress.counters.certifications} value={String(certifications)} />
        <Figure name={progress.counters.exams} value={String(finishedAttempts)} />
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
