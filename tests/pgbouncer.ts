/** PgBouncer in transaction mode in front of a PostgreSQL server, for tests. Installed by `.ci/install`. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findFreePort } from '#tests/free-port.ts'
import { checkProgram } from '#tests/optional-programs.ts'

const program = '/usr/sbin/pgbouncer'

export const hasPgBouncer = checkProgram('pgbouncer', existsSync(program))

/** Runs the work with the address of the same database behind PgBouncer, which uses two connections to the server. */
export async function withPgBouncer<Result>(address: string, work: (address: string) => Promise<Result>): Promise<Result> {
  const { hostname, port, username } = new URL(address)
  // The temporary folder of the tests is readable only by its owner, and PgBouncer runs as another user.
  const folder = await mkdtemp('/tmp/praxam-pgbouncer-')
  await chmod(folder, 0o755)
  const listenPort = await findFreePort()
  const file = join(folder, 'pgbouncer.ini')
  const settings = ['listen_addr=127.0.0.1', `listen_port=${listenPort}`, 'unix_socket_dir=', 'auth_type=any', 'pool_mode=transaction']
  await writeFile(
    file,
    ['[databases]', `*=host=${hostname} port=${port || 5432} user=${username}`, '[pgbouncer]', ...settings, 'default_pool_size=2', ''].join(
      '\n',
    ),
  )
  const isRoot = userInfo().uid === 0
  const child = spawn(program, ['--quiet', ...(isRoot ? ['--user', 'postgres'] : []), file], { stdio: 'ignore' })
  const exit = once(child, 'exit')
  try {
    while (!(await accepts(listenPort))) {
      if (child.exitCode !== null) throw new Error(`PgBouncer ended with exit code ${child.exitCode}`)
      await pause(20)
    }
    const behind = new URL(address)
    behind.host = `127.0.0.1:${listenPort}`
    return await work(behind.href)
  } finally {
    child.kill('SIGTERM')
    await exit
    await rm(folder, { recursive: true })
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })
}
