/** Servers of journeys: their settings, and how a journey starts and ends one. */
import { cp, mkdtemp, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { findFreePort } from '#tests/free-port.ts'
import { startProgram, type StartedProgram } from '#tests/start-program.ts'

const root = join(import.meta.dirname, '../..')

/** Settings of a server with its own embedded database; the settings of this shell do not matter. An empty value counts as not set. */
export function serverEnvironment(port: number, dataDir: string): Record<string, string> {
  return { PORT: String(port), DATA_DIR: dataDir, DATABASE_URL: '', PUBLIC_ORIGIN: '', NODE_ENV: 'production' }
}

export type StartedServer = StartedProgram & { origin: string }

/** Starts the product, or the release in `folder`, with extra settings, and waits until it answers. */
export async function startServer(
  port: number,
  dataDir: string,
  settings: Record<string, string> = {},
  folder = root,
): Promise<StartedServer> {
  const origin = `http://127.0.0.1:${port}`
  const env = { ...process.env, ...serverEnvironment(port, dataDir), ...settings }
  const options = { cwd: folder, env }
  return { origin, ...(await startProgram(process.execPath, ['src/server/start.ts'], `${origin}/health/ready`, options)) }
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
