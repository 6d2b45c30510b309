/** What a route does when the store of the images does not answer or refuses. */
import type { RouterContextProvider } from 'react-router'
import { isFileStoreProblem } from '#server/platform/file-store.ts'
import { logContext } from '#web/context.ts'

/** Tells the operator, in the log. @throws the error when it is another one */
export function logStoreProblem(context: Readonly<RouterContextProvider>, error: unknown): void {
  if (!isFileStoreProblem(error)) throw error
  context.get(logContext).error({ error }, 'The store of the images failed')
}
