/** Servers of journeys: their settings, and one that a journey may kill. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const root = join(import.meta.dirname, '../..')
const startTimeoutMs = 60_000

/** Settings of a server with an embedded database of its own, whatever this shell has set. An empty value counts as not set. */
export function serverEnvironment(port: number, dataDir: string): Record<string, string> {
  return { PORT: String(port), DATA_DIR: dataDir, DATABASE_URL: '', PUBLIC_ORIGIN: '', NODE_ENV: 'production' }
}

export type StartedServer = {
  origin: string
  /** What stands on its standard output so far: sentences for people and lines of the log. */
  output: () => string
  /** Ends the process at once, as a crash or a power cut would: nothing is written any more. */
  kill: () => Promise<void>
}

/** Starts the product, or another release of it in `folder`, with settings of its own beside those above, and waits until it answers. */
export async function startServer(
  port: number,
  dataDir: string,
  settings: Record<string, string> = {},
  folder = root,
): Promise<StartedServer> {
  const origin = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, ['src/server/start.ts'], {
    cwd: folder,
    env: { ...process.env, ...serverEnvironment(port, dataDir), ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  const exit = once(child, 'exit')
  const deadline = Date.now() + startTimeoutMs
  while (!(await isReady(origin))) {
    if (child.exitCode !== null) throw new Error(`The server on port ${port} ended with exit code ${child.exitCode}`)
    if (Date.now() > deadline) throw new Error(`The server on port ${port} was not ready after ${startTimeoutMs} ms`)
    await pause(100)
  }
  return {
    origin,
    output: () => output,
    kill: async () => {
      child.kill('SIGKILL')
      await exit
    },
  }
}

async function isReady(origin: string): Promise<boolean> {
  return fetch(`${origin}/health/ready`).then(
    (response) => response.ok,
    () => false,
  )
}
