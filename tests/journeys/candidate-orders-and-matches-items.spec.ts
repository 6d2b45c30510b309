import type { Locator, Page } from '@playwright/test'
import { listItems, countSlots } from '#exam/arrangement.ts'
import { letterOf } from '#exam/question.ts'
import {
  announcementOf,
  cardOf,
  expectAnswer,
  expectItemIn,
  expectSaved,
  giveAnswer,
  goToQuestion,
  openExam,
  itemButton,
  itemName,
  slotOf,
} from '#tests/journeys/exam-screen.ts'
import { expect, firstOf, test, type NumberedQuestion } from '#tests/journeys/fixtures.ts'
import { en } from '#web/text/en/en.ts'

const { exam } = en
const types = ['reorder', 'drag_drop'] as const

/** The pool of available items, found by its heading, which contains their number. */
function poolOf(page: Page, question: NumberedQuestion): Locator {
  const name = question.type === 'reorder' ? /^Steps \(\d+ left\)$/ : /^Items \(\d+ left\)$/
  return cardOf(page).getByRole('region', { name })
}

async function expectInPool(page: Page, question: NumberedQuestion, item: number): Promise<void> {
  await expect(poolOf(page, question).getByRole('button', { name: itemName(question, item), exact: true })).toBeVisible()
}

async function expectAnnounced(page: Page, words: string): Promise<void> {
  await expect(announcementOf(page)).toHaveText(words)
}

/** The element that is dragged by the button of an item. */
function handleOf(item: Locator): Locator {
  return item.locator('xpath=ancestor::*[@data-item]')
}

/** Drags with the mouse like a person: waits until dragging is possible, presses, moves in small steps, releases. */
async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  await expect(handleOf(from)).toHaveCSS('cursor', 'grab')
  await dragAtOnce(page, from, to)
}

async function dragAtOnce(page: Page, from: Locator, to: Locator): Promise<void> {
  await from.scrollIntoViewIfNeeded()
  const start = await middleOf(from)
  await page.mouse.move(start.x, start.y)
  await page.mouse.down()
  await page.mouse.move(start.x + 8, start.y + 8, { steps: 3 })
  const end = await middleOf(to)
  await page.mouse.move(end.x, end.y, { steps: 12 })
  await page.mouse.move(end.x + 1, end.y + 1)
  await page.mouse.up()
}

async function middleOf(element: Locator): Promise<{ x: number; y: number }> {
  const box = await element.boundingBox()
  if (!box) throw new Error('Nothing to drag: the element is not on screen')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

for (const type of types) {
  const title = exam.types[type]

  test.describe(`A ${title} question`, () => {
    let question: NumberedQuestion
    let places: number
    const named = (item: number) => itemName(question, item)

    test.beforeEach(async ({ page, readBank }) => {
      question = firstOf(await readBank('pl-900'), type)
      places = countSlots(question)
      // Large enough for the pool and the slots at once, because a real drag cannot scroll here.
      await page.setViewportSize({ width: 1280, height: 1400 })
      await openExam(page, 'pl-900')
      await goToQuestion(page, question.number)
    })

    test('places a chosen item into a slot, replaces, returns and resets it, and announces each move', async ({ page }) => {
      const card = cardOf(page)
      await itemButton(page, question, 0).click()
      await expectAnnounced(page, exam.chosen(named(0)))
      await slotOf(page, 2)
        .getByRole('button', { name: exam.placeHere('A') })
        .click()
      await expectItemIn(page, question, 2, 0)
      await expectAnnounced(page, exam.placedAt(named(0), 2, places))

      await itemButton(page, question, 1).click()
      await slotOf(page, 2)
        .getByRole('button', { name: new RegExp(`^${exam.placeHere('B')}`) })
        .click()
      await expectItemIn(page, question, 2, 1)
      await expectInPool(page, question, 0)

      await card.getByRole('button', { name: exam.returnItem(named(1)), exact: true }).click()
      await expectInPool(page, question, 1)
      await expectAnnounced(page, exam.returned(named(1)))

      await giveAnswer(page, question, question.answerKey)
      await card.getByRole('button', { name: exam.reset }).click()
      await expectAnnounced(page, exam.allReturned)
      for (const [item] of listItems(question).entries()) await expectInPool(page, question, item)
      await expect(card.getByRole('button', { name: exam.reset })).toBeDisabled()
    })

    test('swaps two placed items', async ({ page }) => {
      await giveAnswer(page, question, type === 'reorder' ? ['0', '1'] : ['0=0', '1=1'])
      await itemButton(page, question, 0).click()
      await slotOf(page, 2)
        .getByRole('button', { name: new RegExp(`^${exam.placeHere('A')}`) })
        .click()
      await expectItemIn(page, question, 2, 0)
      await expectItemIn(page, question, 1, 1)
    })

    test('can be answered by dragging with the mouse, in, over, between and out again', async ({ page }) => {
      await drag(page, itemButton(page, question, 0), slotOf(page, 1))
      await expectItemIn(page, question, 1, 0)
      await expectAnnounced(page, exam.placedAt(named(0), 1, places))
      await drag(page, itemButton(page, question, 0), slotOf(page, 2))
      await expectItemIn(page, question, 2, 0)
      await expect(slotOf(page, 1).getByRole('button', { name: exam.emptySlot })).toBeVisible()
      await drag(page, itemButton(page, question, 1), slotOf(page, 2))
      await expectItemIn(page, question, 2, 1)
      await expectInPool(page, question, 0)
      await drag(page, itemButton(page, question, 1), poolOf(page, question))
      await expectInPool(page, question, 1)
      await expectAnnounced(page, exam.returned(named(1)))
      await expectSaved(page)
    })

    test('can be answered with the keyboard, and the focus stays with the item', async ({ page }) => {
      await itemButton(page, question, 0).focus()
      await page.keyboard.press('Enter')
      await expect(itemButton(page, question, 0)).toHaveAttribute('aria-pressed', 'true')
      await page.keyboard.press('Escape')
      await expect(itemButton(page, question, 0)).toHaveAttribute('aria-pressed', 'false')
      await page.keyboard.press('Space')
      await slotOf(page, 1)
        .getByRole('button', { name: exam.placeHere('A') })
        .focus()
      await page.keyboard.press('Enter')
      await expectItemIn(page, question, 1, 0)
      await expectAnnounced(page, exam.placedAt(named(0), 1, places))
      await expect(slotOf(page, 1).locator(':focus'), 'the focus is on the item').toBeVisible()
    })

    test('locks its items once revealed, and they can no longer be dragged', async ({ page }) => {
      await giveAnswer(page, question, question.answerKey)
      await cardOf(page).getByRole('button', { name: 'Reveal Answer' }).click()
      await expect(cardOf(page).getByText(exam.correctSlot)).toHaveCount(places)
      await dragAtOnce(page, slotOf(page, 1), slotOf(page, 2))
      await expectAnswer(page, question, question.answerKey)
    })
  })

  test.describe(`A ${title} question on a phone`, () => {
    test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

    test('can be answered, corrected and reset by tapping', async ({ page, readBank }) => {
      const question = firstOf(await readBank('pl-900'), type)
      await openExam(page, 'pl-900')
      await goToQuestion(page, question.number)
      const place = async (item: number, slot: number) => {
        await itemButton(page, question, item).tap()
        await slotOf(page, slot)
          .getByRole('button', { name: new RegExp(`^${exam.placeHere(letterOf(item))}`) })
          .tap()
        await expectItemIn(page, question, slot, item)
      }
      await place(0, 1)
      await place(1, 2)
      await place(2, 1)
      await expectInPool(page, question, 0)
      await cardOf(page)
        .getByRole('button', { name: exam.returnItem(itemName(question, 1)), exact: true })
        .tap()
      await expectInPool(page, question, 1)
      await cardOf(page).getByRole('button', { name: exam.reset }).tap()
      await expectInPool(page, question, 2)
    })
  })
}

test('An item does not look draggable before it is, and can be placed by choosing it', async ({ page, readBank }) => {
  const question = firstOf(await readBank('pl-900'), 'reorder')
  await page.setViewportSize({ width: 1280, height: 1400 })
  let arrive: () => void = () => undefined
  const arriving = new Promise<void>((resolve) => (arrive = resolve))
  await page.route('**/assets/drag-and-drop-*.js', async (route) => arriving.then(() => route.continue()))
  await openExam(page, 'pl-900')
  await goToQuestion(page, question.number)
  await dragAtOnce(page, itemButton(page, question, 0), slotOf(page, 1))
  await expect(handleOf(itemButton(page, question, 0))).not.toHaveCSS('cursor', 'grab')
  await itemButton(page, question, 1).click()
  await slotOf(page, 1)
    .getByRole('button', { name: exam.placeHere('B') })
    .click()
  await expectItemIn(page, question, 1, 1)
  arrive()
  await drag(page, itemButton(page, question, 0), slotOf(page, 2))
  await expectItemIn(page, question, 2, 0)
})

test.describe('A Reorder question', () => {
  test('moves a placed item up and down by its buttons, with the focus on the same button', async ({ page, readBank }) => {
    const question = firstOf(await readBank('pl-900'), 'reorder')
    const total = countSlots(question)
    await openExam(page, 'pl-900')
    await goToQuestion(page, question.number)
    await giveAnswer(page, question, ['0', '1', '2'])
    const down = cardOf(page).getByRole('button', { name: exam.moveDown(itemName(question, 0)), exact: true })
    const up = cardOf(page).getByRole('button', { name: exam.moveUp(itemName(question, 0)), exact: true })
    await expect(up, 'nothing is above the first slot').toBeDisabled()
    await down.focus()
    await page.keyboard.press('Enter')
    await expectAnswer(page, question, ['1', '0', '2'])
    await expectAnnounced(page, exam.placedAt(itemName(question, 0), 2, total))
    await expect(down).toBeFocused()
    await page.keyboard.press('Enter')
    await expectAnswer(page, question, ['1', '2', '0'])
    await up.click()
    await up.click()
    await expectAnswer(page, question, ['0', '1', '2'])
  })
})
