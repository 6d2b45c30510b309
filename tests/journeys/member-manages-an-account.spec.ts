import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openDatabase } from '#server/db/database.ts'
import {
  becomeMember,
  entryOf,
  expect,
  expectAccessible,
  expectProfile,
  expectMessage,
  waitForMail,
  newAddress,
  signInElsewhere,
  open,
  otherPassword,
  password,
  passwordField,
  signIn,
  signUp,
  test,
} from '#tests/journeys/accounts.ts'
import { silentLog } from '#tests/services.ts'
import { account, problemText } from '#web/text/en/accounts.ts'
import { profile } from '#web/text/en/profile.ts'
import { recordImport } from '#web/text/en/record-import.ts'

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'

test.describe('In the profile Camille', () => {
  test('sees another signed-in browser, gets a mail about it, and ends its session', async ({ page, openElsewhere, baseURL, dataDir }) => {
    const email = await becomeMember(page, baseURL)
    const other = await signInElsewhere(openElsewhere, email, firefox)
    expect((await waitForMail(dataDir, email, 'new-device')).text).toContain('Firefox on Windows')

    await open(page, '/profile/account')
    await expect(entryOf(page, profile.thisSession)).toContainText('Chrome')
    const there = entryOf(page, 'Firefox on Windows')
    await expect(there).toContainText(/network 198\.1[89]\.\d+\.0\/24/)
    await there.getByRole('button', { name: profile.end }).click()
    await expectMessage(page, profile.done['session-ended'] ?? '')
    await expect(there).toHaveCount(0)
    await other.goto('/profile')
    await expect(other).toHaveURL('/login?to=%2Fprofile')
  })

  test('ends all other sessions at once, and then every session', async ({ page, openElsewhere, baseURL }) => {
    const email = await becomeMember(page, baseURL)
    const other = await signInElsewhere(openElsewhere, email, firefox)
    await open(page, '/profile/account')
    await page.getByRole('button', { name: profile.endOthers }).click()
    await expectMessage(page, profile.done['others-ended'] ?? '')
    // A page that is still open in the other browser redirects to the sign-in page at the next step.
    await other.getByRole('button', { name: profile.confirmAddress }).click()
    await expect(other).toHaveURL('/login?notice=session-over')
    await signIn(other, email)
    await expectProfile(other, email)
    await open(other, '/profile/account')
    await other.getByRole('button', { name: profile.signOutEverywhere }).click()
    await expectMessage(other, account.notices['signed-out'] ?? '')
    await page.goto('/profile/email')
    await expect(page).toHaveURL('/login?to=%2Fprofile%2Femail')
  })

  test.describe('after a mistake', () => {
    test.use({ expectedErrors: /status of 400/ })

    test('changes the password, which ends the other sessions', async ({ page, openElsewhere, baseURL, dataDir }) => {
      const email = await becomeMember(page, baseURL)
      const other = await signInElsewhere(openElsewhere, email)
      await open(page, '/profile/account')
      await entryOf(page, /^Password/)
        .getByRole('link', { name: profile.change })
        .click()
      await passwordField(page, profile.currentPassword).fill('not my password')
      await passwordField(page, account.newPassword).fill(otherPassword)
      await page.getByRole('button', { name: profile.changePassword }).click()
      await expect(page.getByText(problemText('PASSWORD_MISMATCH'))).toBeVisible()
      await passwordField(page, profile.currentPassword).fill(password)
      await page.getByRole('button', { name: profile.changePassword }).click()
      await expectMessage(page, profile.done['password-changed'] ?? '')
      await waitForMail(dataDir, email, 'password-changed')
      await other.goto('/profile')
      await expect(other).toHaveURL('/login?to=%2Fprofile')
      await signIn(other, email, otherPassword)
      await expectProfile(other, email)
    })
  })

  test('downloads all stored personal data, without secrets that grant access', async ({ page, baseURL }) => {
    const email = await becomeMember(page, baseURL)
    await open(page, '/profile/account')
    const started = page.waitForEvent('download')
    await page.getByRole('link', { name: `${profile.downloadNow} ${profile.myData}` }).click()
    const download = await started
    expect(download.suggestedFilename()).toBe('praxam-my-data.json')
    const text = await readFile(await download.path(), 'utf8')
    expect(JSON.parse(text)).toMatchObject({ format: 'praxam-my-data', version: 2, account: { email } })
    const values = (await page.context().cookies()).flatMap(({ value }) => decodeURIComponent(value).split('.'))
    expect(values.length).toBeGreaterThan(0)
    for (const secret of [...values, password, '$argon2']) expect(text).not.toContain(secret)
  })

  test('imports the data of an earlier release after a look at what it adds', async ({ page, baseURL }) => {
    await becomeMember(page, baseURL)
    await open(page, '/profile/account')
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: recordImport.choose }).press('Enter')
    await (await chooser).setFiles(join(import.meta.dirname, '../fixtures/my-data-1-first.json'))
    const dialog = page.getByRole('dialog', { name: recordImport.title })
    await expect(dialog).toContainText(recordImport.attempts(3, 0))
    await expectAccessible(page)
    await dialog.getByRole('button', { name: recordImport.import }).click()
    await expect(dialog.getByRole('status')).toContainText(recordImport.added)
    await page.keyboard.press('Escape')
    await open(page, '/profile/history')
    await expect(page.getByRole('row')).toHaveCount(4)
  })

  test.describe('permanently', () => {
    test.use({ expectedErrors: /status of 40[01]/ })

    test('deletes the account, can no longer sign in, and can sign up again', async ({ page, baseURL, dataDir }) => {
      const email = await becomeMember(page, baseURL)
      await open(page, '/profile/account')
      await page.getByRole('link', { name: profile.deleteAccount }).click()
      const field = page.getByRole('textbox', { name: profile.deleteField })
      await field.fill('camille')
      await page.getByRole('button', { name: profile.deleteNow }).click()
      await expect(page.getByText(problemText('CONFIRMATION_WORD'))).toBeVisible()
      await field.fill(email)
      await page.getByRole('button', { name: profile.deleteNow }).click()
      await expectMessage(page, account.notices['deleted'] ?? '')
      await waitForMail(dataDir, email, 'account-deleted')
      await signIn(page, email)
      await expectMessage(page, problemText('INVALID_EMAIL_OR_PASSWORD'))
      await page.getByRole('link', { name: account.create }).click()
      await signUp(page, email)
      await expectProfile(page, email)
    })
  })
})

test.describe('Some time after signing in', () => {
  test.use({ expectedErrors: /status of 401/ })

  test('a change asks the member to authenticate again, and then continues', async ({ page, startOwn }) => {
    test.setTimeout(120_000)
    const server = await startOwn()
    const email = await becomeMember(page, server.origin, newAddress())
    const age = async () => {
      await server.kill()
      const { db, close } = await openDatabase({ dataDir: server.dataDir, databaseUrl: undefined }, silentLog)
      await db
        .updateTable('sessions')
        .set({ created_at: new Date(Date.now() - 11 * 60_000) })
        .execute()
      await close()
      await server.startAgain()
    }
    await age()
    await open(page, `${server.origin}/profile`)
    await expectProfile(page, email)
    await open(page, `${server.origin}/profile/account`)
    await entryOf(page, /^Email/)
      .getByRole('link', { name: profile.change })
      .click()
    await expect(page.getByRole('heading', { level: 1, name: account.confirmTitle })).toBeVisible()
    await expect(passwordField(page)).toBeFocused()
    await expectAccessible(page)
    await passwordField(page).fill(otherPassword)
    await page.getByRole('button', { name: account.confirm }).click()
    await expectMessage(page, problemText('PASSWORD_MISMATCH'))
    await passwordField(page).fill(password)
    await page.getByRole('button', { name: account.confirm }).click()
    await expect(page).toHaveURL(`${server.origin}/profile/email`)
    // This confirmation is also valid for the next change, and there is still only one session.
    await page.goto(`${server.origin}/profile/delete`)
    await expect(page.getByRole('heading', { level: 1, name: profile.deleteTitle })).toBeVisible()
    await page.goto(`${server.origin}/profile/account`)
    await expect(page.getByRole('button', { name: profile.endOthers })).toHaveCount(0)
  })
})
