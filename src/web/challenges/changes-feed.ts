/** `GET /certifications/:certificationId/changes.atom`: the latest entries of an exam's change log as an Atom feed (RFC 4287). */
import { originContext, servicesContext } from '#web/context.ts'
import { printChangesFeed } from '#web/challenges/print-changes-feed.ts'
import { getCertification } from '#web/http/get-certification.ts'
import type { Route } from './+types/changes-feed.ts'
import { listChanges } from '#server/challenges/index.ts'

const entriesMax = 50

export async function loader({ context, params }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext)
  const { id } = await getCertification(db, params.certificationId, (id) => `/certifications/${id}/changes.atom`)
  const { changes } = await listChanges(db, id, { size: entriesMax })
  const feed = printChangesFeed(context.get(originContext), id, changes)
  return new Response(feed, { headers: { 'Content-Type': 'application/atom+xml; charset=utf-8' } })
}
