/** One PostgreSQL server of the cluster. It runs as a process of this tool and ends with it. */
import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client, type QueryResultRow } from 'pg'
import { findFreePort } from '#tests/free-port.ts'
import { findPostgres } from './packages.ts'

const run = promisify(execFile)
const startTimeoutMs = 30_000

export const superuser = 'postgres'

export type PostgresServer = {
  name: string
  port: number
  /** Creates an empty database. */
  initialize: () => Promise<void>
  /** Makes this server a copy of another server, as its standby. */
  copy: (primary: PostgresServer) => Promise<void>
  /** Starts the server and waits until it accepts connections. */
  start: () => Promise<void>
  /** Stops the server: `fast` cancels running statements; `immediate` is like a crash, except that clients are notified. */
  stop: (mode: 'fast' | 'immediate') => Promise<void>
  /** Kills all processes of the server with SIGKILL. */
  kill: () => Promise<void>
  /** Runs a statement as the superuser, on a separate connection. */
  query: <Row extends QueryResultRow>(statement: string) => Promise<Row[]>
}

/** Defines a server in a folder without starting it. `folder` must be readable by the user that runs PostgreSQL. */
export async function definePostgres(name: string, folder: string): Promise<PostgresServer> {
  const binaries = findPostgres() ?? ''
  const data = join(folder, name)
  const port = await findFreePort()
  // PostgreSQL refuses to run as root.
  const identity = userInfo().uid === 0 ? { uid: readId('-u'), gid: readId('-g') } : undefined
  let child: ChildProcess | undefined
  const killNow = () => {
    for (const pid of listProcesses(child)) signal(pid, 'SIGKILL')
  }
  process.once('exit', killNow)

  const makeFolder = () => {
    rmSync(data, { recursive: true, force: true, maxRetries: 5 })
    mkdirSync(data, { mode: 0o700 })
    if (identity) chownSync(data, identity.uid, identity.gid)
  }
  const runTool = (tool: string, parameters: string[]) => run(join(binaries, tool), parameters, { ...identity, cwd: folder })
  const end = async (name: NodeJS.Signals) => {
    const exit = child && child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined
    child?.kill(name)
    await exit
  }
  const server: PostgresServer = {
    name,
    port,
    initialize: async () => {
      makeFolder()
      await runTool('initdb', ['-D', data, '-A', 'trust', '-U', superuser, '-E', 'UTF8', '--locale=C.UTF-8'])
    },
    copy: async (primary) => {
      makeFolder()
      const address = ['-h', '127.0.0.1', '-p', String(primary.port), '-U', superuser]
      await runTool('pg_basebackup', ['-D', data, ...address, '-R', '-X', 'stream', '-c', 'fast'])
    },
    start: async () => {
      const settings = Object.entries({ ...serverSettings, port }).flatMap(([key, value]) => ['-c', `${key}=${value}`])
      child = spawn(join(binaries, 'postgres'), ['-D', data, ...settings], { ...identity, cwd: folder, stdio: 'ignore' })
      await waitFor(`PostgreSQL "${name}" accepts connections`, () => server.query('SELECT 1'))
    },
    stop: (mode) => end(mode === 'fast' ? 'SIGINT' : 'SIGQUIT'),
    kill: async () => {
      killNow()
      await end('SIGKILL')
    },
    query: async <Row extends QueryResultRow>(statement: string) => {
      const client = new Client({ host: '127.0.0.1', port, user: superuser, database: 'postgres', connectionTimeoutMillis: 2_000 })
      client.on('error', () => undefined)
      await client.connect()
      try {
        return (await client.query<Row>(statement)).rows
      } finally {
        await client.end()
      }
    },
  }
  return server
}

/**
 * A standby that has lost its primary tries to reconnect twice a second. With the default of five seconds, nothing could be committed in
 * the meantime.
 */
const serverSettings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: 60,
  wal_retrieve_retry_interval: '500ms',
}

function readId(option: '-u' | '-g'): number {
  return Number(execFileSync('id', [option, superuser], { encoding: 'utf8' }))
}

/** The process and its children, which handle the connections. */
function listProcesses(child: ChildProcess | undefined): number[] {
  const { pid } = child ?? {}
  if (!pid || child?.exitCode !== null || child.signalCode !== null) return []
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return [pid, ...children.trim().split(' ').filter(Boolean).map(Number)]
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    // The process has just ended.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Waits until the check succeeds with a value other than `false`. @throws {Error} after 30 seconds */
export async function waitFor(what: string, check: () => Promise<unknown>): Promise<void> {
  let reason: unknown
  for (const until = performance.now() + startTimeoutMs; performance.now() < until; await pause(100)) {
    try {
      if ((await check()) !== false) return
    } catch (error) {
      reason = error
    }
  }
  throw new Error(`Not within ${startTimeoutMs / 1000} seconds: ${what}`, { cause: reason })
}
