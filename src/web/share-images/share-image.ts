/** `GET /cards/:name.png`: the picture that stands for a page where its address is shared. Names: `server/share-images/share-images.ts`. */
import { matchesEtag } from '#server/http/etag.ts'
import { problem, refuseMethod } from '#web/http/problem.ts'
import { servicesContext } from '#web/context.ts'
import { card as en } from '#web/text/en/share-images.ts'
import { home } from '#web/text/en/home.ts'
import { card as fr } from '#web/text/fr/share-images.ts'
import type { Route } from './+types/share-image.ts'
import { drawCard, findCard, makeCardBox } from '#server/share-images/index.ts'

const words = { headline: home.headline, en, fr }
const drawn = makeCardBox(drawCard)

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { db, guides } = context.get(servicesContext)
  const [, name] = /^(.+)\.png$/.exec(params.name) ?? []
  const card = name && (await findCard(db, guides, name, words))
  if (!card) return problem(404, 'No such card', 'Take its address from the page that it stands for.')
  const { bytes, etag } = await drawn(card)
  // What it shows may be edited; those who fetch cards keep their own copies anyway.
  const headers = { 'Cache-Control': 'public, max-age=86400', ETag: etag }
  if (matchesEtag(request.headers.get('If-None-Match'), etag)) return new Response(null, { status: 304, headers })
  return new Response(new Uint8Array(bytes), { headers: { ...headers, 'Content-Type': 'image/png' } })
}

export const action = refuseMethod
