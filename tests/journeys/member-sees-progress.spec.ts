import { hourMs } from '#exam/duration.ts'
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { Move } from '#exam/moves.ts'
import type { AnswerInput } from '#exam/question.ts'
import { becomeMember, expect, expectAccessible, expectMessage, open, test } from '#tests/journeys/accounts.ts'
import { openExam } from '#tests/journeys/exam-screen.ts'
import type { NumberedQuestion } from '#tests/journeys/fixtures.ts'
import { en } from '#web/text/en/en.ts'
import { progress } from '#web/text/en/progress.ts'
import { results } from '#web/text/en/results.ts'

const { exam } = en

type Given = { questions: readonly NumberedQuestion[]; right: number; hoursAgo: number; isFinished?: boolean }

/** Sends an attempt as another device would: the first answers are correct, the others are wrong, and each took half a minute. */
async function practice(page: Page, { questions, right, hoursAgo, isFinished = true }: Given): Promise<string> {
  const id = randomUUID()
  const sentAt = Date.now()
  let at = sentAt - hoursAgo * hourMs
  const start: Move = { type: 'start', at, certificationId: 'mb-800', set: 'all', questionIds: questions.map((one) => one.id) }
  const answers = questions.map(({ id: questionId, answerKey: key }, i): Move => {
    at += 30_000
    return { type: 'answer', at, questionId, answer: i < right ? key : wrongFor(key) }
  })
  const moves: Move[] = [start, ...answers, ...(isFinished ? [{ type: 'finish' as const, at: at + 30_000 }] : [])]
  const entries = moves.map((move) => ({ key: randomUUID(), move }))
  const response = await page.request.post(`/api/attempts/${id}/moves`, {
    data: { base: 0, sentAt: sentAt, entries },
    headers: { Origin: new URL(page.url()).origin },
  })
  expect(response.status(), await response.text()).toBe(200)
  return id
}

/** A wrong answer: another letter for a choice, the reverse order for items. */
function wrongFor(key: AnswerInput): AnswerInput {
  const [first = ''] = key
  if (key.length > 1) return /^\d/.test(first) && !first.includes('=') ? key.toReversed() : key.slice(1)
  return [first === 'A' ? 'B' : 'A']
}

function counter(page: Page, name: string) {
  return page.getByRole('main').locator('dl div').filter({ hasText: name }).getByRole('definition')
}

test.describe('Camille', () => {
  test.beforeEach(async ({ page, baseURL }) => {
    await becomeMember(page, baseURL)
    await open(page, '/profile')
  })

  test('sees the practiced questions counted, by day and by certification', async ({ page, readBank }) => {
    const questions = (await readBank('mb-800')).slice(0, 12)
    await practice(page, { questions, right: 6, hoursAgo: 50 })
    await practice(page, { questions, right: 9, hoursAgo: 26 })
    await open(page, '/profile')
    await expect(counter(page, progress.counters.certifications)).toHaveText('1')
    await expect(counter(page, progress.counters.exams)).toHaveText('2')
    await expect(counter(page, progress.counters.hours)).toHaveText('0.2')
    await expect(page.getByRole('img', { name: /^24 answers on \d days? in the last 12 weeks/ })).toBeVisible()
    await page.getByText(progress.showDays).click()
    const days = page.getByRole('table').getByRole('row')
    await expect(days.filter({ hasText: /\d{4}/ }).first()).toContainText('12')
    await expectAccessible(page)

    await page
      .getByRole('main')
      .getByRole('link', { name: /^MB-800/ })
      .click()
    await expect(page.getByRole('heading', { level: 1, name: progress.pageTitle('MB-800') })).toBeVisible()
    await expect(page.getByText('You answered 63% of your latest 24 questions correctly.')).toBeVisible()
    await expect(page.getByRole('row').filter({ hasText: '75%' })).toContainText('9 of 12')
    const seen = await page
      .getByRole('listitem')
      .filter({ has: page.getByRole('link', { name: /^Practice / }) })
      .allTextContents()
    const counts = seen.map((words) => Number(/(\d+) of \d+/.exec(words)?.[1] ?? 0))
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(12)
    await expectAccessible(page)
  })

  test('reads in words what the charts show, with their scales', async ({ page, readBank }) => {
    const bank = await readBank('mb-800')
    const areas = [...new Set(bank.map(({ skillArea }) => skillArea))]
    const [strong, weak] = [areas[1] ?? '', areas[3] ?? '']
    const of = (area: string) => bank.filter(({ skillArea }) => skillArea === area).slice(0, 10)
    await practice(page, { questions: of(weak), right: 4, hoursAgo: 24 * 35 })
    await practice(page, { questions: of(strong), right: 8, hoursAgo: 24 * 2 })
    await open(page, '/profile')
    await expect(
      page.getByText(/^20 answers on 2 days\. Most on .+: 10\. 10 in the last four weeks, 10 in the four weeks before\.$/),
    ).toBeVisible()
    await expect(page.getByRole('img', { name: /^20 answers on 2 days in the last 12 weeks/ }).getByText('10 answers')).toBeVisible()
    await open(page, '/profile/progress/mb-800')
    await expect(page.getByText(progress.areasSummary({ name: weak, percent: 40 }, { name: strong, percent: 80 }))).toBeVisible()
    await expect(page.getByText(/^From 40% on .+ to 80% on .+\. Your best is 80%\.$/)).toBeVisible()
    const chart = page.getByRole('img', { name: /^Percentage correct in your latest 2 attempts/ })
    for (const percent of [0, 50, 100]) await expect(chart.getByText(`${percent}%`, { exact: true })).toBeVisible()
    const scores = page.getByRole('img', { name: progress.byAreaLabel })
    await expect(scores.getByText(strong)).toBeVisible()
    await expectAccessible(page)
  })

  test('reads an old attempt and deletes it, and the counters change', async ({ page, readBank }) => {
    const questions = (await readBank('mb-800')).slice(0, 12)
    await practice(page, { questions, right: 6, hoursAgo: 50 })
    await practice(page, { questions, right: 12, hoursAgo: 26 })
    await open(page, '/profile')
    await page.getByRole('link', { name: progress.history }).click()
    const rows = page.getByRole('row').filter({ hasText: progress.sets('all', undefined) })
    await expect(rows).toHaveCount(2)
    await expect(rows.first()).toContainText('100%, 12 of 12')
    await expectAccessible(page)
    await rows.last().getByRole('link').click()
    await expect(page.getByText(results.countedAnswered(12))).toBeVisible()
    await page.getByRole('main').locator('.review').getByRole('button').first().click()
    await expect(page.getByText('Explanation:', { exact: true })).toBeVisible()
    await expectAccessible(page)

    await page.getByText(progress.deleteAttempt, { exact: true }).click()
    await page.getByRole('button', { name: progress.deleteAttemptNow }).click()
    await expectMessage(page, progress.done['attempt-deleted'] ?? '')
    await expect(rows).toHaveCount(1)
    await open(page, '/profile')
    await expect(counter(page, progress.counters.exams)).toHaveText('1')
  })

  test('continues an attempt in progress, and starts over', async ({ page, readBank }) => {
    const bank = await readBank('mb-800')
    const questions = bank.slice(0, 3)
    await practice(page, { questions, right: 3, hoursAgo: 2, isFinished: false })
    await open(page, '/profile/history')
    await expect(page.getByRole('row').filter({ hasText: progress.inProgress(3, 3) })).toBeVisible()
    await page.getByRole('link', { name: progress.continue }).click()
    await expect(page).toHaveURL('/exam/mb-800')
    await expect(page.getByRole('region', { name: exam.questionOf(1, 3) })).toBeVisible()
    await open(page, '/profile/progress/mb-800')
    await expect(page.getByText(progress.noFinishedAttempts)).toBeVisible()
    await page.getByText(progress.startOver, { exact: true }).click()
    await expect(page.getByText(progress.startOverText('MB-800', 1))).toBeVisible()
    await page.getByRole('button', { name: progress.startOverNow('MB-800') }).click()
    await expectMessage(page, progress.done['practice-deleted'] ?? '')
    await expect(page.getByRole('heading', { name: progress.nothingTitle })).toBeVisible()
    await open(page, '/profile')
    await expect(counter(page, progress.counters.certifications)).toHaveText('0')
    // The attempt was on this device, too, so the exam page starts a new one.
    await openExam(page, 'mb-800')
    await expect(page.getByRole('region', { name: exam.questionOf(1, bank.length) })).toBeVisible()
  })
})
