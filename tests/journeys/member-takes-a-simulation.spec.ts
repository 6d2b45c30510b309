import { becomeMember, newAddress, open, signIn, signUp, test } from '#tests/journeys/accounts.ts'
import { expectAnswer, expectOnQuestion, giveAnswer, goToQuestion, pagerLink } from '#tests/journeys/exam-screen.ts'
import { expect } from '#tests/journeys/fixtures.ts'
import { progress } from '#web/text/en/progress.ts'
import { saving } from '#web/text/en/saving.ts'
import { simulation as words } from '#web/text/en/simulation.ts'
import { results } from '#web/text/en/results.ts'
import { certificationId, exam, expectSent, path, shuffledKey, start, submit, type Sheet } from '#tests/journeys/simulation-screen.ts'

// The browser logs requests that fail while the network is off.
test.use({ expectedErrors: /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch/ })

test('Camille continues a simulation on another device, with extra time if it was granted', async ({
  page,
  baseURL,
  openElsewhere,
  readBank,
}) => {
  const bank = await readBank(certificationId)
  await becomeMember(page, baseURL)
  await page.goto(path)
  await page.getByRole('combobox', { name: words.extraTime }).selectOption({ label: words.extraTimeNames[1.5] ?? '' })
  await expect(page.getByRole('radio', { name: words.lengthNames.short }).locator('xpath=..')).toContainText('30 minutes')
  await page.getByRole('radio', { name: words.lengthNames.short }).check()
  const answered = page.waitForResponse('**/api/simulations')
  await page.getByRole('button', { name: words.start }).click()
  const sheet = (await (await answered).json()) as Sheet
  expect(sheet).not.toHaveProperty('secret')
  expect(sheet.deadlineAt - sheet.now).toBe(30 * 60_000)
  const [first, second] = sheet.questions.map((sealed) => shuffledKey(bank, sealed))
  if (!first || !second) throw new Error('A simulation has two questions at least')
  await giveAnswer(page, first.question, first.key)
  await expectSent(page)

  const other = await openElsewhere()
  await other.context().addCookies(await page.context().cookies())
  await other.goto(path)
  await expectAnswer(other, first.question, first.key)
  await goToQuestion(other, 2)
  await giveAnswer(other, second.question, second.key)
  await expect(other.getByText(words.saved, { exact: true })).toBeVisible()
  await submit(page)
  await expect(page.getByText(results.counted(2, sheet.questions.length, sheet.questions.length - 2))).toBeVisible()
  await expect(pagerLink(page, 1)).toHaveCount(0)
})

test.describe('Camille, signed in or out elsewhere since the page was opened', () => {
  // Requests of a signed-out page are refused.
  test.use({ expectedErrors: /401/ })

  test('starts a simulation that belongs to the account, or sees why not', async ({ page, baseURL, openElsewhere, readBank }) => {
    const bank = await readBank(certificationId)
    await page.goto(path)
    const button = page.getByRole('button', { name: words.start })
    await expect(button).toBeEnabled()
    await becomeMember(page, baseURL)
    const cookies = await page.context().cookies()
    await page.getByRole('radio', { name: words.lengthNames.short }).check()
    const answered = page.waitForResponse('**/api/simulations')
    await button.click()
    const sheet = (await (await answered).json()) as Sheet
    const [first] = sheet.questions.map((sealed) => shuffledKey(bank, sealed))
    if (!first) throw new Error('A simulation has one question at least')
    await giveAnswer(page, first.question, first.key)
    await expectSent(page)

    const other = await openElsewhere()
    await other.context().addCookies(cookies)
    await other.goto(path)
    await expectAnswer(other, first.question, first.key)
    await submit(other)
    await other.goto(path)
    await expect(other.getByRole('button', { name: words.start })).toBeEnabled()
    await other.context().clearCookies()
    await other.getByRole('button', { name: words.start }).click()
    await expect(other.getByText(words.signedOut)).toBeVisible()
  })
})

test('Noor continues a simulation without storage after signing in elsewhere', async ({ page, context, baseURL }) => {
  await page.addInitScript(() => {
    IDBDatabase.prototype.transaction = () => {
      throw new DOMException('Internal error.', 'UnknownError')
    }
  })
  await start(page)
  await goToQuestion(page, 2)
  const other = await context.newPage()
  await becomeMember(other, baseURL)
  const responded = page.waitForResponse(/\/api\/simulations\?/)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await responded
  // This is long enough for the response to reach the screen.
  await page.waitForTimeout(1000)
  await expectOnQuestion(page, 2)
  await page.evaluate(() => new BroadcastChannel('praxam-runs').postMessage({ type: 'gone', owner: null }))
  await page.waitForTimeout(1000)
  await expectOnQuestion(page, 2)
})

test('Camille continues a simulation when the storage is full', async ({ page, baseURL, openElsewhere, readBank }) => {
  const bank = await readBank(certificationId)
  const fill = () => {
    if (localStorage.getItem('full') === null) return
    for (const method of ['put', 'add'] as const) {
      IDBObjectStore.prototype[method] = () => {
        throw new DOMException('No room.', 'QuotaExceededError')
      }
    }
  }
  await becomeMember(page, baseURL)
  await page.addInitScript(fill)
  const { sheet } = await start(page)
  const [first] = sheet.questions.map((sealed) => shuffledKey(bank, sealed))
  if (!first) throw new Error('A simulation has one question at least')

  const other = await openElsewhere()
  await other.context().addCookies(await page.context().cookies())
  await other.addInitScript(() => localStorage.setItem('full', 'yes'))
  await other.addInitScript(fill)
  await other.goto(path)
  await expectOnQuestion(other, 1)
  await expect(other.getByText(words.notSaved.full)).toBeVisible()
  await giveAnswer(other, first.question, first.key)
  await expectSent(other)

  // A change arrives that cannot be stored on the device.
  await page.evaluate(() => localStorage.setItem('full', 'yes'))
  await page.reload()
  await expectOnQuestion(page, 1)
})

// Regression: with two tabs on the start screen, the second one started another simulation, and the first simulation counted as 0%.
test.describe('In two tabs that both show the start', () => {
  // The browser logs the refused request for a simulation.
  test.use({ expectedErrors: /409/ })

  for (const isMember of [true, false]) {
    test(`${isMember ? 'Camille' : 'Noor'} continues in the second the simulation started in the first`, async ({
      page,
      context,
      baseURL,
      readBank,
    }) => {
      const bank = await readBank(certificationId)
      if (isMember) await becomeMember(page, baseURL)
      const other = await context.newPage()
      await other.goto(path)
      await expect(other.getByRole('button', { name: words.start })).toBeEnabled()
      const { sheet } = await start(page)
      const [first] = sheet.questions.map((sealed) => shuffledKey(bank, sealed))
      if (!first) throw new Error('A simulation has one question at least')
      await giveAnswer(page, first.question, first.key)
      await expectSent(page)

      await other.getByRole('button', { name: words.start }).click()
      const dialog = other.getByRole('dialog', { name: words.startedElsewhereTitle })
      await expect(dialog).toContainText(words.startedElsewhere)
      await dialog.getByRole('button', { name: words.resume }).click()
      await expectAnswer(other, first.question, first.key)
      await submit(other)
      await expect(page.getByText(/exam-style points/)).toBeVisible()
      await page.getByRole('button', { name: words.again }).click()
      await start(page)
    })
  }
})

test('Camille, signed out in another tab, sees that next to the simulation, and continues after signing in', async ({
  page,
  context,
  baseURL,
  readBank,
}) => {
  const bank = await readBank(certificationId)
  const email = await becomeMember(page, baseURL)
  const { sheet } = await start(page)
  const [first] = sheet.questions.map((sealed) => shuffledKey(bank, sealed))
  if (!first) throw new Error('A simulation has one question at least')
  await giveAnswer(page, first.question, first.key)
  await expectSent(page)
  const other = await context.newPage()
  await open(other, '/')
  await other.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page.getByRole('heading', { name: saving.left.signedOut.title })).toBeVisible()
  await expect(page.getByText(words.leftBehind.signedOut)).toBeVisible()
  await page.getByRole('alert').getByRole('link', { name: saving.signIn }).click()
  await signIn(page, email)
  await expectAnswer(page, first.question, first.key)
})

// Regression: after signing in, a simulation that was finished before was on this device but not in the history, and could not be added.
test('Camille adds a simulation that was finished before signing in to the account', async ({ page, baseURL }) => {
  await start(page)
  await submit(page)
  await expect(page.getByText(words.savedHere)).toBeVisible()
  await becomeMember(page, baseURL)
  await page.reload()
  await expect(page.getByText(saving.guestAttempts(1, 0))).toBeVisible()
  await page.getByRole('button', { name: saving.add, exact: true }).click()
  await expect(page.getByText(words.savedHere)).toBeHidden()
  await expect(page.getByRole('link', { name: exam.share })).toBeVisible()
  await open(page, '/profile/history')
  await expect(page.getByRole('row').filter({ hasText: progress.sets('simulation', undefined) })).toHaveCount(1)
})

test.describe('Camille, who signs in during a simulation', () => {
  // Requests with the secret may arrive just after the secret has become invalid.
  test.use({ expectedErrors: /404/ })

  test('adds it to the account while it is in progress, and it continues', async ({ page, context, readBank }) => {
    const bank = await readBank(certificationId)
    const { sheet } = await start(page)
    const [first, second] = sheet.questions.map((sealed) => shuffledKey(bank, sealed))
    if (!first || !second) throw new Error('A simulation has two questions at least')
    await giveAnswer(page, first.question, first.key)
    await expectSent(page)
    const other = await context.newPage()
    await open(other, '/signup')
    await signUp(other, newAddress())
    await other.getByRole('button', { name: saving.add, exact: true }).click()
    await expect(other.getByText(/^(?:1 attempt added\.|Added to your account\.)/)).toBeVisible()
    await goToQuestion(page, 2)
    await giveAnswer(page, second.question, second.key)
    await expectSent(page)
    await submit(page)
    await expect(page.getByText(results.counted(2, sheet.questions.length, sheet.questions.length - 2))).toBeVisible()
    await expect(page.getByRole('link', { name: exam.share })).toBeVisible()
  })
})
