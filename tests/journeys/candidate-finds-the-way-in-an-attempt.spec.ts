import type { Page } from '@playwright/test'
import {
  cardOf,
  expectAnswer,
  expectSaved,
  finish,
  giveAnswer,
  goToQuestion,
  openExam,
  optionOf,
  reload,
  reveal,
  wrongAnswer,
} from '#tests/journeys/exam-screen.ts'
import { expect, expectAccessible, firstOf, shortExam, test } from '#tests/journeys/fixtures.ts'
import { simulation } from '#web/text/en/simulation.ts'
import { exam, phone, site, startSimulation, tallyOf } from '#tests/journeys/attempt-map.ts'

function stepLineOf(page: Page, name: string) {
  return page.getByRole('img', { name, exact: true })
}

for (const [device, options] of [
  ['on a phone', phone],
  ['at a desk', { viewport: { width: 1280, height: 600 } }],
] as const) {
  test.describe(`Camille, ${device},`, () => {
    test.use(options)

    test('sees what is correct so far and finishes from anywhere on the page', async ({ page, readBank }) => {
      const questions = await readBank('pl-900')
      const [first, second] = questions
      await openExam(page, 'pl-900')
      await expect(tallyOf(page)).toHaveText('0 answered')
      await expect(stepLineOf(page, `0 of ${questions.length} answered`)).toBeVisible()
      await giveAnswer(page, first, first.answerKey)
      await expect(tallyOf(page)).toHaveText('1 answered')
      await reveal(page)
      await expect(cardOf(page).locator('[data-verdict]').first()).toBeInViewport()
      await expect(tallyOf(page)).toHaveText('1 of 1 correct')
      await goToQuestion(page, second.number)
      await giveAnswer(page, second, wrongAnswer(second))
      await expect(tallyOf(page), 'an answer counts once it is revealed').toHaveText('1 of 1 correct')
      await reveal(page)
      await expect(tallyOf(page)).toHaveText('1 of 2 correct')
      await expect(stepLineOf(page, `2 of ${questions.length} answered: 1 correct, 1 incorrect`)).toBeVisible()

      await page.mouse.wheel(0, 400)
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(100)
      await expect(tallyOf(page)).toBeInViewport()
      await expect(page.getByRole('button', { name: 'Finish Exam' })).toBeInViewport()
      await expectSaved(page)
      await reload(page)
      await expect(tallyOf(page)).toHaveText('1 of 2 correct')
    })

    test('keeps the clock of a simulation in view', async ({ page }) => {
      await startSimulation(page)
      // The window is so short that every question must be scrolled.
      await page.setViewportSize({ width: options.viewport.width, height: 420 })
      await page.mouse.wheel(0, 400)
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(50)
      await expect(page.getByRole('timer', { name: simulation.timeLeft })).toBeInViewport()
    })
  })
}

test.describe('Questions that cannot be loaded', () => {
  test.use({ expectedErrors: /ERR_FAILED/ })

  test('say so; results list those that the candidate left out, and show them once they are loaded', async ({ page, readBank }) => {
    const [first] = await readBank('pl-900')
    await page.route('**/chunks/**', (route) => route.abort())
    await openExam(page, 'pl-900')
    await giveAnswer(page, first, first.answerKey)
    await goToQuestion(page, 30)
    await expect(page.getByText(exam.questionNotLoaded)).toBeVisible()
    await expect(page.getByText(exam.questionRemoved)).toBeHidden()
    await finish(page)
    await expect(page.getByRole('button', { name: 'Restart Exam' })).toBeVisible()
    await expect(page.getByText(exam.questionLoading).first()).toBeVisible()
    await page.unroute('**/chunks/**')
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await expect(page.getByText(exam.questionLoading)).toHaveCount(0)
  })

  test('are loaded before the results if the candidate answered them', async ({ page, readBank }) => {
    const thirtieth = (await readBank('pl-900'))[29]
    if (!thirtieth) throw new Error('pl-900 has too few questions')
    await openExam(page, 'pl-900')
    await goToQuestion(page, 30)
    await giveAnswer(page, thirtieth, thirtieth.answerKey)
    await finish(page)
    await expect(page.getByRole('button', { name: 'Restart Exam' })).toBeVisible()
    await page.route('**/chunks/**', (route) => route.abort())
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: exam.resultsNotLoadedTitle })).toBeVisible()
    await page.unroute('**/chunks/**')
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await expect(page.getByRole('button', { name: 'Restart Exam' })).toBeVisible()
  })
})

test.describe('Results that cannot be loaded', () => {
  test.use({ expectedErrors: /ERR_FAILED|Failed to fetch|could not be loaded/ })

  test('say so, and load when the candidate tries again', async ({ page, readBank }) => {
    const [first] = await readBank(shortExam)
    await page.route('**/assets/results-*.js*', (route) => route.abort())
    await openExam(page, shortExam)
    await giveAnswer(page, first, first.answerKey)
    await page.getByRole('button', { name: 'Finish Exam' }).click()
    await page.getByRole('dialog', { name: exam.finishTitle }).getByRole('button', { name: 'Finish Exam' }).click()
    await expect(page.getByRole('heading', { level: 1, name: exam.resultsNotLoadedTitle })).toBeVisible()
    await page.unroute('**/assets/results-*.js*')
    await page.getByRole('button', { name: site.tryAgain }).click()
    await expect(page.getByRole('button', { name: 'Restart Exam' })).toBeVisible()
  })
})

test.describe('A question with several answers', () => {
  test('refuses one letter too many, by keyboard and by pointer, and says which to clear', async ({ page, readBank }) => {
    const question = firstOf(await readBank('mb-800'), 'multiple_choice')
    const count = question.answerKey.length
    const letters = ['A', 'B', 'C', 'D', 'E'].slice(0, count + 1)
    const [kept, surplus] = [letters.slice(0, count), letters[count] ?? '']
    await openExam(page, 'mb-800')
    await goToQuestion(page, question.number)
    const legend = cardOf(page).getByRole('group', { name: /^Choose/ })
    await expect(legend).toHaveAccessibleName(`Choose ${count}. 0 of ${count} chosen.`)
    await page.keyboard.press('1')
    for (const letter of kept.slice(1)) await page.keyboard.press(letter)
    await expect(legend).toHaveAccessibleName(`Choose ${count}. ${count} of ${count} chosen.`)

    const guard = cardOf(page).getByRole('status').first()
    const message = exam.clearFirst(count, kept, surplus)
    await page.keyboard.press(surplus)
    await expect(guard).toHaveText(message)
    await expect(guard).toBeInViewport()
    await expectAnswer(page, question, kept)
    await page.keyboard.press('a')
    await expect(guard).toHaveText('')
    await page.keyboard.press(surplus)
    await expectAnswer(page, question, [...kept.slice(1), surplus])

    await optionOf(page, question, 'A').click()
    await expect(guard).toHaveText(exam.clearFirst(count, [...kept.slice(1), surplus], 'A'))
    await expectAnswer(page, question, [...kept.slice(1), surplus])
    await expectAccessible(page)
  })

  test('asks once before it reveals with too few letters', async ({ page, readBank }) => {
    const question = firstOf(await readBank('mb-800'), 'multiple_choice')
    const count = question.answerKey.length
    await openExam(page, 'mb-800')
    await goToQuestion(page, question.number)
    await page.keyboard.press('a')
    await page.keyboard.press('r')
    const guard = cardOf(page).getByRole('status').first()
    await expect(guard).toHaveText(exam.revealAnyway('multiple_choice', 1, count))
    await expect(cardOf(page).getByRole('button', { name: 'Reveal Answer' })).toBeVisible()
    await page.keyboard.press('a')
    await page.keyboard.press('b')
    await page.keyboard.press('r')
    await expect(guard, 'it asks again after a change').toHaveText(exam.revealAnyway('multiple_choice', 1, count))
    await page.keyboard.press('r')
    await expect(cardOf(page).getByRole('heading', { name: 'Explanation:' })).toBeVisible()
    await expect(guard).toHaveText('')
  })
})
