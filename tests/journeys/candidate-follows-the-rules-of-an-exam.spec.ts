/**
 * A simulation like the exam: sections that close after a warning, a break that closes the questions that were seen, access to
 * documentation, questions that do not count, and a clock that keeps running while the device sleeps.
 */
import type { Page } from '@playwright/test'
import type { SimulationSheetResponse } from '#exam/contract.ts'
import { examRuleNames } from '#exam/exam-rules.ts'
import { gradeAttempt, orderAsReported } from '#exam/results/results.ts'
import { test } from '#tests/journeys/accounts.ts'
import { expectOnQuestion } from '#tests/journeys/exam-screen.ts'
import { expect, expectAccessible } from '#tests/journeys/fixtures.ts'
import { catalogue } from '#web/text/en/catalogue.ts'
import { documentation } from '#web/text/en/documentation.ts'
import { en } from '#web/text/en/en.ts'
import { examRules as words } from '#web/text/en/exam-rules.ts'
import { results } from '#web/text/en/results.ts'
import { simulation } from '#web/text/en/simulation.ts'

const { exam } = en

// The browser logs requests that fail while the network is off.
test.use({ expectedErrors: /ERR_INTERNET_DISCONNECTED|Failed to fetch/ })

test('Noor takes a simulation with sections and a break', async ({ page, context }) => {
  await page.goto('/exam/mb-800/simulation')
  await expect(page.getByRole('button', { name: simulation.start })).toBeEnabled()
  await expect(page.getByRole('heading', { name: words.title })).toBeVisible()
  await expect(page.locator('.exam-rules > div')).toHaveCount(examRuleNames.length)
  await expect(page.getByText(words.seat('MB-800', { minutes: 100, seatMinutes: 120, isAbout: false }))).toBeVisible()
  await page.getByRole('radio', { name: words.modes.exam }).check()
  await expect(page.getByRole('checkbox', { name: words.choices.sections.label })).toBeChecked()
  await page.getByRole('checkbox', { name: words.choices.language_time.label }).check()
  await expectAccessible(page)
  const answered = page.waitForResponse('**/api/simulations')
  await page.getByRole('button', { name: simulation.start }).click()
  const sheet = (await (await answered).json()) as SimulationSheetResponse
  expect(sheet.deadlineAt - sheet.now).toBe((sheet.minutes + 30) * 60_000)
  const { sections = [], questionIds } = sheet.attempt
  expect(sections.length).toBeGreaterThan(1)
  const second = (sections[0]?.length ?? 0) + 1

  await test.step('sees what a break closes, and takes one', async () => {
    await expectOnQuestion(page, 1)
    await page.getByRole('button', { name: exam.next, exact: true }).click()
    await expectOnQuestion(page, 2)
    await page.getByRole('button', { name: words.takeBreak }).click()
    const dialog = page.getByRole('dialog', { name: words.breakTitle })
    await expect(dialog).toContainText(words.breakText(2, 5))
    await expect(dialog.getByRole('button', { name: words.keepWorking })).toBeFocused()
    await expectAccessible(page)
    await context.setOffline(true)
    await expect(dialog).toContainText(words.breakOffline)
    await context.setOffline(false)
    await expect(dialog).not.toContainText(words.breakOffline)
    await dialog.getByRole('button', { name: words.startBreak }).click()
    await expect(page.getByRole('heading', { name: words.break })).toBeVisible()
    await expect(page.getByRole('region', { name: /^Question/ })).toBeHidden()
    await expectAccessible(page)
    await page.getByRole('button', { name: words.continueNow }).click()
    await expectOnQuestion(page, 3)
    await expect(page.getByRole('button', { name: exam.previous })).toHaveAttribute('aria-disabled', 'true')
  })

  await test.step('is warned before the section closes, and cannot return', async () => {
    const end = page.getByRole('button', { name: words.endSection(1) })
    const dialog = page.getByRole('dialog', { name: words.endSectionTitle(1) })
    await end.click()
    await dialog.getByRole('button', { name: words.keepWorking }).click()
    await expectOnQuestion(page, 3)
    await end.click()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: words.endSection(1) }).click()
    await expectOnQuestion(page, second)
    await expect(page.getByText(/^Section 2 of/)).toBeVisible()
    await page.keyboard.press('p')
    await expectOnQuestion(page, second)
    await expect(page.getByText(simulation.saved, { exact: true })).toBeVisible()
  })

  await test.step('is still in the break after a reload, until the five minutes are over or it ends', async () => {
    await page.reload()
    await page.getByRole('button', { name: words.continueNow }).click()
    await expectOnQuestion(page, second)
  })

  await page.getByRole('button', { name: simulation.review }).click()
  const review = page.getByRole('dialog', { name: simulation.reviewTitle })
  await expect(review.getByRole('button', { name: exam.pagerName(1, 'locked', false) })).toBeDisabled()
  await review.getByRole('button', { name: simulation.submit }).click()
  await expect(page.getByText(/exam-style points/)).toBeVisible()
  expect(questionIds.length).toBeGreaterThan(second)
  await expect(page.getByText(results.unscored(Math.floor(questionIds.length / 10)))).toBeVisible()
})

/** Tells the page that its window is hidden or shown, because a browser without windows does not do so. */
const setHidden = (page: Page, isHidden: boolean) =>
  page.evaluate(
    (state) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state })
      document.dispatchEvent(new Event('visibilitychange'))
    },
    isHidden ? 'hidden' : 'visible',
  )

test('Noor reads documentation while the clock runs, and the result says how long', async ({ page, context }) => {
  await context.route('https://learn.microsoft.com/**', (route) => route.fulfill({ contentType: 'text/html', body: '<title>Page</title>' }))
  await page.clock.install()
  await page.goto('/exam/mb-800/simulation')
  await page.getByRole('radio', { name: words.modes.exam }).check()
  await expect(page.getByRole('checkbox', { name: words.choices.documentation.label })).toBeChecked()
  await expect(page.getByRole('checkbox', { name: words.choices.unscored.label })).toBeChecked()
  await expect(page.getByRole('button', { name: simulation.start })).toBeEnabled()
  const answered = page.waitForResponse('**/api/simulations')
  await page.getByRole('button', { name: simulation.start }).click()
  expect(await (await answered).text()).not.toMatch(/unscored/i)
  await expectOnQuestion(page, 1)

  // The keyboard shortcut works once the attempt has been read from the device.
  await expect(page.getByRole('button', { name: words.names.documentation })).toBeVisible()
  await page.keyboard.press('o')
  const panel = page.getByRole('dialog', { name: documentation.title })
  await expect(panel).toContainText(documentation.clock)
  await expect(panel).toContainText(documentation.away('0:00'))
  // No area is expanded, so that the panel does not give away which area the question is about.
  await expect(panel.getByRole('listitem')).toHaveCount(0)
  await panel.getByText('Configure financials').click()
  await expectAccessible(page)
  const opened = context.waitForEvent('page')
  await panel.getByRole('listitem').first().getByRole('link').click()
  await setHidden(page, true)
  const tab = await opened
  expect(new URL(tab.url()).host).toBe('learn.microsoft.com')
  await tab.close()
  await page.clock.fastForward(125_000)
  await setHidden(page, false)
  await expect(panel).toContainText(/: 2:0\d$/)

  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()

  await test.step('sees that time went on while the device slept, until the server says otherwise', async () => {
    const asleep = page.getByRole('alert').filter({ hasText: /asleep for/ })
    await context.setOffline(true)
    const now = await page.evaluate(() => Date.now())
    await page.clock.setSystemTime(now + 75 * 60_000)
    await expect(asleep).toContainText('We’ll check it when you reconnect.')
    await expect(page.getByRole('alert').filter({ hasText: simulation.noticesLess[30] })).toBeVisible()
    await expectAccessible(page)
    // The remaining time is only an estimate, so the simulation is not submitted.
    await page.clock.setSystemTime(now + 4 * 60 * 60_000)
    await expect(asleep).toContainText('When it woke, time had run out.')
    await expect(page.getByRole('timer', { name: simulation.timeLeft })).toHaveText(simulation.left(0))
    await expectOnQuestion(page, 1)
    // The server knows the real time: only the clock of the device was changed.
    await context.setOffline(false)
    await expect(asleep).toBeHidden()
  })

  const submit = async () => {
    await page.getByRole('button', { name: simulation.review }).click()
    const graded = page.waitForResponse(
      async (response) => response.url().endsWith('/sheet') && ((await response.json()) as SimulationSheetResponse).finished,
    )
    await page.getByRole('dialog', { name: simulation.reviewTitle }).getByRole('button', { name: simulation.submit }).click()
    await page.clock.runFor(1000)
    return (await (await graded).json()) as Extract<SimulationSheetResponse, { finished: true }>
  }
  const sheet = await submit()
  // Less time has passed by the server's clock, and only that time counts.
  await expect(page.getByText(simulation.timeAway(1, 1))).toBeVisible()

  await test.step('sees the weakest areas first, and which questions did not count', async () => {
    const names = sheet.certification.skillAreas.map(({ name }) => name)
    const { areas = [], total = 0 } = gradeAttempt(sheet.attempt, sheet.questions, names) ?? {}
    await expect(page.getByText(results.weakestFirst)).toBeVisible()
    const practiceLinks = page.locator('.areas').getByRole('link')
    const shown = await practiceLinks.evaluateAll((links) => links.map((link) => link.getAttribute('aria-label')))
    expect(shown).toEqual(orderAsReported(areas).map(({ skillArea }) => catalogue.practiceArea(skillArea)))
    const unscored = sheet.questions.length - total
    expect(unscored).toBe(Math.floor(sheet.questions.length / 10))
    await page.getByRole('button', { name: results.filters.unscored(unscored) }).click()
    await expect(page.getByText(results.didNotCount, { exact: true })).toHaveCount(unscored)
    await expectAccessible(page)
  })

  await test.step('compares the next simulation with this one', async () => {
    await expect(page.getByRole('heading', { name: simulation.earlier })).toBeHidden()
    await page.getByRole('button', { name: simulation.again }).click()
    await page.getByRole('radio', { name: simulation.lengthNames.short }).check()
    await page.getByRole('button', { name: simulation.start }).click()
    await expectOnQuestion(page, 1)
    await submit()
    await expect(page.getByRole('heading', { name: simulation.earlier })).toBeVisible()
    const rows = page.getByRole('table').getByRole('row')
    await expect(rows).toHaveCount(2)
    await expect(rows.last()).toContainText(results.percent(0))
    await expect(rows.last()).toContainText(simulation.morePoints(0))
  })
})
