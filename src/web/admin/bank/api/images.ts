/**
 * `POST /api/images`: adds an image, sent as the body or as the field `file` of a form. Administrators only.
 * 201 `{ "url": "https://…/storage/…", "address": "/storage/…" }`, where `address` is the path to use in texts. Source: spec §7.
 */
import { administratorContext, requireApiAdministrator } from '#web/admin/require-api-administrator.ts'
import { allowMethods } from '#web/http/methods.ts'
import { privateJson } from '#web/http/problem.ts'
import { refuse, refuseResult } from '#web/http/refusals.ts'
import { logContext, originContext, servicesContext } from '#web/context.ts'
import { logStoreProblem } from '#web/http/store-problem.ts'
import type { Route } from './+types/images.ts'
import { addImage } from '#server/bank/index.ts'
import { isDiskFull } from '#server/db/free-space.ts'
import { imageBytesMax } from '#server/http/guard.ts'

export const middleware = [allowMethods('POST'), requireApiAdministrator()]

export async function action({ request, context }: Route.ActionArgs) {
  const bytes = await readImage(request)
  try {
    const added = await addImage(context.get(servicesContext), context.get(administratorContext).id, bytes)
    if (!added.ok) return refuseResult(added)
    return privateJson({ url: context.get(originContext) + added.address, address: added.address }, 201)
  } catch (error) {
    if (isDiskFull(error)) {
      // Without this line, the operator of a site on PostgreSQL would not learn that the disk of the images is full.
      context.get(logContext).warn({ reason: (error as Error).message }, 'There was no room for an image')
      return refuse('DISK_FULL')
    }
    logStoreProblem(context, error)
    return refuse('IMAGE_STORE')
  }
}

/** Maximum size of a form apart from its file, in bytes. */
const formBytesMax = 64 * 1024

/** @throws a refusal as soon as the body is too large, or if it is empty or a form without a file */
async function readImage(request: Request): Promise<Uint8Array> {
  const type = request.headers.get('Content-Type') ?? ''
  if (!/^multipart\/form-data\b/i.test(type)) return readBytes(request, imageBytesMax)
  const body = await readBytes(request, imageBytesMax + formBytesMax)
  const form = await new Response(body, { headers: { 'Content-Type': type } }).formData().catch(() => undefined)
  const file = form?.get('file')
  if (!(file instanceof Blob)) throw refuse('IMAGE_MISSING')
  return new Uint8Array(await file.arrayBuffer())
}

async function readBytes(request: Request, bytesMax: number): Promise<Buffer<ArrayBuffer>> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of request.body ?? []) {
    bytes += piece.length
    if (bytes > bytesMax) throw refuse('IMAGE_TOO_LARGE')
    pieces.push(piece)
  }
  if (bytes === 0) throw refuse('IMAGE_MISSING')
  return Buffer.concat(pieces)
}
