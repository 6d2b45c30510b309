/** Checks for which member a page was opened, by the header of its requests. */
import type { PlainRequest } from '#server/http/plain-request.ts'

/**
 * Whether the signed-in user is the member for whom the page was opened. A request without the header is for any user. A page that is still
 * open after another member signed in must not write to the new member's account or read from it.
 */
export function isMeantFor(request: Pick<PlainRequest, 'headers'>, viewerId: string | undefined): boolean {
  const memberId = request.headers.get('Praxam-Member')
  return memberId === null || memberId === viewerId
}
