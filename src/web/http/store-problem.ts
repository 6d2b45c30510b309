/** Handles failures of the image storage. */
import type { RouterContextProvider } from 'react-router'
import { isFileStoreProblem } from '#server/platform/file-store.ts'
import { logContext } from '#web/context.ts'

/** Logs a failure of the image storage for the operator. @throws any other error */
export function logStoreProblem(context: Readonly<RouterContextProvider>, error: unknown): void {
  if (!isFileStoreProblem(error)) throw error
  context.get(logContext).error({ error }, 'The image storage failed')
}
