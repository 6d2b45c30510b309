import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { openUnsubscribeTokens, type MailSubscription } from '#server/reminders/unsubscribe.ts'
import { becomeMember, expect, expectAccessible, expectMessage, newAddress, open, signUp, test } from '#tests/journeys/accounts.ts'
import { profile } from '#web/text/en/profile.ts'
import { profileHeader } from '#web/text/en/site.ts'
import { examDates } from '#web/text/en/exam-dates.ts'
import { settings } from '#web/text/en/settings.ts'

const theme = (page: Page, name: string) => page.getByRole('group', { name: settings.theme }).getByRole('radio', { name })
const reminders = (page: Page) => page.getByRole('switch', { name: settings.reminders })
const notifications = (page: Page) => page.getByRole('switch', { name: settings.notifications })
const save = (page: Page) => page.getByRole('button', { name: profile.save }).click()
const expectSaved = (page: Page) => expect(page.getByRole('status').filter({ hasText: settings.saveStatus.saved })).toBeVisible()

/** The date this many days from today, in the format of a date field. */
function inDays(days: number): string {
  return new Date(Date.now() + days * 24 * 60 * 60_000).toISOString().slice(0, 10)
}

async function myData(page: Page): Promise<{ account: { id: string }; settings: Record<string, unknown> }> {
  const response = await page.request.get(new URL('/profile/my-data.json', page.url()).href)
  return (await response.json()) as { account: { id: string }; settings: Record<string, unknown> }
}

/** The unsubscribe link of a message, as created by the server with this data folder. */
async function linkFor(dataDir: string, mail: MailSubscription): Promise<string> {
  const { auth } = JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8')) as { auth: { version: number; value: string }[] }
  return `/unsubscribe?token=${openUnsubscribeTokens(auth).make(mail)}`
}

test.describe('In the settings Camille', () => {
  test.describe('after a mistake', () => {
    test.use({ expectedErrors: /status of 422/ })

    test('chooses reminder times, a daily limit, and the time for a simulation', async ({ page, baseURL }) => {
      await becomeMember(page, baseURL)
      await open(page, '/profile')
      await page.getByRole('link', { name: profileHeader.tabs.settings }).click()
      await expect(page.getByRole('link', { name: profileHeader.tabs.settings })).toHaveAttribute('aria-current', 'page')
      await expect(page.getByRole('button', { name: profile.save })).toHaveCount(0)
      await reminders(page).check({ force: true })
      for (const day of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']) await page.getByRole('checkbox', { name: day }).uncheck()
      const daily = page.getByRole('textbox', { name: settings.dailyQuestions })
      await daily.fill('3')
      await daily.blur()
      for (const code of ['DAYS_NONE', 'DAILY_OUTSIDE'] as const) await expect(page.getByText(settings.problem(code) ?? '')).toBeVisible()
      await expect(page.getByText(settings.saveStatus.refused)).toBeVisible()
      await expect(reminders(page)).toBeChecked()
      await expectAccessible(page)

      await page.getByRole('checkbox', { name: 'Saturday' }).check()
      await page.getByRole('checkbox', { name: 'Sunday' }).check()
      await page.getByRole('combobox', { name: settings.hour }).selectOption('9')
      await page.getByRole('combobox', { name: settings.timeZone }).selectOption('America/New_York')
      await daily.fill('50')
      await page.getByRole('radio', { name: settings.factor(1.5) }).check()
      await page.getByRole('radio', { name: '30', exact: true }).check()
      await expectSaved(page)
      await expect.poll(async () => (await myData(page)).settings).toMatchObject({ dailyGoal: 30 })
      expect(await (await page.request.get(`${baseURL}/api/settings`)).json()).toMatchObject({
        extraTime: 1.5,
        dailyQuestions: 50,
        timeZone: 'America/New_York',
      })
      await page.reload()
      await expect(reminders(page)).toBeChecked()
      await expect(page.getByRole('checkbox', { name: 'Sunday' })).toBeChecked()
      await expect(page.getByRole('checkbox', { name: 'Friday' })).not.toBeChecked()
      await expect(page.getByRole('radio', { name: '30', exact: true })).toBeChecked()
    })

    test('sets the exam date from the page of the exam, sees the days left, and removes it', async ({ page, baseURL }) => {
      await becomeMember(page, baseURL)
      await open(page, '/certifications/mb-800')
      await page.getByRole('button', { name: examDates.setDate }).click()
      const day = page.getByLabel(examDates.examDate, { exact: true }).and(page.locator('input'))
      await day.fill(inDays(-2))
      await page.getByRole('button', { name: examDates.saveDate }).click()
      await expect(page.getByText(examDates.problem('DATE_PAST') ?? '')).toBeVisible()
      await day.fill(inDays(23))
      await page.getByRole('button', { name: examDates.saveDate }).click()
      await expect(page.getByText('23 days to MB-800')).toBeVisible()
      await expect(day).toHaveCount(0)
      await expectAccessible(page)
      await page.reload()
      await expect(page.getByText('23 days to MB-800')).toBeVisible()
      await open(page, '/profile')
      const next = page.getByRole('region', { name: examDates.nextExam })
      await expect(next).toContainText('23 days')
      await next.getByRole('link', { name: examDates.changeDate }).click()
      await expect(page.getByText('in 23 days')).toBeVisible()
      await page.getByRole('button', { name: `${examDates.remove} MB-800` }).click()
      await expectMessage(page, examDates.done['exam-date-removed'] ?? '')
      await expect(page.getByText('in 23 days')).toHaveCount(0)
    })
  })

  test.describe('in Tokyo', () => {
    test.use({ timezoneId: 'Asia/Tokyo' })

    test('never has to enter a time zone, but can choose another one', async ({ page, baseURL }) => {
      await becomeMember(page, baseURL)
      await open(page, '/profile')
      await expect.poll(async () => (await myData(page)).settings).toMatchObject({ timeZone: 'Asia/Tokyo', isTimeZoneChosen: false })
      await page.goto('/profile/settings')
      const zone = page.getByRole('combobox', { name: settings.timeZone })
      await expect(zone).toHaveValue('Asia/Tokyo')
      await zone.selectOption('Europe/Paris')
      await expectSaved(page)
      expect((await myData(page)).settings).toMatchObject({ timeZone: 'Europe/Paris', isTimeZoneChosen: true })
      // A choice made before the scripts load is saved as well.
      await page.route('**/assets/*.js', async (route) => {
        await zone.selectOption('Europe/Lisbon')
        await route.continue()
      })
      await page.goto('/profile/settings')
      await page.unroute('**/assets/*.js')
      await expect(page.getByRole('button', { name: settings.chooseZone('Asia/Tokyo') })).toBeVisible()
      await expect(zone).toHaveValue('Europe/Lisbon')
      await expect.poll(async () => (await myData(page)).settings).toMatchObject({ timeZone: 'Europe/Lisbon' })
      await page.getByRole('button', { name: settings.chooseZone('Asia/Tokyo') }).click()
      await expect(zone).toHaveValue('Asia/Tokyo')
      await expect.poll(async () => (await myData(page)).settings).toMatchObject({ timeZone: 'Asia/Tokyo' })
    })
  })

  test('chooses a color scheme that overrides the device, in every tab, from the first paint', async ({ page, context, baseURL }) => {
    await becomeMember(page, baseURL)
    await page.emulateMedia({ colorScheme: 'dark' })
    await open(page, '/profile/settings')
    const other = await context.newPage()
    await other.emulateMedia({ colorScheme: 'dark' })
    await open(other, '/certifications')
    // If the browser interface has a color, it is always the color of the page.
    const paper = async (of: Page) => {
      const { color, around } = await of.evaluate(() => {
        const pixelOf = (color: string) => {
          const canvas = document.createElement('canvas').getContext('2d')
          if (!canvas) throw new Error('Nothing to paint on')
          canvas.fillStyle = color
          canvas.fillRect(0, 0, 1, 1)
          return canvas.getImageData(0, 0, 1, 1).data.join()
        }
        const metas = [...document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')]
        const counts = metas.find(({ media }) => matchMedia(media).matches)
        return { color: pixelOf(getComputedStyle(document.documentElement).backgroundColor), around: pixelOf(counts?.content ?? '') }
      })
      expect(around).toBe(color)
      return color
    }
    const dark = await paper(other)
    await theme(page, settings.themes.light).check()
    await expect(other.locator('html')).toHaveAttribute('data-theme', 'light')
    const light = await paper(other)
    expect(light).not.toBe(dark)
    // Before the styles load, the empty page has the color of the scheme.
    await other.route('**/*.css', (route) => route.fulfill({ contentType: 'text/css', body: '' }))
    await other.goto('/privacy')
    expect(await other.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('light')
    await other.unroute('**/*.css')
    await other.goto('/terms')
    expect(await paper(other)).toBe(light)

    await theme(page, settings.themes.dark).check()
    await page.emulateMedia({ colorScheme: 'light' })
    expect(await paper(page)).toBe(dark)
    await page.reload()
    expect(await paper(page)).toBe(dark)
    await expect(theme(page, settings.themes.dark)).toBeChecked()
    expect(await paper(page)).toBe(dark)
    await theme(page, settings.themes.system).check()
    expect(await paper(page)).toBe(light)
    await expect(page.locator('html')).not.toHaveAttribute('data-theme')
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await paper(page)).toBe(dark)
    await page.reload()
    await expect(theme(page, settings.themes.system)).toBeChecked()
  })

  test('chooses a color scheme by keyboard', async ({ page, baseURL }) => {
    await becomeMember(page, baseURL)
    await open(page, '/profile/settings')
    await theme(page, settings.themes.system).focus()
    await page.keyboard.press('ArrowRight')
    await expect(theme(page, settings.themes.light)).toBeChecked()
    await page.keyboard.press('ArrowRight')
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await page.keyboard.press('Shift+Tab')
    await expect(page.getByRole('combobox', { name: settings.timeZone })).toBeFocused()
  })

  test('turns mail off with the link of a message in a signed-out browser', async ({ page, openElsewhere, baseURL, dataDir }) => {
    await becomeMember(page, baseURL)
    await open(page, '/profile/settings')
    await reminders(page).check({ force: true })
    await notifications(page).check({ force: true })
    await expect.poll(async () => (await myData(page)).settings).toMatchObject({ studyReminders: true, emailNotifications: true })
    const { id } = (await myData(page)).account
    const words = settings.unsubscribe.studyReminders
    const other = await openElsewhere()
    await other.goto(await linkFor(dataDir, { userId: id, kind: 'studyReminders' }))
    await expect(other.getByText(words.ask)).toBeVisible()
    await expectAccessible(other)
    // Programs such as email scanners open links, too, so opening a link changes nothing.
    expect((await myData(page)).settings).toMatchObject({ studyReminders: true })
    await other.getByRole('button', { name: words.button }).click()
    await expectMessage(other, words.done)
    await expectAccessible(other)
    expect((await myData(page)).settings).toMatchObject({ studyReminders: false, emailNotifications: true })

    // A mail program posts to the same address, without a page and without cookies.
    const link = await linkFor(dataDir, { userId: id, kind: 'emailNotifications' })
    const post = (address: string) =>
      fetch(new URL(address, baseURL), {
        method: 'POST',
        body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
        redirect: 'manual',
      })
    expect((await post(`${link}x`)).status).toBe(400)
    expect((await myData(page)).settings).toMatchObject({ emailNotifications: true })
    const answer = await post(link)
    expect(answer.status).toBe(200)
    expect(await answer.text()).toContain(settings.unsubscribe.emailNotifications.done)
    expect((await myData(page)).settings).toMatchObject({ studyReminders: false, emailNotifications: false })
  })
})

test.describe('Without scripts Camille', () => {
  test.use({ javaScriptEnabled: false, expectedErrors: /status of 400/ })

  test('changes all settings, sets an exam date, and turns mail off', async ({ page, dataDir }) => {
    await page.goto('/signup')
    await signUp(page, newAddress())
    await page.goto('/profile/settings')
    await reminders(page).check({ force: true })
    await page.getByRole('combobox', { name: settings.hour }).selectOption('7')
    await page.getByRole('combobox', { name: settings.timeZone }).selectOption('Pacific/Auckland')
    await page.getByRole('textbox', { name: settings.dailyQuestions }).fill('x')
    await save(page)
    await expect(page.getByText(settings.problem('DAILY_OUTSIDE') ?? '')).toBeVisible()
    await expect(page.getByRole('combobox', { name: settings.timeZone })).toHaveValue('Pacific/Auckland')
    await page.getByRole('textbox', { name: settings.dailyQuestions }).fill('10')
    await save(page)
    await expectMessage(page, settings.done['settings-saved'] ?? '')
    await expect(theme(page, settings.themes.dark)).toBeDisabled()

    await page.goto('/profile/exam-dates')
    await page.getByRole('combobox', { name: examDates.exam }).selectOption('pl-900')
    await page.getByLabel(examDates.examDate).fill(inDays(40))
    await page.getByRole('button', { name: examDates.saveDate }).click()
    await expectMessage(page, examDates.done['exam-date-saved'] ?? '')
    await expect(page.getByText(/in (39|40) days/)).toBeVisible()

    const { id } = (await myData(page)).account
    await page.goto(await linkFor(dataDir, { userId: id, kind: 'studyReminders' }))
    await page.getByRole('button', { name: settings.unsubscribe.studyReminders.button }).click()
    await expectMessage(page, settings.unsubscribe.studyReminders.done)
    await page.getByRole('link', { name: settings.unsubscribe.toSettings }).click()
    await expect(reminders(page)).not.toBeChecked()
  })
})
