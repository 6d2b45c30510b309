/** While the disk of the embedded database is nearly full, refuses all requests except reads. Practice continues to work on the device. */
import type { MiddlewareFunction } from 'react-router'
import { splitLanguage } from '#exam/languages.ts'
import { refuse } from '#web/http/refusals.ts'
import { servicesContext } from '#web/context.ts'
import { noRoom } from '#text/no-room.ts'

/** Allowed even then: signing out on a shared computer must not fail, and it only deletes one row. */
const signOutPath = '/sign-out'

export const requireRoom: MiddlewareFunction<Response> = ({ request, context }) => {
  if (request.method === 'GET' || request.method === 'HEAD' || context.get(servicesContext).hasRoom()) return
  const { path } = splitLanguage(new URL(request.url).pathname)
  if (path !== signOutPath) throw refuseWithoutRoom(!path.startsWith('/api/'))
}

/** A page gets an error page with the text. A program gets a problem with a code. */
export function refuseWithoutRoom(isPage: boolean): Response {
  return isPage ? Response.json({ text: noRoom.text }, { status: 503 }) : refuse('DISK_FULL')
}
