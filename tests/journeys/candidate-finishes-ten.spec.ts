import { expectOnQuestion, expectSaved, finish, giveAnswer, openExam, restartAsGuest, wrongAnswer } from '#tests/journeys/exam-screen.ts'
import { expect, expectAccessible, firstOf, shortExam, test } from '#tests/journeys/fixtures.ts'
import { en } from '#web/text/en/en.ts'
import { results } from '#web/text/en/results.ts'

const { exam } = en

test.describe('Camille, after a short attempt,', () => {
  test('sees the answers on a shelf, opens one, and sees what is correct this time', async ({ page, readBank }) => {
    const questions = await readBank(shortExam)
    const single = firstOf(questions, 'single_choice')
    const total = questions.length
    const answerAll = async (isRight: boolean) => {
      for (const question of questions) {
        await expectOnQuestion(page, question.number)
        await giveAnswer(page, question, question === single && !isRight ? wrongAnswer(question) : question.answerKey)
        await page.keyboard.press('n')
      }
      await expectSaved(page)
      await finish(page)
    }
    await openExam(page, shortExam)
    await answerAll(false)
    await expect(page.getByRole('heading', { level: 1, name: results.correctOfAnswered(total - 1, total, 0) })).toBeVisible()
    await expect(page.getByText(results.comparison({ correct: total - 1, total, fixed: 0, more: null }, false))).toBeVisible()
    const shelf = page.getByRole('navigation', { name: results.yourAnswers })
    await expect(shelf.getByRole('link')).toHaveCount(total)
    await expectAccessible(page)
    await shelf.getByRole('link', { name: results.shelfName(single.number, 'wrong') }).click()
    const review = page.getByRole('region', { name: exam.questions })
    await expect(review.getByRole('button', { expanded: true })).toBeFocused()
    await expect(review.getByRole('region', { name: 'Explanation' })).toBeVisible()

    await page.getByRole('button', { name: 'Restart Exam' }).click()
    const dialog = page.getByRole('dialog', { name: results.restartTitle })
    await expect(dialog).toContainText(results.restartText)
    await expect(dialog.getByRole('button', { name: results.keepResult })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(shelf).toBeVisible()
    await restartAsGuest(page)
    await answerAll(true)
    await expect(page.getByText(results.comparison({ correct: total, total, fixed: 1, more: null }, false))).toBeVisible()
    await expect(page.getByRole('link', { name: results.nextQuestions(10) })).toHaveAttribute('href', `/exam/${shortExam}?start=10`)
    await expect(page.getByRole('link', { name: results.doneForToday })).toBeVisible()
  })
})
