import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { hourMs } from '#exam/duration.ts'
import type { QuestionSet } from '#exam/attempt.ts'
import type { Move } from '#exam/moves.ts'
import { openDatabase } from '#server/db/database.ts'
import { silentLog } from '#tests/services.ts'
import { becomeMember, expect, expectAccessible, newAddress, open, signOut, test } from '#tests/journeys/accounts.ts'
import { expectSaved, expectUsable, giveAnswer, openExam } from '#tests/journeys/exam-screen.ts'
import { expectSavedOnServer, unreachableErrors } from '#tests/journeys/member-attempts.ts'
import type { NumberedQuestion } from '#tests/journeys/fixtures.ts'
import { home } from '#web/text/en/home.ts'
import { profileHeader } from '#web/text/en/site.ts'
import { progress } from '#web/text/en/progress.ts'
import { saving } from '#web/text/en/saving.ts'
import { examDates } from '#web/text/en/exam-dates.ts'
import { settings } from '#web/text/en/settings.ts'
import { today } from '#web/text/en/today.ts'

const heading = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 })
const day = (page: Page) => page.getByRole('main').locator('input[type=date]')

/** The date this many days from today, in the format of a date field. */
function inDays(days: number): string {
  return new Date(Date.now() + days * 24 * hourMs).toISOString().slice(0, 10)
}

type Given = { questions: readonly NumberedQuestion[]; hoursAgo: number; set?: QuestionSet; isFinished?: boolean }

/** Sends an attempt with wrong answers, as another device would. */
async function practiceElsewhere(page: Page, { questions, hoursAgo, set = 'all', isFinished = true }: Given): Promise<void> {
  const sentAt = Date.now()
  const at = sentAt - hoursAgo * hourMs
  const choices = questions.filter(({ type }) => type === 'single_choice')
  const start: Move = { type: 'start', at, certificationId: 'mb-800', set, questionIds: choices.map(({ id }) => id) }
  const answers = choices.flatMap(({ id: questionId, answerKey }, i): Move[] => [
    { type: 'answer', at, questionId, answer: [answerKey[0] === 'A' ? 'B' : 'A'] },
    { type: 'go', at, position: i },
  ])
  const moves: Move[] = [start, ...answers, ...(isFinished ? [{ type: 'finish' as const, at }] : [])]
  const response = await page.request.post(`${new URL(page.url()).origin}/api/attempts/${randomUUID()}/moves`, {
    data: { base: 0, sentAt, entries: moves.map((move) => ({ key: randomUUID(), move })) },
    headers: { Origin: new URL(page.url()).origin },
  })
  expect(response.status(), await response.text()).toBe(200)
}

/** How far the content has moved without input since the page was opened. */
async function layoutShift(page: Page): Promise<number> {
  return page.evaluate(async () => {
    let sum = 0
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) sum += entry.value
    })
    observer.observe({ type: 'layout-shift', buffered: true })
    await new Promise((resolve) => setTimeout(resolve, 100))
    observer.disconnect()
    return sum
  })
}

test.describe('On the home page Camille', () => {
  test.describe('with a typing mistake', () => {
    test.use({ expectedErrors: /status of 422/ })

    test('enters the exam and its date, changes the date, and sees it in the list', async ({ page, baseURL }) => {
      await becomeMember(page, baseURL)
      await open(page, '/certifications')
      await page.getByRole('banner').getByRole('link', { name: 'Today' }).click()
      await expect(heading(page)).toHaveText(today.title)
      await expect(page.getByRole('heading', { name: today.asks })).toBeVisible()
      await expect(page.getByRole('heading', { name: home.headline })).toHaveCount(0)
      await expectAccessible(page)
      await page.getByRole('combobox', { name: examDates.exam }).selectOption('mb-800')
      await day(page).fill(inDays(-1))
      await page.getByRole('button', { name: examDates.saveDate }).click()
      await expect(page.getByText(examDates.problem('DATE_PAST') ?? '')).toBeVisible()
      await expect(page.getByRole('combobox', { name: examDates.exam })).toHaveValue('mb-800')
      await day(page).fill(inDays(24))
      await page.getByRole('button', { name: examDates.saveDate }).click()
      await expect(heading(page)).toHaveText('24 days to MB-800')
      await expect(page.getByRole('heading', { name: today.asks })).toHaveCount(0)

      await page.getByRole('button', { name: examDates.changeDate }).click()
      await day(page).fill(inDays(0))
      await page.getByRole('button', { name: examDates.saveDate }).click()
      await expect(heading(page)).toHaveText('MB-800 is today')
      await page.getByRole('button', { name: examDates.changeDate }).click()
      await day(page).fill(inDays(12))
      await page.getByRole('button', { name: examDates.saveDate }).click()
      await expect(heading(page)).toHaveText('12 days to MB-800')
      await page.getByRole('banner').getByRole('link', { name: 'Certifications' }).click()
      await expect(page.getByRole('region', { name: today.strip })).toContainText('12 days to MB-800')
      await open(page, '/certifications/mb-800')
      await expect(page.getByText('12 days to MB-800')).toBeVisible()
    })
  })

  test('is not asked again after "not sure yet", and starts ten questions', async ({ page, baseURL }) => {
    await becomeMember(page, baseURL)
    await open(page, '/')
    await page.getByRole('combobox', { name: examDates.exam }).selectOption('mb-800')
    await page.getByRole('button', { name: examDates.notSure }).click()
    await expect(heading(page)).toHaveText(today.preparing('MB-800'))
    await expect(page).toHaveTitle(today.pageTitle)
    await page.reload()
    await expect(heading(page)).toHaveText(today.preparing('MB-800'))
    await expect(page.getByRole('heading', { name: today.asks })).toHaveCount(0)
    await expect(page.getByText(today.nothing)).toBeVisible()
    await page.getByRole('link', { name: today.startTen(218) }).click()
    await expectUsable(page)
    await expect(page).toHaveURL('/exam/mb-800?set=mixed')
    await expect(page.getByRole('region', { name: 'Question 1 of 10' })).toBeVisible()
    await expect(page).toHaveTitle(/Practice Exam/)
  })

  test('resumes first, then reviews what is due, and sees mistakes and the weakest area', async ({ page, baseURL, readBank }) => {
    await becomeMember(page, baseURL)
    await open(page, '/')
    const questions = (await readBank('mb-800')).slice(0, 60)
    await practiceElsewhere(page, { questions, hoursAgo: 50 })
    await open(page, '/')
    const due = page.getByRole('button', { name: /^Review \d+/ })
    await expect(due).toHaveCount(2)
    await expect(due.first()).toHaveAttribute('data-kind', 'primary')
    await expect(page.getByRole('heading', { name: /^\d+ mistakes to fix$/ })).toBeVisible()
    await expect(page.getByRole('heading', { name: /^Weakest area: / })).toBeVisible()
    await expect(page.getByRole('img', { name: /questions answered on 1 day in the last four weeks/ })).toBeVisible()
    await expectAccessible(page)

    await practiceElsewhere(page, { questions, hoursAgo: 1, set: 'mixed', isFinished: false })
    await page.reload()
    const resume = page.getByRole('main').getByRole('link', { name: /^Resume at Question \d+/ })
    await expect(resume).toHaveAttribute('data-kind', 'primary')
    await expect(page.getByRole('link', { name: today.startTen(218) })).toBeVisible()
    await expect(due).toHaveCount(1)
    await page.getByText(today.setGoal).click()
    await page.getByRole('radio', { name: '10', exact: true }).check()
    await expect(page.getByText('Goal today: 0 of 10')).toBeVisible()
    await expect(page.getByText(settings.goalHint)).toBeVisible()
    await expectAccessible(page)
    await resume.click()
    await expectUsable(page)
    await expect(page).toHaveURL('/exam/mb-800?set=mixed')
  })

  test('sees the last attempt right after leaving it', async ({ page, baseURL, readBank }) => {
    const [first] = await readBank('mb-800')
    await becomeMember(page, baseURL)
    await openExam(page, 'mb-800')
    await giveAnswer(page, first, first.answerKey)
    await page.goto('/')
    await expect(page.getByRole('link', { name: 'Resume at Question 1 MB-800' })).toBeVisible()
    await expect(page.getByText('1 answered.')).toBeVisible()
  })

  test('is asked how the exam went once it is over', async ({ page, startOwn }) => {
    test.setTimeout(120_000)
    const server = await startOwn()
    await becomeMember(page, server.origin, newAddress())
    await open(page, `${server.origin}/certifications/mb-800`)
    await page.getByRole('button', { name: examDates.setDate }).click()
    await day(page).fill(inDays(3))
    await page.getByRole('button', { name: examDates.saveDate }).click()
    await expect(page.getByText('3 days to MB-800')).toBeVisible()
    await server.kill()
    const { db, close } = await openDatabase({ dataDir: server.dataDir, databaseUrl: undefined }, silentLog)
    await db
      .updateTable('exam_dates')
      .set({ exam_on: inDays(-2) })
      .execute()
    await close()
    await server.startAgain()
    await open(page, `${server.origin}/`)
    await expect(page.getByRole('heading', { name: examDates.howDidItGo })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: examDates.outcomes.not_yet }).click()
    await expect(page.getByRole('heading', { name: examDates.howDidItGo })).toHaveCount(0)
    await expect(heading(page)).toHaveText(today.preparing('MB-800'))
    await page.getByRole('button', { name: examDates.setDate }).click()
    await day(page).fill(inDays(30))
    await page.getByRole('button', { name: examDates.saveDate }).click()
    await expect(heading(page)).toHaveText('30 days to MB-800')
  })

  test.describe('without a network', () => {
    test.use({ serviceWorkers: 'allow', expectedErrors: unreachableErrors })

    test('resumes the attempt on this device', async ({ context, page, baseURL, readBank }) => {
      const [first] = await readBank('mb-800')
      await becomeMember(page, baseURL)
      await openExam(page, 'mb-800')
      await giveAnswer(page, first, first.answerKey)
      await expectSavedOnServer(page)
      await open(page, '/')
      await expect(page.getByRole('link', { name: /^Resume at Question 1/ })).toBeVisible()
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
      await page.reload()
      await expect(page.getByRole('link', { name: /^Resume at Question 1/ })).toBeVisible()
      await context.setOffline(true)
      await page.reload()
      await expect(page.getByRole('heading', { name: today.offlineTitle })).toBeVisible()
      await expect(page.getByRole('link', { name: /^Resume at Question 1/ })).toBeVisible()
      await context.setOffline(false)
      await expect(page.getByRole('heading', { name: today.asks })).toBeVisible()
    })
  })

  test('does not shift, on a page that is the same for everyone', async ({ page, request, baseURL, readBank }) => {
    const asGuest = await request.get(`${baseURL}/`)
    await becomeMember(page, baseURL)
    await open(page, '/')
    await practiceElsewhere(page, { questions: (await readBank('mb-800')).slice(0, 3), hoursAgo: 1, isFinished: false })
    const asMember = await page.request.get(`${baseURL}/`)
    expect(await asMember.text()).toBe(await asGuest.text())
    for (const response of [asGuest, asMember]) expect(response.headers()['cache-control']).toBe(asGuest.headers()['cache-control'])
    expect(asGuest.headers()['cache-control']).not.toContain('no-store')
    expect((await page.request.get(`${baseURL}/api/today`)).headers()['cache-control']).toBe('no-store')
    for (const viewport of [
      { width: 375, height: 667 },
      { width: 1280, height: 800 },
    ]) {
      await page.setViewportSize(viewport)
      for (const path of ['/', '/certifications']) {
        await page.goto(path)
        await expect(page.getByRole('main').getByRole('link', { name: /^Resume at Question/ })).toBeVisible()
        await expect(page.getByRole('banner').getByRole('button', { name: 'Sign Out' })).toBeVisible()
        expect(await layoutShift(page), `${path} at ${viewport.width}`).toBeLessThan(0.05)
      }
    }
    await signOut(page)
    await expect(page.getByRole('heading', { name: home.headline })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { name: home.headline })).toBeVisible()
  })
})

test.describe('A guest', () => {
  test('resumes an attempt of this device from the home page and the list', async ({ page, readBank }) => {
    const [first] = await readBank('pl-900')
    await open(page, '/')
    await expect(page.getByRole('region', { name: today.strip })).toHaveCount(0)
    await openExam(page, 'pl-900')
    await giveAnswer(page, first, first.answerKey)
    await expectSaved(page)
    for (const path of ['/', '/certifications']) {
      await open(page, path)
      await expect(page.getByRole('region', { name: today.strip })).toContainText('PL-900')
      await expectAccessible(page)
    }
    await page.reload()
    expect(await layoutShift(page)).toBeLessThan(0.05)
    await page.getByRole('link', { name: 'Resume at Question 1 PL-900' }).click()
    await expectUsable(page)
    await expect(page).toHaveURL('/exam/pl-900')
  })

  test('adds attempts after signing up, and the figures follow without a reload', async ({ page, baseURL, readBank }) => {
    const [first] = await readBank('pl-900')
    await openExam(page, 'pl-900')
    await giveAnswer(page, first, first.answerKey)
    await expectSaved(page)
    await becomeMember(page, baseURL)
    await open(page, '/profile')
    await expect(page.getByRole('heading', { name: progress.nothingTitle })).toBeVisible()
    await page.getByRole('button', { name: saving.add, exact: true }).click()
    await expect(page.getByText('1 attempt added. The figures are up to date.')).toBeVisible()
    await expect(page.getByRole('heading', { name: progress.nothingTitle })).toHaveCount(0)
    await expect(page.getByRole('main').locator('dl div').filter({ hasText: progress.counters.certifications })).toContainText('1')
    await expect(page.getByRole('link', { name: profileHeader.tabs.learning })).toHaveAttribute('aria-current', 'page')
  })
})
