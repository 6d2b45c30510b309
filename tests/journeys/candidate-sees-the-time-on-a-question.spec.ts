import { cardOf, expectSaved, expectUsable, finish, giveAnswer, goToQuestion, openExam, reveal } from '#tests/journeys/exam-screen.ts'
import { expect, shortExam, test } from '#tests/journeys/fixtures.ts'
import { en } from '#web/text/en/en.ts'
import { practicePanel } from '#web/text/en/practice-panel.ts'

const { exam } = en

test.describe('Camille sees the time on each question', () => {
  test('in the results and, if she wants, while she practices', async ({ page, readBank }) => {
    const [first] = await readBank(shortExam)
    if (!first) throw new Error(`${shortExam} has no questions`)
    const time = cardOf(page).getByRole('timer')
    await page.clock.install()
    await openExam(page, shortExam)
    await expect(time, 'off by default').toBeHidden()

    await page.goto(`/certifications/${shortExam}`)
    await page.getByText(practicePanel.more).click()
    await page.getByRole('checkbox', { name: practicePanel.showTime }).check()
    await openExam(page, shortExam)
    await expect(time).toHaveText('0:00')
    await page.clock.runFor(84_000)
    await expect(time).toHaveText('1:24')
    await giveAnswer(page, first, first.answerKey)
    await reveal(page)
    const shown = await time.textContent()
    await page.clock.runFor(60_000)
    await expect(time, 'stopped by the reveal').toHaveText(shown ?? '')
    await goToQuestion(page, 2)
    await goToQuestion(page, 1)
    await expect(time).toHaveText(/^1:2\d$/)
    await expectSaved(page)
    await page.reload()
    await expectUsable(page)
    await expect(time, 'after a reload').toHaveText(/^1:2\d$/)

    await finish(page)
    const review = page.getByRole('region', { name: exam.questions })
    await expect(review.getByRole('listitem').filter({ hasText: /Time: 1 minute 2\d seconds/ })).toHaveCount(1)
  })
})
