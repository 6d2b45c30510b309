/** `GET /results/:token/card.png`: the share image of a shared result. It is not cached, so that it disappears with the page. */
import { passMarkPercent, scorePercent } from '#exam/grading.ts'
import { allowMethods } from '#web/http/methods.ts'
import { problem } from '#web/http/problem.ts'
import { servicesContext } from '#web/context.ts'
import { readSharedResult } from '#web/sharing/read-shared-result.ts'
import { isSimulation, kindOf } from '#web/sharing/shown-result.ts'
import { sharing } from '#text/sharing.ts'
import { results } from '#text/results.ts'
import type { Route } from './+types/result-image.ts'
import { createImageCache } from '#server/share-images/index.ts'
import { drawResultImage, findSharedResult } from '#server/sharing/index.ts'

const drawn = createImageCache(drawResultImage)

export const middleware = [allowMethods('GET')]

export async function loader({ context, params }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext)
  const result = await findSharedResult(db, params.token)
  if (!result) return problem(404, 'No such image', 'Use the address in the shared page.')
  const shown = await readSharedResult(db, result)
  const { certificationId, family, kind, correct, total, finishedOn } = shown
  const { bytes } = await drawn({
    tab: certificationId.toUpperCase(),
    label: kindOf(shown),
    family,
    score: sharing.score(shown),
    filledPercent: scorePercent(correct, total),
    mark: isSimulation(shown) ? { percent: passMarkPercent, text: results.passMark(passMarkPercent) } : undefined,
    name: result.name || sharing.someoneAlone,
    lines: [sharing.kinds[kind], sharing.countedShortly(correct, total), sharing.finishedOn(finishedOn)],
    note: sharing.note,
  })
  return new Response(new Uint8Array(bytes), { headers: { 'Cache-Control': 'no-store', 'Content-Type': 'image/png' } })
}
