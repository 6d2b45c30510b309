/** Finds the tally and the question map of an attempt on screen. */
import type { Page } from '@playwright/test'
import { expect } from '#tests/journeys/fixtures.ts'
import { en } from '#web/text/en/en.ts'
import { simulation } from '#web/text/en/simulation.ts'

export const { exam, site } = en
export const phone = { viewport: { width: 375, height: 667 }, hasTouch: true }

export function tallyOf(page: Page) {
  return page.getByRole('banner').getByRole('status').first()
}

export async function startSimulation(page: Page): Promise<void> {
  await page.goto('/exam/mb-800/simulation')
  await page.getByRole('radio', { name: simulation.lengthNames.short }).check()
  await page.getByRole('button', { name: simulation.start }).click()
  await expect(page.getByRole('button', { name: simulation.review })).toBeEnabled()
}
