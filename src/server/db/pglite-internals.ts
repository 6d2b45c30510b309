/**
 * Workarounds that use parts of PGlite beyond its documented API. `pglite-internals.test.ts` fails if an upgrade changes these parts.
 *
 * - PGlite never flushes to disk: its file system has no `fsync`, and its start parameters turn flushing off.
 * - Its adapter for `pg` misreads the parsers of a query as parameter types.
 * - Each protocol message costs as much as a small query, so the messages of a query are sent together.
 * - It does not notice that the database has ended or crashed, and after that, no query ever returns.
 */
import { fsyncSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { createPgConfig } from '@electric-sql/pglite/node-postgres'
import type { PoolConfig } from 'pg'
import type { StatementFailure } from '#server/db/damage.ts'

/** Number of flushes so far, for tests. */
export const flushes = { count: 0 }

type StreamOperations = { fsync?: (stream: { nfd: number }) => number }

/** The file system of PGlite with a working `fsync`. */
export class DurableFiles extends NodeFS {
  override async init(...args: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(...args)
    const addFsync = (module: { NODEFS: { stream_ops: StreamOperations } }) => {
      module.NODEFS.stream_ops.fsync ??= (stream) => {
        flushes.count += 1
        flushFile(stream.nfd)
        return 0
      }
    }
    emscriptenOpts.preRun = [emscriptenOpts.preRun ?? []].flat().concat(addFsync as never)
    return { emscriptenOpts }
  }
}

/**
 * The start parameters of PGlite with flushing turned on. Its cache is limited, because it uses memory of this process and the operating
 * system caches the files too. A table is only scanned if no index helps: frequent statements keep their plans, PGlite has no autovacuum that
 * would renew them, and a plan from when a table was empty would scan it until the next night, however large it has become.
 * Merge joins are off because the planner, without scans of tables, reads whole indexes for them.
 */
export function durableStartParams(): string[] {
  const withoutNoFlush = PGlite.defaultStartParams.filter((param) => param !== '-F')
  const settings = ['fsync=on', 'wal_sync_method=fsync', 'shared_buffers=16MB', 'enable_seqscan=off', 'enable_mergejoin=off']
  return [...withoutNoFlush, ...settings.flatMap((setting) => ['-c', setting])]
}

function flushFile(descriptor: number): void {
  try {
    fsyncSync(descriptor)
  } catch (error) {
    ignoreRefusedFlush(error)
  }
}

/** Windows refuses to flush folders; every other error is thrown. */
export function ignoreRefusedFlush(error: unknown): void {
  if (!['EPERM', 'EISDIR', 'EINVAL'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
}

type ParsedQuery = { types?: unknown }

export type DatabaseEvents = {
  /** The database cannot continue. */
  onEnd?: (reason: unknown) => void
  /** A statement failed. */
  onFailure?: (failure: StatementFailure) => void
  onStatement?: (text: string) => void
  onStatementEnd?: () => void
}

/** Settings of a `pg` pool that connects to an open PGlite. */
export function pglitePoolConfig(pglite: PGlite, events: DatabaseEvents = {}): PoolConfig {
  reportCrash(pglite, events)
  const config = createPgConfig(batchMessages(pglite, events))
  // Kysely and pg pass parsers as `types`, but the adapter expects a list of parameter types under this name.
  const connection = config.connection as unknown as { parse: (query: ParsedQuery) => unknown }
  const parse = connection.parse.bind(connection)
  connection.parse = (query) => parse({ ...query, types: Array.isArray(query.types) ? query.types : undefined })
  return config
}

/** Parse, bind, describe, execute, and close. After these, the client sends another message, which requests the responses. */
const messagesWithoutResponse = new Set(['P', 'B', 'D', 'E', 'C'])

function batchMessages(pglite: PGlite, { onEnd, onFailure, onStatement, onStatementEnd }: DatabaseEvents): PGlite {
  let messages: Uint8Array[] = []
  const execProtocolStream: PGlite['execProtocolStream'] = async (message, options) => {
    messages.push(message)
    const kind = String.fromCharCode(message[0] ?? 0)
    if (messagesWithoutResponse.has(kind)) return []
    const batch = Buffer.concat(messages)
    messages = []
    onStatement?.(batch.toString('latin1', 0, statementStartBytes))
    try {
      const responses = await pglite.execProtocolStream(batch, options)
      const failure = responses.find(isFailure)
      if (failure) onFailure?.(failure)
      if (failure && isLogFailure(failure)) onEnd?.(failure)
      else if (messagesWithEnd.has(kind) && !responses.some(({ name }) => name === 'readyForQuery')) onEnd?.(new Error('No response'))
      return responses
    } finally {
      onStatementEnd?.()
    }
  }
  return { execProtocolStream, waitReady: pglite.waitReady } as PGlite
}

const statementStartBytes = 100
/** Sync and query. Their responses end with the message that the database is ready for the next query. */
const messagesWithEnd = new Set(['S', 'Q'])

function isFailure<Response extends { name: string }>(response: Response): response is Response & StatementFailure {
  return response.name === 'error'
}

/** PostgreSQL's codes for a full disk, an input or output error, and other system errors. */
const fileErrorCodes = new Set(['53100', '58030', 'XX000'])

/** Whether the write-ahead log cannot be written. The next commit would loop forever. */
function isLogFailure({ code = '', message = '' }: StatementFailure): boolean {
  return fileErrorCodes.has(code) && message.includes('"pg_wal/')
}

/** The status of the exception with which PostgreSQL returns to its main loop after an ordinary error. */
const errorJump = 100

const mainLoop = '_PostgresMainLoopOnce'

/** Calls `onEnd` after a crash. PGlite ignores the exception of a crash, and repeats the call forever or returns nothing. */
function reportCrash(pglite: PGlite, { onEnd }: DatabaseEvents): void {
  const { mod } = pglite as unknown as { mod: Record<typeof mainLoop, () => void> }
  const run = mod[mainLoop]
  mod[mainLoop] = () => {
    try {
      run()
    } catch (error) {
      if ((error as { status?: number }).status !== errorJump) onEnd?.(error)
      throw error
    }
  }
}
