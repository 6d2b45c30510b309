/**
 * `GET /health/ready`: whether the database responds and contains a catalog and questions. Source: spec §7, startup connectivity test.
 * `status` is `read-only` while the disk is nearly full, or the database accepts no changes: pages are served, so a load balancer must not
 * remove the site. After a statement has read a damaged file of the embedded database, the site is not ready until the process ends.
 */
import { allowMethods } from '#web/http/methods.ts'
import { json, problem } from '#web/http/problem.ts'
import { servicesContext } from '#web/context.ts'
import { noRoom } from '#web/text/en/no-room.ts'
import type { Route } from './+types/health-ready.ts'
import { readOneOfEach } from '#server/bank/index.ts'
import { refusesChanges } from '#server/db/availability.ts'

export const middleware = [allowMethods('GET')]

export async function loader({ context }: Route.LoaderArgs) {
  const { db, hasRoom, isDatabaseDamaged, log } = context.get(servicesContext)
  const read = async () => ({ found: await readOneOfEach(db), isReadOnly: await refusesChanges(db) })
  const answer = await read().catch((error: unknown) => {
    log.error({ error }, 'Not ready')
    return undefined
  })
  if (isDatabaseDamaged()) return problem(503, 'Not ready', 'The database is damaged.')
  if (!answer) return problem(503, 'Not ready', 'The database does not respond.')
  const { found, isReadOnly } = answer
  if (found.certifications === 0 || found.questions === 0)
    return problem(503, 'Not ready', 'The database does not contain certifications and questions yet.')
  if (!hasRoom()) return json({ status: 'read-only', detail: noRoom.text, ...found })
  if (isReadOnly) return json({ status: 'read-only', detail: 'The database accepts no changes.', ...found })
  return json({ status: 'ok', ...found })
}
