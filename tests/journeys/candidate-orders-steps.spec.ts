import type { Page } from '@playwright/test'
import {
  cardOf,
  expectAnswer,
  expectItemIn,
  expectSaved,
  giveAnswer,
  itemName,
  listSteps,
  pagerLink,
  reload,
  reveal,
  stepRow,
} from '#tests/journeys/exam-screen.ts'
import { test } from '#tests/journeys/accounts.ts'
import { expect, firstOf, type NumberedQuestion } from '#tests/journeys/fixtures.ts'
import { arranging } from '#web/text/en/arranging.ts'
import { drag, exam, expectAnnounced, middleOf, openQuestion, site } from '#tests/journeys/arranging.ts'

test.describe('A Reorder question', () => {
  let question: NumberedQuestion
  let places: number
  const name = (step: number | undefined) => itemName(question, step ?? -1)
  const button = (page: Page, label: string) => cardOf(page).getByRole('button', { name: label, exact: true })

  test.beforeEach(async ({ page, readBank }) => {
    // This question has one step that is not needed.
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
