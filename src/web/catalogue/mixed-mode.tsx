/** Mixed practice on a certification page: how many questions, where they come from, and the start button. */
import { useMemo, useState } from 'react'
import { Form, Link } from 'react-router'
import { countDrawn } from '#exam/question-set.ts'
import { midWeight } from '#exam/certification.ts'
import { filterQuestions, matchesFilter, type QuestionFilter } from '#exam/planning/custom-set.ts'
import { countDraw, drawMixedPractice, planFirstDraw } from '#exam/planning/mixed-practice.ts'
import { seededRandom } from '#exam/random.ts'
import type { CatalogEntry } from '#server/catalogue/index.ts'
import { useQuestionTimeSetting } from '#web/practice/index.ts'
import type { PracticeHistory } from '#web/review/index.ts'
import { LengthTabs, usePracticeLength } from '#web/catalogue/length-tabs.tsx'
import { practicePanel } from '#text/practice-panel.ts'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { areaNameOf } from '#web/ui/areas/area-name.tsx'

const choices = ['unseen', 'flagged'] as const satisfies readonly QuestionFilter[]

type Props = { entry: CatalogEntry; history: PracticeHistory | undefined }

/** A form, so that it works before the scripts have loaded. */
export function MixedMode({ entry, history }: Props) {
  const { id, bankSize } = entry
  const [filters, setFilters] = useState<readonly QuestionFilter[]>([])
  const lengthChoice = usePracticeLength(bankSize)
  const { length } = lengthChoice
  // The preview and the attempt use the same seed, so they have the same questions. The page is the same for every visitor, so the seed is
  // added in the browser.
  const [seed] = useState(() => String(Math.random()))
  const isHydrated = useHydrated()
  const pool = useMemo(
    () => history && filterQuestions(history.questions, history.knowledge, { filters, areas: [], types: [] }),
    [history, filters],
  )
  const hasHistory = history !== undefined && history.knowledge.size > 0
  const available = hasHistory && pool ? pool.length : bankSize
  const count = countDrawn(length, available)
  return (
    <Form action={`/exam/${id}`} className="flow">
      {isHydrated && <input type="hidden" name="seed" value={seed} />}
      <p className="soft">{practicePanel.mixedText}</p>
      <LengthTabs {...lengthChoice} size={bankSize} />
      <Draw entry={entry} count={count} seed={seed} knowledge={history?.knowledge} pool={hasHistory ? pool : undefined} />
      <p className="row">
        <button className="button" data-kind="primary" data-size="large" type="submit" disabled={count === 0}>
          {practicePanel.start(count)}
        </button>
        {history?.questionMs !== undefined && count > 0 && <span className="soft">{practicePanel.pace(history.questionMs * count)}</span>}
      </p>
      <details>
        <summary>{practicePanel.more}</summary>
        <div className="practice-choices">
          {choices.map((choice) => {
            const matches = history && countMatches(choice, history, bankSize)
            return (
              <label key={choice}>
                <input
                  type="checkbox"
                  name="only"
                  value={choice}
                  checked={filters.includes(choice)}
                  disabled={matches === 0}
                  onChange={({ target }) => setFilters(target.checked ? [...filters, choice] : filters.filter((one) => one !== choice))}
                />
                <span>
                  {practicePanel.only[choice]} {matches !== undefined && <small>{matches}</small>}
                </span>
              </label>
            )
          })}
          <QuestionTimeChoice />
          <p>
            <Link className="link-alone" to={`/exam/${id}/build`}>
              {practicePanel.custom}
            </Link>
          </p>
        </div>
      </details>
    </Form>
  )
}

/** Not sent with the form, because it is a setting of this device that also applies to an attempt in progress. */
function QuestionTimeChoice() {
  const [choice, choose] = useQuestionTimeSetting()
  return (
    <label>
      <input type="checkbox" checked={choice === 'on'} onChange={({ target }) => choose(target.checked ? 'on' : 'off')} />
      <span>{practicePanel.showTime}</span>
    </label>
  )
}

function countMatches(filter: QuestionFilter, { questions, knowledge }: PracticeHistory, bankSize: number): number {
  if (knowledge.size === 0) return filter === 'unseen' ? bankSize : 0
  return questions.filter(({ id }) => matchesFilter(filter, knowledge, id)).length
}

type DrawProps = {
  entry: CatalogEntry
  count: number
  seed: string
  knowledge: PracticeHistory['knowledge'] | undefined
  /** The questions to draw from; `undefined` if the candidate's history is empty or not known yet. */
  pool: PracticeHistory['questions'] | undefined
}

/**
 * How many questions come from each skill area, and, once a candidate's history is known, how many are mistakes, new, or repeated. The width
 * of each bar is proportional to the weight of its area.
 */
function Draw({ entry: { skillAreas, areaSizes }, count, seed, knowledge, pool }: DrawProps) {
  const weights = skillAreas.map(midWeight)
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const drawn = useMemo(
    () => pool && knowledge && drawMixedPractice(pool, skillAreas, knowledge, count, seededRandom(seed)),
    [pool, knowledge, skillAreas, count, seed],
  )
  const counts = drawn
    ? skillAreas.map(({ name }) => drawn.filter(({ skillArea }) => skillArea === name).length)
    : planFirstDraw(skillAreas, areaSizes, count)
  const parts = skillAreas.map(({ name }, i) => ({
    name,
    count: counts[i] ?? 0,
    x: (weights.slice(0, i).reduce((sum, weight) => sum + weight, 0) / total) * 100,
    width: ((weights[i] ?? 0) / total) * 100,
  }))
  return (
    <div>
      <p className="small practice-draw-title">
        {drawn && knowledge ? practicePanel.draw(countDraw(drawn, knowledge)) : practicePanel.drawTitle}
      </p>
      <svg
        className="practice-draw"
        role="img"
        aria-label={parts.map((part) => practicePanel.areaCount(areaNameOf(part.name), part.count)).join(', ')}
      >
        {parts.map(({ name, count: inArea, x, width }) => (
          <g key={name}>
            <svg x={`${x}%`} width={`${width}%`} height="8">
              <rect width="98.6%" height="100%" />
            </svg>
            <text x={`${x}%`} y="28">
              {inArea}
            </text>
          </g>
        ))}
      </svg>
    </div>
  )
}
