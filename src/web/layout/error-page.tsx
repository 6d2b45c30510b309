/** The error page of a route: the 404 page for an address without content, otherwise what failed and how to try again. */
import { isRouteErrorResponse } from 'react-router'
import { NotFoundPage } from '#web/layout/not-found.tsx'
import { SitePage } from '#web/layout/site-page.tsx'
import { NoindexTitle } from '#web/layout/noindex-title.tsx'
import { site } from '#text/site.ts'
import { Message } from '#web/ui/message.tsx'
import { TryAgain } from '#web/ui/try-again.tsx'

/** `children`: the message. `listLabel`: the label of the link to the list of certifications; `null` without the link. */
type Props = { error: unknown; title?: string; listLabel?: string | null; children?: string }

export function ErrorPage({ error, title, listLabel, children }: Props) {
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundPage />
  const isUnavailable = isRouteErrorResponse(error) && error.status === 503
  const heading = isUnavailable ? site.unavailableTitle : (title ?? site.unexpectedTitle)
  const also = listLabel === null ? undefined : { to: '/certifications', label: listLabel ?? site.certifications }
  return (
    <SitePage>
      <NoindexTitle>{heading}</NoindexTitle>
      <Message title={heading} isAlert error={error} actions={<TryAgain also={also} />}>
        {isUnavailable ? ((error.data as { text?: string } | null)?.text ?? site.unavailableText) : (children ?? site.unexpectedText)}
      </Message>
    </SitePage>
  )
}
