/**
 * The worker thread of an import. It reads and checks the file, so that this slow work does not block the server. `worker-client.ts`
 * starts it, answers its queries, and pulls the data to write.
 */
import { parentPort } from 'node:worker_threads'
import { createBirpc } from 'birpc'
import type { ArchiveImage } from '#server/bank/images/archived-images.ts'
import { checkItems, type CheckedItems } from '#server/bank/import/check-items.ts'
import { ImportProblem, type CheckedImport, type ImportBatch, type ImportTask } from '#server/bank/import/messages.ts'
import type { ServerFunctions } from '#server/bank/import/worker-client.ts'

const port = parentPort
if (!port) throw new Error('worker-client.ts starts this module as a thread')

let checked: CheckedItems | undefined
let batches: Iterator<ImportBatch, undefined> | undefined

const functions = {
  /** Returns a problem instead of throwing it, because an error loses its class on the way to the server. */
  check: async (task: ImportTask): Promise<CheckedImport | Pick<ImportProblem, 'code' | 'message'>> => {
    try {
      checked = await checkItems(task, server)
      return { report: checked.report, plan: checked.plan }
    } catch (error) {
      if (error instanceof ImportProblem) return { code: error.code, message: error.message }
      throw error
    }
  },
  /** Starts again with the first batch. */
  openBatches: (): void => {
    batches = checked?.openBatches()
  },
  /** `undefined` after the last batch. */
  nextBatch: (): ImportBatch | undefined => batches?.next().value,
  /** `undefined` after the last image. */
  nextImage: (): ArchiveImage | undefined => checked?.images.shift(),
}

/** The functions that the server calls. */
export type WorkerFunctions = typeof functions

const server = createBirpc<ServerFunctions, WorkerFunctions>(functions, {
  post: (message) => port.postMessage(message),
  on: (receive) => port.on('message', receive),
  eventNames: ['emit'],
  timeout: -1,
})
