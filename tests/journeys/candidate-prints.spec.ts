import { cardOf, finish, giveAnswer, goToQuestion, openExam, reveal } from '#tests/journeys/exam-screen.ts'
import { expect, expectHtml, firstOf, shortExam, test } from '#tests/journeys/fixtures.ts'
import { en } from '#web/text/en/en.ts'

const { exam } = en

test.describe('On paper', () => {
  test('the results have the score, skill areas and questions, but no controls', async ({ page, readBank }) => {
    const questions = await readBank(shortExam)
    await openExam(page, shortExam)
    if (questions[0]) await giveAnswer(page, questions[0], questions[0].answerKey)
    await finish(page)
    await page.emulateMedia({ media: 'print' })
    for (const name of [/^(Practice|Answer) /, 'Restart Exam', exam.print, /^(Incorrect|Flagged|Not answered|All) \d+$/]) {
      await expect(page.getByRole('button', { name })).toHaveCount(0)
    }
    await expect(page.getByRole('banner')).toBeHidden()
    await expect(page.getByRole('contentinfo')).toBeHidden()
    await expect(page.getByRole('region', { name: exam.byArea }).getByRole('link')).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1, name: /^1 of 1 answered/ })).toBeVisible()
    await expect(page.getByRole('region', { name: exam.questions }).getByRole('listitem').first()).toBeVisible()
  })

  test('a revealed question has its explanation and the address of its reference, but no controls', async ({ page, readBank }) => {
    const question = firstOf(await readBank(shortExam), 'single_choice')
    await openExam(page, shortExam)
    await goToQuestion(page, question.number)
    await reveal(page)
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('button')).toHaveCount(0)
    await expect(page.getByRole('navigation')).toHaveCount(0)
    await expectHtml(cardOf(page), question.text)
    await expectHtml(cardOf(page), question.explanation)
    const written = await page
      .getByRole('link', { name: 'Reference Documentation' })
      .evaluate((link) => getComputedStyle(link, '::after').content)
    expect(written).toContain(question.reference)
  })
})
