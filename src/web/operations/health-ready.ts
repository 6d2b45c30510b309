/**
 * `GET /health/ready`: whether the database responds and contains a catalog and questions. Source: spec §7, startup connectivity test.
 * `status` is `read-only` while the disk is nearly full: pages are served, so a load balancer must not remove the site.
 */
import { json, problem } from '#web/http/problem.ts'
import { servicesContext } from '#web/context.ts'
import { noRoom } from '#web/text/en/no-room.ts'
import type { Route } from './+types/health-ready.ts'
import { readOneOfEach } from '#server/bank/index.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const found = await readOneOfEach(context.get(servicesContext).db).catch((error: unknown) => {
    context.get(servicesContext).log.error({ error }, 'Not ready')
    return undefined
  })
  if (!found) return problem(503, 'Not ready', 'The database does not respond.')
  if (found.certifications === 0 || found.questions === 0)
    return problem(503, 'Not ready', 'The database does not contain certifications and questions yet.')
  if (!context.get(servicesContext).hasRoom()) return json({ status: 'read-only', detail: noRoom.text, ...found })
  return json({ status: 'ok', ...found })
}
