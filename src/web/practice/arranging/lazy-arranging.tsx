/**
 * The answer controls of questions other than choice questions, loaded on demand. An attempt loads them before the candidate reaches such a question,
 * so that the question appears immediately.
 */
import type { Attempt } from '#exam/attempt.ts'
import { listNearQuestions, type QuestionLookup } from '#exam/question-status.ts'
import type { ArrangingProps } from '#web/practice/arranging/arranging.tsx'
import { ArrangingPlaceholder } from '#web/practice/arranging/arranging-placeholder.tsx'
import { exam } from '#text/practice.ts'
import { site } from '#text/site.ts'
import { lazyWithRetry } from '#web/ui/lazy-with-retry.tsx'
import { preloadable } from '#web/ui/preloadable.tsx'
import { Notice } from '#web/ui/notice.tsx'

const load = () => import('#web/practice/arranging/arranging.tsx')

const [Arranging, usePreloaded] = preloadable<ArrangingProps>(load, lazyWithRetry<ArrangingProps>(load, StandIn))

export { Arranging as LazyArranging }

/** Loads the controls when the current question or one beside it needs them. */
export function usePreloadedArranging(attempt: Attempt, questions: Pick<QuestionLookup, 'get'>): void {
  usePreloaded(listNearQuestions(attempt, questions).some(({ type }) => type !== 'single_choice' && type !== 'multiple_choice'))
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
