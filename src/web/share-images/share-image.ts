/** `GET /cards/:name.png`: the share image of a page. Names: `server/share-images/share-images.ts`. */
import { matchesEtag } from '#server/http/etag.ts'
import { createImageCache, drawShareImage, findShareImage } from '#server/share-images/index.ts'
import { servicesContext } from '#web/context.ts'
import { allowMethods } from '#web/http/methods.ts'
import { problem } from '#web/http/problem.ts'
import { home } from '#text/home.ts'
import { card } from '#text/share-images.ts'
import { card as guideCard } from '#web/text/fr/share-images.ts'
import type { Route } from './+types/share-image.ts'

const drawCached = createImageCache(drawShareImage)

export const middleware = [allowMethods('GET')]

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { db, guides } = context.get(servicesContext)
  const [, name] = /^(.+)\.png$/.exec(params.name) ?? []
  const image = name && (await findShareImage(db, guides, name, { headline: home.headline, card, guideCard }))
  if (!image) return problem(404, 'No such image', 'Copy the address of the image from its page.')
  const { bytes, etag } = await drawCached(image)
  // Administrators can edit the content, but social networks cache images for a day or longer anyway.
  const headers = { 'Cache-Control': 'public, max-age=86400', ETag: etag }
  if (matchesEtag(request.headers.get('If-None-Match'), etag)) return new Response(null, { status: 304, headers })
  return new Response(new Uint8Array(bytes), { headers: { ...headers, 'Content-Type': 'image/png' } })
}
