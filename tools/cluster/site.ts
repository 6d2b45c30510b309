/** Processes of the site on one database, and the two releases that they run. */
import { mkdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { updateEdition } from '#server/bank/content-edition.ts'
import { readContentFingerprint } from '#server/bank/content-files.ts'
import { buildWhenNeeded } from '#server/operations/build.ts'
import { findFreePort } from '#tests/free-port.ts'
import { copyProject, makeRelease } from '#tests/journeys/release.ts'
import { startServer, type StartedServer } from '#tests/journeys/server.ts'
import { makeFolder } from '../bench/machine.ts'

/** `current` is a copy of the current sources. `next` is a copy with a changed text, and therefore a changed script, and one changed question. */
export type ReleaseName = 'current' | 'next'

export type SiteProcess = {
  port: number
  dataDir: string
  /** Stops the process, like a service manager, and starts a release on the same port. */
  release: (name: ReleaseName) => Promise<void>
  /** Kills the process, and starts it again after a second, like a service manager. */
  killAndRestart: () => Promise<void>
  stop: () => Promise<void>
  /** Starts the process again if it has ended on its own. Returns whether it had ended. */
  restartIfEnded: () => Promise<boolean>
}

export type ChangedQuestion = { certificationId: string; id: string; text: string }

const restartDelayMs = 1_000

/** Prepares a process. `release` starts it. */
export async function defineProcess(
  origin: string,
  databaseUrl: string,
  assetsDir: string,
  folders: Readonly<Record<ReleaseName, string>>,
): Promise<SiteProcess> {
  const port = await findFreePort()
  const dataDir = makeFolder('process')
  const settings = {
    DATABASE_URL: databaseUrl,
    PUBLIC_ORIGIN: origin,
    HOST: '127.0.0.1',
    ASSETS_DIR: assetsDir,
    AUTH_SECRETS: `1:${'the secret that the processes share '.repeat(2)}`,
    LOG_LEVEL: 'warn',
  }
  let current: StartedServer | undefined
  let started: ReleaseName = 'current'
  const start = async (name: ReleaseName) => {
    started = name
    current = await startServer(port, dataDir, settings, folders[name])
  }
  return {
    port,
    dataDir,
    release: async (name) => {
      await current?.stop()
      await start(name)
    },
    killAndRestart: async () => {
      await current?.kill()
      await pause(restartDelayMs)
      await start(started)
    },
    stop: async () => {
      await current?.stop()
      current = undefined
    },
    restartIfEnded: async () => {
      const hasEnded = current !== undefined && !isRunning(current.pid)
      if (hasEnded) await start(started)
      return hasEnded
    },
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const certificationId = 'pl-900'

/** Builds both releases in copies of the project, so that the sources of the project may change in the meantime. */
export async function prepareReleases(): Promise<{ folders: Record<ReleaseName, string>; changed: ChangedQuestion }> {
  const folder = makeFolder('releases')
  const current = await copyProject(join(folder, 'current'))
  const next = await makeRelease(join(folder, 'next'), 'src/web/text/en/practice.ts', "reveal: 'Reveal Answer'", "reveal: 'Show Answer'")
  const changed = await changeQuestion(join(next, 'content'))
  await buildWhenNeeded(current)
  await buildWhenNeeded(next)
  return { folders: { current, next }, changed }
}

/** Changes the text of one question and increases the edition of the content. */
async function changeQuestion(content: string): Promise<ChangedQuestion> {
  const file = join(content, 'bank', `${certificationId}.json`)
  const questions = JSON.parse(await readFile(file, 'utf8')) as { id: string; text: string }[]
  const [question] = questions
  if (!question) throw new Error(`${file} has no questions`)
  question.text = question.text.replace(/<\/p>$/, ' This sentence came with the next release.</p>')
  await writeFile(file, JSON.stringify(questions))
  await updateEdition(content, await readContentFingerprint(content))
  return { certificationId, id: question.id, text: question.text }
}

/** An empty folder that both processes write to. */
export function makeAssetsFolder(): string {
  const folder = join(makeFolder('shared'), 'assets')
  mkdirSync(folder)
  return folder
}

/** Whether a process returns the changed text of the question. */
export async function hasChangedQuestion(origin: string, { certificationId: exam, id, text }: ChangedQuestion): Promise<boolean> {
  const response = await fetch(`${origin}/api/questions?exam_id=${exam}`)
  const rows = (await response.json()) as { id: string; text: string }[]
  return rows.find((row) => row.id === id)?.text === text
}
