import type { Locator, Page, Request } from '@playwright/test'
import type { JournalEntry } from '#exam/attempt.ts'
import {
  test as base,
  becomeAdministrator,
  becomeMember,
  expect,
  expectAccessible,
  newAddress,
  open,
  signIn,
  signUp,
} from '#tests/journeys/accounts.ts'
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
import type { AskedQuestion } from '#tests/journeys/fixtures.ts'
import { account } from '#web/text/en/accounts.ts'
import { profile } from '#web/text/en/profile.ts'
import { saving } from '#web/text/en/saving.ts'
import { site } from '#web/text/en/site.ts'
import { en } from '#web/text/en/en.ts'

const { exam } = en

type StoredAttempt = { id: string; next: number; entries: JournalEntry[] }

const test = base.extend<{ questions: AskedQuestion[] }>({
  questions: async ({ readBank }, use) => use(await readBank('pl-900')),
})

/** Waits until the screen shows that the server has everything. */
async function expectSavedOnServer(page: Page): Promise<void> {
  await expect(page.getByText(exam.savedInAccount, { exact: true })).toBeVisible()
}

/** The server's copy of the latest attempt at the entire bank, requested with the session of the page. */
async function latestAttempt(page: Page, certificationId = 'pl-900'): Promise<StoredAttempt | null> {
  const origin = new URL(page.url()).origin
  const response = await page.request.get(`${origin}/api/attempts/latest?certification=${certificationId}&set=all`)
  expect(response.status()).toBe(200)
  return ((await response.json()) as { attempt: StoredAttempt | null }).attempt
}

/** Ids of the answered questions, in the order in which the answers arrived. */
function answered(attempt: StoredAttempt | null): string[] {
  return (attempt?.entries ?? []).flatMap(({ move }) => (move.type === 'answer' ? [move.questionId] : []))
}

// Messages of the browser about requests that reach no server.
test.use({
  expectedErrors: /Failed to load resource: net::ERR_(?:CONNECTION_REFUSED|CONNECTION_RESET|INTERNET_DISCONNECTED|FAILED|EMPTY_RESPONSE)/,
})

test.describe('The attempt of a member', () => {
  test('is saved on the server, and the status says so only then', async ({ page, baseURL, questions }) => {
    const [first] = questions
    if (!first) throw new Error('The bank has no questions')
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
    expect(answered(await latestAttempt(page))).toEqual([first.id, ...first.answerKey.slice(1).map(() => first.id)])
    await reload(page)
    await expectAnswer(page, first, first.answerKey)
    await expectSavedOnServer(page)
  })

  test('is not counted again by the browser', async ({ page, baseURL, questions }) => {
    const [first] = questions
    if (!first) throw new Error('The bank has no questions')
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
    if (!first) throw new Error('The bank has no questions')
    await becomeMember(page, baseURL)
    await openExam(page, 'pl-900')
    await giveAnswer(page, first, first.answerKey)
    await expectSavedOnServer(page)
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
    expect([...new Set(answered(attempt))]).toEqual([first, ...later].map(({ id }) => id))
  })

  test('continues while the server is down, and reaches it when it is back', async ({ page, startOwn, questions }) => {
    test.setTimeout(150_000)
    const [first, second] = questions
    if (!first || !second) throw new Error('The bank has too few questions')
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
    expect([...new Set(answered(await latestAttempt(page)))]).toEqual([first.id, second.id])
  })

  test('has two results when the bank has changed in the meantime, and the screen says so', async ({ page, startOwn, questions }) => {
    test.setTimeout(120_000)
    const [first] = questions
    if (!first) throw new Error('The bank has no questions')
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
    await expect(page.getByText(exam.counted(0, questions.length - 1, questions.length - 1))).toBeVisible()
    await expect(page.getByText(saving.gradedAsSeen(1, questions.length))).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: saving.seeInHistory }).click()
    await expect(page.getByText(exam.counted(1, questions.length, questions.length - 1))).toBeVisible()
    await expect(page.getByRole('button', { name: exam.practiceMistakes(questions.length - 1) })).toBeVisible()
  })

  test('is a single attempt in two tabs', async ({ page, context, baseURL, questions }) => {
    const [first, second] = questions
    if (!first || !second) throw new Error('The bank has too few questions')
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
    expect([...new Set(answered(await latestAttempt(page)))]).toEqual([first.id, second.id])
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
    if (!first || !second || !third) throw new Error('The bank has too few questions')
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
    if (!first || !second) throw new Error('The bank has too few questions')
    const email = await becomeMember(page, baseURL)
    await openExam(page, 'pl-900')
    await giveAnswer(page, first, first.answerKey)
    await expectSavedOnServer(page)
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
    if (!first) throw new Error('The bank has no questions')
    await openExam(page, 'pl-900')
    await giveAnswer(page, first, first.answerKey)
    await expectSaved(page)
    await open(page, '/signup')
    await signUp(page, newAddress())
    await expect(page).toHaveURL('/profile')
    await expect(page.getByText(saving.guestAttempts(1))).toBeVisible()

    // The other tab of the member does not show the attempt yet.
    const other = await context.newPage()
    await openExam(other, 'pl-900')
    await expect(other.getByText(saving.guestAttempts(1))).toBeVisible()
    await expect(pagerLink(other, 1)).toHaveAccessibleName('Question 1')
    await page.bringToFront()
    await page.getByRole('button', { name: saving.add, exact: true }).click()
    await expect(page.getByText(saving.adoption.added)).toBeVisible()
    await expect.poll(async () => answered(await latestAttempt(page))).toContain(first.id)
    await reload(other)
    await expectAnswer(other, first, first.answerKey)
    await expectSavedOnServer(other)
  })

  test('stay in the browser when the member declines', async ({ page, baseURL, questions }) => {
    const [first] = questions
    if (!first) throw new Error('The bank has no questions')
    await openExam(page, 'pl-900')
    await giveAnswer(page, first, first.answerKey)
    await expectSaved(page)
    await becomeMember(page, baseURL)
    await reload(page)
    await expect(page.getByText(saving.guestAttempts(1))).toBeVisible()
    await page.getByRole('button', { name: saving.notNow }).click()
    await reload(page)
    await expect(page.getByText(saving.guestAttempts(1))).toBeHidden()
    expect(await latestAttempt(page)).toBeNull()
  })
})

test.describe('Signing out', () => {
  test('removes the attempts of the member from the device, but not those of guests', async ({ page, baseURL, questions }) => {
    const [first, second] = questions
    if (!first || !second) throw new Error('The bank has too few questions')
    await openExam(page, 'pl-900')
    await giveAnswer(page, first, first.answerKey)
    await expectSaved(page)
    const email = await becomeMember(page, baseURL)
    await reload(page)
    await goToQuestion(page, 2)
    await giveAnswer(page, second, second.answerKey)
    await expectSavedOnServer(page)
    await open(page, '/')
    await page.getByRole('button', { name: 'Sign Out' }).click()
    await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible()
    expect(await ownersOnDevice(page)).toEqual([null])
    await openExam(page, 'pl-900')
    await expectAnswer(page, first, first.answerKey)
    await expect(pagerLink(page, 2)).toHaveAccessibleName('Question 2')

    await open(page, '/login?to=%2Fexam%2Fpl-900')
    await signIn(page, email)
    await expect(pagerLink(page, 2)).toHaveAccessibleName('Question 2, answered')
  })

  // Found with two tabs: the other one continued with an empty attempt, in the account of the user who signed in next.
  test('in one tab is reported in the other, which accepts no more answers', async ({ page, context, baseURL, questions }) => {
    const [first] = questions
    if (!first) throw new Error('The bank has no questions')
    const email = await becomeMember(page, baseURL)
    await openExam(page, 'pl-900')
    await giveAnswer(page, first, first.answerKey)
    await expectSavedOnServer(page)
    const other = await context.newPage()
    await open(other, '/')
    await other.getByRole('button', { name: 'Sign Out' }).click()
    const dialog = page.getByRole('dialog', { name: saving.left.signedOut.title })
    await expect(dialog).toContainText(saving.left.signedOut.text)

    await open(other, '/signup')
    await signUp(other, newAddress('noor'))
    await expect(other).toHaveURL('/profile')
    await page.keyboard.press('a')
    await dialog.getByRole('button', { name: saving.reload }).click()
    await expect(dialog).toBeHidden()
    await expectUsable(page)
    await expect(pagerLink(page, 1)).toHaveAccessibleName('Question 1')
    expect(await latestAttempt(other)).toBeNull()

    await other.getByRole('banner').getByRole('button', { name: 'Sign Out' }).click()
    await page.getByRole('link', { name: saving.signIn, exact: true }).click()
    await signIn(page, email)
    await expectUsable(page)
    await expectAnswer(page, first, first.answerKey)
  })

  test('by an ended session, followed by another user: the attempt of the other tab does not get into the second account', async ({
    page,
    context,
    baseURL,
    questions,
  }) => {
    const [first] = questions
    if (!first) throw new Error('The bank has no questions')
    await becomeMember(page, baseURL)
    await openExam(page, 'pl-900')
    await giveAnswer(page, first, first.answerKey)
    await expectSavedOnServer(page)
    await context.clearCookies()
    const other = await context.newPage()
    await open(other, '/signup')
    await signUp(other, newAddress('noor'))
    await expect(other).toHaveURL('/profile')
    const dialog = page.getByRole('dialog', { name: saving.left.otherMember.title })
    await expect(dialog).toContainText(saving.left.otherMember.text)
    await dialog.getByRole('button', { name: saving.reload }).click()
    await expectUsable(page)
    await expect(pagerLink(page, 1)).toHaveAccessibleName('Question 1')
    expect(await latestAttempt(other)).toBeNull()
  })

  test('with answers that cannot be sent shows a warning first', async ({ page, context, baseURL, questions }) => {
    const [first] = questions
    if (!first) throw new Error('The bank has no questions')
    await becomeMember(page, baseURL)
    await openExam(page, 'pl-900')
    await page.route('**/api/attempts/*/moves', (route) => route.abort())
    await giveAnswer(page, first, first.answerKey)
    await expectSaved(page)
    await finish(page)
    await page.getByRole('button', { name: 'Sign Out' }).click()
    const dialog = page.getByRole('dialog', { name: saving.signOutTitle })
    await expect(dialog).toBeVisible()
    await dialog.getByRole('button', { name: saving.stay }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('link', { name: site.profile })).toBeVisible()

    await page.getByRole('button', { name: 'Sign Out' }).click()
    await expect(dialog).toBeVisible()
    await page.unroute('**/api/attempts/*/moves')
    await dialog.getByRole('button', { name: saving.tryAgain }).click()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible()
    expect(await ownersOnDevice(page)).toEqual([])
    expect(context.pages()).toHaveLength(1)
  })

  test('reports that the storage does not delete attempts, and deletes them once it answers', async ({ page, baseURL, questions }) => {
    const { silence, dialog } = await leaveInSilence(page, baseURL, questions)
    await silence('no')
    await dialog.getByRole('button', { name: saving.tryAgain }).click()
    await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible()
    expect(await ownersOnDevice(page)).toEqual([])
  })

  test('leaves attempts that the storage does not delete to a later page, and shows them in no other tab', async ({
    page,
    context,
    baseURL,
    questions,
  }) => {
    const other = await context.newPage()
    const { dialog } = await leaveInSilence(page, baseURL, questions, async () => {
      await openExam(other, 'pl-900')
      await expect(pagerLink(other, 1)).toHaveAccessibleName('Question 1, answered')
    })
    await expect(other.getByRole('link', { name: 'Question 1, answered' })).toHaveCount(0)
    await other.close()
    await dialog.getByRole('button', { name: saving.leaveAttempts }).click()
    await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible()
    await open(page, '/certifications')
    await expect.poll(() => ownersOnDevice(page)).toEqual([])
  })

  test('reports that attempts remain when the storage does not open', async ({ page, baseURL, questions }) => {
    const [first] = questions
    if (!first) throw new Error('The bank has no questions')
    await becomeMember(page, baseURL)
    await openExam(page, 'pl-900')
    await giveAnswer(page, first, first.answerKey)
    await expectSavedOnServer(page)
    await page.addInitScript(() => {
      const factory = IDBFactory.prototype
      const openDatabase = Reflect.get(factory, 'open')
      factory.open = function (...given) {
        if (document.documentElement.dataset['opens'] !== 'yes') throw new DOMException('Internal error.', 'UnknownError')
        return Reflect.apply(openDatabase, this, given)
      }
    })
    await open(page, '/')
    await page.getByRole('button', { name: 'Sign Out' }).click()
    const dialog = page.getByRole('dialog', { name: saving.signOutTitle })
    await expect(dialog).toContainText(saving.unsentUnknown)
    await dialog.getByRole('button', { name: saving.leaveAnyway }).click()
    await expect(dialog).toContainText(saving.attemptsStay)
    await page.evaluate(() => void (document.documentElement.dataset['opens'] = 'yes'))
    await dialog.getByRole('button', { name: saving.tryAgain }).click()
    await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible()
    expect(await ownersOnDevice(page)).toEqual([])
  })

  // Found in the profile: both buttons there ended the session without a warning, and left the answers on the device.
  for (const [name, label] of [
    ['the button of this browser', 'Sign Out'],
    ['everywhere', profile.signOutEverywhere],
  ] as const) {
    test(`in the profile, ${name}, also shows a warning first, and removes the attempts from the device`, async ({
      page,
      baseURL,
      questions,
    }) => {
      const [first] = questions
      if (!first) throw new Error('The bank has no questions')
      await becomeMember(page, baseURL)
      await openExam(page, 'pl-900')
      await page.route('**/api/attempts/*/moves', (route) => route.abort())
      await giveAnswer(page, first, first.answerKey)
      await expectSaved(page)
      await open(page, '/profile')
      const button = page.getByRole('region', { name: profile.sessions }).getByRole('button', { name: new RegExp(`^${label}`) })
      await button.click()
      const dialog = page.getByRole('dialog', { name: saving.signOutTitle })
      await dialog.getByRole('button', { name: saving.stay }).click()
      await expect(dialog).toBeHidden()
      expect(await ownersOnDevice(page)).toHaveLength(1)

      await page.unroute('**/api/attempts/*/moves')
      await button.click()
      await expect(page).toHaveURL('/login?notice=signed-out')
      await expect(page.getByText(account.notices['signed-out'] ?? '')).toBeVisible()
      expect(await ownersOnDevice(page)).toEqual([])
      await open(page, '/profile')
      await expect(page).toHaveURL(/^[^?]*\/login/)
    })
  }

  test('loses unsent answers only after a confirmation', async ({ page, baseURL, questions }) => {
    const [first] = questions
    if (!first) throw new Error('The bank has no questions')
    await becomeMember(page, baseURL)
    await openExam(page, 'pl-900')
    await page.route('**/api/attempts/*/moves', (route) => route.abort())
    await giveAnswer(page, first, first.answerKey)
    await expectSaved(page)
    await open(page, '/')
    await page.getByRole('button', { name: 'Sign Out' }).click()
    await page.getByRole('dialog', { name: saving.signOutTitle }).getByRole('button', { name: saving.leaveAnyway }).click()
    await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible()
    expect(await ownersOnDevice(page)).toEqual([])
  })
})

type LeftInSilence = { silence: (isSilent: 'yes' | 'no') => Promise<void>; dialog: Locator }

/** Camille signs out while the storage of the page opens and does not answer. `before` runs once the attempt is saved. */
async function leaveInSilence(
  page: Page,
  baseURL: string | undefined,
  [first]: readonly AskedQuestion[],
  before?: () => Promise<void>,
): Promise<LeftInSilence> {
  if (!first) throw new Error('The bank has no questions')
  await page.addInitScript(() => {
    const databases = IDBDatabase.prototype
    const transaction = Reflect.get(databases, 'transaction')
    databases.transaction = function (...given) {
      if (document.documentElement.dataset['silent'] === 'yes') throw new DOMException('Internal error.', 'UnknownError')
      return Reflect.apply(transaction, this, given)
    }
  })
  const silence = (isSilent: 'yes' | 'no') =>
    page.evaluate((isSilent) => void (document.documentElement.dataset['silent'] = isSilent), isSilent)
  await becomeMember(page, baseURL)
  await openExam(page, 'pl-900')
  await giveAnswer(page, first, first.answerKey)
  await expectSavedOnServer(page)
  await before?.()
  await open(page, '/')
  await silence('yes')
  await page.getByRole('button', { name: 'Sign Out' }).click()
  const dialog = page.getByRole('dialog', { name: saving.signOutTitle })
  await expect(dialog).toContainText(saving.unsentUnknown)
  await dialog.getByRole('button', { name: saving.leaveAnyway }).click()
  await expect(dialog).toContainText(saving.attemptsStay)
  return { silence, dialog }
}

/** The owners of the attempts stored in this browser. */
function ownersOnDevice(page: Page): Promise<(string | null)[]> {
  return page.evaluate(async () => {
    const readResult = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve) => request.addEventListener('success', () => resolve(request.result)))
    const database = await readResult(indexedDB.open('praxam'))
    const rows = (await readResult(database.transaction('runs').objectStore('runs').getAll())) as { owner: string | null }[]
    database.close()
    return rows.map(({ owner }) => owner)
  })
}
