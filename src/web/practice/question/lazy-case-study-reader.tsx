/**
 * The reader of a case study, loaded on demand. Until it has loaded, and if it cannot be loaded, the whole case study is shown without
 * tabs.
 */
import { Suspense, lazy } from 'react'
import type { Attempt } from '#exam/attempt.ts'
import { listNearQuestions, type QuestionLookup } from '#exam/question-status.ts'
import type { CaseStudyReaderProps } from '#web/practice/question/case-study-reader.tsx'
import { preloadable } from '#web/ui/preloadable.tsx'
import { BookText } from '#web/ui/book-text.tsx'

const load = () => import('#web/practice/question/case-study-reader.tsx')

const OnDemand = lazy<React.ComponentType<CaseStudyReaderProps>>(() => load().catch(() => ({ default: WholeCaseStudy })))

const [LazyCaseStudyReader, usePreloaded] = preloadable<CaseStudyReaderProps>(load, (props) => (
  <Suspense fallback={<WholeCaseStudy {...props} />}>
    <OnDemand {...props} />
  </Suspense>
))

export { LazyCaseStudyReader }

/** Loads the reader when the current question or one beside it has a case study. */
export function usePreloadedCaseStudyReader(attempt: Attempt, questions: Pick<QuestionLookup, 'get'>): void {
  usePreloaded(listNearQuestions(attempt, questions).some(({ caseStudyId }) => caseStudyId !== null))
}

function WholeCaseStudy({ caseStudy: { content } }: CaseStudyReaderProps) {
  return (
    <div className="case-study-reader">
      <div className="body" tabIndex={0}>
        <BookText className="reading" html={content} />
      </div>
    </div>
  )
}
