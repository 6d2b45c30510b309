/** A member's progress on the profile: counters, a chart of twelve weeks, and each certification. */
import { Link } from 'react-router'
import { familyMark, shortCertificationName } from '#exam/certification.ts'
import { toLocalTime } from '#exam/planning/local-day.ts'
import { isPassed, scorePercent } from '#exam/grading.ts'
import { computeShare, type AnswerShare } from '#exam/answer-share.ts'
import { IdBadge } from '#web/ui/id-badge.tsx'
import { Activity } from '#web/progress/activity.tsx'
import { NothingYet } from '#web/progress/nothing-yet.tsx'
import { progress } from '#text/progress.ts'
import { Outline } from '#web/ui/figures/outline.tsx'
import type { FinishedAttempt, PracticedCertification, ProgressOverview as Overview } from '#server/progress/index.ts'

export function ProgressOverview({
  overview: { totals: figures, activity, timeZone, goalPerDay, certifications },
}: {
  overview: Overview
}) {
  const since = figures.since && toLocalTime(figures.since.getTime(), timeZone).day
  return (
    <>
      <dl className="figures">
        <Figure name={progress.counters.certifications} value={figures.certifications} />
        <Figure name={progress.counters.exams} value={figures.finishedAttempts} />
        <Figure name={progress.counters.hours} value={progress.hours(figures.activeMs)} />
      </dl>
      <p className="small">{progress.counted(since)}</p>
      {figures.since ? (
        <Activity days={activity} timeZone={timeZone} goalPerDay={goalPerDay} />
      ) : (
        <section className="apart flow" aria-labelledby="nothing">
          <NothingYet />
        </section>
      )}
      {certifications.length > 0 && (
        <section className="apart" aria-labelledby="progress">
          <h2 id="progress">{progress.title}</h2>
          <ul className="index" data-kind="full" role="list">
            {certifications.map((one) => (
              <li key={one.id} data-family={familyMark(one.family)}>
                <Link className="index-entry" to={`/profile/progress/${one.id}`}>
                  <Row certification={one} />
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      {figures.since && (
        <p>
          <Link className="button" to="/profile/history">
            {progress.history}
          </Link>
        </p>
      )}
    </>
  )
}

/** A counter. Source: spec §2, profile. */
function Figure({ name, value }: { name: string; value: string | number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}

function shareOf({ correct, total }: FinishedAttempt): AnswerShare {
  return computeShare(correct, total)
}

function hasPassed({ isSimulation, correct, total }: FinishedAttempt): boolean {
  return isSimulation && isPassed(scorePercent(correct, total))
}

function Row({ certification }: { certification: PracticedCertification }) {
  const { id, bankSize, areas, lastAttempt } = certification
  const seen = areas.reduce((sum, { share }) => sum + share.total, 0)
  return (
    <>
      <IdBadge id={id} />
      <h3>{shortCertificationName(certification)}</h3>
      <p className="facts">
        <span>
          {lastAttempt === null ? progress.noFinishedAttempt : progress.lastAttempt(shareOf(lastAttempt), hasPassed(lastAttempt))}
        </span>
        <span>{progress.seen(seen, bankSize)}</span>
      </p>
      <div className="progress">
        {areas.length > 0 && (
          <Outline
            areas={areas}
            label={progress.outlineLabel(id.toUpperCase())}
            scores={areas.map(({ share }) => share.percent)}
            seen={areas.map(({ share, size }) => (size === 0 ? 0 : (share.total / size) * 100))}
            size="small"
          />
        )}
      </div>
    </>
  )
}
