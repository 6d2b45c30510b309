/** The page for an unexpected error. */
import { SitePage } from '#web/layout/site-page.tsx'
import { NoindexTitle } from '#web/layout/noindex-title.tsx'
import { useTexts } from '#web/text/texts.ts'
import { Message } from '#web/ui/message.tsx'
import { TryAgain } from '#web/ui/try-again.tsx'

export function ErrorPage({ error }: { error: unknown }) {
  const { site } = useTexts()
  return (
    <SitePage>
      <NoindexTitle>{site.unexpectedTitle}</NoindexTitle>
      <Message
        title={site.unexpectedTitle}
        isAlert
        error={error}
        actions={<TryAgain also={{ to: '/certifications', label: site.certifications }} />}
      >
        {site.unexpectedText}
      </Message>
    </SitePage>
  )
}
