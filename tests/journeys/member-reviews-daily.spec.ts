import { starting } from '#web/text/en/start-attempt.ts'
import { dayMs } from '#exam/duration.ts'
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { becomeMember, expect, open, test } from '#tests/journeys/accounts.ts'
import { expectOnQuestion, expectUsable, finish, giveAnswer, reveal, wrongAnswer } from '#tests/journeys/exam-screen.ts'
import { plainText } from '#exam/plain-text.ts'
import { expectAccessible, shortExam, type NumberedQuestion } from '#tests/journeys/fixtures.ts'
import { en } from '#web/text/en/en.ts'
import { practicePanel } from '#web/text/en/practice-panel.ts'
import { day } from '#web/text/en/figures/dates.ts'
import { results } from '#web/text/en/results.ts'
import { review } from '#web/text/en/review.ts'

const { exam } = en

/** Sends moves as another device of the member would: these questions were answered and revealed some days ago. */
async function practiceElsewhere(page: Page, questions: readonly NumberedQuestion[], isRight: boolean, daysAgo: number): Promise<void> {
  const at = Date.now() - daysAgo * dayMs
  const moves = [
    { type: 'start', at, certificationId: shortExam, set: 'review', questionIds: questions.map(({ id }) => id) },
    ...questions.flatMap((question) => [
      { type: 'answer', at, questionId: question.id, answer: isRight ? question.answerKey : wrongAnswer(question) },
      { type: 'reveal', at, questionId: question.id },
    ]),
  ]
  const data = { base: 0, sentAt: Date.now(), entries: moves.map((move) => ({ key: randomUUID(), move })) }
  const { origin } = new URL(page.url())
  const answer = await page.request.post(`${origin}/api/attempts/${randomUUID()}/moves`, { data, headers: { Origin: origin } })
  expect(answer.status(), await answer.text()).toBe(200)
}

const withoutSpaces = (text: string) => text.replaceAll(/\s/g, '')
const openReview = (page: Page) => open(page, `/exam/${shortExam}/review`)
const startButton = (page: Page, count: number) => page.getByRole('main').getByRole('button', { name: review.start(count) })

test.describe('The daily review', () => {
  test('explains to Noor that it needs an account, why, and what is possible without one', async ({ page }) => {
    await page.goto(`/exam/${shortExam}?set=review`)
    await expect(page.getByRole('heading', { level: 1, name: review.title })).toBeVisible()
    await expect(page.getByText(review.guestWhat(shortExam.toUpperCase()))).toBeVisible()
    await page.getByRole('link', { name: review.practiceNew }).click()
    await expect(page.getByRole('checkbox', { name: review.filters.unseen })).toBeChecked()
    await page.goBack()
    const query = `?to=${encodeURIComponent(`/exam/${shortExam}/review`)}`
    await expect(page.getByRole('link', { name: review.createAccount })).toHaveAttribute('href', `/signup${query}`)
    await page.getByRole('main').getByRole('link', { name: review.signIn }).click()
    await expect(page).toHaveURL(`/login${query}`)
  })

  test('shows Camille the due questions although the browser storage does not answer, and why it cannot start', async ({
    page,
    baseURL,
    readBank,
  }) => {
    await becomeMember(page, baseURL)
    await openReview(page)
    await practiceElsewhere(page, (await readBank(shortExam)).slice(0, 1), false, 3)
    await page.addInitScript(() => {
      IDBDatabase.prototype.transaction = () => {
        throw new DOMException('Internal error.', 'UnknownError')
      }
    })
    await openReview(page)
    await startButton(page, 1).click()
    await expect(page.getByRole('alert')).toHaveText(starting.notStarted.unavailable)
    await expect(startButton(page, 1)).toBeEnabled()
  })

  test('starts with the questions that Camille answered incorrectly, and shows when the next one is due', async ({
    page,
    baseURL,
    readBank,
  }) => {
    const [first, second, third] = await readBank(shortExam)
    const questions = [first, second, third]
    await becomeMember(page, baseURL)
    await openReview(page)
    await expect(page.getByText(review.nothingScheduled)).toBeVisible()
    await practiceElsewhere(page, questions, false, 3)

    await open(page, '/profile')
    const section = page.getByRole('region', { name: review.title })
    await expect(section.getByRole('listitem')).toContainText(review.dueCount(3))
    await section.getByRole('button', { name: review.start(3) }).click()
    await expectUsable(page)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(exam.setNames.review ?? '')
    await expect(page.getByRole('region', { name: 'Question 1 of 3' })).toBeVisible()

    // The server sends an invalid response.
    await page.route('**/api/review/*', (route) => route.fulfill({ status: 204 }))
    await openReview(page)
    await expect(page.getByText(review.unanswered)).toBeVisible()
    await page.getByRole('button', { name: review.continueReview }).click()
    await expectUsable(page)
    await page.unroute('**/api/review/*')

    await open(page, `/certifications/${shortExam}`)
    await page.getByRole('radio', { name: practicePanel.names.review }).check()
    await page.getByRole('button', { name: review.continueReview }).click()
    await expectUsable(page)
    await expectOnQuestion(page, 1)
    const shown = await page.getByRole('region', { name: 'Question 1 of 3' }).textContent()
    const shownQuestion = questions.find(({ text }) => withoutSpaces(shown ?? '').includes(withoutSpaces(plainText(text)))) ?? first
    await giveAnswer(page, shownQuestion, shownQuestion.answerKey)
    await reveal(page)
    await finish(page)
    await expect(page.getByRole('heading', { level: 1, name: results.moreDue(2) })).toBeVisible()
    // The choices are shuffled, so the answer may be incorrect.
    await expect(page.getByText(/^You remembered [01] of 1\./)).toBeVisible()
    await expect(page.getByText(results.reviewNotAnswered(2))).toBeVisible()
    await expect(page.getByRole('button', { name: 'Restart Exam' })).toHaveCount(0)
    await expect(page.getByText(/Passing score|%/)).toHaveCount(0)
    await page.getByRole('button', { name: results.filters.all(3) }).click()
    await expect(page.getByRole('listitem').filter({ hasText: /Next on \w+ \d+, \d+/ })).toHaveCount(3)
    await expectAccessible(page)
    await page.getByRole('link', { name: results.reviewMore }).click()
    await expect(page.getByText(review.due(2, 2))).toBeVisible()
    await practiceElsewhere(page, questions, true, 0)
    await openReview(page)
    const answer = await page.request.get(`${new URL(page.url()).origin}/api/review/${shortExam}`)
    const { questionIds, nextDueOn } = (await answer.json()) as { questionIds: string[]; nextDueOn: string }
    expect(questionIds).toEqual([])
    expect(nextDueOn > new Date().toISOString().slice(0, 10)).toBe(true)
    await expect(page.getByText(`Nothing is due. The next question is due on ${day(nextDueOn)}.`)).toBeVisible()
    await expect(startButton(page, 3)).toBeHidden()
  })

  test('includes no more than the daily limit, and shows how many more are due', async ({ page, baseURL, readBank }) => {
    const questions = (await readBank('mb-800')).slice(0, 25)
    await becomeMember(page, baseURL)
    await openReview(page)
    const at = Date.now() - 3 * dayMs
    const moves = [
      { type: 'start', at, certificationId: 'mb-800', set: 'all', questionIds: questions.map(({ id }) => id) },
      ...questions.map((question) => ({ type: 'answer', at, questionId: question.id, answer: question.answerKey })),
      { type: 'finish', at },
    ]
    const data = { base: 0, sentAt: Date.now(), entries: moves.map((move) => ({ key: randomUUID(), move })) }
    const { origin } = new URL(page.url())
    await page.request.post(`${origin}/api/attempts/${randomUUID()}/moves`, { data, headers: { Origin: origin } })
    await open(page, '/exam/mb-800/review')
    await expect(page.getByText(review.due(20, 25))).toBeVisible()
    await startButton(page, 20).click()
    await expectUsable(page)
    await expect(page.getByRole('region', { name: 'Question 1 of 20' })).toBeVisible()
  })
})

test.describe('Camille, when the site cannot be reached', () => {
  test.use({ expectedErrors: /503/ })

  test('sees an error and tries again', async ({ page, baseURL, readBank }) => {
    const [first] = await readBank(shortExam)
    await becomeMember(page, baseURL)
    // The server sends an invalid response.
    await page.route('**/api/review/*', (route) => route.fulfill({ status: 204 }))
    await openReview(page)
    await expect(page.getByText(review.unanswered)).toBeVisible()
    await practiceElsewhere(page, [first], false, 3)
    await page.unroute('**/api/review/*')
    await page.getByRole('button', { name: review.tryAgain }).click()
    await startButton(page, 1).click()
    await expectUsable(page)
    await giveAnswer(page, first, first.answerKey)
    await reveal(page)
    await expect(page.getByRole('heading', { name: exam.explanation })).toBeVisible()
  })
})
