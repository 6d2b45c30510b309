/**
 * Measures response times while practicing in a real browser: until the next question is painted after a click, and until the message that an
 * answer is saved is painted. Saving an answer paints the screen twice.
 */
import type { BrowserContext, Page } from '@playwright/test'
import type { QuestionBank } from '#exam/question-chunks.ts'
import { exam } from '#web/text/en/practice.ts'
import { fillBanks } from './long-banks.ts'
import { makeFolder } from './machine.ts'
import { inBrowser, startSite } from './site.ts'
import { informative, judged, median, printCount, printTimes, type Row } from './table.ts'

/** Number of questions by certification. */
const banks = { 'pl-900': 20, 'mb-300': 2000 }
const nextClicks = 38
const answerClicks = 24
const slowdown = 4
/** Pause between clicks, as if the candidate were reading. It gives background work time to finish. */
const readingMs = 100
/** How long the button is pressed. If this were 0, the click would wait for the work that pressing causes. */
const pressMs = 60

const budgetMs = 50

export async function measurePaint(): Promise<Row[]> {
  const dataDir = makeFolder('data')
  await fillBanks(dataDir, banks)
  await using site = await startSite(dataDir)
  const rows: Row[] = []
  for (const [certificationId, count] of Object.entries(banks)) {
    rows.push(...(await inBrowser((context) => measureRun(context, `${site.origin}/exam/${certificationId}`, count))))
  }
  return rows
}

async function measureRun(context: BrowserContext, url: string, count: number): Promise<Row[]> {
  const page = await context.newPage()
  await page.goto(url)
  await page.locator('main:not([inert])').waitFor()
  const normal = await timeAnswers(page)
  // The attempt has started, so its questions load in the background.
  await waitForQuestions(page, url)
  let requests = 0
  page.on('request', () => (requests += 1))

  const devTools = await context.newCDPSession(page)
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const slowed = await timeAnswers(page)
  const next = await timeNext(page, count)

  const among = `of ${printCount(count)}`
  return [
    judged(
      `Next question ${among}, painted, ${slowdown}× slowdown`,
      `${printTimes(next)}, ${requests} requests`,
      '< 50 ms, no request',
      median(next) < budgetMs && requests === 0,
    ),
    judged(`Answer ${among}, saved and "${exam.saved}" painted`, printTimes(normal), '< 50 ms', median(normal) < budgetMs),
    informative(`Answer ${among}, the same, ${slowdown}× slowdown`, printTimes(slowed)),
  ]
}

/** Goes through the questions, and starts again at the first one if there are not enough. */
async function timeNext(page: Page, count: number): Promise<number[]> {
  const timesMs: number[] = []
  while (timesMs.length < nextClicks) {
    if (timesMs.length % (count - 1) === 0 && timesMs.length > 0) await page.getByRole('link', { name: /^Question 1\b/ }).click()
    await rest(page)
    const painted = page.evaluate(watchNextQuestion)
    await page.getByRole('button', { name: exam.next, exact: true }).click({ delay: pressMs })
    timesMs.push(await painted)
  }
  return timesMs
}

/** Waits until the page has requested every chunk of its bank. */
async function waitForQuestions(page: Page, url: string): Promise<void> {
  const { origin, pathname } = new URL(url)
  const bank = (await (await fetch(origin + pathname.replace('/exam/', '/api/banks/'))).json()) as QuestionBank
  await page.waitForFunction((addresses) => {
    const requested = new Set(performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname))
    return addresses.every((address) => requested.has(address))
  }, bank.chunks)
}

/** Each time, selects a different option of the current single-choice question. */
async function timeAnswers(page: Page): Promise<number[]> {
  const timesMs: number[] = []
  while (timesMs.length < answerClicks) {
    await rest(page)
    const saved = page.evaluate(watchSaved, exam.saved)
    await page
      .locator('label.option:not(:has(:checked))')
      .nth(timesMs.length % 2)
      .click()
    timesMs.push(await saved)
  }
  return timesMs
}

async function rest(page: Page): Promise<void> {
  await page.getByText(exam.saving, { exact: true }).waitFor({ state: 'detached' })
  await page.waitForTimeout(readingMs)
}

/** Runs in the page. Milliseconds from the next click until another question has been painted. */
function watchNextQuestion(): Promise<number> {
  const label = () => document.querySelector('section.question')?.getAttribute('aria-label')
  const before = label()
  return new Promise((resolve) => {
    const look = (clickedAt: number) =>
      requestAnimationFrame(() => {
        if (label() === before) return look(clickedAt)
        // The frame is painted after this callback, and before the next task.
        setTimeout(() => resolve(performance.now() - clickedAt))
      })
    document.addEventListener('click', ({ timeStamp }) => look(timeStamp), { capture: true, once: true })
  })
}

/** Runs in the page. Milliseconds from the next click until the saved message has disappeared and is painted again. */
function watchSaved(words: string): Promise<number> {
  return new Promise((resolve) => {
    const onClick = ({ timeStamp }: Event) => {
      const status = document.querySelector('.attempt-header [role=status]')
      let hasDisappeared = false
      const observer = new MutationObserver(() => {
        const isSaved = status?.textContent.includes(words) ?? false
        if (!isSaved) hasDisappeared = true
        if (!isSaved || !hasDisappeared) return
        observer.disconnect()
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - timeStamp)))
      })
      if (status) observer.observe(status, { childList: true, characterData: true, subtree: true })
    }
    document.addEventListener('click', onClick, { capture: true, once: true })
  })
}
