/**
 * `GET /storage/questions/question-images/:name`: an uploaded image, for everybody. What a name stands for never changes,
 * so browsers keep it for a year. Source: spec §3.
 */
import { imagesFolder, isFileKey } from '#server/platform/file-store.ts'
import { matchesEtag } from '#server/http/etag.ts'
import { problem, refuseMethod } from '#web/http/problem.ts'
import { servicesContext } from '#web/context.ts'
import { logStoreProblem } from '#web/http/store-problem.ts'
import { images } from '#web/text/en/admin/images.ts'
import type { Route } from './+types/image.ts'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const key = imagesFolder + params.name
  const headers = { 'Cache-Control': 'public, max-age=31536000, immutable', ETag: `"${params.name}"` }
  if (!isFileKey(key)) return missing()
  // Only somebody who was given the image knows it by this.
  if (matchesEtag(request.headers.get('If-None-Match'), headers.ETag)) return new Response(null, { status: 304, headers })
  try {
    const found = await context.get(servicesContext).files.get(key)
    return found ? new Response(found.bytes, { headers: { ...headers, 'Content-Type': found.type } }) : missing()
  } catch (error) {
    logStoreProblem(context, error)
    return problem(503, 'No answer', images.problems.IMAGE_STORE, { code: 'IMAGE_STORE' })
  }
}

function missing(): Response {
  return problem(404, 'No such image', 'Upload it again where it was shown.')
}

export const action = refuseMethod
