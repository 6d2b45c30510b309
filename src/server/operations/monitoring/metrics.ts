/**
 * The metrics of the process, in the text format of Prometheus. Loaded only if they are turned on. The names are listed in
 * `docs/operating.md`.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import type { Pool } from 'pg'
import { readFreeBytes } from '#server/db/free-space.ts'
import type { FindPattern } from '#server/operations/monitoring/route-patterns.ts'
import { jobFailures, pageLookups, saves, tutorReplies } from '#server/platform/events.ts'
import type { QueueSize } from '#server/platform/jobs.ts'

/** Values that are read each time the metrics are requested. */
export type MonitoredProcess = {
  pool: Pick<Pool, 'totalCount' | 'idleCount' | 'waitingCount'>
  engine: 'embedded' | 'postgres'
  isAvailable: () => boolean
  readQueues: () => Promise<QueueSize[]>
  /** Absolute path. */
  dataDir: string
}

export type Metrics = {
  /** Measures the requests of a server from now on. */
  observe: (server: Server) => void
  /** The current values. */
  print: () => Promise<{ type: string; text: string }>
  close: () => void
}

type Options = MonitoredProcess & {
  /** Fingerprint of the web build. */
  build: string
  findPattern: FindPattern
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'])
/** In seconds: from a page served from memory to the time limit of the database. */
const durationBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
/** A busy database must not delay the other values. */
const queuesTimeoutMs = 1_000

export function createMetrics(options: Options): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const failures = createFailureCounter(registry)
  addProcessMetrics(registry, failures, options)
  const subscriptions = [
    ...countPages(registry),
    ...countSaves(registry),
    jobFailures.subscribe((queue) => failures.inc({ queue })),
    ...countTutorReplies(registry),
  ]
  const inProgress = new Gauge({ name: 'praxam_http_requests_in_progress', help: 'Requests that have not been answered', registers })
  const durations = new Histogram({
    name: 'praxam_http_request_duration_seconds',
    help: 'Time from the headers of a request to the end of its response',
    labelNames: ['method', 'route', 'status'],
    buckets: durationBuckets,
    registers,
  })

  const onRequest = (request: IncomingMessage, response: ServerResponse) => {
    const startedAt = performance.now()
    inProgress.inc()
    response.once('close', () => {
      inProgress.dec()
      const { method = '', url = '' } = request
      const labels = { method: methods.has(method) ? method : 'other', route: options.findPattern(url), status: statusOf(response) }
      durations.observe(labels, (performance.now() - startedAt) / 1000)
    })
  }
  return {
    // Runs before the listener that responds, because that listener may respond immediately.
    observe: (server) => void server.prependListener('request', onRequest),
    print: async () => ({ type: registry.contentType, text: await registry.metrics() }),
    close: () => {
      for (const end of subscriptions) end()
      registry.clear()
    },
  }
}

/** `'2xx'`, or `'aborted'` if the client disconnected before the end of the response. */
function statusOf({ writableFinished, statusCode }: ServerResponse): string {
  return writableFinished ? `${Math.floor(statusCode / 100)}xx` : 'aborted'
}

function countPages(registry: Registry): (() => void)[] {
  const lookups = new Counter({
    name: 'praxam_page_cache_requests_total',
    help: 'Requests for public pages: from the cache (hit) or rendered (miss)',
    labelNames: ['result'],
    registers: [registry],
  })
  lookups.inc({ result: 'hit' }, 0)
  lookups.inc({ result: 'miss' }, 0)
  return [pageLookups.subscribe((result) => lookups.inc({ result }))]
}

function countSaves(registry: Registry): (() => void)[] {
  const registers = [registry]
  const requests = new Counter({ name: 'praxam_saves_total', help: 'Requests that saved moves of attempts', registers })
  const moves = new Counter({ name: 'praxam_saved_moves_total', help: 'Saved moves of attempts', registers })
  const conflicts = new Counter({
    name: 'praxam_save_conflicts_total',
    help: 'Answers refused because another device was first',
    registers,
  })
  const count = (save: { moves: number; conflicts: number }) => {
    requests.inc()
    moves.inc(save.moves)
    conflicts.inc(save.conflicts)
  }
  return [saves.subscribe(count)]
}

/** Counts from zero, because Prometheus cannot notice the first failure of a series that begins with one. */
function createFailureCounter(registry: Registry): Counter {
  const failures = new Counter({
    name: 'praxam_job_failures_total',
    help: 'Failed attempts to send a message, to run a maintenance task, or to purge shared caches',
    labelNames: ['queue'],
    registers: [registry],
  })
  failures.inc({ queue: 'mail' }, 0)
  failures.inc({ queue: 'maintenance' }, 0)
  return failures
}

function countTutorReplies(registry: Registry): (() => void)[] {
  const registers = [registry]
  const replies = new Counter({
    name: 'praxam_tutor_replies_total',
    help: 'Replies of the model, by the reason why they ended',
    labelNames: ['reason'],
    registers,
  })
  const removed = new Counter({
    name: 'praxam_tutor_removed_citations_total',
    help: 'Citations removed from replies, because the model was not given their source',
    registers,
  })
  const count = ({ reason, removedCitations }: { reason: string; removedCitations: number }) => {
    replies.inc({ reason })
    removed.inc(removedCitations)
  }
  return [tutorReplies.subscribe(count)]
}

function addProcessMetrics(
  registry: Registry,
  failures: Counter,
  { pool, engine, isAvailable, readQueues, dataDir, build }: Options,
): void {
  const add = (name: string, help: string, labelNames: string[], collect: (gauge: Gauge) => void | Promise<void>) =>
    registry.registerMetric(
      new Gauge({
        name,
        help,
        labelNames,
        registers: [],
        collect() {
          return collect(this)
        },
      }),
    )

  add('praxam_build_info', 'The running build and its database', ['build', 'database'], (gauge) =>
    gauge.set({ build, database: engine }, 1),
  )
  add('praxam_database_available', '1 if the database responds, 0 during an outage', [], (gauge) => gauge.set(isAvailable() ? 1 : 0))
  add('praxam_database_connections', 'Open connections to the database', ['state'], (gauge) => {
    gauge.set({ state: 'active' }, pool.totalCount - pool.idleCount)
    gauge.set({ state: 'idle' }, pool.idleCount)
  })
  add('praxam_database_waiting_requests', 'Callers that wait for a connection to the database', [], (gauge) => gauge.set(pool.waitingCount))
  add('praxam_data_folder_free_bytes', 'Free space on the disk of the data folder; each free inode counts as 0.05 MB', [], (gauge) =>
    gauge.set(readFreeBytes(dataDir)),
  )
  const queuesHelp = 'Jobs in the database by queue and state. Absent while the database does not respond'
  add('praxam_queue_jobs', queuesHelp, ['queue', 'state'], async (gauge) => {
    gauge.reset()
    for (const { queue, counts } of await readInTime(readQueues)) {
      failures.inc({ queue }, 0)
      for (const [state, count] of Object.entries(counts)) gauge.set({ queue, state }, count)
    }
  })
}

async function readInTime(readQueues: MonitoredProcess['readQueues']): Promise<QueueSize[]> {
  return Promise.race([readQueues().catch(() => []), setTimeout(queuesTimeoutMs, [], { ref: false })])
}
