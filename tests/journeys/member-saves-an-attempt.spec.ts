import type { Request } from '@playwright/test'
import { becomeAdministrator, becomeMember, expect, expectAccessible, newAddress, open, signIn, signUp } from '#tests/journeys/accounts.ts'
import {
  expectAnswer,
  expectSaved,
  expectUsable,
  finish,
  giveAnswer,
  goToQuestion,
  openExam,
  optionOf,
  pagerLink,
  reload,
  wrongAnswer,
} from '#tests/journeys/exam-screen.ts'
import {
  answerAsGuest,
  answerAsMember,
  answeredIds,
  expectSavedOnServer,
  latestAttempt,
  test,
  unreachableErrors,
} from '#tests/journeys/member-attempts.ts'
import { saving } from '#web/text/en/saving.ts'
import { en } from '#web/text/en/en.ts'
import { results } from '#web/text/en/results.ts'

const { exam } = en

test.use({ expectedErrors: unreachableErrors })

test.describe('The attempt of a member', () => {
  test('is saved on the server, and the status says so only then', async ({ page, baseURL, questions }) => {
    const [first] = questions
    await becomeMember(page, baseURL)
    let release: () => void = () => undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/api/attempts/*/moves', async (route) => {
      await held
      await route.continue()
    })
    await openExam(page, 'pl-900')
    await giveAnswer(page, first, first.answerKey)
    await expectSaved(page)
    await expect(page.getByText(exam.savedInAccount, { exact: true })).toBeHidden()
    release()
    await expectSavedOnServer(page)
    expect(answeredIds(await latestAttempt(page))).toEqual([first.id, ...first.answerKey.slice(1).map(() => first.id)])
    await reload(page)
    await expectAnswer(page, first, first.answerKey)
    await expectSavedOnServer(page)
  })

  test('is not counted again by the browser', async ({ page, baseURL, questions }) => {
    const [first] = questions
    await becomeMember(page, baseURL)
    const counted: Request[] = []
    page.on('request', (request) => request.url().endsWith('/api/statistics') && counted.push(request))
    await openExam(page, 'pl-900')
    await giveAnswer(page, first, first.answerKey)
    await finish(page)
    await expect.poll(async () => (await latestAttempt(page))?.entries.at(-1)?.move.type).toBe('finish')
    expect(counted).toEqual([])
  })

  test('that was answered offline arrives once and in order when the network is back', async ({ page, context, baseURL, questions }) => {
    const [first, ...others] = questions
    const later = others.slice(0, 4)
    await answerAsMember(page, baseURL, first)
    await context.setOffline(true)
    for (const question of later) {
      await goToQuestion(page, question.number)
      await giveAnswer(page, question, question.answerKey)
    }
    await expect(page.getByText(exam.savedOffline)).toBeVisible()
    await context.setOffline(false)
    await expectSavedOnServer(page)
    const attempt = await latestAttempt(page)
    const keys = attempt?.entries.map(({ key }) => key) ?? []
    expect(new Set(keys).size).toBe(keys.length)
    expect([...new Set(answeredIds(attempt))]).toEqual([first, ...later].map(({ id }) => id))
  })

  test('continues while the server is down, and reaches it when it is back', async ({ page, startOwn, questions }) => {
    test.setTimeout(150_000)
    const [first, second] = questions
    const server = await startOwn()
    await becomeMember(page, server.origin)
    await page.goto(`${server.origin}/exam/pl-900`)
    await giveAnswer(page, first, first.answerKey)
    await expectSavedOnServer(page)
    await server.kill()
    await goToQuestion(page, second.number)
    await giveAnswer(page, second, second.answerKey)
    await expectSaved(page)
    await server.startAgain()
    await expect(page.getByText(exam.savedInAccount, { exact: true })).toBeVisible({ timeout: 30_000 })
    expect([...new Set(answeredIds(await latestAttempt(page)))]).toEqual([first.id, second.id])
  })

  test('has two results when the bank has changed in the meantime, and the screen says so', async ({ page, startOwn, questions }) => {
    test.setTimeout(120_000)
    const [first] = questions
    const { origin, dataDir } = await startOwn()
    await becomeAdministrator(page, origin, dataDir)
    await page.goto(`${origin}/exam/pl-900`)
    await expectUsable(page)
    await giveAnswer(page, first, first.answerKey)
    await expectSavedOnServer(page)
    const removed = await page.request.delete(`${origin}/api/questions/${first.id}`, { headers: { Origin: origin } })
    expect(removed.ok()).toBe(true)
    // Pages are cached for two more seconds.
    await expect.poll(async () => (await page.request.get(page.url())).text()).not.toContain(first.id)
    await reload(page)
    await expect(page.getByText(exam.answeredQuestionRemoved)).toBeVisible()
    await finish(page)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(results.nothingAnswered)
    await expect(page.getByText(saving.gradedAsSeen(1, 1))).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: saving.seeInHistory }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(results.correctOfAnswered(1, 1, questions.length - 1))
    await expect(page.getByRole('button', { name: /^Fix / })).toHaveCount(0)
  })

  test('is a single attempt in two tabs', async ({ page, context, baseURL, questions }) => {
    const [first, second] = questions
    await becomeMember(page, baseURL)
    await openExam(page, 'pl-900')
    await giveAnswer(page, first, first.answerKey)
    const other = await context.newPage()
    await openExam(other, 'pl-900')
    await goToQuestion(other, 2)
    await giveAnswer(other, second, second.answerKey)
    await expectSavedOnServer(other)
    await page.bringToFront()
    await expect(pagerLink(page, 2)).toHaveAccessibleName('Question 2, answered')
    await expectSavedOnServer(page)
    expect([...new Set(answeredIds(await latestAttempt(page)))]).toEqual([first.id, second.id])
  })
})

test.describe('On two devices', () => {
  test('an attempt continues on the other, and answers given on both are reported and never replaced', async ({
    page,
    baseURL,
    openElsewhere,
    questions,
  }) => {
    const [first, second, third] = questions.filter(({ type }) => type === 'single_choice')
    if (!first || !second || !third) throw new Error('The bank has too few single-choice questions')
    const email = await becomeMember(page, baseURL)
    await openExam(page, 'pl-900')
    await goToQuestion(page, first.number)
    await giveAnswer(page, first, first.answerKey)
    await expectSavedOnServer(page)

    const other = await openElsewhere()
    await open(other, '/login?to=%2Fexam%2Fpl-900')
    await signIn(other, email)
    await expect(other.getByRole('button', { name: 'Finish Exam' })).toBeEnabled()
    await goToQuestion(other, first.number)
    await expectAnswer(other, first, first.answerKey)

    // Both answer the same question without knowing about each other.
    await page.context().setOffline(true)
    await goToQuestion(page, second.number)
    await giveAnswer(page, second, second.answerKey)
    await goToQuestion(page, third.number)
    await giveAnswer(page, third, third.answerKey)
    await goToQuestion(other, second.number)
    await giveAnswer(other, second, wrongAnswer(second))
    await expectSavedOnServer(other)
    await page.context().setOffline(false)

    await expect(page.getByText(saving.conflict([second.number], false))).toBeVisible()
    await page.getByRole('button', { name: saving.goToQuestion(second.number) }).click()
    await expectAnswer(page, second, wrongAnswer(second))
    await expectSavedOnServer(page)
    await optionOf(page, second, second.answerKey[0] ?? '').check()
    await expect(page.getByText(saving.conflict([second.number], false))).toBeHidden()
    await expectSavedOnServer(page)

    await reload(other)
    await expect(pagerLink(other, second.number)).toHaveAttribute('aria-current', 'step')
    await expectAnswer(other, second, second.answerKey)
    await goToQuestion(other, third.number)
    await expectAnswer(other, third, third.answerKey)
  })

  test('a restart on one is offered on the other', async ({ page, baseURL, openElsewhere, questions }) => {
    const [first, second] = questions
    const email = await answerAsMember(page, baseURL, first)
    const other = await openElsewhere()
    await open(other, '/login?to=%2Fexam%2Fpl-900')
    await signIn(other, email)
    await expect(pagerLink(other, 1)).toHaveAccessibleName('Question 1, answered')
    await finish(other)
    await other.getByRole('button', { name: 'Restart Exam' }).click()
    await goToQuestion(other, 2)
    await giveAnswer(other, second, second.answerKey)
    await expectSavedOnServer(other)

    await reload(page).catch(() => undefined)
    await page.getByRole('button', { name: saving.continueHere }).click()
    await expect(pagerLink(page, 2)).toHaveAccessibleName('Question 2, answered')
    await expect(pagerLink(page, 1)).toHaveAccessibleName('Question 1')
    await expectSavedOnServer(page)
  })
})

test.describe('Attempts from before signing in', () => {
  test('are offered, and belong to the account once they are added', async ({ page, context, questions }) => {
    const [first] = questions
    await answerAsGuest(page, first)
    await open(page, '/signup')
    await signUp(page, newAddress())
    await expect(page).toHaveURL('/profile')
    await expect(page.getByText(saving.guestAttempts(1, 0))).toBeVisible()

    // A second tab of the member does not show the attempt yet.
    const other = await context.newPage()
    await openExam(other, 'pl-900')
    await expect(other.getByText(saving.guestAttempts(1, 0))).toBeVisible()
    await expect(pagerLink(other, 1)).toHaveAccessibleName('Question 1')
    await page.bringToFront()
    await page.getByRole('button', { name: saving.add, exact: true }).click()
    await expect(page.getByText(/^(?:1 attempt added\.|Added to your account\.)/)).toBeVisible()
    await expect.poll(async () => answeredIds(await latestAttempt(page))).toContain(first.id)
    await reload(other)
    await expectAnswer(other, first, first.answerKey)
    await expectSavedOnServer(other)
  })

  test('stay in the browser when the member declines', async ({ page, baseURL, questions }) => {
    const [first] = questions
    await answerAsGuest(page, first)
    await becomeMember(page, baseURL)
    await reload(page)
    await expect(page.getByText(saving.guestAttempts(1, 0))).toBeVisible()
    await page.getByRole('button', { name: saving.notNow }).click()
    await reload(page)
    await expect(page.getByText(saving.guestAttempts(1, 0))).toBeHidden()
    expect(await latestAttempt(page)).toBeNull()
  })
})
