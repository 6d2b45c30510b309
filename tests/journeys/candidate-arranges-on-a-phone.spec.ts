import type { Page } from '@playwright/test'
import { plainText } from '#exam/plain-text.ts'
import { letterOf } from '#exam/question.ts'
import { cardOf, expectItemIn, itemName, listSteps, slotOf, stepRow } from '#tests/journeys/exam-screen.ts'
import { test } from '#tests/journeys/accounts.ts'
import { expect, firstOf } from '#tests/journeys/fixtures.ts'
import { arranging } from '#web/text/en/arranging.ts'
import { expectAnnounced, middleOf, openQuestion } from '#tests/journeys/arranging.ts'

type Point = { x: number; y: number }

/** Sends real touch events: one finger from the first point through the others. */
async function touch(page: Page, points: readonly Point[]): Promise<void> {
  const devTools = await page.context().newCDPSession(page)
  const [first, ...others] = points
  if (!first) return
  await devTools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [first] })
  for (const point of others) await devTools.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [point] })
  await devTools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await devTools.detach()
}

/** Points on the way, as a moving finger sends them. */
function pathTo(from: Point, to: Point, steps = 12): Point[] {
  return Array.from({ length: steps + 1 }, (_, i) => ({
    x: from.x + ((to.x - from.x) * i) / steps,
    y: from.y + ((to.y - from.y) * i) / steps,
  }))
}

/** Waits until the page no longer scrolls from a swipe. */
async function expectStill(page: Page): Promise<void> {
  const moved = () =>
    page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const before = window.scrollY
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(window.scrollY - before)))
        }),
    )
  await expect.poll(moved).toBe(0)
}

test.describe('On a phone of 375 × 667', () => {
  test.use({ viewport: { width: 375, height: 667 }, hasTouch: true, isMobile: true })

  test('a finger sorts steps by the handle, scrolls anywhere else, and taps the arrows', async ({ page, readBank }) => {
    const question = firstOf(await readBank('pl-900'), 'reorder')
    await openQuestion(page, question)
    const [first = -1, second = -1, third = -1] = await listSteps(page)
    const row = stepRow(page, first)
    await row.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }))

    const before = await page.evaluate(() => window.scrollY)
    const text = await middleOf(row.locator('span').first())
    await touch(page, pathTo(text, { x: text.x, y: text.y - 150 }))
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(before + 60)
    await expectStill(page)
    expect((await listSteps(page))[0], 'a swipe moves no step').toBe(first)

    await row.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }))
    const scrolled = await page.evaluate(() => window.scrollY)
    const handle = await middleOf(row.locator('[data-handle]'))
    const target = await middleOf(stepRow(page, second))
    await touch(page, pathTo(handle, { x: handle.x, y: target.y + 10 }))
    await expectItemIn(page, question, 2, first)
    await expectItemIn(page, question, 1, second)
    expect(await page.evaluate(() => window.scrollY), 'dragging does not scroll').toBe(scrolled)
    await expectAnnounced(page, arranging.movedTo(itemName(question, first), 2, question.answerKey.length))

    const down = cardOf(page).getByRole('button', { name: arranging.moveDown(itemName(question, first)), exact: true })
    await down.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }))
    // Waits until the step has glided to its place.
    await down.tap()
    await expectItemIn(page, question, 3, first)
    await expectItemIn(page, question, 2, third)
  })

  test('dragging to the edge of the screen scrolls', async ({ page, readBank }) => {
    const question = firstOf(await readBank('pl-900'), 'reorder')
    await openQuestion(page, question)
    const [first = -1] = await listSteps(page)
    await stepRow(page, first).evaluate((element) => element.scrollIntoView({ block: 'start', behavior: 'instant' }))
    const before = await page.evaluate(() => window.scrollY)
    const handle = await middleOf(stepRow(page, first).locator('[data-handle]'))
    const devTools = await page.context().newCDPSession(page)
    const [start = handle, ...way] = pathTo(handle, { x: handle.x, y: 640 })
    await devTools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [start] })
    for (const point of way) await devTools.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [point] })
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(before + 100)
    await devTools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await expect.poll(async () => (await listSteps(page)).indexOf(first)).toBeGreaterThan(1)
  })

  test('a tap on a slot shows the slot with every item, and the next slot follows', async ({ page, readBank }) => {
    const bank = await readBank('mb-800')
    const question = bank.find(({ pairs }) => pairs?.right.length === 7)
    if (!question) throw new Error('mb-800 should have a question with seven items')
    const prompt = (slot: number) => plainText(question.pairs?.left[slot - 1] ?? '')
    await openQuestion(page, question, 'mb-800')
    await slotOf(page, 1).tap()
    const sheet = page.getByRole('dialog', { name: arranging.sheetTitle(1, prompt(1)) })
    const visible = [
      sheet.getByRole('heading'),
      ...(await sheet.getByRole('listitem').all()),
      sheet.getByRole('button', { name: arranging.leaveEmpty }),
    ]
    expect(visible).toHaveLength(9)
    for (const each of visible) await expect(each).toBeInViewport({ ratio: 1 })

    await touch(page, [await middleOf(sheet.getByRole('listitem').nth(3))])
    await sheet.getByRole('button', { name: arranging.confirmAndGo('D', 2) }).tap()
    await expectItemIn(page, question, 1, 3)
    const next = page.getByRole('dialog', { name: arranging.sheetTitle(2, prompt(2)) })
    await next.getByRole('listitem').nth(3).tap()
    await next.getByRole('button', { name: arranging.confirmAndGo('D', 3) }).tap()
    await expect(page.getByRole('dialog').getByRole('status')).toHaveText('D moved from 1 to 2')
    await page.getByRole('dialog').getByRole('button', { name: arranging.leaveEmpty }).tap()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expectItemIn(page, question, 2, 3)
    await expect(slotOf(page, 1)).toHaveAccessibleName(arranging.slotName(1, prompt(1), arranging.chooseItem))

    for (const [slot, item] of [1, 2, 3, 4, 5].map((slot) => [slot, slot + 1] as const)) await slotOf(page, slot).press(letterOf(item))
    await slotOf(page, 5).tap()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: arranging.confirm('G') })
      .tap()
    await expect(page.getByRole('dialog'), 'no slot is empty').toHaveCount(0)
  })
})
