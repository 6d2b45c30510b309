import type { Locator, Page } from '@playwright/test'
import { plainText } from '#exam/plain-text.ts'
import { letterOf } from '#exam/question.ts'
import { openOwnBank } from '#tests/journeys/accounts.ts'
import {
  announcementOf,
  cardOf,
  expectAnswer,
  expectItemIn,
  expectSaved,
  giveAnswer,
  goToQuestion,
  itemName,
  listSteps,
  openExam,
  pagerLink,
  reload,
  reveal,
  slotOf,
  stepRow,
  wrongAnswer,
} from '#tests/journeys/exam-screen.ts'
import { test } from '#tests/journeys/accounts.ts'
import { expect, firstOf, type NumberedQuestion } from '#tests/journeys/fixtures.ts'
import { aBankItem } from '#tests/factories.ts'
import { arranging } from '#web/text/en/arranging.ts'
import { en } from '#web/text/en/en.ts'

const { exam, site } = en

async function expectAnnounced(page: Page, words: string): Promise<void> {
  await expect(announcementOf(page)).toHaveText(words)
}

async function middleOf(element: Locator): Promise<{ x: number; y: number }> {
  const box = await element.boundingBox()
  if (!box) throw new Error('The element is not on screen')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** Drags with the mouse like a person: presses, moves in small steps, releases. */
async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  await from.scrollIntoViewIfNeeded()
  const start = await middleOf(from)
  await page.mouse.move(start.x, start.y)
  await page.mouse.down()
  const end = await middleOf(to)
  await page.mouse.move(end.x, end.y, { steps: 12 })
  await page.mouse.up()
}

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

async function openQuestion(page: Page, question: NumberedQuestion, certificationId = 'pl-900'): Promise<void> {
  await openExam(page, certificationId)
  await goToQuestion(page, question.number)
}

test.describe('A Reorder question', () => {
  let question: NumberedQuestion
  let places: number
  const name = (step: number | undefined) => itemName(question, step ?? -1)
  const button = (page: Page, label: string) => cardOf(page).getByRole('button', { name: label, exact: true })

  test.beforeEach(async ({ page, readBank }) => {
    // It has one step that is not needed.
    question = firstOf(await readBank('pl-900'), 'reorder')
    places = question.answerKey.length
    await page.setViewportSize({ width: 1280, height: 1100 })
    await openQuestion(page, question)
  })

  test('starts with an order that is neither correct nor an answer', async ({ page }) => {
    const start = await listSteps(page)
    expect(start.slice(0, places).map(String)).not.toEqual(question.answerKey)
    await expect(cardOf(page).getByText(arranging.startingOrder)).toBeVisible()
    await expect(pagerLink(page, question.number)).toHaveAccessibleName(exam.pagerName(question.number, null, false))
    await reload(page)
    expect(await listSteps(page)).toEqual(start)
    await reveal(page)
    await expectAnnounced(page, exam.announceBlankParts)
    await expect(cardOf(page).getByRole('heading', { name: arranging.notAnswered })).toBeVisible()
    await expect(pagerLink(page, question.number)).toHaveAccessibleName(exam.pagerName(question.number, null, false))
  })

  test('moves a step by its buttons, which keep the focus, and announces its text and place', async ({ page }) => {
    const [first, second] = await listSteps(page)
    await expect(button(page, arranging.moveUp(name(first)))).toBeDisabled()
    const down = button(page, arranging.moveDown(name(first)))
    await down.focus()
    await page.keyboard.press('Enter')
    await expectItemIn(page, question, 1, second ?? -1)
    await expectItemIn(page, question, 2, first ?? -1)
    await expectAnnounced(page, arranging.movedTo(name(first), 2, places))
    await expect(down).toBeFocused()
    await expect(pagerLink(page, question.number)).toHaveAccessibleName(exam.pagerName(question.number, 'answered', false))
    await button(page, arranging.moveUp(name(first))).click()
    await expectItemIn(page, question, 1, first ?? -1)
    await expect(stepRow(page, first ?? -1), 'its button is disabled now').toBeFocused()
  })

  test('moves a step below the last place out of the order, and adds it again', async ({ page }) => {
    const steps = await listSteps(page)
    const [last, unused] = steps.slice(places - 1)
    await button(page, arranging.moveDown(name(last))).click()
    await expectAnnounced(page, arranging.removed(name(last)))
    await expectItemIn(page, question, places, unused ?? -1)
    await button(page, arranging.add(name(last))).click()
    await expectAnnounced(page, arranging.movedTo(name(last), places, places))
    expect(await listSteps(page)).toEqual(steps)
  })

  test('moves the focus with the arrow keys and the step with Alt and an arrow key', async ({ page }) => {
    const [first = -1, second = -1, third = -1] = await listSteps(page)
    await stepRow(page, first).focus()
    await page.keyboard.press('ArrowDown')
    await expect(stepRow(page, second)).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await expect(stepRow(page, second), 'the question stays').toBeFocused()
    await page.keyboard.press('Alt+ArrowDown')
    await expect(stepRow(page, second)).toBeFocused()
    await page.keyboard.press('Alt+ArrowUp')
    await page.keyboard.press('Alt+ArrowUp')
    await page.keyboard.press('Alt+ArrowUp')
    expect((await listSteps(page)).slice(0, 3)).toEqual([second, first, third])
    await expect(stepRow(page, second)).toBeFocused()
    await expectAnnounced(page, arranging.movedTo(name(second), 1, places))
  })

  test('is sorted by dragging with the mouse, and Escape puts the step back', async ({ page }) => {
    const [first = -1, second = -1, third = -1] = await listSteps(page)
    await drag(page, stepRow(page, first), stepRow(page, third))
    expect((await listSteps(page)).slice(0, 3)).toEqual([second, third, first])
    await expectAnnounced(page, arranging.movedTo(name(first), 3, places))
    await expectSaved(page)

    const start = await middleOf(stepRow(page, second))
    await page.mouse.move(start.x, start.y)
    await page.mouse.down()
    await page.mouse.move(start.x, start.y + 200, { steps: 8 })
    await expect(stepRow(page, second)).toHaveAttribute('data-dragged', '')
    await page.keyboard.press('Escape')
    await page.mouse.up()
    expect((await listSteps(page)).slice(0, 3)).toEqual([second, third, first])
  })

  test('glides to its place, unless the candidate prefers reduced motion', async ({ page }) => {
    for (const [reducedMotion, isGliding] of [
      ['reduce', false],
      ['no-preference', true],
    ] as const) {
      await page.emulateMedia({ reducedMotion })
      const [first] = await listSteps(page)
      const animations = button(page, arranging.moveDown(name(first))).evaluate(async (element: HTMLElement) => {
        element.click()
        await new Promise(requestAnimationFrame)
        return document
          .querySelector('.arrange')
          ?.getAnimations({ subtree: true })
          .filter((each) => !(each instanceof CSSTransition)).length
      })
      expect((await animations) !== 0, reducedMotion).toBe(isGliding)
    }
  })

  test('goes back to the starting order, which is not an answer, and undoes that', async ({ page }) => {
    const start = await listSteps(page)
    await expect(button(page, arranging.reset)).toBeDisabled()
    await giveAnswer(page, question, question.answerKey)
    await button(page, arranging.reset).click()
    expect(await listSteps(page)).toEqual(start)
    await expectAnnounced(page, arranging.orderReset)
    await expect(pagerLink(page, question.number)).toHaveAccessibleName(exam.pagerName(question.number, null, false))
    await button(page, arranging.undoReset).click()
    await expectAnswer(page, question, question.answerKey)
    await reload(page)
    await expectAnswer(page, question, question.answerKey)
  })

  test('shows the correct order, with the place that each step was given', async ({ page }) => {
    const [one = '', two = '', ...others] = question.answerKey
    await giveAnswer(page, question, [two, one, ...others])
    await reveal(page)
    await expectAnnounced(page, exam.announceIncorrectParts(places - 2, places))
    await expect(cardOf(page).getByRole('heading', { name: arranging.stepsCorrect(places - 2, places) })).toBeVisible()
    const rows = cardOf(page).locator('.order').first().getByRole('listitem')
    await expect(rows.nth(0)).toContainText(name(Number(one)))
    await expect(rows.nth(0)).toContainText('You put it second')
    await expect(rows.nth(1)).toContainText('You put it first')
    await expect(rows.nth(2)).toContainText('Correct')
    await expect(cardOf(page).getByRole('button', { name: /^Move/ })).toHaveCount(0)
  })
})

test.describe('A Drag & Drop question', () => {
  let question: NumberedQuestion
  const name = (item: number) => itemName(question, item)
  const prompt = (slot: number) => plainText(question.pairs?.left[slot - 1] ?? '')
  const emptyName = (slot: number) => arranging.slotName(slot, prompt(slot), arranging.chooseItem)
  const sheetOf = (page: Page, slot: number) => page.getByRole('dialog', { name: arranging.sheetTitle(slot, prompt(slot)) })
  const poolItem = (page: Page, item: number) => cardOf(page).getByRole('region', { name: arranging.items }).getByRole('button').nth(item)

  test.beforeEach(async ({ page, readBank }) => {
    question = firstOf(await readBank('pl-900'), 'drag_drop')
    await page.setViewportSize({ width: 1280, height: 1100 })
    await openQuestion(page, question)
  })

  test('accepts the letter of an item, empties a slot with Delete, and moves with the arrow keys', async ({ page }) => {
    await slotOf(page, 1).focus()
    await page.keyboard.press('a')
    await expectItemIn(page, question, 1, 0)
    await expectAnnounced(page, arranging.placed(name(0), 1, prompt(1)))
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowRight')
    await expect(slotOf(page, 3), 'the arrow keys do not change the question').toBeFocused()
    await page.keyboard.press('A')
    await expectItemIn(page, question, 3, 0)
    await expectAnnounced(page, 'A moved from 1 to 3')
    await expect(slotOf(page, 1)).toHaveAccessibleName(emptyName(1))
    await page.keyboard.press('Delete')
    await expect(slotOf(page, 3)).toHaveAccessibleName(emptyName(3))
    await expectAnnounced(page, arranging.emptied(3))
  })

  test('opens the list of items with Enter: arrow keys, letters, Enter, Escape', async ({ page }) => {
    await slotOf(page, 2).focus()
    await page.keyboard.press('Enter')
    const first = sheetOf(page, 2)
    await expect(first.getByRole('radio').first()).toBeFocused()
    await expect(first.getByRole('radio', { checked: true })).toHaveCount(0)
    await page.keyboard.press('ArrowDown')
    await expect(first.getByRole('radio').nth(1)).toBeChecked()
    await page.keyboard.press('Enter')
    await expectItemIn(page, question, 2, 1)
    const next = sheetOf(page, 3)
    await expect(next.getByText(arranging.usedIn([2]))).toBeVisible()
    await expect(next.getByRole('radio').first()).toBeFocused()
    await page.keyboard.press('c')
    await expect(next.getByRole('radio').nth(2)).toBeChecked()
    await page.keyboard.press('Escape')
    await expect(next).toBeHidden()
    await expect(slotOf(page, 3)).toBeFocused()
    await expect(slotOf(page, 3)).toHaveAccessibleName(emptyName(3))
    await page.keyboard.press('Backspace')
    await expect(slotOf(page, 3)).toHaveAccessibleName(emptyName(3))
  })

  test('is answered by dragging with the mouse, from the items, between slots and back', async ({ page }) => {
    await drag(page, poolItem(page, 0), slotOf(page, 1))
    await expectItemIn(page, question, 1, 0)
    await expect(poolItem(page, 0)).toContainText(arranging.used)
    await drag(page, poolItem(page, 1), slotOf(page, 2))
    await drag(page, slotOf(page, 1), slotOf(page, 2))
    await expectItemIn(page, question, 1, 1)
    await expectItemIn(page, question, 2, 0)
    await expectAnnounced(page, arranging.swapped(1, 2))
    await drag(page, slotOf(page, 1), poolItem(page, 2))
    await expect(slotOf(page, 1)).toHaveAccessibleName(emptyName(1))
    await poolItem(page, 2).click()
    await expectItemIn(page, question, 1, 2)
    await expect(page.getByRole('dialog'), 'dragging opens no list').toHaveCount(0)
    await expectSaved(page)
  })

  test('empties every slot and undoes that', async ({ page }) => {
    await giveAnswer(page, question, question.answerKey)
    await cardOf(page).getByRole('button', { name: arranging.reset }).click()
    await expect(slotOf(page, 1)).toHaveAccessibleName(emptyName(1))
    await expectAnnounced(page, arranging.allEmptied)
    await cardOf(page).getByRole('button', { name: arranging.undoReset }).click()
    await expectAnswer(page, question, question.answerKey)
  })

  test('has native menus instead of slots when the candidate wants them, on every question', async ({ page }) => {
    await slotOf(page, 1).press('B')
    await cardOf(page).getByRole('switch', { name: arranging.menus }).check()
    const menu = (slot: number) => cardOf(page).getByRole('combobox', { name: `${slot}, ${prompt(slot)}` })
    await expect(menu(1)).toHaveValue('1')
    await menu(2).selectOption({ label: `B ${name(1)}` })
    await expectAnnounced(page, 'B moved from 1 to 2')
    await expect(menu(1)).toHaveValue('')
    await reload(page)
    await expect(menu(2)).toHaveValue('1')
    await menu(2).selectOption({ label: arranging.chooseItem })
    await cardOf(page).getByRole('switch', { name: arranging.menus }).uncheck()
    await expect(slotOf(page, 2)).toHaveAccessibleName(emptyName(2))
  })

  test('shows which pairs are correct, and what belongs in the others', async ({ page }) => {
    const total = question.answerKey.length
    const wrong = wrongAnswer(question)
    await giveAnswer(page, question, [...question.answerKey.slice(0, 1), ...wrong.slice(1, 2)])
    await reveal(page)
    await expect(cardOf(page).getByText(exam.revealAnyway('drag_drop', 2, total))).toBeVisible()
    await reveal(page)
    await expect(cardOf(page).getByRole('heading', { name: arranging.pairsCorrect(1, total) })).toBeVisible()
    const rows = cardOf(page).locator('.slots').getByRole('listitem')
    await expect(rows.nth(0)).toContainText('Correct')
    const belongs = Number(question.answerKey[1]?.split('=')[1])
    await expect(rows.nth(1)).toContainText(`Belongs here: ${letterOf(belongs)} ${name(belongs)}`)
    await expect(rows.nth(2)).toContainText(arranging.notAnswered)
    await expect(cardOf(page).getByRole('button', { name: /^\d, / })).toHaveCount(0)
  })
})

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

test('An item may fill several slots when the answer key uses one twice', async ({ page, startOwn }) => {
  const { origin } = await openOwnBank(page, startOwn)
  const pairs = { left: ['Sales order', 'Purchase order', 'Journal'], right: ['Document', 'Batch'] }
  const text = '<p>Where is each entered? An item may be used more than once.</p>'
  const key = { pairs, options: [], option_explanations: [], correct_answer: ['0=0', '1=0', '2=1'] }
  const item = aBankItem({ exam_id: 'mb-200', question_type: 'drag_drop', text, ...key })
  const sent = { Origin: origin }
  const added = await page.request.post(`${origin}/api/questions`, { headers: sent, data: item })
  expect(added.status(), await added.text()).toBe(201)
  const rows = (await (await page.request.get(`${origin}/api/questions?exam_id=mb-200`)).json()) as { text: string }[]

  await page.goto(`${origin}/exam/mb-200`)
  await goToQuestion(page, rows.findIndex((row) => row.text === text) + 1)
  await slotOf(page, 1).press('A')
  await slotOf(page, 2).press('A')
  await expect(slotOf(page, 1)).toHaveAccessibleName('1, Sales order: A Document')
  await slotOf(page, 3).click()
  await expect(page.getByRole('dialog').getByText('used in 1 and 2')).toBeVisible()
  await page.getByRole('dialog').getByRole('radio').nth(1).check()
  await page.keyboard.press('Enter')
  await reveal(page)
  await expectAnnounced(page, exam.announceCorrect)
})

test.describe('Controls that did not load', () => {
  test.use({ expectedErrors: /Failed to load resource|A part of the page could not be loaded/ })

  test('are reported, and a retry shows them', async ({ page, readBank }) => {
    const question = firstOf(await readBank('pl-900'), 'reorder')
    await page.route('**/assets/arranging-*.js*', (route) => route.abort())
    await openQuestion(page, question)
    await expect(cardOf(page).getByRole('alert')).toHaveText(exam.controlsNotLoaded)
    await page.unroute('**/assets/arranging-*.js*')
    await cardOf(page).getByRole('button', { name: site.tryAgain }).click()
    await giveAnswer(page, question, question.answerKey)
    await expectAnswer(page, question, question.answerKey)
  })
})
