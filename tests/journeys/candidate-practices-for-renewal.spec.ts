import { renewalQuestionCount } from '#exam/planning/renewal.ts'
import { renewalPath } from '#exam/question-set.ts'
import { expectOnQuestion, expectSaved, finish, reveal } from '#tests/journeys/exam-screen.ts'
import { becomeMember, expect, expectAccessible, open, test } from '#tests/journeys/accounts.ts'
import { practicePanel } from '#web/text/en/practice-panel.ts'
import { renewal as words } from '#web/text/en/renewal.ts'
import { renewalDates as dates } from '#web/text/en/renewal-dates.ts'
import { results } from '#web/text/en/results.ts'

test.describe('Camille, on a phone and without an account,', () => {
  test.use({ viewport: { width: 375, height: 812 } })

  test('practices for renewal with the documentation open, and continues after a reload', async ({ page }) => {
    await page.goto('/certifications/mb-800')
    await page.getByRole('radio', { name: practicePanel.names.renewal }).check({ force: true })
    const month = page.getByLabel(words.earned)
    await month.fill('2999-01')
    await page.getByRole('button', { name: words.start }).click()
    await expect(page.getByText(words.problem('MONTH_FUTURE'))).toBeVisible()
    await expect(month).toBeFocused()
    await month.fill('2025-10')
    await expect(page.getByText(words.newQuestions(30, 30, '2025-10'))).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: words.start }).click()

    await expectOnQuestion(page, 1)
    await expect(page).toHaveURL(/\/exam\/mb-800\?set=renewal$/)
    const book = page.getByRole('region', { name: words.book })
    await expect(book.getByRole('timer', { name: words.timeLeft })).toHaveText(/^\s*(2 hr 00|1 hr 59) min$/)
    await book.getByRole('group').locator('summary').click()
    const links = book.getByRole('link')
    expect(await links.count()).toBeGreaterThan(5)
    expect(await links.count()).toBeLessThanOrEqual(renewalQuestionCount)
    for (const link of await links.all()) {
      await expect(link).toHaveAttribute('target', '_blank')
      await expect(link).toHaveAttribute('href', /^https:\/\/learn\.microsoft\.com\//)
    }
    await expectAccessible(page)

    const dates = await book.locator('small').allTextContents()
    expect(dates.length).toBeGreaterThan(5)
    for (const date of dates) expect(date).toMatch(/(November|December) \d+, 2025|2026/)
    const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
    await book.getByRole('button', { name: words.hideTime }).click()
    await expect(book.getByRole('timer')).toHaveCount(0)
    await reveal(page)
    await expectSaved(page)

    await page.reload()
    await expectOnQuestion(page, 1)
    await expect(book.getByRole('button', { name: words.showTime })).toBeVisible()
    await book.getByRole('group').locator('summary').click()
    await expect(links).toHaveCount(addresses.length)
    expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual(addresses)
    await finish(page)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(results.nothingAnswered)
    await expect(page.getByText(results.passMark(70))).toHaveCount(0)
  })

  test('reads why some certifications have no renewal, and what to enter', async ({ page }) => {
    await page.goto('/certifications/pl-200?mode=renewal')
    await expect(page.getByText(words.cannotRenew('PL-200'))).toBeVisible()
    await expect(page.getByText(/^Exam to take next: AB-410/)).toBeVisible()
    await page.goto('/certifications/pl-900?mode=renewal')
    await expect(page.getByText(words.neverExpires('PL-900'))).toBeVisible()
    await page.goto(renewalPath('pl-900', '2025-10'))
    await expect(page.getByRole('heading', { name: words.notRenewableTitle('PL-900') })).toBeVisible()
    await page.goto(renewalPath('mb-800', '2025-13'))
    await expect(page.getByText(words.problem('MONTH_UNREADABLE'))).toBeVisible()
    await page.getByRole('link', { name: words.chooseMonth }).click()
    await expect(page.getByLabel(words.earned)).toBeVisible()
    await page.goto('/exam/mb-800?set=renewal')
    await expect(page.getByRole('heading', { name: 'No renewal practice yet' })).toBeVisible()
    await expectAccessible(page)
  })
})

test.describe('Camille, signed in on a phone,', () => {
  test.use({ viewport: { width: 375, height: 812 }, expectedErrors: /status of 400/ })

  test('saves the day on which a certification ends, and turns its reminders off', async ({ page, baseURL }) => {
    const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60_000).toISOString().slice(0, 10)
    await becomeMember(page, baseURL)
    await open(page, '/certifications/mb-800?mode=renewal')
    await page.getByRole('link', { name: words.remind }).click()
    const section = page.getByRole('region', { name: dates.title })
    await expect(section.getByLabel(dates.certification)).toHaveValue('mb-800')
    await section.getByLabel(dates.day).fill(inDays(-40))
    await section.getByRole('button', { name: dates.save }).click()
    await expect(section.getByText(dates.problem('DATE_PAST') ?? '')).toBeVisible()
    await section.getByLabel(dates.day).fill(inDays(200))
    await section.getByRole('button', { name: dates.save }).click()
    await expect(section.getByText(dates.endsOn(inDays(200), 200))).toBeVisible()
    await expect(section.getByText(dates.reminds)).toBeVisible()
    await expectAccessible(page)
    await section.getByLabel(dates.certification).selectOption('mb-800')
    await section.getByLabel(dates.day).fill(inDays(200))
    await section.getByLabel(dates.remind).uncheck()
    await section.getByRole('button', { name: dates.save }).click()
    await expect(section.getByText(dates.noReminders)).toBeVisible()
    await section.getByRole('button', { name: /^Remove/ }).click()
    await expect(section.getByText(dates.noReminders)).toHaveCount(0)
  })
})
