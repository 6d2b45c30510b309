/** What a member's finished attempt adds: progress toward the daily goal, and the wrong answers and correct guesses that come back for review. */
import { useEffect, useState } from 'react'
import type { AttemptResult, QuestionResult } from '#exam/results/results.ts'
import type { TodaySummary } from '#server/today/index.ts'
import { useReviewState, type ReviewState } from '#web/practice/results/use-review-state.ts'
import { fetchJson, type DeviceOwner } from '#web/sync/index.ts'
import { results } from '#text/results.ts'

type Goal = TodaySummary['goal']

/** `attemptId`: the attempt's id in the account, which has all its answers. */
type Props = { result: AttemptResult; certificationId: string; attemptId: string; owner: DeviceOwner }

export function WhatItAdds({ result, certificationId, attemptId, owner }: Props) {
  const review = useReviewState(certificationId, { attemptId, owner })
  const goal = useGoal(owner)
  const facts = listFacts(result, review?.returns ?? [], goal)
  if (facts.length === 0) return null
  return (
    <section className="apart" aria-labelledby="adds">
      <h2 id="adds">{results.addsTitle}</h2>
      <ul className="lines" role="list">
        {facts.map(({ title, text }) => (
          <li key={title}>
            <div>
              <h3>{title}</h3>
              <p>{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** `undefined` until the account responds. */
function useGoal(owner: DeviceOwner): Goal | undefined {
  const [goal, setGoal] = useState<Goal>()
  useEffect(() => {
    let isShown = true
    fetchJson<TodaySummary>('/api/today', owner).then(
      (today) => isShown && setGoal(today?.goal),
      // The home page of a member shows the goal too.
      () => undefined,
    )
    return () => {
      isShown = false
    }
  }, [owner])
  return goal
}

type Fact = { title: string; text: string }

export function listFacts({ questions }: AttemptResult, returns: ReviewState['returns'], goal: Goal | undefined): Fact[] {
  const dueOn = new Map(returns.map((one) => [one.questionId, one.dueOn]))
  const describe = (format: (numbers: readonly number[], firstDay: string) => Fact, isMatch: (one: QuestionResult) => boolean) => {
    const back = questions.flatMap((one) => {
      const on = dueOn.get(one.question.id)
      return on && isMatch(one) ? [{ number: one.number, on }] : []
    })
    const firstDay = back.map(({ on }) => on).toSorted()[0]
    return firstDay
      ? [
          format(
            back.map(({ number }) => number),
            firstDay,
          ),
        ]
      : []
  }
  return [
    ...(goal?.perDay ? [results.goal(goal.answered, goal.perDay)] : []),
    ...describe(results.toReview, ({ state }) => state === 'wrong'),
    ...describe(results.rightGuesses, ({ state, isGuessed }) => state === 'right' && isGuessed),
  ]
}
