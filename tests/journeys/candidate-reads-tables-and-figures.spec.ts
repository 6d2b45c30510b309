import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { goToQuestion, openExam } from '#tests/journeys/exam-screen.ts'
import { expect, expectAccessible, test, type NumberedQuestion } from '#tests/journeys/fixtures.ts'
import { en } from '#web/text/en/en.ts'
import { figureTexts } from '#web/text/en/figure.ts'

const { exam, site } = en

const questionWith = (bank: readonly NumberedQuestion[], part: string): NumberedQuestion => {
  const found = bank.find(({ text }) => text.includes(part))
  if (!found) throw new Error(`No question has ${part}`)
  return found
}

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Inventory setup and item ledger entries' })
const stageOf = (page: Page) => dialogOf(page).getByRole('region', { name: /^Figure at/ })
const widthOf = (page: Page) =>
  stageOf(page)
    .getByRole('img')
    .evaluate((image) => image.clientWidth)

test.describe('A table in a question', () => {
  test('has rules and space, aligns its numbers, and stops the keyboard only when it scrolls', async ({ page, readBank }) => {
    const question = questionWith(await readBank('mb-800'), 'Max. payment tolerance')
    await openExam(page, 'mb-800')
    await goToQuestion(page, question.number)
    const frame = page.getByRole('region', { name: /^Table: .*Max\. payment tolerance/ })
    await expect(frame).not.toHaveAttribute('tabindex')
    const amount = frame.getByRole('cell', { name: '2,995' })
    expect(await amount.evaluate((cell) => getComputedStyle(cell).textAlign)).toBe('end')
    const gap = await frame.evaluate((element) => {
      const next = element.nextElementSibling
      return next ? next.getBoundingClientRect().top - element.getBoundingClientRect().bottom : 0
    })
    expect(gap, 'between the table and the question').toBeGreaterThanOrEqual(16)

    await page.setViewportSize({ width: 320, height: 700 })
    await expect(frame).toHaveAttribute('tabindex', '0')
    await frame.focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => frame.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0)
    await expectAccessible(page)
  })
})

test.describe('A figure', () => {
  test.beforeEach(async ({ page, readBank }) => {
    const question = questionWith(await readBank('mb-800'), 'average-cost-entries.svg')
    await openExam(page, 'mb-800')
    await goToQuestion(page, question.number)
  })

  test('has a caption, and opens enlarged by button and by key', async ({ page }) => {
    const figure = page.getByRole('figure')
    await expect(figure.getByText('Inventory setup and item ledger entries')).toBeVisible()
    const zoom = figure.getByRole('button', { name: exam.zoom })
    await zoom.click()
    await expect(stageOf(page)).toBeFocused()
    await dialogOf(page).getByText(figureTexts.inWords).click()
    await expect(dialogOf(page).getByText(/^Inventory setup: Average Cost Period is Month/)).toBeVisible()
    await expectAccessible(page)
    await dialogOf(page).getByRole('button', { name: figureTexts.back }).click()
    await expect(dialogOf(page)).toBeHidden()
    await expect(zoom).toBeFocused()
    await page.keyboard.press('z')
    await expect(dialogOf(page)).toBeVisible()
    await dialogOf(page).getByRole('button', { name: site.close, exact: true }).click()
    await expect(dialogOf(page)).toBeHidden()
  })

  test('grows and shrinks between 100 and 400 percent, and the arrow keys move it', async ({ page }) => {
    await page.keyboard.press('z')
    const status = dialogOf(page).getByRole('status')
    await expect(status).toHaveText('100%')
    const fit = await widthOf(page)
    await dialogOf(page).getByRole('button', { name: figureTexts.larger }).click()
    await expect(status).toHaveText('125%')
    for (let i = 0; i < 8; i++) await page.keyboard.press('+')
    await expect(status).toHaveText('400%')
    expect(await widthOf(page)).toBeGreaterThanOrEqual(4 * fit - 4)
    const before = await stageOf(page).evaluate((stage) => stage.scrollLeft)
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => stageOf(page).evaluate((stage) => stage.scrollLeft)).toBeGreaterThan(before)
    await page.keyboard.press('-')
    await expect(status).toHaveText('300%')
    await page.keyboard.press('0')
    await expect(status).toHaveText('100%')
  })

  test('follows two fingers', async ({ page }) => {
    await page.keyboard.press('z')
    await expect(stageOf(page)).toBeVisible()
    const box = await stageOf(page).boundingBox()
    if (!box) throw new Error('The figure has no box')
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    const browser = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', apart: number) =>
      browser.send('Input.dispatchTouchEvent', {
        type,
        touchPoints:
          type === 'touchEnd'
            ? []
            : [
                { x: x - apart, y },
                { x: x + apart, y },
              ],
      })
    await touch('touchStart', 40)
    await touch('touchMove', 60)
    await touch('touchMove', 80)
    await touch('touchEnd', 80)
    await expect(dialogOf(page).getByRole('status')).toHaveText('200%')
  })

  test('is dark in the dark theme', async ({ page }) => {
    // Lightness of a point near the upper edge, inside the border, which shows the background of the drawing.
    const lightness = async () => {
      const screenshot = await page.getByRole('figure').getByRole('img').screenshot()
      const pixel = await sharp(screenshot).extract({ left: 200, top: 12, width: 1, height: 1 }).greyscale().raw().toBuffer()
      return pixel[0]
    }
    await page.emulateMedia({ colorScheme: 'light' })
    expect(await lightness()).toBeGreaterThan(240)
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await lightness()).toBeLessThan(60)
  })
})
