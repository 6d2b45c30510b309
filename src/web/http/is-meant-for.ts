/** Checks that a request comes from a page that was opened for the signed-in member, by a header of the request. */
import type { PlainRequest } from '#server/http/plain-request.ts'

/**
 * Whether the signed-in user is the member for whom the page was opened. A request without the header is accepted for every user. A page that
 * is still open after another member signed in must not write to the new member's account or read from it.
 */
export function isMeantFor(request: Pick<PlainRequest, 'headers'>, viewerId: string | undefined): boolean {
  const memberId = request.headers.get('Praxam-Member')
  return memberId === null || memberId === viewerId
}
