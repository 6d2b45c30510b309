/** An empty state or an error: what happened, and what to do next. */
import { isRouteErrorResponse } from 'react-router'
import { site } from '#text/site.ts'

export function Message({
  title,
  children,
  actions,
  isAlert = false,
  error,
}: {
  title: string
  children: React.ReactNode
  actions?: React.ReactNode
  isAlert?: boolean
  /** The error. If it happened on the server, its reference in the log is shown. */
  error?: unknown
}) {
  const reference = referenceOf(error)
  return (
    <section className="message" role={isAlert ? 'alert' : undefined}>
      <h1>{title}</h1>
      <p>{children}</p>
      {reference && <p>{site.includeReference(reference)}</p>}
      {actions && <p className="row">{actions}</p>}
    </section>
  )
}

/** Server errors arrive as `{ reference }`, see `http/log-errors.ts`. */
function referenceOf(error: unknown): string | undefined {
  const data: unknown = isRouteErrorResponse(error) ? error.data : undefined
  return typeof data === 'object' && data !== null && 'reference' in data ? String(data.reference) : undefined
}
