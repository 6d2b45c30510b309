/** Rows with one fact and one action each: due questions, attempts to resume, the weakest area, mistakes, and other ways to practice. */
import { Link } from 'react-router'
import { areaPracticePath, attemptPath, mistakesPath, mixedPracticePath } from '#exam/question-set.ts'
import type { OpenAttempt } from '#exam/planning/resume.ts'
import type { TodaySummary } from '#server/today/index.ts'
import { StartReview } from '#web/review/index.ts'
import { today as words } from '#text/today.ts'
import { areaNameOf } from '#web/ui/areas/area-name.tsx'

type Props = { summary: TodaySummary; unfinished: readonly OpenAttempt[]; now: number; onNothingDue: () => void }

export function TodayLines({ summary: { exam, exams, due }, unfinished, now, onNothingDue }: Props) {
  const areNamed = exams.length > 1
  if (due.length === 0 && unfinished.length === 0 && !exam) return null
  return (
    <section aria-labelledby="next-steps">
      <h2 id="next-steps" className="visually-hidden">
        {words.linesTitle}
      </h2>
      <ul className="lines" role="list">
        {due.map(({ certificationId, count, waitingDays }) => (
          <li key={certificationId}>
            <div>
              <h3>{words.due(count, areNamed ? certificationId.toUpperCase() : undefined)}</h3>
              <p>{words.waited(waitingDays)}</p>
            </div>
            <StartReview
              certificationId={certificationId}
              label={words.review(count)}
              subject={certificationId.toUpperCase()}
              onNothing={onNothingDue}
            />
          </li>
        ))}
        {unfinished.map((attempt) => (
          <Line key={attempt.id} title={words.open(attempt)} text={words.stopped(attempt.answered, attempt.changedAt, now)}>
            <LineLink to={attemptPath(attempt.certificationId, attempt.set)} label={words.resume} subject={words.open(attempt)} />
          </Line>
        ))}
        {exam?.weakest && <WeakestLine certificationId={exam.id} weakest={exam.weakest} />}
        {exam !== null && exam.mistakes > 0 && (
          <Line title={words.mistakes(exam.mistakes)} text={words.mistakesDetail}>
            <LineLink to={mistakesPath(exam.id)} label={words.fix(exam.mistakes)} subject={exam.id.toUpperCase()} />
          </Line>
        )}
        {exam && exam.bankSize > 0 && (unfinished.length > 0 || due.length > 0) && (
          <Line title={words.mixed(exam.id.toUpperCase())} text={words.mixedDetail}>
            <LineLink to={mixedPracticePath(exam.id)} label={words.startTen(exam.bankSize)} subject={exam.id.toUpperCase()} />
          </Line>
        )}
        {exam && (
          <Line title={words.allWays(exam.id.toUpperCase())} text={exam.name}>
            <LineLink to={`/certifications/${exam.id}`} label={words.practice} subject={exam.id.toUpperCase()} />
          </Line>
        )}
      </ul>
    </section>
  )
}

function WeakestLine({
  certificationId,
  weakest: { number, area },
}: {
  certificationId: string
  weakest: NonNullable<NonNullable<TodaySummary['exam']>['weakest']>
}) {
  const { percent, total } = area.share
  return (
    <Line
      title={words.weakest(areaNameOf(area.name))}
      text={words.weakestDetail(percent ?? 0, total, words.weight(area.weightMin, area.weightMax))}
    >
      <LineLink to={areaPracticePath(certificationId, number)} label={words.practice} subject={areaNameOf(area.name)} />
    </Line>
  )
}

function Line({ title, text, children }: { title: string; text: string; children: React.ReactNode }) {
  return (
    <li>
      <div>
        <h3>{title}</h3>
        <p>{text}</p>
      </div>
      {children}
    </li>
  )
}

/** `subject` lets screen readers distinguish links with the same label. */
function LineLink({ to, label, subject }: { to: string; label: string; subject: string }) {
  return (
    <Link className="button" to={to}>
      {label}
      <span className="visually-hidden"> {subject}</span>
    </Link>
  )
}
