/** The result of an attempt, on every page that shows one: verdict, score, skill areas, and questions. */
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { passMarkPercent } from '#exam/grading.ts'
import { minShareAnswers } from '#exam/answer-share.ts'
import type { CaseStudy } from '#exam/question.ts'
import { findWeakestArea, listIdsInState, listWeakAreas, orderAsReported, type AttemptResult } from '#exam/results/results.ts'
import type { AttemptCertification } from '#exam/certification.ts'
import { QuestionReview } from '#web/practice/results/question-review.tsx'
import type { TranslationOrigin } from '#web/practice/question/translated-question.tsx'
import { RestartButton } from '#web/practice/results/restart-button.tsx'
import { Shelf, shelfQuestionsMax } from '#web/practice/results/shelf.tsx'
import { FlashcardsButton, listSetsOfResult } from '#web/flashcards/index.ts'
import { readKnownOwner, startAttempt, storageProblemOf, type DeviceOwner, type StorageProblem } from '#web/sync/index.ts'
import { results } from '#text/results.ts'
import { starting } from '#text/start-attempt.ts'
import { AreaScores } from '#web/ui/figures/area-scores.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Gauge } from '#web/ui/figures/outline.tsx'
import { areaNameOf } from '#web/ui/areas/area-name.tsx'

type ResultsProps = {
  certification: AttemptCertification
  caseStudies: readonly CaseStudy[]
  result: AttemptResult
  origin: TranslationOrigin
  /** Ids of questions that were removed since the attempt. They cannot be practiced again. */
  removedIds?: readonly string[] | undefined
  /** Owner of the attempt; by default the last known member. */
  owner?: DeviceOwner | undefined
  /** The attempt's id in a member's account, if the account has it. */
  attemptId?: string | undefined
  heading?: React.Ref<HTMLHeadingElement>
  /** The time on each answered question, in milliseconds by question id. */
  times?: ReadonlyMap<string, number> | undefined
  /** Figures besides the percentage. */
  figures?: React.ReactNode
  actions: React.ReactNode
  /** The sentence that compares the result with earlier ones. */
  comparison?: React.ReactNode
  /**
   * Link to more practice of the same kind, or to the builder after a custom set. It is the primary button after a short attempt, or if there
   * are no mistakes to fix.
   */
  next?: { to: string; label: string } | undefined
  /** Without it, the result is read-only. */
  restart?: Restart
}

type Restart = { label: string; onRestart: () => void }

export function Results({ certification, caseStudies, result, origin, times, figures, heading, ...rest }: ResultsProps) {
  const [requested, setRequested] = useState<{ questionId: string }>()
  return (
    <>
      <h1 ref={heading} className="title" tabIndex={-1}>
        <Verdict result={result} />
      </h1>
      {isOnShelf(result) && <Shelf result={result} onShow={(questionId) => setRequested({ questionId })} />}
      <Score {...rest} result={result} certificationId={certification.id} />
      {figures}
      <Areas result={result} certification={certification} />
      <QuestionReview {...{ result, caseStudies, origin, requested, times }} certificationId={certification.id} />
    </>
  )
}

function Verdict({ result }: { result: AttemptResult }) {
  const { isSimulation, correct, total, blank } = result
  if (!isSimulation) return total === 0 ? results.nothingAnswered : results.correctOfAnswered(correct, total, blank)
  if (!result.isPassed) return results.notPassed
  const weak = listWeakAreas(result).length
  return weak === 0 ? results.passed : results.passedWithAreas(weak)
}

/** Whether this is a short practice attempt with an answer to each question. */
function isOnShelf({ isSimulation, questions, blank }: AttemptResult): boolean {
  return !isSimulation && blank === 0 && questions.length <= shelfQuestionsMax
}

type ScoreProps = Pick<ResultsProps, 'result' | 'removedIds' | 'owner' | 'attemptId' | 'actions' | 'comparison' | 'next' | 'restart'> & {
  certificationId: string
}

function Score({ result, removedIds = [], certificationId, owner = readKnownOwner(), attemptId, ...rest }: ScoreProps) {
  const { actions, comparison, next, restart } = rest
  const { isSimulation, correct, total, blank, percent } = result
  const unscored = result.questions.filter(({ isUnscored }) => isUnscored).length
  const navigate = useNavigate()
  const [problem, setProblem] = useState<StorageProblem>()
  const listIds = (state: 'wrong' | 'blank') => listIdsInState(result, state).filter((id) => !removedIds.includes(id))
  const mistakes = listIds('wrong')
  const unanswered = listIds('blank')
  const isNextFirst = next !== undefined && (isOnShelf(result) || mistakes.length === 0)
  const nextLink = next && (
    <Link className="button" data-kind={isNextFirst ? 'primary' : undefined} to={next.to}>
      {next.label}
    </Link>
  )
  const practice = async (set: 'mistakes' | 'chosen', ids: readonly string[]) => {
    try {
      await startAttempt(certificationId, set, ids, owner)
      await navigate(`/exam/${certificationId}?set=${set}`)
    } catch (error) {
      setProblem(storageProblemOf(error))
    }
  }
  return (
    <>
      <div className="score">
        {percent !== null && total >= minShareAnswers && !isOnShelf(result) && <p>{results.percent(percent)}</p>}
        <div>
          {isSimulation && percent !== null && (
            <Gauge percent={percent} label={results.gauge(percent, passMarkPercent)} markLabel={results.passMark(passMarkPercent)} />
          )}
          {comparison}
          <p>{isSimulation ? results.counted(correct, total, blank) : practiceSummary(result)}</p>
          {unscored > 0 && <p>{results.unscored(unscored)}</p>}
          {problem && (
            <p className="problem" role="alert">
              {starting.notStarted[problem]}
            </p>
          )}
          <div className="row">
            {isNextFirst && nextLink}
            {mistakes.length > 0 && (
              <button
                className="button"
                data-kind={isNextFirst ? undefined : 'primary'}
                type="button"
                onClick={() => void practice('mistakes', mistakes)}
              >
                {results.fixMistakes(mistakes.length)}
              </button>
            )}
            {!isNextFirst && nextLink}
            {next && (
              <Link className="button" data-kind="quiet" to={owner === null ? `/certifications/${certificationId}` : '/'}>
                {results.doneForToday}
              </Link>
            )}
            {actions}
            {restart && <RestartButton {...restart} replacesResult={!isSimulation && owner === null} kind={next ? 'quiet' : undefined} />}
            {result.total > 0 && (
              <FlashcardsButton
                kind="quiet"
                certificationId={certificationId}
                owner={owner}
                attemptId={attemptId}
                readSets={() => listSetsOfResult(result)}
              />
            )}
            <button className="button" data-kind="quiet" type="button" onClick={() => window.print()}>
              <Icon name="print" /> {results.print}
            </button>
          </div>
        </div>
      </div>
      {!isSimulation && unanswered.length > 0 && (
        <div className="notice unanswered">
          <p>
            <b>{results.notAnswered(unanswered.length)}</b> {results.notAnsweredText(unanswered.length)}
          </p>
          <button className="button" type="button" onClick={() => void practice('chosen', unanswered)}>
            {results.answerThem(unanswered.length)}
          </button>
        </div>
      )}
    </>
  )
}

/** Says which questions count and names the weakest area, unless all answers are correct or no question counts. */
function practiceSummary(result: AttemptResult): string {
  if (result.total === 0) return results.nothingCounted
  if (result.correct === result.total) return results.allCorrect
  const weakest = findWeakestArea(result)
  const sentence = weakest ? results.weakest(areaNameOf(weakest.skillArea), weakest.correct, weakest.total) : results.weakestUnknown
  return `${results.countedAnswered(result.total)} ${sentence}`
}

function Areas({ result, certification }: { result: AttemptResult; certification: AttemptCertification }) {
  const outline = new Map(certification.skillAreas.map((area, i) => [area.name, { ...area, number: i + 1 }]))
  // The areas of an old attempt may have been renamed. Then the current areas must not be shown as "not included".
  const isCurrent = result.areas.every(({ skillArea }) => outline.has(skillArea))
  const areas = isCurrent ? result.areas : result.areas.filter(({ total }) => total > 0)
  const ordered = result.isSimulation ? orderAsReported(areas) : areas
  const note = result.isSimulation && findWeakestArea(result) && results.weakestFirst
  const scored = ordered.map((area) => ({ ...area, name: area.skillArea, outlined: outline.get(area.skillArea) }))
  return <AreaScores areas={scored} id="areas" certificationId={certification.id} isSimulation={result.isSimulation} note={note} />
}
