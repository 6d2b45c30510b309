import {
  becomeMember,
  codeOf,
  entryOf,
  expect,
  expectProfile,
  expectMessage,
  waitForMail,
  open,
  openConfirmation,
  password,
  passwordField,
  setUpSecondFactor,
  signIn,
  signOut,
  test,
} from '#tests/journeys/accounts.ts'
import { account, problemText } from '#web/text/en/accounts.ts'
import { profile } from '#web/text/en/profile.ts'

test.describe('With a second factor Camille', () => {
  test.use({ expectedErrors: /status of 40[01]/ })

  test('signs in with a code of the app, which works once, and with a backup code', async ({ page, baseURL, dataDir }) => {
    test.setTimeout(90_000)
    const email = await becomeMember(page, baseURL)
    await open(page, '/profile/account')
    await entryOf(page, profile.secondFactor).getByRole('link', { name: profile.setUp }).click()
    const { key, backupCodes } = await setUpSecondFactor(page)
    expect(backupCodes).toHaveLength(10)
    await expectProfile(page, email)
    await expect(entryOf(page, profile.secondFactor)).toContainText(profile.on)
    await waitForMail(dataDir, email, 'second-factor-changed')
    await signOut(page)

    const code = page.getByRole('textbox', { name: account.totp })
    const verify = page.getByRole('button', { name: account.verify, exact: true })
    await open(page, '/login?to=%2Fcertifications%2Fpl-900')
    await signIn(page, email)
    await expect(page.getByRole('heading', { level: 1, name: account.secondFactorTitle })).toBeVisible()
    await expect(code).toBeFocused()
    // The password alone is not enough.
    expect((await page.request.get('/profile', { maxRedirects: 0 })).status()).toBe(302)
    // The current code was already used to turn the second factor on, so the next code is entered half a minute early.
    await code.fill(codeOf(key))
    await verify.click()
    await expectMessage(page, problemText('INVALID_CODE'))
    const next = codeOf(key, 1)
    await code.fill(`${next.slice(0, 3)} ${next.slice(3)}`)
    await verify.click()
    await expect(page).toHaveURL('/certifications/pl-900')
    await signOut(page)

    await open(page, '/login')
    await signIn(page, email)
    await code.fill(next)
    await verify.click()
    await expectMessage(page, problemText('INVALID_CODE'))
    await page.getByRole('link', { name: account.backupInstead }).click()
    const backup = page.getByRole('textbox', { name: account.backupCode })
    await backup.fill(backupCodes[0] ?? '')
    await verify.click()
    await expectProfile(page, email)
    await signOut(page)
    await open(page, '/login')
    await signIn(page, email)
    await page.getByRole('link', { name: account.backupInstead }).click()
    await backup.fill(backupCodes[0] ?? '')
    await verify.click()
    await expectMessage(page, problemText('INVALID_BACKUP_CODE'))
    await backup.fill(backupCodes[1] ?? '')
    await verify.click()
    await expectProfile(page, email)
  })

  test('also needs it after a link by mail', async ({ page, baseURL, dataDir }) => {
    const email = await becomeMember(page, baseURL)
    await openConfirmation(page, (await waitForMail(dataDir, email, 'verification')).link, account.verified)
    await open(page, '/profile/second-factor')
    const { backupCodes } = await setUpSecondFactor(page)
    await page.context().clearCookies()
    await open(page, '/login/email')
    await page.getByRole('textbox', { name: account.email }).fill(email)
    await page.getByRole('button', { name: account.sendLink }).click()
    await open(page, (await waitForMail(dataDir, email, 'magic-link')).link)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: account.secondFactorTitle })).toBeVisible()
    await page.getByRole('link', { name: account.backupInstead }).click()
    await page.getByRole('textbox', { name: account.backupCode }).fill(backupCodes[0] ?? '')
    await page.getByRole('button', { name: account.verify, exact: true }).click()
    await expectProfile(page, email)
  })

  test('creates new backup codes, which replace the old ones, and turns it off again', async ({ page, baseURL, dataDir }) => {
    const email = await becomeMember(page, baseURL)
    await open(page, '/profile/second-factor')
    const { backupCodes } = await setUpSecondFactor(page)
    await entryOf(page, profile.secondFactor).getByRole('link', { name: profile.manage }).click()
    await page.getByRole('button', { name: profile.newCodes }).click()
    await expect(page.getByText(problemText('PASSWORD_MISMATCH'))).toBeVisible()
    await passwordField(page, profile.factorPassword).fill(password)
    await page.getByRole('button', { name: profile.newCodes }).click()
    await expectMessage(page, profile.newCodesMade)
    const newCodes = await page.getByRole('main').locator('code').allTextContents()
    expect(newCodes).toHaveLength(10)
    expect(newCodes.filter((code) => backupCodes.includes(code))).toEqual([])

    await passwordField(page, profile.factorPassword).fill(password)
    await page.getByRole('button', { name: profile.turnOff }).click()
    await expectMessage(page, profile.done['second-factor-off'] ?? '')
    await waitForMail(dataDir, email, 'second-factor-changed', 1)
    await signOut(page)
    await open(page, '/login')
    await signIn(page, email)
    await expectProfile(page, email)
  })

  test('starts again after too many wrong codes', async ({ page, baseURL }) => {
    const email = await becomeMember(page, baseURL)
    await open(page, '/profile/second-factor')
    const { key } = await setUpSecondFactor(page)
    await page.context().clearCookies()
    await open(page, '/login')
    await signIn(page, email)
    const right = [codeOf(key, -1), codeOf(key), codeOf(key, 1)]
    const wrong = ['000000', '111111', '222222', '333333', '444444', '555555', '666666'].filter((code) => !right.includes(code))
    for (const code of wrong) {
      const field = page.getByRole('textbox', { name: account.totp })
      await field.fill(code)
      await page.getByRole('button', { name: account.verify, exact: true }).click()
      await expect(field).toHaveValue('')
      if (await page.getByText(problemText('CODES_EXHAUSTED')).isVisible()) break
    }
    await expectMessage(page, problemText('CODES_EXHAUSTED'))
    await page.getByRole('link', { name: account.back }).click()
    await signIn(page, email)
    await expect(page.getByRole('heading', { level: 1, name: account.secondFactorTitle })).toBeVisible()
  })
})

test.describe('Without scripts Camille', () => {
  test.use({ javaScriptEnabled: false })

  test('sets up a second factor and signs in with it', async ({ page, baseURL }) => {
    const email = await becomeMember(page, baseURL)
    await page.goto('/profile/second-factor')
    const { key } = await setUpSecondFactor(page)
    await page.context().clearCookies()
    await page.goto('/login')
    await signIn(page, email)
    await page.getByRole('textbox', { name: account.totp }).fill(codeOf(key, 1))
    await page.getByRole('button', { name: account.verify, exact: true }).click()
    await expectProfile(page, email)
  })
})
