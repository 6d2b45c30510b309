/** The error page of exam pages. */
import { ErrorPage } from '#web/layout/error-page.tsx'
import { useTexts } from '#web/text/texts.ts'

/** `children` is the error message. The default says that the questions could not be loaded. */
export function QuestionsError({ error, children }: { error: unknown; children?: string }) {
  const { exam } = useTexts()
  return (
    <ErrorPage error={error} title={exam.errorTitle} listLabel={exam.returnToList}>
      {children ?? `${exam.failed}. ${exam.failedAdvice}`}
    </ErrorPage>
  )
}
