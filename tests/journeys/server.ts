/** Servers of journeys: their settings, and how a journey starts and ends one. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findFreePort } from '#tests/free-port.ts'

const root = join(import.meta.dirname, '../..')
const startTimeoutMs = 60_000

/** Settings of a server with its own embedded database; the settings of this shell do not matter. An empty value counts as not set. */
export function serverEnvironment(port: number, dataDir: string): Record<string, string> {
  return { PORT: String(port), DATA_DIR: dataDir, DATABASE_URL: '', PUBLIC_ORIGIN: '', NODE_ENV: 'production' }
}

export type StartedServer = {
  origin: string
  /** Standard output so far: sentences for people and lines of the log. */
  output: () => string
  /** Ends the process at once, like a crash or a power cut: it can write nothing more. */
  kill: () => Promise<void>
  /** Lets the process finish its work and end. */
  stop: () => Promise<void>
}

/** Starts the product, or the release in `folder`, with extra settings, and waits until it answers. */
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
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await exit
  }
  return { origin, output: () => output, kill: () => end('SIGKILL'), stop: () => end('SIGTERM') }
}

async function isReady(origin: string): Promise<boolean> {
  return fetch(`${origin}/health/ready`).then(
    (response) => response.ok,
    () => false,
  )
}

/**
 * A data folder in `folder` that a server has filled with the content files, so that a server starts in less than half the time.
 * The first call starts a server to create the template; later calls copy the template.
 */
export async function createDataFolder(folder: string): Promise<string> {
  const template = join(folder, 'template')
  const dataDir = await mkdtemp(join(folder, 'data-'))
  const copyFiles = () => cp(template, dataDir, { recursive: true })
  await copyFiles().catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    await createTemplate(folder, template)
    await copyFiles()
  })
  return dataDir
}

/** Both workers may create the template at the same time: the first one to finish gives it its name. */
async function createTemplate(folder: string, template: string): Promise<void> {
  const dataDir = await mkdtemp(join(folder, 'new-template-'))
  const server = await startServer(await findFreePort(), dataDir)
  await server.stop()
  await rename(dataDir, template).catch(() => rm(dataDir, { recursive: true, force: true }))
}
