import type { Page, Route } from '@playwright/test'
import { listItems } from '#exam/arrangement.ts'
import { letterOf, positionOf, parsePair, type AnswerInput, type Question } from '#exam/question.ts'
import { unsealForScreen, type SealedQuestion } from '#exam/planning/simulation.ts'
import { becomeMember, newAddress, open, signIn, signUp, test } from '#tests/journeys/accounts.ts'
import { cardOf, expectAnswer, expectOnQuestion, giveAnswer, goToQuestion, pagerLink, wrongAnswer } from '#tests/journeys/exam-screen.ts'
import { expect, expectAccessible, type NumberedQuestion } from '#tests/journeys/fixtures.ts'
import { en } from '#web/text/en/en.ts'
import { progress } from '#web/text/en/progress.ts'
import { saving } from '#web/text/en/saving.ts'
import { practicePanel } from '#web/text/en/practice-panel.ts'
import { simulation as words } from '#web/text/en/simulation.ts'
import { results } from '#web/text/en/results.ts'

const { exam } = en
const certificationId = 'mb-800'
const path = `/exam/${certificationId}/simulation`

type Sheet = { id: string; secret?: string; questions: SealedQuestion[]; deadlineAt: number; now: number }

// The browser reports requests that fail while the network is off.
test.use({ expectedErrors: /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch/ })

/** Starts the shortest simulation, and returns what the server sent for it. */
async function start(page: Page): Promise<{ sheet: Sheet; body: string }> {
  await page.goto(path)
  await page.getByRole('radio', { name: words.lengthNames.short }).check()
  const answered = page.waitForResponse('**/api/simulations')
  await page.getByRole('button', { name: words.start }).click()
  const body = await (await answered).text()
  await expectOnQuestion(page, 1)
  return { sheet: JSON.parse(body) as Sheet, body }
}

/** The answer key of a bank question, in the letters and positions that the simulation shows. */
function shuffledKey(bank: readonly NumberedQuestion[], sealed: SealedQuestion): { question: Question; key: AnswerInput } {
  const question = unsealForScreen(sealed)
  const original = bank.find(({ id }) => id === sealed.id)
  if (!original) throw new Error(`The bank has no question ${sealed.id}`)
  const newIndexOf = (from: number) => listItems(question).indexOf(listItems(original)[from] ?? '')
  switch (original.type) {
    case 'single_choice':
    case 'multiple_choice':
      return {
        question,
        key: original.answerKey.map((letter) => letterOf(sealed.options.indexOf(original.options[positionOf(letter)] ?? ''))),
      }
    case 'reorder':
      return { question, key: original.answerKey.map((step) => String(newIndexOf(Number(step)))) }
    case 'drag_drop':
      return {
        question,
        key: original.answerKey.map((entry) => {
          const { left, right } = parsePair(entry) ?? { left: 0, right: 0 }
          return `${left}=${newIndexOf(right)}`
        }),
      }
    case 'drop_down':
      return {
        question,
        key: original.answerKey.map((choice, blank) => {
          const text = original.completion?.blanks[blank]?.choices[Number(choice)] ?? ''
          return String(question.completion?.blanks[blank]?.choices.indexOf(text))
        }),
      }
    case 'statements':
    case 'solution':
      return { question, key: original.answerKey }
  }
}

async function submit(page: Page): Promise<void> {
  await page.getByRole('button', { name: words.review }).click()
  await page.getByRole('dialog', { name: words.reviewTitle }).getByRole('button', { name: words.submit }).click()
  await expect(page.getByText(/exam-style points/)).toBeVisible()
}

async function expectSent(page: Page): Promise<void> {
  await expect(page.getByText(words.saved, { exact: true })).toBeVisible()
}

test.describe('Noor', () => {
  test('takes a simulation as a guest, sealed until it is submitted, and practices the mistakes', async ({ page, readBank }) => {
    test.setTimeout(120_000)
    const bank = await readBank(certificationId)
    await page.goto(`/certifications/${certificationId}`)
    await page.getByRole('radio', { name: practicePanel.names.simulation }).check()
    await page.getByRole('link', { name: exam.startSimulation }).click()
    await expect(page.getByRole('heading', { level: 1, name: /Simulation$/ })).toBeVisible()
    const { sheet, body } = await start(page)
    expect(body).not.toMatch(/"(?:key|correct_answer|explanation|reference|option_?explanations)"/i)
    for (const { id, explanation, reference } of bank) {
      expect(body).not.toContain(explanation)
      if (sheet.questions.some((question) => question.id === id)) expect(body).not.toContain(reference)
    }
    for (const name of ['Reveal Answer', exam.askHelp]) await expect(page.getByRole('button', { name })).toBeHidden()
    await expect(page.getByText(exam.helpClosed)).toBeVisible()
    await page.keyboard.press('/')
    await expect(page.getByRole('dialog')).toBeHidden()
    await page.keyboard.press('r')
    await expect(page.getByText('Explanation:', { exact: true })).toBeHidden()

    const shown = sheet.questions.map((sealed) => shuffledKey(bank, sealed))
    for (const [i, { question, key }] of shown.entries()) {
      if (i === shown.length - 1) break
      await goToQuestion(page, i + 1)
      await giveAnswer(page, question, i === 1 ? wrongAnswer({ ...question, answerKey: key }) : key)
    }
    await cardOf(page).getByRole('button', { name: exam.flag, exact: true }).click()
    await page.getByRole('button', { name: words.review }).click()
    const dialog = page.getByRole('dialog', { name: words.reviewTitle })
    await expect(dialog).toContainText(words.counts.answered(shown.length - 1))
    await expect(dialog).toContainText(words.counts.blank(1))
    await expect(dialog).toContainText(words.counts.flagged(1))
    await expect(dialog.getByRole('button', { name: exam.keepGoing })).toBeFocused()
    await dialog.getByRole('button', { name: exam.pagerName(1, 'answered', false), exact: true }).click()
    await expectOnQuestion(page, 1)
    await page.getByRole('button', { name: words.review }).click()
    await dialog.getByRole('button', { name: exam.pagerName(shown.length, null, false), exact: true }).press('Enter')
    await expectOnQuestion(page, shown.length)
    await expect(cardOf(page)).toBeFocused()

    await page.getByRole('button', { name: words.review }).click()
    await dialog.getByRole('button', { name: words.submit }).press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: /^Passed/ })).toBeFocused()
    await expect(page.getByText(results.percent(80), { exact: true }).first()).toBeVisible()
    await page.getByRole('button', { name: results.filters.all(shown.length) }).click()
    await page.getByRole('listitem').filter({ hasText: results.leftBlank }).getByRole('button', { expanded: false }).click()
    await expect(page.getByRole('heading', { name: 'Explanation:' })).toBeVisible()

    await page.reload()
    await expect(page.getByText(/exam-style points/)).toBeVisible()
    await page.getByRole('button', { name: results.fixMistakes(1) }).click()
    await expect(page).toHaveURL(`/exam/${certificationId}?set=mistakes`)
    await page.goto(path)
    await page.getByRole('button', { name: words.seeLast }).click()
    await expect(page.getByText(/exam-style points/)).toBeVisible()
    await page.getByRole('button', { name: words.again }).press('Enter')
    await expect(page.getByRole('button', { name: words.start })).toBeEnabled()
    await expect(page.getByRole('heading', { level: 1, name: /Simulation$/ })).toBeFocused()
  })

  test('continues after a reload and in a second tab, which stay in sync', async ({ page, context, readBank }) => {
    const bank = await readBank(certificationId)
    const { sheet } = await start(page)
    const shown = sheet.questions.map((sealed) => shuffledKey(bank, sealed))
    const [first, second] = shown
    if (!first || !second) throw new Error('A simulation has two questions at least')
    await giveAnswer(page, first.question, first.key)
    await expectSent(page)
    await page.reload()
    await expectOnQuestion(page, 1)
    await expectAnswer(page, first.question, first.key)
    expect(await readSecondsLeft(page)).toBeLessThanOrEqual((sheet.deadlineAt - sheet.now) / 1000)

    const other = await context.newPage()
    await other.goto(path)
    await expectAnswer(other, first.question, first.key)
    await goToQuestion(other, 2)
    await giveAnswer(other, second.question, second.key)
    await goToQuestion(page, 2)
    await expectAnswer(page, second.question, second.key)
    await submit(other)
    await expect(page.getByText(/exam-style points/)).toBeVisible()
  })

  test('answers offline, sees how much is unsent, and it counts when the network is back', async ({ page, context, readBank }) => {
    const bank = await readBank(certificationId)
    const { sheet } = await start(page)
    const shown = sheet.questions.map((sealed) => shuffledKey(bank, sealed))
    await expectSent(page)
    const [first, second] = shown
    if (!first || !second) throw new Error('The simulation has fewer than two questions')
    await test.step('also when nothing arrives although the browser is online', async () => {
      const moves = '**/api/attempts/*/moves'
      await page.route(moves, (route) => route.abort())
      await giveAnswer(page, first.question, first.key)
      await expect(page.getByRole('alert').filter({ hasText: words.notReceivedTitle })).toContainText(words.notReceived([1]))
      await page.unroute(moves)
      await expectSent(page)
      await expect(page.getByText(words.notReceivedTitle)).toBeHidden()
    })
    await context.setOffline(true)
    await goToQuestion(page, 2)
    await giveAnswer(page, second.question, second.key)
    await expect(page.getByRole('alert').filter({ hasText: words.offlineTitle })).toContainText(words.offline([2]))
    await context.setOffline(false)
    await expectSent(page)
    await expect(page.getByText(words.offlineTitle)).toBeHidden()
    await submit(page)
    await expect(page.getByText(results.counted(2, shown.length, shown.length - 2))).toBeVisible()
  })

  test('cannot start a simulation offline, and sees why', async ({ page, context }) => {
    await page.goto(path)
    await expect(page.getByRole('button', { name: words.start })).toBeEnabled()
    await context.setOffline(true)
    await expect(page.getByText(words.needsNetwork)).toBeVisible()
    await expect(page.getByRole('button', { name: words.start })).toBeDisabled()
  })

  test('sees a warning at five minutes and at one minute, also when the time is hidden', async ({ page }) => {
    await page.clock.install()
    const { sheet } = await start(page)
    const minutes = (sheet.deadlineAt - sheet.now) / 60_000
    const timer = page.getByRole('timer', { name: words.timeLeft })
    await expect(timer).toBeVisible()
    await page.getByRole('button', { name: words.hideTime }).click()
    await expect(timer).toBeHidden()
    // The page must not receive the actual time.
    await page.route('**/api/attempts/*/moves', (route) => route.abort())
    await page.clock.runFor((minutes - 5) * 60_000 - 10_000)
    await expect(page.getByText(/minutes? left/)).toBeHidden()
    await page.clock.runFor(12_000)
    await expect(page.getByRole('alert').filter({ hasText: words.notices[5] })).toBeVisible()
    await page.getByRole('button', { name: words.closeNotice, exact: true }).click()
    await expect(page.getByText(words.notices[5])).toBeHidden()
    await page.clock.runFor(4 * 60_000)
    await expect(page.getByRole('alert').filter({ hasText: words.notices[1] })).toBeVisible()
    await page.getByRole('button', { name: words.showTime }).click()
    await expect(timer).toBeVisible()
  })

  test('uses the clock of the server, not of the device', async ({ page }) => {
    await page.clock.install()
    const { sheet } = await start(page)
    const seconds = (sheet.deadlineAt - sheet.now) / 1000
    await page.clock.fastForward('01:00:00')
    await expect.poll(() => readSecondsLeft(page)).toBeGreaterThan(seconds - 60)
    await expect(page.getByRole('button', { name: words.review })).toBeVisible()
    await page.clock.setSystemTime(new Date('2031-01-01T00:00:00Z'))
    await goToQuestion(page, 2)
    await expectSent(page)
    expect(await readSecondsLeft(page)).toBeGreaterThan(seconds - 60)
  })

  test('starts at the top on a phone, with both buttons within reach of the thumb', async ({ page }) => {
    for (const height of [640, 844]) {
      await page.setViewportSize({ width: 320, height })
      await start(page)
      await expect(cardOf(page)).toBeFocused()
      expect(await page.evaluate(() => window.scrollY)).toBe(0)
      await expect(cardOf(page).getByRole('heading', { level: 2 })).toBeInViewport()
      await submit(page)
    }
    await page.goto(path)
    await start(page)
    const next = cardOf(page).getByRole('button', { name: exam.next })
    const [around, label, arrow] = await Promise.all([next, next.locator('span'), next.locator('svg')].map((part) => part.boundingBox()))
    if (!around || !label || !arrow) throw new Error('Next has a label and an arrow')
    // Found on a phone: the label was far left and the arrow in the middle, because the icon grew with the button.
    const [before, after] = [label.x - around.x, around.x + around.width - arrow.x - arrow.width]
    expect(Math.abs(before - after)).toBeLessThan(2)
  })

  test('gets a grade for the given answers when the time is over', async ({ page, readBank }) => {
    const bank = await readBank(certificationId)
    let endsAt = 0
    // As if the time had been a few seconds; on the server it would take twenty minutes.
    await page.route('**/api/simulations', (route) => alter(route, (sheet) => ({ ...sheet, deadlineAt: (endsAt = sheet.now + 6_000) })))
    const { sheet } = await start(page)
    await page.route('**/api/attempts/*/sheet', (route) => alter(route, (later) => ({ ...later, deadlineAt: endsAt })))
    const [first] = sheet.questions.map((sealed) => shuffledKey(bank, sealed))
    if (first) await giveAnswer(page, first.question, first.key)
    await expect(page.getByText(/exam-style points/)).toBeVisible({ timeout: 20_000 })
    await expect(page.getByText(words.timeRanOut)).toBeVisible()
    await expect(page.getByText(results.counted(1, sheet.questions.length, sheet.questions.length - 1))).toBeVisible()
  })

  test('gets a grade for the given answers when the device has slept past the end', async ({ page, readBank }) => {
    const bank = await readBank(certificationId)
    await page.clock.install()
    let sleptMs = 0
    // As if the clock of the server had run on while the device slept.
    await page.route('**/api/attempts/*/moves', (route) => alter(route, (reply) => ({ ...reply, now: reply.now + sleptMs })))
    const { sheet } = await start(page)
    const [first] = sheet.questions.map((sealed) => shuffledKey(bank, sealed))
    if (first) await giveAnswer(page, first.question, first.key)
    await expectSent(page)
    sleptMs = 60 * 60_000
    await page.clock.setSystemTime((await page.evaluate(() => Date.now())) + sleptMs)
    await expect(page.getByText(/exam-style points/)).toBeVisible({ timeout: 20_000 })
    await expect(page.getByText(results.counted(1, sheet.questions.length, sheet.questions.length - 1))).toBeVisible()
  })

  test('can use every screen of a simulation', async ({ page }) => {
    test.setTimeout(180_000)
    await page.goto(path)
    await expect(page.getByRole('button', { name: words.start })).toBeEnabled()
    await expectAccessible(page)
    await start(page)
    await page.getByRole('button', { name: exam.next }).click()
    await expectAccessible(page)
    await page.getByRole('button', { name: words.review }).click()
    await expectAccessible(page)
    await page.getByRole('dialog').getByRole('button', { name: words.submit }).click()
    await expect(page.getByText(/exam-style points/)).toBeVisible()
    await expectAccessible(page)
  })
})

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
  // Long enough for the response to reach the screen.
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

  // A change arrives that cannot be written.
  await page.evaluate(() => localStorage.setItem('full', 'yes'))
  await page.reload()
  await expectOnQuestion(page, 1)
})

// Found with two tabs that both showed the start: the second one started another simulation, and the first one counted as 0%.
test.describe('In two tabs that both show the start', () => {
  // The browser reports the refused simulation.
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

// Found by signing in after a simulation: this browser showed it, but the history did not, and it could not be added.
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
  // Requests with the secret can arrive at the moment when the secret becomes invalid.
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

async function readSecondsLeft(page: Page): Promise<number> {
  const text = (await page.getByRole('timer', { name: words.timeLeft }).textContent()) ?? ''
  const parts = text
    .replace(/[^\d:]/g, '')
    .split(':')
    .map(Number)
  return parts.reduce((sum, part) => sum * 60 + part, 0)
}

/** Responds with the server's response, except for the change. */
async function alter(route: Route, change: (sheet: Sheet) => object): Promise<void> {
  const response = await route.fetch()
  if (route.request().method() === 'GET' && !response.ok()) return route.fulfill({ response })
  await route.fulfill({ response, json: change((await response.json()) as Sheet) })
}
