/** A PostgreSQL server for measurements: the server in `DATABASE_URL`, or a temporary server with Debian's PostgreSQL. */
import { chmodSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { findFreePort } from '#tests/free-port.ts'
import type { Workplace } from './workplace.ts'

const startPatienceMs = 20_000
const debianFolder = '/usr/lib/postgresql'

/** Measures on a temporary database. Returns `undefined` if there is no server and none can be started. */
export async function onPostgres<Value>(
  workplace: Workplace,
  measure: (databaseUrl: string) => Promise<Value>,
): Promise<Value | undefined> {
  const configured = process.env['DATABASE_URL']
  const server = configured ? { address: configured, stop: async () => undefined } : await startPostgres(workplace)
  if (!server) return undefined
  const name = `praxam_bench_${crypto.randomUUID().replaceAll('-', '')}`
  const own = new URL(server.address)
  own.pathname = `/${name}`
  try {
    await execute(server.address, `CREATE DATABASE ${name}`)
    try {
      return await measure(own.href)
    } finally {
      await execute(server.address, `DROP DATABASE ${name}`)
    }
  } finally {
    await server.stop()
  }
}

async function startPostgres(workplace: Workplace): Promise<{ address: string; stop: () => Promise<void> } | undefined> {
  const binaries = findBinaries()
  if (!binaries) return undefined
  const folder = workplace.makeFolder('postgres')
  const port = await findFreePort()
  const address = `postgres://praxam@127.0.0.1:${port}/postgres`
  const run = (program: string, ...parameters: string[]) => {
    const [command = '', ...rest] = [...asServer(folder), join(binaries, program), '-D', join(folder, 'data'), ...parameters]
    return workplace.start(command, rest)
  }
  const made = run('initdb', '-A', 'trust', '-U', 'praxam', '-E', 'UTF8', '--locale=C.UTF-8')
  if ((await made.exited) !== 0) throw new Error(`The PostgreSQL folder could not be created: ${made.output()}`)
  const running = run('postgres', '-p', String(port), '-k', folder, '-c', 'listen_addresses=127.0.0.1')
  const startedAt = performance.now()
  while (!(await isReady(address))) {
    if (performance.now() - startedAt > startPatienceMs) throw new Error(`PostgreSQL did not start: ${running.output()}`)
    await pause(50)
  }
  return { address, stop: running.stop }
}

/** PostgreSQL refuses to run as root, so it runs as Debian's user for it, who needs access to the folder. */
function asServer(folder: string): string[] {
  if (process.getuid?.() !== 0) return []
  chmodSync(dirname(folder), 0o711)
  chmodSync(folder, 0o777)
  return ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups']
}

/** The newest version that Debian has installed. */
function findBinaries(): string | undefined {
  try {
    const [version] = readdirSync(debianFolder).toSorted((a, b) => Number(b) - Number(a))
    return version && join(debianFolder, version, 'bin')
  } catch {
    return undefined
  }
}

async function isReady(address: string): Promise<boolean> {
  return execute(address, 'SELECT 1').then(
    () => true,
    () => false,
  )
}

async function execute(address: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: address })
  try {
    await client.connect()
    await client.query(statement)
  } finally {
    await client.end()
  }
}
