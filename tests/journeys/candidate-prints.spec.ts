import { cardOf, finish, giveAnswer, goToQuestion, openExam, reveal } from '#tests/journeys/exam-screen.ts'
import { expect, expectHtml, firstOf, shortExam, test } from '#tests/journeys/fixtures.ts'
import { en } from '#web/text/en/en.ts'
import { paper } from '#web/text/en/paper.ts'
import { review } from '#web/text/en/review.ts'
import { results } from '#web/text/en/results.ts'

const { exam } = en

test.describe('On paper', () => {
  test('the results have the score, skill areas and questions, but no controls', async ({ page, readBank }) => {
    const questions = await readBank(shortExam)
    await openExam(page, shortExam)
    if (questions[0]) await giveAnswer(page, questions[0], questions[0].answerKey)
    await finish(page)
    await page.emulateMedia({ media: 'print' })
    for (const name of [/^(Fix|Answer) /, 'Restart Exam', results.print, /^(Incorrect|Guessed|Flagged|Not answered|All) \d+$/]) {
      await expect(page.getByRole('button', { name })).toHaveCount(0)
    }
    await expect(page.getByRole('banner')).toBeHidden()
    await expect(page.getByRole('contentinfo')).toBeHidden()
    await expect(page.getByRole('region', { name: results.byArea }).getByRole('link')).toHaveCount(0)
    await expect(page.getByText(results.correctOfAnswered(1, 1, questions.length - 1))).toBeVisible()
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

  test('a question paper has its answer key on separate pages', async ({ page }) => {
    await page.goto('/certifications/mb-800')
    await page.getByRole('link', { name: paper.link }).click()
    await expect(page.getByRole('heading', { level: 1, name: paper.title('MB-800') })).toBeVisible()
    await page.getByLabel(paper.length).selectOption('10')
    await page.getByLabel(paper.area, { exact: true }).selectOption({ index: 2 })
    await page.getByRole('button', { name: paper.update }).click()
    await expect(page).toHaveURL(/count=10&area=2/)
    const questions = page.getByRole('region', { name: paper.questions, exact: true }).getByRole('article')
    const key = page.getByRole('region', { name: paper.key })
    await expect(questions).toHaveCount(10)
    await expect(key.getByRole('article')).toHaveCount(10)
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('button')).toHaveCount(0)
    await expect(page.getByRole('combobox')).toHaveCount(0)
    await expect(page.getByRole('banner')).toBeHidden()
    expect(await key.evaluate((section) => getComputedStyle(section).breakBefore)).toBe('page')
  })

  test('another draw has different questions, and an invalid address shows a message', async ({ page }) => {
    await page.goto('/exam/mb-800/paper?count=10')
    const questions = page.getByRole('region', { name: paper.questions, exact: true })
    const first = await questions.textContent()
    await page.getByRole('link', { name: paper.another }).click()
    await expect(questions).not.toHaveText(first ?? '')
    for (const query of ['count=5000', 'questions=1,two']) {
      await page.goto(`/exam/mb-800/paper?${query}`)
      await expect(page.getByRole('alert')).toHaveText(paper.invalid)
    }
  })

  test('the builder prints the questions of its set', async ({ page, readBank }) => {
    const bank = await readBank('mb-800')
    await page.goto('/exam/mb-800/build')
    await page.getByRole('checkbox', { name: exam.types.reorder }).check()
    await page.getByLabel(review.length).fill('2')
    await page.getByRole('button', { name: paper.printSet }).click()
    await expect(page).toHaveURL(/questions=\d+,\d+$/)
    const numbers = new URL(page.url()).searchParams.get('questions')?.split(',').map(Number) ?? []
    const chosen = numbers.flatMap((number) => bank.filter((one) => one.number === number))
    expect(chosen.map(({ type }) => type)).toEqual(['reorder', 'reorder'])
    const questions = page.getByRole('region', { name: paper.questions, exact: true }).getByRole('article')
    await expect(questions).toHaveCount(2)
    for (const [i, { text }] of chosen.entries()) await expectHtml(questions.nth(i), text)
  })
})
