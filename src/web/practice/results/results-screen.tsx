/** Results of a finished run: score, score per skill area over the weight bar, and every question with its state. */
import { useEffect, useMemo, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { passMarkPercent } from '#exam/grading.ts'
import { plainText } from '#exam/plain-text.ts'
import { minShareAnswers } from '#exam/progress.ts'
import type { CaseStudy, Question } from '#exam/question.ts'
import { listMistakeIds, gradeAttempt, listWeakAreas } from '#exam/results.ts'
import type { AreaResult, QuestionResult, AttemptResult } from '#exam/results.ts'
import type { Attempt } from '#exam/attempt.ts'
import { IdBadge } from '#web/ui/id-badge.tsx'
import { AnswerTabs } from '#web/practice/question/answer-tabs.tsx'
import { ReviewedQuestion } from '#web/practice/results/reviewed-question.tsx'
import type { AttemptCertification } from '#web/practice/attempt/practice-screen.tsx'
import { SitePage } from '#web/layout/site-page.tsx'
import { useTexts } from '#web/text/texts.ts'
import { AreaRows } from '#web/ui/area-rows.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Message } from '#web/ui/message.tsx'
import { Gauge, Outline } from '#web/ui/outline.tsx'
import { startMistakesAttempt } from '#web/sync/index.ts'

type Props = {
  certification: AttemptCertification
  questions: readonly Question[]
  caseStudies: readonly CaseStudy[]
  /** Of those questions the ones that have left the bank since: nobody can practise them again. */
  goneIds?: readonly string[] | undefined
  attempt: Attempt
  /** Set when the run was finished just now: then the heading takes the focus. */
  takesFocus: boolean
  /** What there is to say about where the run is kept. */
  notice: React.ReactNode
  /** What there is besides the percentage. */
  figures?: React.ReactNode
  /** How a run of this kind is called; those of practice where nothing is said. */
  words?: { finishedOn: (at: number, tookMs: number) => string; restart: string }
  /** What else can be done with the result. */
  actions: React.ReactNode
  onRestart: () => void
}

const filters = ['wrong', 'flagged', 'blank', 'all'] as const
type Filter = (typeof filters)[number]

export function ResultsScreen({
  certification,
  questions,
  caseStudies,
  goneIds,
  attempt,
  takesFocus,
  notice,
  figures,
  words,
  actions,
  onRestart,
}: Props) {
  const { exam } = useTexts()
  const { finishedOn, restart } = words ?? exam
  const result = useMemo(
    () =>
      gradeAttempt(
        attempt,
        questions,
        certification.skillAreas.map(({ name }) => name),
      ),
    [attempt, questions, certification.skillAreas],
  )
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [takesFocus])
  if (!result) {
    return (
      <SitePage>
        {notice}
        <Message title={exam.emptyTitle}>{exam.empty}</Message>
      </SitePage>
    )
  }
  const finishedAt = attempt.finishedAt ?? attempt.startedAt
  return (
    <SitePage>
      {notice}
      <p className="facts">
        <IdBadge id={certification.id} />
        <span>{finishedOn(finishedAt, finishedAt - attempt.startedAt)}</span>
      </p>
      <Results
        {...{ certification, caseStudies, result, goneIds, heading, figures }}
        restart={{ label: restart, act: onRestart }}
        actions={
          <>
            <OtherSet attempt={attempt} />
            {actions}
          </>
        }
      />
    </SitePage>
  )
}

/** Another way to go on, after the one that was taken. */
function OtherSet({ attempt: { certificationId, set } }: { attempt: Attempt }) {
  const { exam } = useTexts()
  return set === 'review' ? (
    <Link className="button" to={`/exam/${certificationId}/review`}>
      {exam.setNames.review}
    </Link>
  ) : (
    <Link className="button" to={`/exam/${certificationId}/build`}>
      {exam.buildSet}
    </Link>
  )
}

type ResultsProps = {
  certification: AttemptCertification
  caseStudies: readonly CaseStudy[]
  result: AttemptResult
  /** Questions that have left the bank since. */
  goneIds?: readonly string[] | undefined
  heading?: React.Ref<HTMLHeadingElement>
  /** What there is besides the percentage. */
  figures?: React.ReactNode
  /** What else can be done with it. */
  actions: React.ReactNode
  /** Without it the run is one that is only read. */
  restart?: Restart
}

type Restart = { label: string; act: () => void }

/** The result itself, for every page that shows one. */
export function Results({ certification, caseStudies, result, goneIds, heading, figures, actions, restart }: ResultsProps) {
  return (
    <>
      <h1 ref={heading} className="title" tabIndex={-1}>
        <Verdict result={result} />
      </h1>
      <Score result={result} goneIds={goneIds} certificationId={certification.id} actions={actions} restart={restart} />
      {figures}
      <Areas result={result} certification={certification} />
      <Review result={result} caseStudies={caseStudies} />
    </>
  )
}

function Verdict({ result }: { result: AttemptResult }) {
  const { exam } = useTexts()
  if (!result.isPassed) return exam.notPassed
  const weak = listWeakAreas(result).length
  return weak === 0 ? exam.passed : exam.passedWithAreas(weak)
}

type ScoreProps = Pick<ResultsProps, 'result' | 'goneIds' | 'actions'> & { certificationId: string; restart: Restart | undefined }

function Score({ result, goneIds = [], certificationId, actions, restart }: ScoreProps) {
  const { exam } = useTexts()
  const navigate = useNavigate()
  const [hasFailed, setFailed] = useState(false)
  const mistakes = listMistakeIds(result).filter((id) => !goneIds.includes(id))
  const practiseMistakes = async () => {
    try {
      await startMistakesAttempt(certificationId, mistakes)
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
            <button className="button" data-kind="primary" type="button" onClick={() => void practiseMistakes()}>
              {exam.practiceMistakes(mistakes.length)}
            </button>
          )}
          {restart && (
            <button className="button" type="button" onClick={restart.act}>
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
  const { exam } = useTexts()
  const outline = new Map(certification.skillAreas.map((area, i) => [area.name, { ...area, number: i + 1 }]))
  // Areas of a run of long ago may have other names by now. That those of today were not asked would then be wrong.
  const isOfToday = result.areas.every(({ skillArea }) => outline.has(skillArea))
  const areas = isOfToday ? result.areas : result.areas.filter(({ total }) => total > 0)
  const figuresOf = ({ correct, total, percent }: AreaResult): [string, string] =>
    total === 0 ? [exam.notIncluded, '–'] : [exam.correctOf(correct, total), percent === null ? exam.notEnough : exam.percent(percent)]
  return (
    <section className="apart" aria-labelledby="areas">
      <h2 id="areas">{exam.byArea}</h2>
      {isOfToday && <Outline areas={certification.skillAreas} label={exam.byAreaLabel} scores={areas.map(({ percent }) => percent)} />}
      <AreaRows
        certificationId={certification.id}
        columns={[exam.correct, exam.score]}
        rows={areas.map((area) => ({
          name: area.skillArea,
          place: outline.get(area.skillArea),
          figures: figuresOf(area),
          canPractise: true,
        }))}
      />
      {result.areas.some(({ total, percent }) => total > 0 && percent === null) && <p className="small">{exam.enough(minShareAnswers)}</p>}
    </section>
  )
}

/** The questions, by what became of them; each opens to be read again. */
export function Review({ result, caseStudies }: { result: AttemptResult; caseStudies: readonly CaseStudy[] }) {
  const { exam } = useTexts()
  const [filter, setFilter] = useState<Filter>(result.questions.some((one) => one.state === 'wrong') ? 'wrong' : 'all')
  const [openId, setOpenId] = useState<string | null>(null)
  const shown = result.questions.filter((one) => passesFilter(one, filter))
  return (
    <section className="apart" aria-labelledby="questions">
      <h2 id="questions">{exam.questions}</h2>
      <ul className="tabs" role="list" aria-label={exam.show}>
        {filters.map((one) => (
          <li key={one}>
            <button type="button" aria-pressed={one === filter} onClick={() => setFilter(one)}>
              {exam.filters[one](result.questions.filter((each) => passesFilter(each, one)).length)}
            </button>
          </li>
        ))}
      </ul>
      {shown.length === 0 && <p className="soft">{exam.nothingHere[filter]}</p>}
      <ol className="review" role="list">
        {shown.map((one) => (
          <li key={one.question.id}>
            <b>{one.number}</b>
            <button
              type="button"
              className="link"
              aria-expanded={openId === one.question.id}
              onClick={() => setOpenId(openId === one.question.id ? null : one.question.id)}
            >
              <span>{plainText(one.question.text)}</span>
            </button>
            <span className="row">
              {one.isFlagged && (
                <span className="sign">
                  <Icon name="flag" /> {exam.flagged}
                </span>
              )}
              <AnswerTabs result={one} />
            </span>
            {openId === one.question.id && (
              <ReviewedQuestion result={one} caseStudy={caseStudies.find(({ id }) => id === one.question.caseStudyId)} />
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

function passesFilter(one: QuestionResult, filter: Filter): boolean {
  switch (filter) {
    case 'wrong':
      return one.state === 'wrong'
    case 'flagged':
      return one.isFlagged
    case 'blank':
      return one.state === 'blank'
    case 'all':
      return true
  }
}
