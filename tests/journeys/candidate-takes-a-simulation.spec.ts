import { starting } from '#web/text/en/start-attempt.ts'
import type { Page, Route } from '@playwright/test'
import { test } from '#tests/journeys/accounts.ts'
import { cardOf, expectAnswer, expectOnQuestion, giveAnswer, goToQuestion, wrongAnswer } from '#tests/journeys/exam-screen.ts'
import { expect, expectAccessible } from '#tests/journeys/fixtures.ts'
import { practicePanel } from '#web/text/en/practice-panel.ts'
import { simulation as words } from '#web/text/en/simulation.ts'
import { results } from '#web/text/en/results.ts'
import { certificationId, exam, expectSent, path, shuffledKey, start, submit, type Sheet } from '#tests/journeys/simulation-screen.ts'

// The browser logs requests that fail while the network is off.
test.use({ expectedErrors: /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch/ })

test.describe('Noor', () => {
  test('takes a simulation as a guest, sealed until it is submitted, and practices the mistakes', async ({ page, readBank }) => {
    test.setTimeout(120_000)
    const bank = await readBank(certificationId)
    await page.goto(`/certifications/${certificationId}`)
    await page.getByRole('radio', { name: practicePanel.names.simulation }).check()
    await page.getByRole('link', { name: starting.startSimulation }).click()
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
    // These requests are blocked, because their responses contain the actual time.
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
    // Shortens the time limit to a few seconds; on the server, it is twenty minutes.
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
    // Changes the server's time in responses, as if time had passed while the device slept.
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

async function readSecondsLeft(page: Page): Promise<number> {
  const text = (await page.getByRole('timer', { name: words.timeLeft }).textContent()) ?? ''
  const parts = text
    .replace(/[^\d:]/g, '')
    .split(':')
    .map(Number)
  return parts.reduce((sum, part) => sum * 60 + part, 0)
}

/** Responds with the server's response after changing it. */
async function alter(route: Route, change: (sheet: Sheet) => object): Promise<void> {
  const response = await route.fetch()
  if (route.request().method() === 'GET' && !response.ok()) return route.fulfill({ response })
  await route.fulfill({ response, json: change((await response.json()) as Sheet) })
}
