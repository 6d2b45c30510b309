/**
 * The reader of a case study, loaded on demand. Until it has loaded, and if it cannot be loaded, the whole case study is shown without
 * tabs.
 */
import { Suspense, lazy, useEffect, useState } from 'react'
import type { Attempt } from '#exam/attempt.ts'
import type { QuestionLookup } from '#exam/question-status.ts'
import type { CaseStudyReaderProps } from '#web/practice/question/case-study-reader.tsx'
import { BookText } from '#web/ui/book-text.tsx'

type Reader = React.ComponentType<CaseStudyReaderProps>

const load = () => import('#web/practice/question/case-study-reader.tsx')

const OnDemand = lazy<Reader>(() => load().catch(() => ({ default: WholeCaseStudy })))

/** Set once the script has loaded. Never set on the server. */
let Loaded: Reader | undefined

export function LazyCaseStudyReader(props: CaseStudyReaderProps) {
  const [CaseStudyReader] = useState(() => Loaded ?? OnDemand)
  return (
    <Suspense fallback={<WholeCaseStudy {...props} />}>
      <CaseStudyReader {...props} />
    </Suspense>
  )
}

/** Loads the reader when the current question or one beside it has a case study. */
export function usePreloadedCaseStudyReader({ questionIds, current }: Attempt, questions: Pick<QuestionLookup, 'get'>): void {
  const isNear = questionIds.slice(Math.max(0, current - 1), current + 2).some((id) => questions.get(id)?.caseStudyId)
  useEffect(() => {
    if (!isNear || Loaded) return
    load().then(
      (module) => (Loaded = module.default),
      // Without the reader, the whole case study is shown.
      () => undefined,
    )
  }, [isNear])
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
