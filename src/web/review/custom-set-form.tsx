/** The form for choosing the questions of a custom set: filters, skill areas, question types, length, and order. */
import { useMemo, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { countDrawn } from '#exam/question-set.ts'
import { hasFinished } from '#exam/attempt.ts'
import {
  drawIds,
  filterQuestions,
  matchesFilter,
  questionFilters,
  setOrders,
  type QuestionFilter,
  type SetOrder,
} from '#exam/planning/custom-set.ts'
import { paperQuestionsMax } from '#exam/paper/paper-request.ts'
import { questionTypes, type QuestionType } from '#exam/question.ts'
import type { IndexedQuestion, QuestionBank } from '#exam/question-chunks.ts'
import { getQuestionLoader, useBankIndex } from '#web/bank/index.ts'
import { CheckboxList } from '#web/review/checkbox-list.tsx'
import { useKnowledge } from '#web/review/use-knowledge.ts'
import { startAttempt, storageProblemOf, useLatestAttempt, type StorageProblem } from '#web/sync/index.ts'
import { paper } from '#text/paper.ts'
import { review } from '#text/review.ts'
import { exam } from '#text/practice.ts'
import { starting } from '#text/start-attempt.ts'
import { site } from '#text/site.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { areaNameOf } from '#web/ui/areas/area-name.tsx'

const defaultLength = 20

type Props = { certification: { id: string; areas: readonly string[] }; bank: QuestionBank }

const none: readonly IndexedQuestion[] = []

export function CustomSetForm({ certification: { id, areas }, bank }: Props) {
  const navigate = useNavigate()
  const index = useBankIndex(getQuestionLoader(bank))
  const questions = index.questions ?? none
  const known = useKnowledge(id, index.questions)
  const linkedFilters = useLinkedFilters()
  const [chosenFilters, setFilters] = useState<readonly QuestionFilter[]>()
  const [chosenAreas, setAreas] = useState<readonly string[]>([])
  const [types, setTypes] = useState<readonly QuestionType[]>([])
  const [lengthText, setLengthText] = useState<string>()
  const [order, setOrder] = useState<SetOrder>('mixed')
  const [problem, setProblem] = useState<StorageProblem>()

  const filters = chosenFilters ?? linkedFilters
  const knowledge = known?.knowledge ?? new Map()
  const matches = filterQuestions(questions, knowledge, { filters, areas: chosenAreas, types })
  const max = countDrawn('all', matches.length)
  const entered = lengthText === undefined ? Math.min(defaultLength, max) : /^\d+$/.test(lengthText) ? Number(lengthText) : NaN
  const length = Math.min(entered, max)
  const isValid = Number.isInteger(length) && length >= 1
  const count = (isMatch: (question: IndexedQuestion) => boolean) => questions.filter(isMatch).length

  const isMistake = (question: IndexedQuestion) => matchesFilter('wrong', knowledge, question.id)

  const begin = async () => {
    await startAttempt(id, 'chosen', drawIds(matches, length, order, knowledge, Math.random))
    await navigate(`/exam/${id}?set=chosen`)
  }
  const print = () => {
    const ids = drawIds(matches, Math.min(length, paperQuestionsMax), order, knowledge, Math.random)
    const numbers = ids.map((chosen) => questions.findIndex((question) => question.id === chosen) + 1)
    return navigate(`/exam/${id}/paper?questions=${numbers.join()}`)
  }
  return (
    <form
      className="beside apart"
      aria-label={review.buildTitle}
      onSubmit={(event) => {
        event.preventDefault()
        if (isValid) begin().catch((error: unknown) => setProblem(storageProblemOf(error)))
      }}
    >
      <fieldset className="flow custom-set" disabled={!known}>
        <CheckboxList
          title={review.filtersTitle}
          note={known ? review.source[known.source] : review.counting}
          options={questionFilters.map((filter) => ({
            value: filter,
            label: review.filters[filter],
            count: known && count((question) => matchesFilter(filter, knowledge, question.id)),
          }))}
          chosen={filters}
          onChoose={setFilters}
        />
        <CheckboxList
          title={review.areasTitle}
          options={areas.map((area) => ({ value: area, label: areaNameOf(area), count: count(({ skillArea }) => skillArea === area) }))}
          chosen={chosenAreas}
          onChoose={setAreas}
        />
        <CheckboxList
          title={review.typesTitle}
          options={questionTypes.map((type) => ({ value: type, label: exam.types[type], count: count((one) => one.type === type) }))}
          chosen={types}
          onChoose={setTypes}
        />
      </fieldset>
      <fieldset className="custom-set-summary flow" disabled={!known && !index.hasFailed}>
        <SetInProgress certificationId={id} />
        {index.hasFailed && (
          <div className="notice" role="alert">
            <p>{`${exam.failed}. ${exam.failedAdvice}`}</p>
            <button className="button" type="button" onClick={index.retry}>
              {site.tryAgain}
            </button>
          </div>
        )}
        <p className="custom-set-count" role="status">
          {known ? review.matches(matches.length, questions.length) : ' '}
        </p>
        {known && max === 0 ? (
          <NoMatches certificationId={id} hasNoMistakes={filters.join() === 'wrong' && count(isMistake) === 0} />
        ) : (
          <LengthField max={max} entered={entered} isValid={isValid} onChange={setLengthText} text={lengthText ?? String(entered)} />
        )}
        <div className="field">
          <span className="label" id="order">
            {review.order}
          </span>
          <div className="custom-set-order" role="radiogroup" aria-labelledby="order">
            {setOrders.map((one) => (
              <label key={one}>
                <input type="radio" name="order" checked={order === one} onChange={() => setOrder(one)} />
                {review.orders[one]}
              </label>
            ))}
          </div>
        </div>
        {problem && (
          <p className="problem" role="alert">
            {starting.notStarted[problem]}
          </p>
        )}
        <button className="button" data-kind="primary" data-size="large" type="submit" disabled={!isValid}>
          {isValid ? review.startSet(length) : starting.startPractice}
        </button>
        <button className="button" data-kind="quiet" type="button" disabled={!isValid} onClick={() => void print()}>
          <Icon name="print" /> {paper.printSet}
        </button>
        {length > paperQuestionsMax && <p className="small">{paper.setCut(paperQuestionsMax)}</p>}
      </fieldset>
    </form>
  )
}

/** `max` is the number of matching questions; `entered` is the number in `text`. */
type LengthProps = { max: number; text: string; entered: number; isValid: boolean; onChange: (text: string) => void }

function LengthField({ max, text, entered, isValid, onChange }: LengthProps) {
  const hint = entered > max ? review.lengthCut(max) : review.lengthHint(max)
  return (
    <Field label={review.length} hint={isValid ? hint : undefined} problem={isValid ? undefined : review.lengthProblem(max)}>
      {(control) => (
        <div className="row">
          <input
            {...control}
            inputMode="numeric"
            value={text}
            maxLength={4}
            autoComplete="off"
            onChange={({ target }) => onChange(target.value.trim())}
          />
          <button className="button" type="button" aria-pressed={entered === max} onClick={() => onChange(String(max))}>
            {review.allOfThem(max)}
          </button>
        </div>
      )}
    </Field>
  )
}

/** `hasNoMistakes`: the candidate filters by mistakes only, and has none. */
function NoMatches({ certificationId, hasNoMistakes }: { certificationId: string; hasNoMistakes: boolean }) {
  if (!hasNoMistakes) return <p className="soft">{review.noMatches}</p>
  return (
    <div className="notice">
      <p>{review.nothingWrong}</p>
      <p className="row">
        <Link className="button" to={`/exam/${certificationId}/simulation`}>
          {starting.startSimulation}
        </Link>
        <Link className="button" to={`/exam/${certificationId}?start=10`}>
          {starting.startCount(10)}
        </Link>
      </p>
    </div>
  )
}

/** A link to an unfinished custom set on this device, which a new set would replace. */
function SetInProgress({ certificationId }: { certificationId: string }) {
  const attempt = useLatestAttempt(certificationId, 'chosen')
  if (!attempt || hasFinished(attempt)) return null
  return (
    <div className="notice">
      <p>{review.setInProgress(attempt.current + 1, attempt.questionIds.length)}</p>
      <Link className="button" to={`/exam/${certificationId}?set=chosen`}>
        {review.resumeSet}
      </Link>
    </div>
  )
}

/** The filter in the query `?only=wrong`. None during server rendering and hydration, because the cached page ignores the query. */
function useLinkedFilters(): readonly QuestionFilter[] {
  const [parameters] = useSearchParams()
  const isHydrated = useHydrated()
  const only = isHydrated ? parameters.get('only') : null
  return useMemo(() => questionFilters.filter((filter) => filter === only), [only])
}
