import {
  cardOf,
  expectOnQuestion,
  expectSaved,
  expectUsable,
  finish,
  giveAnswer,
  openExam,
  restartAsGuest,
  wrongAnswer,
} from '#tests/journeys/exam-screen.ts'
import { flashcardsName } from '#exam/flashcards.ts'
import { plainText } from '#exam/plain-text.ts'
import { positionOf } from '#exam/question.ts'
import { expect, expectAccessible, firstOf, shortExam, test } from '#tests/journeys/fixtures.ts'
import { en } from '#web/text/en/en.ts'
import { flashcards } from '#web/text/en/flashcards.ts'
import { results } from '#web/text/en/results.ts'
import { starting } from '#web/text/en/start-attempt.ts'

const { exam } = en

test.describe('Camille, after a short attempt,', () => {
  test('sees the answers on a shelf, opens one, and sees what is correct this time', async ({ page, readBank }) => {
    test.setTimeout(90_000)
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

    await page.getByRole('button', { name: flashcards.open }).press('Enter')
    const take = page.getByRole('dialog', { name: flashcards.title })
    await expect(take.getByRole('radio', { name: flashcards.setNames.mistakes(1) })).toBeChecked()
    await expectAccessible(page)
    const download = page.waitForEvent('download')
    await take.getByRole('button', { name: flashcards.download }).click()
    expect((await download).suggestedFilename()).toBe(flashcardsName(shortExam, 'apkg'))
    await expect(take.getByRole('status')).toContainText(flashcards.saved(1, 0))
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'Restart Exam' }).click()
    const dialog = page.getByRole('dialog', { name: results.restartTitle })
    await expect(dialog).toContainText(results.restartText)
    await expect(dialog.getByRole('button', { name: results.keepResult })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(shelf).toBeVisible()
    await restartAsGuest(page)
    await answerAll(true)
    await expect(page.getByText(results.comparison({ correct: total, total, fixed: 1, more: null }, false))).toBeVisible()
    await expect(page.getByRole('link', { name: results.nextQuestions(Math.min(10, total)) })).toHaveAttribute(
      'href',
      `/exam/${shortExam}?start=10`,
    )
    await expect(page.getByRole('link', { name: results.doneForToday })).toBeVisible()
  })

  test('is asked before an attempt with answers is replaced, and practices its mistakes later', async ({ page, readBank }) => {
    const questions = await readBank(shortExam)
    const startTen = () => page.goto(`/exam/${shortExam}?start=10`)
    await startTen()
    await expectUsable(page)
    // An attempt without answers is replaced without asking for confirmation.
    await startTen()
    await expectUsable(page)
    // Questions and choices are shuffled, so the wrong option is found by its text.
    while ((await cardOf(page).getByRole('radio').count()) === 0) await page.keyboard.press('n')
    const text = (await cardOf(page).textContent()) ?? ''
    const question = questions.find((one) => one.type === 'single_choice' && text.includes(plainText(one.text).slice(0, 80)))
    if (!question) throw new Error('The question on screen is not in the bank')
    const wrong = plainText(question.options[positionOf(wrongAnswer(question)[0] ?? '')] ?? '')
    await cardOf(page).locator('label').filter({ hasText: wrong }).click()
    await expectSaved(page)

    await startTen()
    await expect(page.getByRole('heading', { level: 1, name: 'You stopped at question' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: starting.resume, exact: true }).click()
    await expectUsable(page)
    await expect(page.getByText('1 answered')).toBeVisible()

    await startTen()
    await page.getByRole('button', { name: starting.startNew }).click()
    await expectUsable(page)
    await expect(page.getByText('0 answered')).toBeVisible()
    await page.goto(`/exam/${shortExam}/build`)
    await expect(page.getByRole('checkbox', { name: 'Last answered incorrectly 1' })).toBeVisible()
  })
})
