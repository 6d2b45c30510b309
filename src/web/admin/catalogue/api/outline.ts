/**
 * `POST /api/certifications/:id/outline` `{ outline, continues_as, preview }`: previews a new outline, or applies it when `preview` is the
 * fingerprint of its preview. `outline` is the text of the JSON file; `continues_as` maps ids of removed objectives to the ids of the
 * objectives that continue them. Administrators only.
 */
import { administratorContext, requireApiAdministrator } from '#web/admin/require-api-administrator.ts'
import { readJsonObject } from '#web/http/json-body.ts'
import { allowMethods } from '#web/http/methods.ts'
import { privateJson } from '#web/http/problem.ts'
import { refuseResult } from '#web/http/refusals.ts'
import { servicesContext } from '#web/context.ts'
import type { Route } from './+types/outline.ts'
import { applyOutline, previewOutline } from '#server/bank/index.ts'

export const middleware = [allowMethods('POST'), requireApiAdministrator()]

export async function action({ request, context, params: { certificationId: id } }: Route.ActionArgs) {
  const { db } = context.get(servicesContext)
  const { outline, continues_as, preview } = await readJsonObject(request)
  const asked = { text: typeof outline === 'string' ? outline : '', continuations: continues_as }
  const result =
    preview === undefined
      ? await previewOutline(db, id, asked)
      : await applyOutline(db, context.get(administratorContext).id, id, asked, typeof preview === 'string' ? preview : '', new Date())
  return result.ok ? privateJson({ preview: result.preview, is_applied: preview !== undefined }) : refuseResult(result)
}
