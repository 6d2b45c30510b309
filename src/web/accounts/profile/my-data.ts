/**
 * `GET /profile/my-data.json`: the learner record of the signed-in member, as a download. `?form=xapi`: its answers as xAPI statements.
 * `?form=schema`: the JSON schema of the record, for everyone. See `docs/my-data.md`.
 *
 * `POST /profile/my-data.json?dry_run=true|false`: imports a record, or reports what an import would add, as an `ImportSummary`.
 */
import { redirect } from 'react-router'
import { dayMs, hourMs } from '#exam/duration.ts'
import { consumeRateLimit, type RateLimit } from '#server/platform/rate-limit.ts'
import { findViewer, findViewerOfPage } from '#web/accounts/viewer.ts'
import { originContext, servicesContext } from '#web/context.ts'
import { allowMethods } from '#web/http/methods.ts'
import { json, privateJson, problem } from '#web/http/problem.ts'
import { refuse } from '#web/http/refusals.ts'
import type { Route } from './+types/my-data.ts'
import { importRecord, printRecord, printRecordSchema, printStatements, readMyData, readRecord } from '#server/record/index.ts'

/** The rate limits of dry runs and imports, per member. Reading a file takes longer than most requests. */
const readLimit: RateLimit = { name: 'record-reads', max: 30, windowMs: hourMs }
const importLimit: RateLimit = { name: 'record-imports', max: 20, windowMs: dayMs }

export const middleware = [allowMethods('GET', 'POST')]

export async function loader({ context, url }: Route.LoaderArgs) {
  const form = url.searchParams.get('form')
  if (form === 'schema') return json(printRecordSchema())
  const viewer = await findViewer(context)
  // A download is not a page, so the sign-in leads to the profile.
  if (!viewer) return redirect('/login?to=%2Fprofile')
  const myData = await readMyData(context.get(servicesContext).db, viewer.id, new Date())
  if (form === 'xapi') return download(JSON.stringify(printStatements(myData, context.get(originContext)), null, 1), 'praxam-xapi.json')
  return download(printRecord(myData), 'praxam-my-data.json')
}

function download(text: string, name: string): Response {
  return new Response(text, {
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}"`,
      'Cache-Control': 'no-store',
    },
  })
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const dryRun = url.searchParams.get('dry_run')
  if (dryRun !== 'true' && dryRun !== 'false')
    return problem(400, 'Wrong parameters', 'Send dry_run=true to see what the import would add, or dry_run=false to import.')
  const viewer = await findViewerOfPage(context, request)
  if (!viewer) return refuse('SIGNED_OUT')
  const { db } = context.get(servicesContext)
  const now = new Date()
  const isDryRun = dryRun === 'true'
  if (!(await consumeRateLimit(db, isDryRun ? readLimit : importLimit, viewer.id, now))) return refuse('TOO_MANY_IMPORTS')
  const read = await readRecord(await request.text(), now)
  if (!read.ok) {
    const problems = 'problems' in read ? read.problems : []
    return refuse(read.code, problems.length > 0 ? { refusals: problems.map(({ place, reason }) => ({ field: place, reason })) } : {})
  }
  const result = await importRecord(db, { userId: viewer.id, record: read.record, isDryRun }, now)
  return result.ok ? privateJson(result.summary) : refuse(result.refusal)
}
