/** The error page of exam pages. */
import { isRouteErrorResponse } from 'react-router'
import { NotFoundPage } from '#web/layout/not-found.tsx'
import { SitePage } from '#web/layout/site-page.tsx'
import { NoindexTitle } from '#web/layout/noindex-title.tsx'
import { useTexts } from '#web/text/texts.ts'
import { Message } from '#web/ui/message.tsx'
import { TryAgain } from '#web/ui/try-again.tsx'

/** `children` is the error message. The default says that the questions could not be loaded. */
export function QuestionsError({ error, children }: { error: unknown; children?: string }) {
  const { exam } = useTexts()
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundPage />
  return (
    <SitePage>
      <NoindexTitle>{exam.errorTitle}</NoindexTitle>
      <Message
        title={exam.errorTitle}
        isAlert
        error={error}
        actions={<TryAgain also={{ to: '/certifications', label: exam.returnToList }} />}
      >
        {children ?? `${exam.failed}. ${exam.failedAdvice}`}
      </Message>
    </SitePage>
  )
}
