/** The member that a page works for, by the header of its requests. */

/**
 * Whether the signed-in user is the member that the page works for. A page that is still open after another member signed in
 * must not write to the new member's account or read from it.
 */
export function isMeantFor(request: Request, viewerId: string | undefined): boolean {
  const memberId = request.headers.get('Praxam-Member')
  return memberId === null || memberId === viewerId
}
