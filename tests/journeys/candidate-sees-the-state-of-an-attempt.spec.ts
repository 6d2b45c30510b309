import { expectSaved, giveAnswer, goToQuestion, openExam, pagerLink } from '#tests/journeys/exam-screen.ts'
import { expect, firstOf, test } from '#tests/journeys/fixtures.ts'
import { en } from '#web/text/en/en.ts'

const { exam } = en

test.describe('Camille sees', () => {
  // Parts of the page that load on demand may be missing, because no service worker has cached them yet.
  test.use({ expectedErrors: /ERR_INTERNET_DISCONNECTED.*\/(?:assets|chunks)\// })

  // Regression: a question with one of six items placed counted as answered, and the finish dialog did not report it as incomplete.
  test('which answers are incomplete, in the pager and before finishing', async ({ page, readBank }) => {
    const question = firstOf(await readBank('pl-900'), 'drag_drop')
    await openExam(page, 'pl-900')
    await goToQuestion(page, question.number)
    await giveAnswer(page, question, question.answerKey.slice(0, 1))
    await expect(pagerLink(page, question.number)).toHaveAccessibleName(exam.pagerName(question.number, 'partly answered', false))
    await page.getByRole('button', { name: 'Finish Exam' }).click()
    await expect(page.getByRole('dialog')).toContainText(exam.finishPartial([question.number]))
    await expect(page.getByRole('dialog')).not.toContainText(exam.finishComplete)
  })

  test('the offline status, and that answers are still saved', async ({ context, page, readBank }) => {
    const question = firstOf(await readBank('pl-900'), 'single_choice')
    await openExam(page, 'pl-900')
    await goToQuestion(page, question.number)
    await context.setOffline(true)
    await giveAnswer(page, question, question.answerKey)
    await expect(page.getByText(exam.savedOffline)).toBeVisible()
    await context.setOffline(false)
    await expectSaved(page)
  })

  test('the question of a pager link that opens in a new tab', async ({ page, readBank }) => {
    const { length } = await readBank('mb-800')
    await page.goto('/exam/mb-800#question-40')
    await expect(page.getByRole('region', { name: exam.questionOf(40, length) })).toBeVisible()
    await expect(page).toHaveURL('/exam/mb-800')
  })
})
