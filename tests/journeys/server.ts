/** Servers for journeys: their settings, and functions to start and stop them. */
import { cp, mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { buildWhenNeeded } from '#server/operations/build.ts'
import { findFreePort } from '#tests/free-port.ts'
import { startProgram, type StartedProgram } from '#tests/start-program.ts'

const root = join(import.meta.dirname, '../..')

/** The folder for everything that the journeys write. */
export const journeysFolder = process.env['PRAXAM_JOURNEYS_FOLDER'] ?? ''

/** Settings of a server with its own embedded database, regardless of environment variables of this shell. An empty value counts as not set. */
export function serverEnvironment(port: number, dataDir: string): Record<string, string> {
  return { PORT: String(port), DATA_DIR: dataDir, DATABASE_URL: '', PUBLIC_ORIGIN: '', NODE_ENV: 'production' }
}

export type StartedServer = StartedProgram & { origin: string }

/** Starts the site, or the release in `folder`, with extra settings, and waits until it responds. Builds it first if its sources have changed. */
export async function startServer(
  port: number,
  dataDir: string,
  settings: Record<string, string> = {},
  folder = root,
): Promise<StartedServer> {
  const origin = `http://127.0.0.1:${port}`
  // On a busy machine, a build takes longer than the limit for a start.
  await buildWhenNeeded(folder)
  const env = { ...process.env, ...serverEnvironment(port, dataDir), ...settings }
  const options = { cwd: folder, env }
  return { origin, ...(await startProgram(process.execPath, ['src/server/launch.js'], `${origin}/health/ready`, options)) }
}

export type OwnServer = Pick<StartedServer, 'origin' | 'output' | 'kill'> & {
  dataDir: string
  /** Starts the server again on the same folder and port. */
  startAgain: () => Promise<void>
}

/** Returns settings that contain the site's own address, or starts another program that needs the address. */
type MakeSettings = (origin: string) => Promise<Record<string, string>>

/** Starts a server with its own data folder. The caller must stop it. */
export async function startOwnServer(makeSettings: MakeSettings): Promise<OwnServer> {
  const dataDir = await createDataFolder()
  const port = await findFreePort()
  const origin = `http://localhost:${port}`
  const settings = await makeSettings(origin)
  let current = await startServer(port, dataDir, settings)
  return {
    origin,
    dataDir,
    output: () => current.output(),
    kill: () => current.kill(),
    startAgain: async () => {
      current = await startServer(port, dataDir, settings)
    },
  }
}

/** A data folder that a server has filled from the content files. With a copy of it, every other server starts in less than half the time. */
const template = join(journeysFolder, 'template')

/** Creates the template of data folders by starting a server, before the first journey. */
export async function createTemplate(): Promise<void> {
  const server = await startServer(await findFreePort(), template)
  await server.stop()
}

/** A data folder that a server has filled with the content files. */
export async function createDataFolder(): Promise<string> {
  const dataDir = await mkdtemp(join(journeysFolder, 'data-'))
  await copyTemplate(dataDir)
  return dataDir
}

export async function copyTemplate(dataDir: string): Promise<void> {
  await cp(template, dataDir, { recursive: true })
}
