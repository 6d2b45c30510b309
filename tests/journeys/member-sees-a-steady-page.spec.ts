import type { Page } from '@playwright/test'
import { becomeMember, expect, post, test } from '#tests/journeys/accounts.ts'
import { expectSaved, expectUsable, openExam } from '#tests/journeys/exam-screen.ts'
import { practicePanel } from '#web/text/en/practice-panel.ts'
import { review } from '#web/text/en/review.ts'
import { today } from '#web/text/en/today.ts'

/** The browser's score for layout shifts without user input since the page was opened. A good page has at most 0.1. */
async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    Object.assign(window, { shifts: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) Object.assign(window, { shifts: (window as unknown as { shifts: number }).shifts + entry.value })
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate(() => (window as unknown as { shifts: number }).shifts)
}

for (const width of [375, 1280]) {
  test(`A guest opens a page with an attempt to resume that stays in place at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await openExam(page, 'mb-800')
    await page.keyboard.press('a')
    await expectSaved(page)
    await expect(page.locator('html')).toHaveAttribute('data-unfinished')
    const shifts = await watchShifts(page)
    await page.goto('/')
    await expect(page.getByRole('region', { name: today.strip })).toBeVisible()
    expect(await shifts(), 'of the home page').toBeLessThan(0.05)
    await page.goto('/certifications/mb-800')
    await expect(page.getByRole('region', { name: practicePanel.unfinished('all') })).toBeVisible()
    await expect(page.getByText(practicePanel.mistakesDetail, { exact: true }), 'the figures have loaded').toBeHidden()
    expect(await shifts()).toBeLessThan(0.02)
    await page.goto('/certifications/pl-900')
    await expect(page.getByText(practicePanel.mistakesDetail, { exact: true })).toBeHidden()
    expect(await shifts(), 'of an exam without an attempt').toBeLessThan(0.02)
  })
}

test.describe('A member opens a page that stays in place,', () => {
  for (const width of [375, 1280]) {
    test(`an attempt and the daily review at ${width} px`, async ({ page, baseURL }) => {
      await becomeMember(page, baseURL)
      const shifts = await watchShifts(page)
      await page.setViewportSize({ width, height: 800 })
      await page.goto('/exam/mb-800?start=10')
      await expectUsable(page)
      await expect(page.getByText('Saved', { exact: true })).toBeVisible()
      expect(await shifts(), 'the attempt').toBeLessThan(0.1)
      await page.goto('/exam/mb-800/review')
      await expect(page.getByText(review.nothingScheduled)).toBeVisible()
      expect(await shifts(), 'the review').toBeLessThan(0.1)
    })

    test(`the page of the next exam at ${width} px`, async ({ page, baseURL }) => {
      await becomeMember(page, baseURL)
      const day = new Date(Date.now() + 27 * 86_400_000).toISOString().slice(0, 10)
      expect((await post(page, `${baseURL}/api/exam-dates`, { certification: 'mb-800', day })).status()).toBe(200)
      await page.setViewportSize({ width, height: 800 })
      // The browser remembers from this first page that a member is signed in.
      await page.goto('/certifications')
      await expect(page.getByText('days to MB-800')).toBeVisible()
      const shifts = await watchShifts(page)
      for (const path of ['/certifications/mb-800', '/certifications', '/']) {
        await page.goto(path)
        await expect(page.getByText('days to MB-800')).toBeVisible()
        expect(await shifts(), path).toBeLessThan(0.02)
      }
    })
  }
})
