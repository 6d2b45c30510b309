/** Runs attempts of one member in a real browser on a real server, interrupts each once, and reports what happened to their answers. */
import { setTimeout as pause } from 'node:timers/promises'
import { chromium, type Browser, type BrowserContext } from '@playwright/test'
import type { JournalEntry } from '#exam/moves.ts'
import type { QuestionType } from '#exam/question.ts'
import { seededRandom } from '#exam/random.ts'
import { browserArguments, findBrowser } from '#tests/browser.ts'
import { findFreePort } from '#tests/free-port.ts'
import { makeRelease } from '#tests/journeys/release.ts'
import { startServer, type StartedServer } from '#tests/journeys/server.ts'
import { compare } from './compare.ts'
import { interruptions, practiceAttempt, type Choice, type Interruption, type ChaosSite } from './practice-attempt.ts'
import { runAttempts, type Outcome } from './run-attempts.ts'

type Options = {
  seed: string
  attempts: number
  /** An empty folder, for the database and for a copy of the project as another release. */
  folder: string
  onOutcome?: (outcome: Outcome) => void
}

const finishedTimeoutMs = 60_000

/** These banks are small, so that going through the pager takes less time. */
const certificationIds = ['mb-200', 'pl-100', 'mb-210']

/**
 * Runs the attempts one after another.
 *
 * @throws if the site cannot be started at first. If an attempt could not be finished, its outcome has a `failure`.
 */
export async function runChaos({ seed, attempts, folder, onOutcome }: Options): Promise<Outcome[]> {
  const random = seededRandom(seed)
  const site = await openSite(folder)
  let browser: Browser | undefined
  try {
    browser = await chromium.launch({ executablePath: await findBrowser(), args: [...browserArguments] })
    const context = await browser.newContext()
    await signUp(context, site.origin)
    const runOne = async (number: number) => {
      // The kinds take turns, so that a small number of attempts includes each kind.
      const interruption = interruptions[(number - 1) % interruptions.length] ?? 'tab killed'
      const certificationId = certificationIds[Math.floor(random() * certificationIds.length)] ?? ''
      return { number, certificationId, ...(await attempt(context, site, random, certificationId, interruption)) }
    }
    const restoreSite = async () => {
      await context.setOffline(false)
      await site.startServer()
    }
    return await runAttempts({ attempts, attempt: runOne, restoreSite, onOutcome })
  } finally {
    await browser?.close()
    await site.killServer()
  }
}

async function attempt(
  context: BrowserContext,
  site: ChaosSite,
  random: () => number,
  certificationId: string,
  interruption: Interruption,
) {
  try {
    const choices = await readChoices(context, site.origin, certificationId)
    const { given, atStep } = await practiceAttempt({ context, site, random, certificationId, choices }, interruption)
    return { interruption, atStep, ...compare(given, await readFinished(context, site.origin, certificationId)) }
  } catch (error) {
    return { interruption, atStep: -1, acknowledged: 0, lost: [], duplicated: [], failure: (error as Error).message }
  } finally {
    await Promise.all(context.pages().map((page) => page.close()))
  }
}

/** The single and multiple choice questions of a certification. */
async function readChoices({ request }: BrowserContext, origin: string, certificationId: string): Promise<Choice[]> {
  const response = await request.get(`${origin}/api/questions`, { params: { exam_id: certificationId } })
  const rows = (await response.json()) as { id: string; question_type: QuestionType; options: string[] }[]
  return rows
    .map(({ id, question_type: type, options }, i) => ({ id, number: i + 1, type, options: options.length }))
    .filter(({ type }) => type === 'single_choice' || type === 'multiple_choice')
}

/** The moves of the latest attempt on the server, as soon as that attempt is finished. */
async function readFinished({ request }: BrowserContext, origin: string, certificationId: string): Promise<JournalEntry[]> {
  for (const until = Date.now() + finishedTimeoutMs; Date.now() < until; await pause(200)) {
    const response = await request.get(`${origin}/api/attempts/latest`, { params: { certification: certificationId, set: 'all' } })
    const { attempt: latest } = (await response.json()) as { attempt: { entries: JournalEntry[] } | null }
    if (latest?.entries.some(({ move }) => move.type === 'finish')) return latest.entries
  }
  throw new Error('The server did not receive the end of the attempt')
}

async function signUp({ request }: BrowserContext, origin: string): Promise<void> {
  const form = { email: 'camille@example.com', password: 'quiet lamp under paper' }
  const response = await request.post(`${origin}/signup`, { form, headers: { Origin: origin, 'Sec-Fetch-Site': 'same-origin' } })
  if (!response.ok()) throw new Error(`The sign-up failed: ${response.status()}`)
}

/** Starts the site on a free port. The site can switch between two releases. */
async function openSite(folder: string): Promise<ChaosSite> {
  const port = await findFreePort()
  const next = await makeRelease(`${folder}/release`, 'src/web/text/en/home.ts', 'Know where you stand', 'See where you stand')
  let release: string | undefined
  let server: StartedServer | undefined
  const killServer = async () => {
    await server?.kill()
    server = undefined
  }
  const startServerAgain = async () => {
    // The lock of the folder is released shortly after its process has ended.
    if (!server) await pause(50)
    server ??= await startServer(port, `${folder}/data`, {}, release)
  }
  const replaceRelease = async () => {
    release = release ? undefined : next
    await killServer()
    await startServerAgain()
  }
  await startServerAgain()
  return { origin: `http://127.0.0.1:${port}`, killServer, startServer: startServerAgain, release: replaceRelease }
}
