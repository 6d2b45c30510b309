/** The pages on which sets are made, when they cannot be shown. */
import { isRouteErrorResponse } from 'react-router'
import { NotFoundPage } from '#web/layout/not-found.tsx'
import { SitePage } from '#web/layout/site-page.tsx'
import { UnlistedTitle } from '#web/layout/unlisted-title.tsx'
import { useTexts } from '#web/text/texts.ts'
import { Message } from '#web/ui/message.tsx'
import { TryAgain } from '#web/ui/try-again.tsx'

export function ErrorBoundary({ error }: { error: unknown }) {
  const { exam } = useTexts()
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundPage />
  return (
    <SitePage>
      <UnlistedTitle>{exam.errorTitle}</UnlistedTitle>
      <Message
        title={exam.errorTitle}
        isAlert
        error={error}
        actions={<TryAgain also={{ to: '/certifications', label: exam.returnToList }} />}
      >
        {`${exam.failed}. ${exam.failedAdvice}`}
      </Message>
    </SitePage>
  )
}
