/** Runs one attempt of a member, interrupts it at a random moment, and records what the screen reports about saving. */
import type { BrowserContext, Page } from '@playwright/test'
import { letterOf, type AnswerInput, type QuestionType } from '#exam/question.ts'
import { en } from '#web/text/en/en.ts'
import { cardOf, expectUsable, finish, goToQuestion } from '#tests/journeys/exam-screen.ts'
import type { Given } from './compare.ts'
import { results } from '#web/text/en/results.ts'

const { exam } = en

/** The kinds of interruption. */
export const interruptions = ['tab killed', 'server killed', 'network cut', 'release'] as const
export type Interruption = (typeof interruptions)[number]

/** The site under test. After each call, the server may be another process. */
export type ChaosSite = {
  origin: string
  killServer: () => Promise<void>
  startServer: () => Promise<void>
  /** Replaces the server with another release on the same data. */
  release: () => Promise<void>
}

export type Choice = { id: string; number: number; type: QuestionType; options: number }

type Tools = {
  context: BrowserContext
  site: ChaosSite
  random: () => number
  certificationId: string
  choices: readonly Choice[]
}

/** Number of answers in an attempt. Some replace an earlier answer. */
const steps = 8
/** Maximum number of answers during the interruption. */
const stepsMeanwhileMax = 3
const pauseMsMax = 400
const savedTimeoutMs = 60_000

/**
 * Starts an attempt, answers questions with one interruption, and finishes the attempt. Does not close the page. @throws if the page cannot be used
 * after the interruption
 */
export async function practiceAttempt(tools: Tools, interruption: Interruption) {
  const { random } = tools
  const below = (count: number) => Math.floor(random() * count)
  const atStep = below(steps)
  const meanwhile = 1 + below(stepsMeanwhileMax)
  const given: Given[] = []
  let page = await open(tools)
  await startAttempt(page)
  for (let step = 0; step < steps; step++) {
    if (step === atStep) {
      page = await interrupt(tools, page, interruption, () => below(pauseMsMax))
      // Most interruptions close or reload the page. The next page reports nothing about answers that were not saved before.
      for (const one of given) if (one.promise === 'given') one.promise = 'unknown'
    }
    await answerOne(tools, page, given)
    // Some candidates wait for the screen, and others do not.
    if (below(2) === 0) await page.waitForTimeout(below(pauseMsMax))
    await recordReports(page, given)
    if (step === atStep + meanwhile) await endInterruption(tools, page, interruption)
  }
  if (atStep + meanwhile >= steps) await endInterruption(tools, page, interruption)
  await page.getByText(exam.savedInAccount, { exact: true }).waitFor({ timeout: savedTimeoutMs })
  await recordReports(page, given)
  await finish(page)
  return { given, atStep }
}

async function open({ context, site, certificationId }: Tools): Promise<Page> {
  const page = await context.newPage()
  await page.goto(`${site.origin}/exam/${certificationId}`)
  return page
}

/** If an earlier attempt is finished, the screen shows its results, so the attempt is restarted. */
async function startAttempt(page: Page): Promise<void> {
  const restart = page.getByRole('button', { name: results.restart })
  const usable = page.getByRole('button', { name: exam.finish, disabled: false })
  await restart.or(usable).first().waitFor()
  if (await restart.isVisible()) await restart.click()
  await expectUsable(page)
}

async function answerOne({ random, choices }: Tools, page: Page, given: Given[]): Promise<void> {
  const choice = choices[Math.floor(random() * choices.length)]
  if (!choice) throw new Error('The bank has no choices')
  await goToQuestion(page, choice.number)
  const position = Math.floor(random() * choice.options)
  const role = choice.type === 'single_choice' ? 'radio' : 'checkbox'
  const options = cardOf(page).getByRole(role)
  await options.nth(position).click()
  const isChosen = await options.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).checked))
  const answer: AnswerInput = isChosen.flatMap((chosen, i) => (chosen ? [letterOf(i)] : []))
  const before = given.findLast(({ questionId }) => questionId === choice.id)?.answer ?? []
  if (answer.join(' ') !== before.join(' ')) given.push({ questionId: choice.id, answer, promise: 'given' })
}

/** Records what the screen reports for each answer. A report applies to all answers so far. */
async function recordReports(page: Page, given: Given[]): Promise<void> {
  const report = await page.evaluate(
    ({ account, device }) => {
      const shown = [...document.querySelectorAll('.indicator')].map(({ textContent }) => textContent?.trim() ?? '')
      if (shown.includes(account)) return 'server'
      return shown.some((words) => device.includes(words)) ? 'device' : 'given'
    },
    { account: exam.savedInAccount, device: [exam.saved, exam.savedOffline] },
  )
  if (report === 'given') return
  for (const one of given) if (one.promise === 'given' || one.promise === 'device') one.promise = report
}

async function interrupt(tools: Tools, page: Page, interruption: Interruption, pauseMs: () => number): Promise<Page> {
  const { context, site } = tools
  switch (interruption) {
    case 'tab killed': {
      await killTab(page)
      const next = await open(tools)
      await expectUsable(next)
      return next
    }
    case 'server killed':
      await page.waitForTimeout(pauseMs())
      await site.killServer()
      return page
    case 'network cut':
      await context.setOffline(true)
      if (pauseMs() % 2 === 0) {
        await page.reload()
        await expectUsable(page)
      }
      return page
    case 'release':
      await site.release()
      await page.reload()
      await expectUsable(page)
      return page
  }
}

async function endInterruption({ context, site }: Tools, page: Page, interruption: Interruption): Promise<void> {
  if (interruption === 'server killed') await site.startServer()
  if (interruption === 'network cut') {
    await context.setOffline(false)
    // The browser does not send this event when the emulation ends.
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
  }
}

/** Crashes the process of the page. */
async function killTab(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const crashed = page.waitForEvent('crash', { timeout: 10_000 })
  void session.send('Page.crash').catch(() => undefined)
  await crashed
  await page.close()
}
