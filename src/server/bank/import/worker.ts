/**
 * The worker thread of an import: it reads and checks the file, which is slow and needs no database. `worker-client.ts`
 * starts it, answers its queries, and pulls the data to write.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { checkItems } from '#server/bank/import/check-items.ts'
import { ListProblem, NotAListProblem } from '#server/bank/import/json-array-reader.ts'
import type {
  ImportTask,
  MessageFromWorker,
  MessageToWorker,
  WorkerOutput,
  WorkerQueries,
  WorkerQuery,
} from '#server/bank/import/messages.ts'
import { FileProblem } from '#server/bank/import/read-file.ts'
import { ArchiveProblem } from '#server/bank/import/zip-archive.ts'

const port = parentPort
if (!port) throw new Error('worker-client.ts starts this module as a thread')

/** Only one query is pending at a time. */
let resolveQuery: (result: unknown) => void = () => undefined
let output: { [Kind in keyof WorkerOutput]: Iterator<WorkerOutput[Kind]> } | undefined

port.on('message', (message: MessageToWorker) => {
  switch (message.type) {
    case 'result':
      return resolveQuery(message.result)
    case 'next': {
      const next = output?.[message.of].next()
      return send({ type: 'next', value: !next || next.done ? undefined : next.value })
    }
  }
})

function send(message: MessageFromWorker): void {
  port?.postMessage(message)
}

function query<Kind extends keyof WorkerQueries>(message: WorkerQuery<Kind>): Promise<WorkerQueries[Kind]['result']> {
  return new Promise((resolve) => {
    resolveQuery = (result) => resolve(result as WorkerQueries[Kind]['result'])
    send({ type: 'query', query: message as WorkerQuery })
  })
}

try {
  const { batches, images, ...checked } = await checkItems(workerData as ImportTask, { query, emit: send })
  output = { batches, images }
  send({ type: 'checked', checked })
} catch (error) {
  if (error instanceof NotAListProblem) send({ type: 'problem', code: 'IMPORT_NOT_A_LIST', message: error.message })
  else if (error instanceof FileProblem || error instanceof ListProblem || error instanceof ArchiveProblem)
    send({ type: 'problem', code: 'IMPORT_UNREADABLE', message: error.message })
  else throw error
}
