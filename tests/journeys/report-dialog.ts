/** Uses the dialog for reporting a problem with a question. */
import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { expect } from '#tests/journeys/accounts.ts'
import type { ReportReason } from '#exam/reports/question-report.ts'
import { reports } from '#web/text/en/reports.ts'

export const cardOfSource = (page: Page) => page.getByRole('region', { name: reports.source })
export const dialogOf = (page: Page) => page.getByRole('dialog', { name: reports.title })
export const textOf = (page: Page) => dialogOf(page).getByRole('textbox', { name: /^(?:Why|What is the problem)\?/ })
export const send = (page: Page) => dialogOf(page).getByRole('button', { name: reports.send }).click()

export async function openReport(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: reports.report }).click()
  const dialog = dialogOf(page)
  await expect(dialog).toBeVisible()
  return dialog
}

export const choose = (page: Page, reason: ReportReason) =>
  dialogOf(page).getByRole('radio', { name: reports.reasons[reason].name }).check()

/** Reports the question on screen and closes the dialog. */
export async function report(page: Page, text: string, message: string): Promise<void> {
  const dialog = await openReport(page)
  await choose(page, 'wrong_answer')
  await textOf(page).fill(text)
  await send(page)
  await expect(dialog.getByRole('status')).toHaveText(message)
  await dialog.locator('.foot').getByRole('button', { name: reports.close }).click()
}

/** The reports in the administration whose text contains these words. */
export function entriesWith(page: Page, text: string): Locator {
  return page.getByRole('main').getByRole('listitem').filter({ hasText: text })
}

export const uniqueText = () => `The year is missing, ${randomUUID()}.`
