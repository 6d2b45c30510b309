import type { Locator, Page } from '@playwright/test'
import { becomeMember, expect, newAddress, open, signIn, signUp } from '#tests/journeys/accounts.ts'
import {
  expectAnswer,
  expectSaved,
  expectUsable,
  finish,
  giveAnswer,
  goToQuestion,
  openExam,
  pagerLink,
  reload,
} from '#tests/journeys/exam-screen.ts'
import type { NumberedQuestion } from '#tests/journeys/fixtures.ts'
import {
  answerAsGuest,
  answerAsMember,
  expectSavedOnServer,
  latestAttempt,
  test,
  unreachableErrors,
  waitForCheck,
} from '#tests/journeys/member-attempts.ts'
import { account } from '#web/text/en/accounts.ts'
import { profile } from '#web/text/en/profile.ts'
import { saving } from '#web/text/en/saving.ts'
import { site } from '#web/text/en/site.ts'

test.use({ expectedErrors: unreachableErrors })

test.describe('Signing out', () => {
  test('removes the attempts of the member from the device, but not those of guests', async ({ page, baseURL, questions }) => {
    const [first, second] = questions
    await answerAsGuest(page, first)
    const email = await becomeMember(page, baseURL)
    await reload(page)
    // Until the page knows who is signed in, it shows the guest's attempt.
    await expect(page.getByText(saving.guestAttempts(1, 0))).toBeVisible()
    await expectUsable(page)
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
    const email = await answerAsMember(page, baseURL, first)
    const other = await context.newPage()
    await open(other, '/')
    await other.getByRole('button', { name: 'Sign Out' }).click()
    const dialog = page.getByRole('dialog', { name: saving.left.signedOut.title })
    await expect(dialog).toContainText(saving.left.signedOut.text)

    await open(other, '/signup')
    await signUp(other, newAddress('noor'))
    await expect(other).toHaveURL('/profile')
    await page.keyboard.press('a')
    const checked = waitForCheck(page)
    await dialog.getByRole('button', { name: saving.reload }).click()
    await expect(dialog).toBeHidden()
    await expectUsable(page)
    await expect(pagerLink(page, 1)).toHaveAccessibleName('Question 1')
    expect(await latestAttempt(other)).toBeNull()
    await checked

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
    await answerAsMember(page, baseURL, first)
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
    await answerUnsent(page, baseURL, first)
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
    const { silence, dialog } = await signOutWithSilentStorage(page, baseURL, questions[0])
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
    const { dialog } = await signOutWithSilentStorage(page, baseURL, questions[0], async () => {
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
    await answerAsMember(page, baseURL, first)
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

  // Regression: both buttons in the profile ended the session without a warning, and left the answers on the device.
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
      await answerUnsent(page, baseURL, first)
      await open(page, '/profile/account')
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
    await answerUnsent(page, baseURL, first)
    await open(page, '/')
    await page.getByRole('button', { name: 'Sign Out' }).click()
    await page.getByRole('dialog', { name: saving.signOutTitle }).getByRole('button', { name: saving.leaveAnyway }).click()
    await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible()
    expect(await ownersOnDevice(page)).toEqual([])
  })
})

type SilentSignOut = { silence: (isSilent: 'yes' | 'no') => Promise<void>; dialog: Locator }

/** Signs out as Camille while the page's storage does not respond to being opened. `before` runs once the attempt is saved. */
async function signOutWithSilentStorage(
  page: Page,
  baseURL: string | undefined,
  first: NumberedQuestion,
  before?: () => Promise<void>,
): Promise<SilentSignOut> {
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
  await answerAsMember(page, baseURL, first)
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

/** Answers the first question as a new member, while the server cannot be reached. */
async function answerUnsent(page: Page, baseURL: string | undefined, first: NumberedQuestion): Promise<void> {
  await becomeMember(page, baseURL)
  await openExam(page, 'pl-900')
  await page.route('**/api/attempts/*/moves', (route) => route.abort())
  await giveAnswer(page, first, first.answerKey)
  await expectSaved(page)
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
