/**
 * `POST /api/images`: takes an image, either as the body itself or as the field `file` of a form; administrators.
 * 201 `{ "url": "https://…/storage/…", "address": "/storage/…" }`, where `address` is for texts. Source: spec §7.
 */
import { getApiAdministrator, notAnAdministrator } from '#web/admin/administrator.ts'
import { checkMethod, privateJson, problem } from '#web/http/problem.ts'
import type { ProblemStatus } from '#web/http/problem.ts'
import { originContext, servicesContext } from '#web/context.ts'
import { logStoreProblem } from '#web/http/store-problem.ts'
import { images } from '#web/text/en/admin/images.ts'
import type { Route } from './+types/images.ts'
import { addImage, imageBytesMax } from '#server/bank/index.ts'
import type { ImageRefusal } from '#server/bank/index.ts'

export function loader({ request }: Route.LoaderArgs) {
  checkMethod(request, ['POST'])
}

export async function action({ request, context }: Route.ActionArgs) {
  checkMethod(request, ['POST'])
  const viewer = await getApiAdministrator(context)
  const bytes = await readImage(request)
  try {
    const added = await addImage(context.get(servicesContext), viewer.id, bytes)
    if (!added.ok) return added.refusal === 'NOT_AN_ADMINISTRATOR' ? notAnAdministrator() : refusal(added.refusal)
    return privateJson({ url: context.get(originContext) + added.address, address: added.address }, 201)
  } catch (error) {
    logStoreProblem(context, error)
    return refusal('IMAGE_STORE')
  }
}

/** What a form adds around its file, in bytes. */
const formBytesMax = 64 * 1024

/** @throws a problem as soon as it is too much, or when a form has no file */
async function readImage(request: Request): Promise<Uint8Array> {
  const type = request.headers.get('Content-Type') ?? ''
  if (!/^multipart\/form-data\b/i.test(type)) return readBytes(request, imageBytesMax)
  const body = await readBytes(request, imageBytesMax + formBytesMax)
  const form = await new Response(body, { headers: { 'Content-Type': type } }).formData().catch(() => undefined)
  const file = form?.get('file')
  if (!(file instanceof Blob)) throw refusal('IMAGE_MISSING')
  return new Uint8Array(await file.arrayBuffer())
}

async function readBytes(request: Request, bytesMax: number): Promise<Buffer<ArrayBuffer>> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of request.body ?? []) {
    bytes += piece.length
    if (bytes > bytesMax) throw refusal('IMAGE_TOO_LARGE')
    pieces.push(piece)
  }
  if (bytes === 0) throw refusal('IMAGE_MISSING')
  return Buffer.concat(pieces)
}

type Code = ImageRefusal | 'IMAGE_MISSING' | 'IMAGE_STORE'

const statuses: Record<Code, ProblemStatus> = {
  IMAGE_KIND: 415,
  IMAGE_TOO_LARGE: 413,
  IMAGE_TOO_MANY_PIXELS: 422,
  IMAGE_UNREADABLE: 422,
  IMAGE_MISSING: 422,
  IMAGE_STORE: 503,
}

function refusal(code: Code): Response {
  return problem(statuses[code], 'Image not taken', images.problems[code], { code })
}
