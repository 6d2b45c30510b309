/**
 * A set of one's own: which questions of a certification to practise, and how many. The page is the same for everybody; what
 * one has practised is known to the browser, and to the account.
 */
import { useEffect, useId, useMemo, useState, useSyncExternalStore } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { drawIds, matchesFilter, questionFilters, filterQuestions } from '#exam/custom-set.ts'
import type { QuestionFilter } from '#exam/custom-set.ts'
import { questionTypes } from '#exam/question.ts'
import type { QuestionType } from '#exam/question.ts'
import { hasFinished } from '#exam/attempt.ts'
import type { Attempt } from '#exam/attempt.ts'
import { IdBadge } from '#web/ui/id-badge.tsx'
import { familyMark } from '#exam/certification.ts'
import { getCertification } from '#web/http/get-certification.ts'
import { servicesContext } from '#web/context.ts'
import { QuestionsError } from '#web/layout/questions-error.tsx'
import { SitePage } from '#web/layout/site-page.tsx'
import { pageMeta } from '#web/seo/page-meta.ts'
import { Choices } from '#web/review/checkbox-list.tsx'
import { useKnowledge } from '#web/review/use-knowledge.ts'
import { review } from '#web/text/en/review.ts'
import { useTexts } from '#web/text/texts.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Message } from '#web/ui/message.tsx'
import '#web/styles/custom-set.css'
import type { Route } from './+types/custom-set.ts'
import { listQuestions } from '#server/bank/index.ts'
import { findLatestAttemptOnDevice, startAttempt } from '#web/sync/index.ts'

const usualLength = 20

export async function loader({ context, params }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext)
  const { id, name, family, skillAreas } = await getCertification(db, params.certificationId, (id) => `/exam/${id}/build`)
  const questions = await listQuestions(db, id)
  return {
    certification: { id, name, family, areas: skillAreas.map((area) => area.name) },
    // With their keys, by which the runs on the device are graded.
    questions: questions.map(({ id, type, answerKey, skillArea }) => ({ id, type, answerKey, skillArea })),
  }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return []
  const id = loaderData.certification.id.toUpperCase()
  return pageMeta({ title: review.buildPageTitle(id), description: review.buildDescription(id), matches })
}

export default function Build({ loaderData: { certification, questions } }: Route.ComponentProps) {
  const { exam } = useTexts()
  const { id, name, family } = certification
  if (questions.length === 0) {
    return (
      <SitePage>
        <Message
          title={exam.emptyTitle}
          actions={
            <Link className="button" to="/certifications">
              {exam.returnToList}
            </Link>
          }
        >
          {exam.empty}
        </Message>
      </SitePage>
    )
  }
  return (
    <SitePage>
      <div data-family={familyMark(family)}>
        <div className="flow">
          <p className="facts">
            <IdBadge id={id} />
            <Link to={`/certifications/${id}`}>{name}</Link>
          </p>
          <h1>{review.buildTitle}</h1>
          <p className="soft">{review.buildLede}</p>
          <noscript>
            <p className="notice">{review.needsScript}</p>
          </noscript>
        </div>
        <Builder key={id} certification={certification} questions={questions} />
      </div>
    </SitePage>
  )
}

type BuilderProps = Pick<Route.ComponentProps['loaderData'], 'certification' | 'questions'>

function Builder({ certification: { id, areas }, questions }: BuilderProps) {
  const { exam } = useTexts()
  const navigate = useNavigate()
  const known = useKnowledge(id, questions)
  const asked = useAskedKinds()
  const [chosenKinds, setKinds] = useState<readonly QuestionFilter[]>()
  const [chosenAreas, setAreas] = useState<readonly string[]>([])
  const [types, setTypes] = useState<readonly QuestionType[]>([])
  const [wanted, setWanted] = useState<string>()
  const [isShuffled, setShuffled] = useState(false)
  const [hasFailed, setFailed] = useState(false)

  const chosen = chosenKinds ?? asked
  const knowledge = known?.knowledge ?? new Map()
  const fitting = filterQuestions(questions, knowledge, { filters: chosen, areas: chosenAreas, types })
  const most = fitting.length
  const entered = wanted === undefined ? Math.min(usualLength, most) : /^\d+$/.test(wanted) ? Number(wanted) : NaN
  const length = Math.min(entered, most)
  const isLength = Number.isInteger(length) && length >= 1
  const sizeOf = (isOne: (question: (typeof questions)[number]) => boolean) => questions.filter(isOne).length

  const begin = async () => {
    await startAttempt(id, 'chosen', drawIds(fitting, length, isShuffled ? Math.random : undefined))
    await navigate(`/exam/${id}?set=chosen`)
  }
  return (
    <form
      className="beside apart"
      aria-label={review.buildTitle}
      onSubmit={(event) => {
        event.preventDefault()
        if (isLength) begin().catch(() => setFailed(true))
      }}
    >
      <fieldset className="flow custom-set" disabled={!known}>
        <Choices
          title={review.filtersTitle}
          note={known ? review.source[known.source] : review.counting}
          options={questionFilters.map((kind) => ({
            value: kind,
            label: review.filters[kind],
            size: known && sizeOf((question) => matchesFilter(kind, knowledge, question.id)),
          }))}
          chosen={chosen}
          onChoose={setKinds}
        />
        <Choices
          title={review.areasTitle}
          options={areas.map((area) => ({ value: area, label: area, size: sizeOf(({ skillArea }) => skillArea === area) }))}
          chosen={chosenAreas}
          onChoose={setAreas}
        />
        <Choices
          title={review.typesTitle}
          options={questionTypes.map((type) => ({
            value: type,
            label: review.types[type],
            size: sizeOf((question) => question.type === type),
          }))}
          chosen={types}
          onChoose={setTypes}
        />
      </fieldset>
      <fieldset className="custom-set-summary flow" disabled={!known}>
        <SetUnderWay certificationId={id} />
        <p className="custom-set-count" role="status">
          {known ? review.matches(most, questions.length) : ' '}
        </p>
        {known && most === 0 ? (
          <p className="soft">{review.noMatches}</p>
        ) : (
          <Length most={most} entered={entered} isLength={isLength} onChange={setWanted} text={wanted ?? String(entered)} />
        )}
        <div className="field">
          <span className="label" id="order">
            {review.order}
          </span>
          <div className="custom-set-order" role="radiogroup" aria-labelledby="order">
            {[false, true].map((shuffled) => (
              <label key={String(shuffled)}>
                <input type="radio" name="order" checked={isShuffled === shuffled} onChange={() => setShuffled(shuffled)} />
                {shuffled ? review.orders.shuffled : review.orders.bank}
              </label>
            ))}
          </div>
        </div>
        {hasFailed && (
          <p className="problem" role="alert">
            {exam.notStarted}
          </p>
        )}
        <button className="button" data-kind="primary" data-size="large" type="submit" disabled={!isLength}>
          {isLength ? review.startSet(length) : exam.startPractice}
        </button>
      </fieldset>
    </form>
  )
}

type LengthProps = { most: number; text: string; entered: number; isLength: boolean; onChange: (text: string) => void }

function Length({ most, text, entered, isLength, onChange }: LengthProps) {
  const id = useId()
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {review.length}
      </label>
      <div className="row">
        <input
          className="input"
          id={id}
          inputMode="numeric"
          value={text}
          maxLength={4}
          autoComplete="off"
          aria-invalid={isLength ? undefined : true}
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => onChange(target.value.trim())}
        />
        <button className="button" type="button" aria-pressed={entered === most} onClick={() => onChange(String(most))}>
          {review.allOfThem(most)}
        </button>
      </div>
      {isLength ? (
        <p className="hint" id={`${id}-hint`}>
          {entered > most ? review.lengthCut(most) : review.lengthHint(most)}
        </p>
      ) : (
        <p className="problem" id={`${id}-hint`}>
          <Icon name="alert" /> {review.lengthProblem(most)}
        </p>
      )}
    </div>
  )
}

/** A set that was begun and not finished on this device: it should not be lost by mistake. */
function SetUnderWay({ certificationId }: { certificationId: string }) {
  const [run, setRun] = useState<Attempt>()
  useEffect(() => {
    let isGone = false
    findLatestAttemptOnDevice(certificationId, 'chosen').then(
      (found) => !isGone && setRun(found),
      () => undefined,
    )
    return () => {
      isGone = true
    }
  }, [certificationId])
  if (!run || hasFinished(run)) return null
  return (
    <div className="notice">
      <p>{review.setInProgress(run.current + 1, run.questionIds.length)}</p>
      <Link className="button" to={`/exam/${certificationId}?set=chosen`}>
        {review.resumeSet}
      </Link>
    </div>
  )
}

/** What `?only=wrong` asks for; nothing on the server and until the page runs, since the cached page knows no query. */
function useAskedKinds(): readonly QuestionFilter[] {
  const [parameters] = useSearchParams()
  const isRunning = useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  )
  const only = isRunning ? parameters.get('only') : null
  return useMemo(() => questionFilters.filter((kind) => kind === only), [only])
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <QuestionsError error={error} />
}
