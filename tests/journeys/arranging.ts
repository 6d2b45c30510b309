/** Arranging the items of an answer by pointer and by finger, as journeys do it. */
import type { Locator, Page } from '@playwright/test'
import { announcementOf, goToQuestion, openExam } from '#tests/journeys/exam-screen.ts'
import { expect, type NumberedQuestion } from '#tests/journeys/fixtures.ts'
import { en } from '#web/text/en/en.ts'

export const { exam, site } = en

export async function expectAnnounced(page: Page, words: string): Promise<void> {
  await expect(announcementOf(page)).toHaveText(words)
}

export async function middleOf(element: Locator): Promise<{ x: number; y: number }> {
  const box = await element.boundingBox()
  if (!box) throw new Error('The element is not on screen')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** Drags with the mouse like a person: presses, moves in small steps, releases. */
export async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  await from.scrollIntoViewIfNeeded()
  const start = await middleOf(from)
  await page.mouse.move(start.x, start.y)
  await page.mouse.down()
  const end = await middleOf(to)
  await page.mouse.move(end.x, end.y, { steps: 12 })
  await page.mouse.up()
}

export async function openQuestion(page: Page, question: NumberedQuestion, certificationId = 'pl-900'): Promise<void> {
  await openExam(page, certificationId)
  await goToQuestion(page, question.number)
}
