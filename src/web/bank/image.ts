/**
 * `GET /storage/questions/question-images/:name`: an uploaded image, without sign-in. The image with a given name never
 * changes, so browsers cache it for a year. Source: spec §3.
 */
import { imagesFolder, isFileKey } from '#server/platform/file-store.ts'
import { matchesEtag } from '#server/http/etag.ts'
import { allowMethods } from '#web/http/methods.ts'
import { problem } from '#web/http/problem.ts'
import { refuse } from '#web/http/refusals.ts'
import { servicesContext } from '#web/context.ts'
import { logStoreProblem } from '#web/http/store-problem.ts'
import type { Route } from './+types/image.ts'

export const middleware = [allowMethods('GET')]

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const key = imagesFolder + params.name
  const headers = { 'Cache-Control': 'public, max-age=31536000, immutable', ETag: `"${params.name}"` }
  if (!isFileKey(key)) return missing()
  // Only a client that received the image has this ETag.
  if (matchesEtag(request.headers.get('If-None-Match'), headers.ETag)) return new Response(null, { status: 304, headers })
  try {
    const file = await context.get(servicesContext).files.get(key)
    return file ? new Response(file.bytes, { headers: { ...headers, 'Content-Type': file.type } }) : missing()
  } catch (error) {
    logStoreProblem(context, error)
    return refuse('IMAGE_STORE')
  }
}

function missing(): Response {
  return problem(404, 'No such image', 'Upload it again in the text that shows it.')
}
