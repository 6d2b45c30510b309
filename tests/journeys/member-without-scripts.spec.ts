import {
  emailField,
  expect,
  expectProfile,
  expectMessage,
  waitForMail,
  newAddress,
  otherPassword,
  password,
  passwordField,
  signIn,
  signUp,
  test,
} from '#tests/journeys/accounts.ts'
import { account, problemText } from '#web/text/en/accounts.ts'
import { profile } from '#web/text/en/profile.ts'
import { profileHeader } from '#web/text/en/site.ts'

test.describe('Without scripts Camille', () => {
  test.use({ javaScriptEnabled: false, expectedErrors: /status of 40[01]/ })

  test('signs up, signs in, resets the password and ends sessions', async ({ page, dataDir }) => {
    const email = newAddress()
    await page.goto('/')
    await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click()
    await page.getByRole('link', { name: account.create }).click()
    await signUp(page, email, 'short')
    await expect(page.getByText(problemText('PASSWORD_TOO_SHORT'))).toBeVisible()
    await expect(emailField(page)).toHaveValue(email)
    await signUp(page, email)
    await expectProfile(page, email)

    await page.getByRole('link', { name: profileHeader.tabs.account }).click()
    await page.getByRole('button', { name: profile.signOutEverywhere }).click()
    await expectMessage(page, 'You’re signed out.')
    await page.goto('/profile')
    await expect(page).toHaveURL('/login?to=%2Fprofile')
    await signIn(page, '', '')
    await expectMessage(page, 'Please enter both email and password.')
    await signIn(page, 'camille', password)
    await expect(page.getByText('Please enter a valid email address.')).toBeVisible()
    await signIn(page, email, otherPassword)
    await expectMessage(page, 'The email or password you entered is incorrect. Please check your credentials and try again.')

    await page.getByRole('link', { name: 'Forgot password?' }).click()
    await emailField(page).fill(email)
    await page.getByRole('button', { name: account.sendReset }).click()
    await expectMessage(page, account.resetSent(email))
    const { link } = await waitForMail(dataDir, email, 'password-reset')
    await page.goto(link)
    await passwordField(page, account.newPassword).fill(otherPassword)
    await page.getByRole('button', { name: account.setPassword }).click()
    await expectMessage(page, account.notices['password-set'] ?? '')
    await signIn(page, email, otherPassword)
    await expectProfile(page, email)
  })

  test('signs out of this browser only', async ({ page }) => {
    const email = newAddress()
    await page.goto('/signup')
    await signUp(page, email)
    await expectProfile(page, email)
    await page.getByRole('link', { name: profileHeader.tabs.account }).click()
    await page.getByRole('button', { name: 'Sign Out' }).first().click()
    await page.goto('/profile')
    await expect(page).toHaveURL('/login?to=%2Fprofile')
  })

  test('saves settings', async ({ page }) => {
    await page.goto('/signup')
    await signUp(page, newAddress())
    await page.getByRole('link', { name: profileHeader.tabs.settings }).click()
    await page.getByRole('switch', { name: 'Study Reminders' }).check({ force: true })
    await page.getByRole('button', { name: profile.save }).click()
    await expectMessage(page, profile.done['settings-saved'] ?? '')
    await expect(page.getByRole('switch', { name: 'Study Reminders' })).toBeChecked()
    await expect(page.getByRole('group', { name: 'Dark Mode' }).getByRole('radio', { name: 'Dark' })).toBeDisabled()
  })
})
