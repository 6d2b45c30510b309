/**
 * The answer controls of questions other than choice questions, loaded on demand. An attempt loads them before the candidate reaches such a question,
 * so that the question appears immediately.
 */
import { useEffect, useState } from 'react'
import type { Attempt } from '#exam/attempt.ts'
import type { QuestionLookup } from '#exam/question-status.ts'
import type { ArrangingProps } from '#web/practice/arranging/arranging.tsx'
import { ArrangingPlaceholder } from '#web/practice/arranging/arranging-placeholder.tsx'
import { exam } from '#text/practice.ts'
import { site } from '#text/site.ts'
import { lazyWithRetry } from '#web/ui/lazy-with-retry.tsx'
import { Notice } from '#web/ui/notice.tsx'

const load = () => import('#web/practice/arranging/arranging.tsx')

const OnDemand = lazyWithRetry<ArrangingProps>(load, StandIn)

/** The loaded component. Never set on the server, where each response starts with `OnDemand`. */
let Loaded: React.ComponentType<ArrangingProps> | undefined

export function LazyArranging(props: ArrangingProps) {
  const [Arranging] = useState(() => Loaded ?? OnDemand)
  return <Arranging {...props} />
}

/** Loads the controls when the current question or one beside it needs them. */
export function usePreloadedArranging({ questionIds, current }: Attempt, questions: Pick<QuestionLookup, 'get'>): void {
  const isNear = questionIds.slice(Math.max(0, current - 1), current + 2).some((id) => {
    const type = questions.get(id)?.type
    return type !== undefined && type !== 'single_choice' && type !== 'multiple_choice'
  })
  useEffect(() => {
    if (!isNear || Loaded) return
    load().then(
      (module) => (Loaded = module.default),
      // The question itself reports the failure and offers a retry.
      () => undefined,
    )
  }, [isNear])
}

function StandIn({ question, onTryAgain }: ArrangingProps & { onTryAgain?: () => void }) {
  if (!onTryAgain) return <ArrangingPlaceholder question={question} />
  return (
    <>
      <Notice verdict="wrong">{exam.controlsNotLoaded}</Notice>
      <p>
        <button className="button" type="button" onClick={onTryAgain}>
          {site.tryAgain}
        </button>
      </p>
    </>
  )
}
