/**
 * Tells a shared cache that public pages have changed: after every start, because a release changes pages, and after every change of the
 * content, whichever process made it. With several processes, the cache may be told more than once.
 *
 * The request: `POST <url>` with `Authorization: Bearer <token>`, the keys in the header `Surrogate-Key: content`, as Fastly and many rules for
 * Varnish expect them, and in the body `{ "tags": ["content"] }`, as Cloudflare expects them. Without a token, there is no `Authorization`.
 */
import type { Kysely } from 'kysely'
import type { EdgeSettings } from '#server/config.ts'
import type { Tables } from '#server/db/tables.ts'
import type { Log } from '#server/log.ts'
import { readContentVersion } from '#server/platform/content-version.ts'
import type { Jobs } from '#server/platform/jobs.ts'

type EdgePurgeOptions = {
  db: Kysely<Tables>
  jobs: Pick<Jobs, 'addQueue'>
  /** Without it, changes are not watched. */
  purge: EdgeSettings['purge']
  /** The keys of the changed pages. */
  keys: readonly string[]
  log: Log
  pace?: PurgePace
}

/** `delaySeconds`: enough time for all processes to notice the change. Before that, the cache could store outdated pages again. */
type PurgePace = { checkMs: number; delaySeconds: number }

const usualPurgePace: PurgePace = { checkMs: 2_000, delaySeconds: 5 }
const requestTimeoutMs = 10_000

export async function openEdgePurge(options: EdgePurgeOptions): Promise<{ close: () => void }> {
  const { db, jobs, purge, keys, log, pace = usualPurgePace } = options
  if (!purge) return { close: () => undefined }
  const add = await jobs.addQueue<{ keys: readonly string[] }>('edge-purge', (job) =>
    requestPurge(purge, job.keys).catch((error: unknown) => {
      log.error({ error }, 'The shared cache could not be told that pages have changed, and may send outdated ones; this is retried')
      throw error
    }),
  )
  let purged: number | undefined
  const check = async () => {
    const version = await readContentVersion(db)
    if (version === purged) return
    purged = version
    await add({ keys }, pace.delaySeconds).catch((error: unknown) => {
      purged = undefined
      throw error
    })
  }
  let checking: Promise<void> | undefined
  const timer = setInterval(() => {
    checking ??= check()
      .catch((error: unknown) => log.warn({ error }, 'The content version could not be read'))
      .finally(() => (checking = undefined))
  }, pace.checkMs)
  timer.unref()
  return { close: () => clearInterval(timer) }
}

async function requestPurge({ url, token }: NonNullable<EdgeSettings['purge']>, keys: readonly string[]): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'Surrogate-Key': keys.join(' '),
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ tags: keys }),
    // A redirect would lose the token, or give it to another host.
    redirect: 'error',
    signal: AbortSignal.timeout(requestTimeoutMs),
  })
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`The shared cache refused the purge with status ${response.status}`)
}
