import {
  cardOf,
  expectAnswer,
  expectOnQuestion,
  expectSaved,
  giveAnswer,
  goToQuestion,
  openExam,
  pagerLink,
  pagerLabels,
  reload,
} from '#tests/journeys/exam-screen.ts'
import { expect, shortExam, test } from '#tests/journeys/fixtures.ts'
import { en } from '#web/text/en/en.ts'

const { exam } = en

test.describe('the pager', () => {
  test('shows every question of a short exam', async ({ page, readBank }) => {
    const total = (await readBank(shortExam)).length
    expect(total).toBeLessThanOrEqual(7)
    await openExam(page, shortExam)
    expect(await pagerLabels(page)).toEqual(Array.from({ length: total }, (_, i) => String(i + 1)))
  })

  test('shows first, last and two on each side of the current question of a long exam', async ({ page, readBank }) => {
    const total = (await readBank('mb-800')).length
    const last = String(total)
    await openExam(page, 'mb-800')
    expect(await pagerLabels(page)).toEqual(['1', '2', '3', '…', last])
    await goToQuestion(page, 4)
    expect(await pagerLabels(page)).toEqual(['1', '2', '3', '4', '5', '6', '…', last])
    await goToQuestion(page, 8)
    expect(await pagerLabels(page)).toEqual(['1', '…', '6', '7', '8', '9', '10', '…', last])
    await goToQuestion(page, total)
    expect(await pagerLabels(page)).toEqual(['1', '…', String(total - 2), String(total - 1), last])
    await expect(cardOf(page).getByRole('button', { name: exam.next })).toBeDisabled()
    await goToQuestion(page, 1)
    await expect(cardOf(page).getByRole('button', { name: exam.previous })).toBeDisabled()
  })

  test('keeps answers and flags, on every page and after a reload', async ({ page, readBank }) => {
    const questions = await readBank(shortExam)
    await openExam(page, shortExam)
    for (const question of questions) {
      await goToQuestion(page, question.number)
      await giveAnswer(page, question, question.answerKey)
      await expect(pagerLink(page, question.number)).toHaveAccessibleName(`Question ${question.number}, answered`)
    }
    await cardOf(page).getByRole('button', { name: exam.flag }).click()
    await expectSaved(page)
    await reload(page)
    await expectOnQuestion(page, questions.length)
    await expect(cardOf(page).getByRole('button', { name: exam.flagged })).toHaveAttribute('aria-pressed', 'true')
    for (const question of questions) {
      await goToQuestion(page, question.number)
      await expectAnswer(page, question, question.answerKey)
    }
  })
})
