import {
  expectAnswer,
  expectOnQuestion,
  expectSaved,
  finish,
  giveAnswer,
  goToQuestion,
  openExam,
  pagerLink,
  reload,
  restartAsGuest,
} from '#tests/journeys/exam-screen.ts'
import { expect, test } from '#tests/journeys/fixtures.ts'
import { saving } from '#web/text/en/saving.ts'

test.describe('An attempt that is open in two tabs', () => {
  test('records the answers of both, and the other tab reports it', async ({ context, page, readBank }) => {
    const [first, second, third] = await readBank('pl-900')
    if (!first || !second || !third) throw new Error('pl-900 has too few questions')
    await openExam(page, 'pl-900')
    await giveAnswer(page, first, first.answerKey)
    await expectSaved(page)
    const other = await context.newPage()
    await openExam(other, 'pl-900')
    await goToQuestion(other, 2)
    await giveAnswer(other, second, second.answerKey)
    await expectSaved(other)

    await page.bringToFront()
    await expect(page.getByText(saving.elsewhere.changed)).toBeVisible()
    await expectOnQuestion(page, 1)
    await expect(pagerLink(page, 2)).toHaveAccessibleName('Question 2, answered')
    await goToQuestion(page, 3)
    await giveAnswer(page, third, third.answerKey)
    await expectSaved(page)
    await expect(other.getByText(saving.elsewhere.changed)).toBeVisible()
    await expectOnQuestion(other, 2)

    for (const tab of [page, other]) {
      await tab.bringToFront()
      await reload(tab)
      for (const question of [first, second, third]) {
        await goToQuestion(tab, question.number)
        await expectAnswer(tab, question, question.answerKey)
      }
    }
  })

  test('starts as one attempt, although both tabs were opened before the first answer', async ({ context, page, readBank }) => {
    const [first, second] = await readBank('pl-900')
    if (!first || !second) throw new Error('pl-900 has too few questions')
    const other = await context.newPage()
    await openExam(page, 'pl-900')
    await openExam(other, 'pl-900')
    await goToQuestion(other, 2)
    await page.bringToFront()
    await giveAnswer(page, first, first.answerKey)
    await other.bringToFront()
    await giveAnswer(other, second, second.answerKey)
    await expectSaved(page)
    await expectSaved(other)
    for (const tab of [page, other]) {
      await expect(pagerLink(tab, 1)).toHaveAccessibleName('Question 1, answered')
      await expect(pagerLink(tab, 2)).toHaveAccessibleName('Question 2, answered')
    }
    await reload(page)
    await expect(pagerLink(page, 1)).toHaveAccessibleName('Question 1, answered')
    await expect(pagerLink(page, 2)).toHaveAccessibleName('Question 2, answered')
  })

  test('is finished in both, and a restart in one is reported in the other', async ({ context, page, readBank }) => {
    const [first] = await readBank('pl-900')
    if (!first) throw new Error('pl-900 has no questions')
    await openExam(page, 'pl-900')
    await giveAnswer(page, first, first.answerKey)
    await expectSaved(page)
    const other = await context.newPage()
    await openExam(other, 'pl-900')
    await page.bringToFront()
    await finish(page)
    await expect(other.getByRole('button', { name: 'Restart Exam' })).toBeVisible()
    await restartAsGuest(page)
    await giveAnswer(page, first, first.answerKey)
    await expectSaved(page)
    await expect(other.getByText(saving.elsewhere.restarted)).toBeVisible()
  })
})
