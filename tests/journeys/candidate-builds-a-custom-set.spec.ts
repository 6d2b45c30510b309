import { starting } from '#web/text/en/start-attempt.ts'
import { plainText } from '#exam/plain-text.ts'
import { becomeMember, test as memberTest } from '#tests/journeys/accounts.ts'
import {
  cardOf,
  expectOnQuestion,
  expectSaved,
  expectUsable,
  finish,
  giveAnswer,
  goToQuestion,
  openExam,
  reload,
  reveal,
  wrongAnswer,
} from '#tests/journeys/exam-screen.ts'
import { expect, expectHtml, shortExam, test, type NumberedQuestions } from '#tests/journeys/fixtures.ts'
import type { Page } from '@playwright/test'
import { practicePanel } from '#web/text/en/practice-panel.ts'
import { en } from '#web/text/en/en.ts'
import { review } from '#web/text/en/review.ts'

const { exam } = en

/** Opens the page for custom sets, and waits until it shows the number of matching questions. */
async function openBuilder(page: Page, query = ''): Promise<void> {
  await page.goto(`/exam/${shortExam}/build${query}`)
  await expectCounted(page)
}

async function expectCounted(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: review.buildTitle })).toBeVisible()
  await expect(page.getByRole('checkbox').first()).toBeEnabled()
}

const withoutSpaces = (text: string) => text.replaceAll(/\s/g, '')
const choice = (page: Page, label: string) => page.getByRole('checkbox', { name: label })
const fitting = (page: Page) => page.getByRole('status').filter({ hasText: /match(?:es)?$/ })

/** Answers the first question incorrectly and the second one correctly, reveals both, and flags the third. */
async function practiceThree(page: Page, [first, second]: NumberedQuestions): Promise<void> {
  await openExam(page, shortExam)
  await giveAnswer(page, first, wrongAnswer(first))
  await reveal(page)
  await goToQuestion(page, 2)
  await giveAnswer(page, second, second.answerKey)
  await reveal(page)
  await goToQuestion(page, 3)
  await cardOf(page).getByRole('button', { name: exam.flag }).click()
  await expectSaved(page)
}

test.describe('Noor builds a custom set', () => {
  test('of incorrect and flagged questions, and practices exactly those', async ({ page, readBank }) => {
    const questions = await readBank(shortExam)
    await practiceThree(page, questions)
    await openBuilder(page)
    await expect(page.getByText(review.source.device)).toBeVisible()
    const rows = page.getByRole('listitem')
    await expect(rows.filter({ hasText: review.filters.wrong })).toContainText('1')
    await expect(rows.filter({ hasText: review.filters.unseen })).toContainText(String(questions.length - 3))
    await expect(rows.filter({ hasText: review.filters.flagged })).toContainText('1')
    await choice(page, review.filters.wrong).check()
    await expect(fitting(page)).toHaveText(review.matches(1, questions.length))
    await choice(page, review.filters.flagged).check()
    await expect(fitting(page)).toHaveText(review.matches(2, questions.length))
    await page.getByRole('button', { name: review.startSet(2) }).click()

    await expectUsable(page)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(exam.setNames.chosen ?? '')
    await expectHtml(page.getByRole('region', { name: 'Question 1 of 2' }), questions[0]?.text ?? '')
    await goToQuestion(page, 2)
    await expectHtml(cardOf(page), questions[2]?.text ?? '')
    await expectSaved(page)
    await reload(page)
    await expectOnQuestion(page, 2)

    await openBuilder(page)
    await expect(page.getByText(review.setInProgress(2, 2))).toBeVisible()
    await page.getByRole('link', { name: review.resumeSet }).click()
    await expectOnQuestion(page, 2)
    await finish(page)
    await page.getByRole('link', { name: starting.buildSet }).click()
    await expectCounted(page)
    await expect(page.getByText(review.setInProgress(2, 2))).toBeHidden()
  })

  test('by skill area and question type, of the chosen length', async ({ page, readBank }) => {
    const questions = await readBank(shortExam)
    const [first] = questions
    const own = questions.filter(({ skillArea, type }) => skillArea === first?.skillArea && type === first.type)
    await openBuilder(page)
    await choice(page, first?.skillArea ?? '').check()
    await choice(page, exam.types[first?.type ?? 'single_choice']).check()
    await expect(fitting(page)).toHaveText(review.matches(own.length, questions.length))
    const length = page.getByRole('textbox', { name: review.length })
    await length.fill('999')
    await expect(page.getByText(review.lengthCut(own.length))).toBeVisible()
    await expect(page.getByRole('button', { name: review.startSet(own.length) })).toBeEnabled()
    for (const none of ['1e2', '0x1', '+1', '0']) {
      await length.fill(none)
      await expect(page.getByText(review.lengthProblem(own.length))).toBeVisible()
    }
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/build$/)
    await page.getByRole('radio', { name: review.orders.bank }).check()
    await length.fill('1')
    await page.keyboard.press('Enter')
    await expectUsable(page)
    await expectHtml(page.getByRole('region', { name: 'Question 1 of 1' }), first?.text ?? '')
  })

  test('of all questions, in random order, each question once', async ({ page, readBank }) => {
    const questions = await readBank(shortExam)
    await openBuilder(page)
    await page.getByRole('button', { name: review.allOfThem(questions.length) }).click()
    await page.getByRole('radio', { name: review.orders.shuffled }).check()
    await page.getByRole('button', { name: review.startSet(questions.length) }).click()
    await expectUsable(page)
    const practicedIds: string[] = []
    for (const { number } of questions) {
      await expect(page.getByRole('region', { name: exam.questionOf(number, questions.length) })).toBeVisible()
      const shown = withoutSpaces((await cardOf(page).textContent()) ?? '')
      practicedIds.push(...questions.filter(({ text }) => shown.includes(withoutSpaces(plainText(text)))).map(({ id }) => id))
      if (number < questions.length) await page.getByRole('button', { name: exam.next }).click()
    }
    expect(practicedIds.toSorted()).toEqual(questions.map(({ id }) => id).toSorted())
  })

  test('only when questions match', async ({ page, readBank }) => {
    const questions = await readBank(shortExam)
    await openBuilder(page, '?only=wrong')
    await expect(choice(page, review.filters.wrong)).toBeChecked()
    await expect(fitting(page)).toHaveText(review.matches(0, questions.length))
    await expect(page.getByText('You have no mistakes to fix right now.')).toBeVisible()
    await expect(page.getByRole('link', { name: starting.startSimulation })).toHaveAttribute('href', `/exam/${shortExam}/simulation`)
    await expect(page.getByRole('button', { name: starting.startPractice })).toBeDisabled()
    await choice(page, review.filters.flagged).check()
    await expect(page.getByText(review.noMatches)).toBeVisible()
    await choice(page, review.filters.flagged).uncheck()
    await choice(page, review.filters.wrong).uncheck()
    await expect(page.getByRole('button', { name: review.startSet(Math.min(20, questions.length)) })).toBeEnabled()
  })

  test('from the page of the certification, and when the URL names a set that does not exist', async ({ page }) => {
    await page.goto(`/certifications/${shortExam}`)
    await page.getByText(practicePanel.more).click()
    await page.getByRole('link', { name: practicePanel.custom }).click()
    await expectCounted(page)
    await page.goto(`/exam/${shortExam}?set=chosen`)
    await expect(page.getByText(review.noSet(shortExam.toUpperCase()))).toBeVisible()
    await page.getByRole('link', { name: starting.buildSet }).click()
    await expectCounted(page)
  })
})

test.describe('Noor without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('reads what a custom set needs', async ({ page }) => {
    await page.goto(`/exam/${shortExam}/build`)
    // Located by position, because text locators ignore the contents of noscript.
    const said = page.locator('noscript p')
    await expect(said).toBeVisible()
    await expect(said).toHaveText(review.needsScript)
    await expect(page.getByRole('checkbox').first()).toBeDisabled()
    await page.goto(`/exam/${shortExam}/review`)
    await expect(said).toBeVisible()
    await expect(said).toHaveText(review.reviewNeedsScript)
  })
})

memberTest.describe('Camille', () => {
  memberTest.use({ expectedErrors: /503/ })

  memberTest('builds a set of what the account knows, and of this device alone when it cannot be reached', async ({ page, baseURL }) => {
    await becomeMember(page, baseURL)
    await openBuilder(page)
    await expect(page.getByText(review.source.account)).toBeVisible()
    await page.route('**/api/progress/*', (route) => route.fulfill({ status: 503 }))
    await openBuilder(page)
    await expect(page.getByText(review.source.unanswered)).toBeVisible()
  })
})
