/** The error page for exam pages. */
import { ErrorPage } from '#web/layout/error-page.tsx'
import { exam } from '#text/practice.ts'

/** `children` is the error message. The default says that the questions could not be loaded. */
export function QuestionsError({ error, children }: { error: unknown; children?: string }) {
  return (
    <ErrorPage error={error} title={exam.errorTitle} listLabel={exam.returnToList}>
      {children ?? `${exam.failed}. ${exam.failedAdvice}`}
    </ErrorPage>
  )
}
