/** Readiness on a member's home page: the range, how many answers an estimate needs, or the day of the last answer if all are too old. */
import { Link } from 'react-router'
import { toLocalTime } from '#exam/planning/local-day.ts'
import { minAnswers, type Readiness } from '#exam/readiness/readiness.ts'
import { mixedPracticePath } from '#exam/question-set.ts'
import { RangeFigure } from '#web/readiness/range-figure.tsx'
import { readiness as words } from '#text/readiness.ts'

export function ReadinessCard({ certificationId, readiness }: { certificationId: string; readiness: Readiness }) {
  return (
    <section className="next" aria-labelledby="readiness">
      <h2 id="readiness">{words.title}</h2>
      <ReadinessState certificationId={certificationId} readiness={readiness} />
      <p>
        <Link className="link-alone" to={`/profile/readiness/${certificationId}`}>
          {words.details}
        </Link>
      </p>
    </section>
  )
}

function ReadinessState({ certificationId, readiness }: { certificationId: string; readiness: Readiness }) {
  switch (readiness.state) {
    case 'estimated':
      return (
        <>
          <p>
            <b>{words.likely(readiness.range)}</b>. {words.whole(readiness.relation)}
          </p>
          <RangeFigure range={readiness.range} />
          <p className="small">{words.fromShort(readiness.answers)}</p>
        </>
      )
    case 'not-enough':
      return (
        <>
          <p className="soft">{words.notEnough(readiness.answers, minAnswers)}</p>
          <AnswerMeter answers={readiness.answers} />
        </>
      )
    case 'out-of-date':
      return (
        <>
          <p className="soft">{words.outOfDate(toLocalTime(readiness.lastAnsweredAt, 'UTC').day)}</p>
          <p>
            <Link className="button" to={mixedPracticePath(certificationId)}>
              {words.practice(10)}
            </Link>
          </p>
        </>
      )
  }
}

/** A meter that shows how many of the answers needed for an estimate the member has given. */
export function AnswerMeter({ answers }: { answers: number }) {
  return (
    <svg className="goal-meter" role="img" aria-label={words.meter(answers, minAnswers)}>
      <rect className="goal-ground" width="100%" height="100%" />
      <rect className="goal-fill" width={`${Math.min(100, (answers / minAnswers) * 100)}%`} height="100%" />
    </svg>
  )
}
