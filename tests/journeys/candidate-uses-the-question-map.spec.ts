import type { Page } from '@playwright/test'
import {
  cardOf,
  expectAnswer,
  expectOnQuestion,
  expectSaved,
  expectUsable,
  giveAnswer,
  goToQuestion,
  loseQuestion,
  mapButton,
  mapEntry,
  mapOf,
  openExam,
  pagerOf,
  reload,
  reveal,
  wrongAnswer,
} from '#tests/journeys/exam-screen.ts'
import { expect, expectAccessible, shortExam, test } from '#tests/journeys/fixtures.ts'
import { expectCopied } from '#tests/journeys/release.ts'
import { keyboardShortcuts } from '#web/text/en/keyboard-shortcuts.ts'
import { questionMap as words } from '#web/text/en/question-map.ts'
import { exam, phone, startSimulation, tallyOf } from '#tests/journeys/attempt-map.ts'

/** The number that has the focus in the map. */
async function expectFocused(page: Page, number: number): Promise<void> {
  await expect(mapEntry(page, number)).toBeFocused()
}

test.describe('The question map, by keyboard,', () => {
  test('opens with G, moves with the arrow keys, jumps with Enter, and closes with G and Escape', async ({ page, readBank }) => {
    const total = (await readBank('mb-800')).length
    await openExam(page, 'mb-800')
    await goToQuestion(page, 3)
    await page.keyboard.press('g')
    await expectFocused(page, 3)
    for (const [key, number] of [
      ['ArrowRight', 4],
      ['ArrowLeft', 3],
      ['ArrowLeft', 2],
      ['Home', 1],
      ['ArrowLeft', 1],
      ['End', total],
      ['ArrowRight', total],
      ['Home', 1],
    ] as const) {
      await page.keyboard.press(key)
      await expectFocused(page, number)
    }
    await page.keyboard.press('ArrowDown')
    const below = Number(await page.evaluate(() => document.activeElement?.textContent))
    expect(below).toBeGreaterThan(5)
    const [above, under] = await Promise.all([1, below].map((number) => mapEntry(page, number).boundingBox()))
    expect(under?.x).toBeCloseTo(above?.x ?? -1, 0)
    await page.keyboard.press('ArrowUp')
    await expectFocused(page, 1)
    await page.keyboard.press('ArrowUp')
    await expectFocused(page, 1)

    await expect(mapOf(page).getByRole('heading', { level: 3 })).toHaveText(
      Array.from({ length: Math.ceil(total / 50) }, (_, i) => words.group(50 * i + 1, Math.min(50 * (i + 1), total))),
    )
    await mapEntry(page, 120).focus()
    await page.keyboard.press('Enter')
    await expectOnQuestion(page, 120)
    await expect(cardOf(page)).toBeFocused()

    await mapButton(page).focus()
    await page.keyboard.press('Enter')
    await expectFocused(page, 120)
    // The filters and the form stay in view and never cover the question that has the focus.
    await expect(mapOf(page).getByRole('textbox', { name: words.number })).toBeInViewport({ ratio: 1 })
    const filters = await mapOf(page).getByRole('list', { name: words.show }).boundingBox()
    await page.keyboard.press('End')
    for (const key of Array.from({ length: 6 }, () => 'ArrowUp')) await page.keyboard.press(key)
    const focused = await mapOf(page).locator('.map button:focus').boundingBox()
    expect(await mapOf(page).getByRole('list', { name: words.show }).boundingBox()).toEqual(filters)
    expect(focused?.y).toBeGreaterThanOrEqual((filters?.y ?? Infinity) + (filters?.height ?? 0))
    await page.keyboard.press('Escape')
    await expect(mapOf(page)).toBeHidden()
    await expect(mapButton(page)).toBeFocused()
    // The page gets the close event a moment after the browser has hidden the dialog.
    await expect(page.locator('.question-map')).toHaveCount(0)
    await page.keyboard.press('g')
    await expect(mapOf(page)).toBeVisible()
    await page.keyboard.press('g')
    await expect(mapOf(page)).toBeHidden()
    await expect(mapButton(page)).toBeFocused()
    await expectOnQuestion(page, 120)
  })

  test('goes to a number, and says when there is no such question', async ({ page, readBank }) => {
    const total = (await readBank('pl-900')).length
    await openExam(page, 'pl-900')
    await page.keyboard.press('g')
    const number = mapOf(page).getByRole('textbox', { name: words.number })
    for (const wrong of ['', '0', String(total + 1), '1.5', '1e1', '0x2', 'g']) {
      await number.fill('')
      await number.pressSequentially(wrong)
      await page.keyboard.press('Enter')
      await expect(mapOf(page).getByRole('alert')).toHaveText(words.numberProblem(total))
      await expect(number).toBeFocused()
    }
    await number.fill(String(total))
    await page.keyboard.press('Enter')
    await expectOnQuestion(page, total)
  })

  test('does not open while the shortcuts are off', async ({ page }) => {
    await openExam(page, 'pl-900')
    await page.keyboard.press('?')
    await page.getByRole('switch', { name: keyboardShortcuts.enable }).press('Space')
    await page.keyboard.press('Escape')
    await page.keyboard.press('g')
    await expect(mapOf(page)).toBeHidden()
    await mapButton(page).click()
    await expect(mapOf(page).getByText(words.opensAndCloses)).toHaveCount(0)
    await page.keyboard.press('g')
    await expect(mapOf(page)).toBeVisible()
  })
})

test.describe('The question map, on a phone,', () => {
  test.use(phone)

  test('has the form in view at the last question of a long attempt, on the narrowest screen', async ({ page, readBank }) => {
    await page.setViewportSize({ width: 320, height: 568 })
    const total = (await readBank('mb-800')).length
    await openExam(page, 'mb-800')
    await goToQuestion(page, total)
    await mapButton(page).tap()
    await expect(mapEntry(page, total)).toBeInViewport({ ratio: 1 })
    const number = mapOf(page).getByRole('textbox', { name: words.number })
    await expect(number).toBeInViewport({ ratio: 1 })
    await number.fill('2')
    await mapOf(page).getByRole('button', { name: words.go, exact: true }).tap()
    await expectOnQuestion(page, 2)
  })

  test('shows each state, filters, and leads to the next question to answer', async ({ page, readBank }) => {
    const questions = await readBank('pl-900')
    const [first, second, third] = questions
    const total = questions.length
    await openExam(page, 'pl-900')
    await expect(pagerOf(page)).toBeHidden()
    await giveAnswer(page, first, first.answerKey)
    await reveal(page)
    await goToQuestion(page, 2)
    await giveAnswer(page, second, wrongAnswer(second))
    await reveal(page)
    await cardOf(page).getByRole('button', { name: exam.flag }).tap()
    await goToQuestion(page, 3)
    await giveAnswer(page, third, third.answerKey)

    await mapButton(page).tap()
    for (const [number, name] of [
      [1, 'Question 1, correct'],
      [2, 'Question 2, incorrect, flagged'],
      [3, 'Question 3, answered'],
      [4, 'Question 4, not answered'],
    ] as const) {
      await expect(mapEntry(page, number)).toHaveAccessibleName(name)
    }
    await expect(mapEntry(page, 3)).toHaveAttribute('aria-current', 'step')
    await expect(mapOf(page)).toContainText(`3 of ${total} answered, 1 correct`)
    for (const [filter, numbers] of [
      [words.filters.flagged(1), ['2']],
      [words.filters.wrong(1), ['2']],
      [words.filters.right(1), ['1']],
      [words.filters.open(total - 3), questions.slice(3).map(({ number }) => String(number))],
    ] as const) {
      await mapOf(page).getByRole('button', { name: filter, exact: true }).tap()
      await expect(mapOf(page).getByRole('button', { name: /^Question \d/ })).toHaveText([...numbers])
    }
    await mapOf(page).getByRole('button', { name: words.nextNotAnswered }).tap()
    await expectOnQuestion(page, 4)
    await mapButton(page).tap()
    await mapEntry(page, 1).tap()
    await expectOnQuestion(page, 1)
    await expectAnswer(page, first, first.answerKey)
  })

  test('has no sideways scrolling and no accessibility problem', async ({ page }) => {
    test.setTimeout(120_000)
    await openExam(page, 'pl-900')
    await mapButton(page).tap()
    await expect(mapOf(page)).toBeVisible()
    await expectAccessible(page)
  })

  test('marks a question that was removed, and still leads to it', async ({ page }) => {
    await openExam(page, 'pl-900')
    await cardOf(page).getByRole('button', { name: exam.flag }).tap()
    await expectSaved(page)
    await loseQuestion(page, 2)
    await reload(page)
    await mapButton(page).tap()
    await expect(mapEntry(page, 2)).toHaveAccessibleName('Question 2, removed')
    await mapOf(page).getByRole('button', { name: words.nextNotAnswered }).tap()
    await expectOnQuestion(page, 3)
    await goToQuestion(page, 2)
    await expect(page.getByText(exam.questionRemoved)).toBeVisible()
    await mapButton(page).tap()
    await mapEntry(page, 1).tap()
    await expectOnQuestion(page, 1)
  })
})

test('The question map of a simulation shows only what is answered, not answered and flagged', async ({ page }) => {
  await startSimulation(page)
  await expect(page.getByRole('banner').getByText('answered')).toHaveCount(0)
  await page.keyboard.press('a')
  await page.keyboard.press('m')
  await page.keyboard.press('r')
  await page.keyboard.press('g')
  const filters = mapOf(page).getByRole('list', { name: words.show }).getByRole('button')
  await expect(filters).toHaveText([/^All/, /^Not answered/, 'Flagged 1', /^Answered/])
  await expect(mapEntry(page, 1)).toHaveAccessibleName(/^Question 1, (?:answered|partly answered|not answered), flagged$/)
})

test.describe('Without a network', () => {
  test.use({ serviceWorkers: 'allow' })

  test('the map opens after a reload, and the tally is still there', async ({ context, page, readBank }) => {
    const [first] = await readBank(shortExam)
    await openExam(page, shortExam)
    await expectCopied(page, `/exam/${shortExam}`)
    await giveAnswer(page, first, first.answerKey)
    await reveal(page)
    await expectSaved(page)
    await context.setOffline(true)
    await page.reload()
    await expectUsable(page)
    await expect(tallyOf(page)).toHaveText('1 of 1 correct')
    await page.keyboard.press('g')
    await expect(mapEntry(page, 1)).toHaveAccessibleName('Question 1, correct')
    await mapEntry(page, 2).click()
    await expectOnQuestion(page, 2)
  })
})

test.describe('A map that cannot be loaded', () => {
  test.use({ expectedErrors: /ERR_FAILED|Failed to fetch/ })

  test('says so, and the pager still works', async ({ page }) => {
    await page.route('**/assets/question-map*', (route) => route.abort())
    await openExam(page, 'pl-900')
    await mapButton(page).click()
    await expect(page.getByRole('alert').filter({ hasText: exam.mapNotLoaded })).toBeVisible()
    await goToQuestion(page, 2)
    await expect(page.getByText(exam.mapNotLoaded)).toBeHidden()
  })
})
