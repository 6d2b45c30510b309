import {
  expectAnswer,
  expectOnQuestion,
  expectSaved,
  giveAnswer,
  goToQuestion,
  openExam,
  pagerLink,
  reload,
} from '#tests/journeys/exam-screen.ts'
import { expect, firstOf, test } from '#tests/journeys/fixtures.ts'
import { en } from '#web/text/en/en.ts'

const { exam } = en

test.describe('An answer that the screen shows as saved', () => {
  test('is restored after the page was closed without warning', async ({ context, page, readBank }) => {
    const question = firstOf(await readBank('pl-900'), 'drag_drop')
    await openExam(page, 'pl-900')
    await goToQuestion(page, question.number)
    await giveAnswer(page, question, question.answerKey)
    await expectSaved(page)
    await page.close()

    const later = await context.newPage()
    await openExam(later, 'pl-900')
    await expectOnQuestion(later, question.number)
    await expectAnswer(later, question, question.answerKey)
    await expectSaved(later)
  })

  test('is restored after the process of the page was killed', async ({ context, page, readBank }) => {
    const [question] = await readBank('pl-900')
    if (!question) throw new Error('pl-900 has no questions')
    await openExam(page, 'pl-900')
    await giveAnswer(page, question, question.answerKey)
    await page.getByRole('button', { name: exam.flag, exact: true }).click()
    await expectSaved(page)
    const crashed = page.waitForEvent('crash')
    // The call never returns, because the process has ended.
    page.goto('chrome://crash').catch(() => undefined)
    await crashed

    const later = await context.newPage()
    await openExam(later, 'pl-900')
    await expectAnswer(later, question, question.answerKey)
    await expect(pagerLink(later, 1)).toHaveAccessibleName('Question 1, answered, flagged')
  })

  test('stays locked after a reload once it was revealed', async ({ page, readBank }) => {
    const [question] = await readBank('pl-900')
    if (!question) throw new Error('pl-900 has no questions')
    await openExam(page, 'pl-900')
    await giveAnswer(page, question, question.answerKey)
    await page.getByRole('button', { name: 'Reveal Answer' }).click()
    await expectSaved(page)
    await reload(page)
    await expect(page.getByText(exam.locked)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Hide Answer' })).toBeVisible()
  })
})
