/** The result of an attempt, on every page that shows one: verdict, score, skill areas and questions. */
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { passMarkPercent } from '#exam/grading.ts'
import type { CaseStudy } from '#exam/question.ts'
import { listMistakeIds, listWeakAreas, type AttemptResult } from '#exam/results.ts'
import type { AttemptCertification } from '#exam/certification.ts'
import { QuestionReview } from '#web/practice/results/question-review.tsx'
import { startAttempt, type DeviceOwner } from '#web/sync/index.ts'
import { useTexts } from '#web/text/texts.ts'
import { AreaScores } from '#web/ui/area-scores.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Gauge } from '#web/ui/outline.tsx'

type ResultsProps = {
  certification: AttemptCertification
  caseStudies: readonly CaseStudy[]
  result: AttemptResult
  /** Questions that were removed since. They cannot be practiced again. */
  removedIds?: readonly string[] | undefined
  /** Owner of the attempt; by default the last known member. */
  owner?: DeviceOwner | undefined
  heading?: React.Ref<HTMLHeadingElement>
  /** Figures besides the percentage. */
  figures?: React.ReactNode
  actions: React.ReactNode
  /** Without it the result is read-only. */
  restart?: Restart
}

type Restart = { label: string; onRestart: () => void }

export function Results({ certification, caseStudies, result, removedIds, owner, heading, figures, actions, restart }: ResultsProps) {
  return (
    <>
      <h1 ref={heading} className="title" tabIndex={-1}>
        <Verdict result={result} />
      </h1>
      <Score {...{ result, removedIds, owner, actions, restart }} certificationId={certification.id} />
      {figures}
      <Areas result={result} certification={certification} />
      <QuestionReview result={result} caseStudies={caseStudies} />
    </>
  )
}

function Verdict({ result }: { result: AttemptResult }) {
  const { exam } = useTexts()
  if (!result.isPassed) return exam.notPassed
  const weak = listWeakAreas(result).length
  return weak === 0 ? exam.passed : exam.passedWithAreas(weak)
}

type ScoreProps = Pick<ResultsProps, 'result' | 'removedIds' | 'owner' | 'actions'> & {
  certificationId: string
  restart: Restart | undefined
}

function Score({ result, removedIds = [], certificationId, owner, actions, restart }: ScoreProps) {
  const { exam } = useTexts()
  const navigate = useNavigate()
  const [hasFailed, setFailed] = useState(false)
  const mistakes = listMistakeIds(result).filter((id) => !removedIds.includes(id))
  const practiceMistakes = async () => {
    try {
      await startAttempt(certificationId, 'mistakes', mistakes, owner)
      await navigate(`/exam/${certificationId}?set=mistakes`)
    } catch {
      setFailed(true)
    }
  }
  return (
    <div className="score">
      <p>{exam.percent(result.percent)}</p>
      <div>
        <Gauge percent={result.percent} label={exam.gauge(result.percent, passMarkPercent)} markLabel={exam.passMark(passMarkPercent)} />
        <p>{exam.counted(result.correct, result.total, result.blank)}</p>
        {hasFailed && (
          <p className="problem" role="alert">
            {exam.notStarted}
          </p>
        )}
        <p className="row">
          {mistakes.length > 0 && (
            <button className="button" data-kind="primary" type="button" onClick={() => void practiceMistakes()}>
              {exam.practiceMistakes(mistakes.length)}
            </button>
          )}
          {restart && (
            <button className="button" type="button" onClick={restart.onRestart}>
              {restart.label}
            </button>
          )}
          <button className="button" data-kind="quiet" type="button" onClick={() => window.print()}>
            <Icon name="print" /> {exam.print}
          </button>
          {actions}
        </p>
      </div>
    </div>
  )
}

function Areas({ result, certification }: { result: AttemptResult; certification: AttemptCertification }) {
  const outline = new Map(certification.skillAreas.map((area, i) => [area.name, { ...area, number: i + 1 }]))
  // The areas of an old attempt may have been renamed. Then the current areas must not be shown as "not included".
  const isCurrent = result.areas.every(({ skillArea }) => outline.has(skillArea))
  const areas = isCurrent ? result.areas : result.areas.filter(({ total }) => total > 0)
  const scored = areas.map((area) => ({ ...area, name: area.skillArea, outlined: outline.get(area.skillArea) }))
  return <AreaScores areas={scored} id="areas" certificationId={certification.id} />
}
