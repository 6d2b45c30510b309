/** The questions of an attempt, with filters. A question opens to show its answer key and explanation. */
import { useEffect, useRef, useState } from 'react'
import { plainText } from '#exam/plain-text.ts'
import type { CaseStudy } from '#exam/question.ts'
import type { TranslationOrigin } from '#web/practice/question/translated-question.tsx'
import type { AttemptResult, QuestionResult } from '#exam/results/results.ts'
import { AnswerTabs } from '#web/practice/results/answer-tabs.tsx'
import { ReviewedQuestion } from '#web/practice/results/reviewed-question.tsx'
import { questionTime } from '#text/question-time.ts'
import { results } from '#text/results.ts'
import { exam } from '#text/practice.ts'
import { Icon } from '#web/ui/icon.tsx'

const filters = ['wrong', 'guessed', 'flagged', 'blank', 'unscored', 'all'] as const
type ResultFilter = (typeof filters)[number]

type Props = {
  result: AttemptResult
  certificationId: string
  caseStudies: readonly CaseStudy[]
  origin: TranslationOrigin
  /** The question to open, with a new object for each request. */
  requested?: { questionId: string } | undefined
  /** The time on each answered question, in milliseconds by question id. */
  times?: ReadonlyMap<string, number> | undefined
  /** Additional facts about a question, such as when it comes back. */
  renderFact?: (questionId: string) => React.ReactNode
}

export function QuestionReview({ result, certificationId, caseStudies, origin, requested, times, renderFact }: Props) {
  const [filter, setFilter] = useState<ResultFilter>(result.questions.some((one) => one.state === 'wrong') ? 'wrong' : 'all')
  const [openId, setOpenId] = useState<string | null>(null)
  const [lastRequest, setLastRequest] = useState(requested)
  if (requested !== lastRequest) {
    setLastRequest(requested)
    setFilter('all')
    setOpenId(requested?.questionId ?? null)
  }
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    if (requested) list.current?.querySelector<HTMLElement>('[aria-expanded="true"]')?.focus()
  }, [requested])
  const shown = result.questions.filter((one) => passesFilter(one, filter))
  const hasUnscored = result.questions.some(({ isUnscored }) => isUnscored)
  const offered = filters.filter((one) => one !== 'unscored' || hasUnscored)
  return (
    <section className="apart" aria-labelledby="questions">
      <h2 id="questions">{exam.questions}</h2>
      <ul className="tabs" role="list" aria-label={results.show}>
        {offered.map((one) => (
          <li key={one}>
            <button type="button" aria-pressed={one === filter} onClick={() => setFilter(one)}>
              {results.filters[one](result.questions.filter((each) => passesFilter(each, one)).length)}
            </button>
          </li>
        ))}
      </ul>
      {shown.length === 0 && <p className="soft">{results.nothingHere[filter]}</p>}
      <ol ref={list} className="review" role="list">
        {shown.map((one) => (
          <li key={one.question.id} id={`reviewed-${one.number}`}>
            <b>{one.number}</b>
            <button
              type="button"
              className="link"
              aria-expanded={openId === one.question.id}
              disabled={one.question.text === ''}
              onClick={() => setOpenId(openId === one.question.id ? null : one.question.id)}
            >
              <span>{one.question.text === '' ? exam.questionLoading : plainText(one.question.text)}</span>
            </button>
            <span className="row">
              {renderFact?.(one.question.id)}
              {one.isUnscored && <span className="indicator">{results.didNotCount}</span>}
              <TimeOnQuestion ms={times?.get(one.question.id)} />
              {one.isGuessed && (
                <span className="indicator">
                  <Icon name="guess" /> {exam.guessed}
                </span>
              )}
              {one.isFlagged && (
                <span className="indicator">
                  <Icon name="flag" /> {exam.flagged}
                </span>
              )}
              <AnswerTabs result={one} />
            </span>
            {openId === one.question.id && (
              <ReviewedQuestion
                result={one}
                certificationId={certificationId}
                origin={origin}
                caseStudy={caseStudies.find(({ id }) => id === one.question.caseStudyId)}
              />
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

function TimeOnQuestion({ ms }: { ms: number | undefined }) {
  if (ms === undefined) return null
  return (
    <span className="indicator">
      <Icon name="clock" /> <span aria-hidden="true">{questionTime.figure(ms)}</span>
      <span className="visually-hidden">{questionTime.name(ms)}</span>
    </span>
  )
}

function passesFilter(one: QuestionResult, filter: ResultFilter): boolean {
  switch (filter) {
    case 'wrong':
      return one.state === 'wrong'
    case 'guessed':
      return one.isGuessed
    case 'flagged':
      return one.isFlagged
    case 'blank':
      return one.state === 'blank'
    case 'unscored':
      return one.isUnscored
    case 'all':
      return true
  }
}
