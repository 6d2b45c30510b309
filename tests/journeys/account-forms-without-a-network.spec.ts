import { expect, test } from '#tests/journeys/fixtures.ts'
import { account } from '#web/text/en/accounts.ts'

const unexpected = 'An unexpected error occurred. Please try again later.'

test.use({ expectedErrors: /Failed to load resource|ERR_INTERNET_DISCONNECTED|status of 500/ })

test.describe('An account form', () => {
  for (const { path, button, hasPassword } of [
    { path: '/login', button: 'Sign in', hasPassword: true },
    { path: '/signup', button: account.signUp, hasPassword: true },
    { path: '/reset-password', button: account.sendReset, hasPassword: false },
  ]) {
    test(`${path} keeps what was typed without a network, and after an error of the server`, async ({ page, context }) => {
      await page.goto(path)
      const email = page.getByRole('textbox', { name: account.email })
      const password = page.locator('input[name=password]')
      await email.fill('camille@example.com')
      if (hasPassword) await password.fill('quiet lamp under paper')
      const expectKept = async () => {
        await expect(page.getByRole('main')).toContainText(unexpected)
        await expect(email).toHaveValue('camille@example.com')
        if (hasPassword) await expect(password).toHaveValue('quiet lamp under paper')
        await expect(page.getByRole('button', { name: button, exact: true })).toBeEnabled()
      }

      await context.setOffline(true)
      await page.getByRole('button', { name: button, exact: true }).click()
      await expectKept()
      await context.setOffline(false)

      await page.route(`**${path}.data*`, (route) =>
        route.request().method() === 'POST' ? route.fulfill({ status: 500, body: '' }) : route.continue(),
      )
      await page.reload()
      await email.fill('camille@example.com')
      if (hasPassword) await password.fill('quiet lamp under paper')
      await page.getByRole('button', { name: button, exact: true }).click()
      await expectKept()
    })
  }

  test('removes the notice about blank fields when the user types', async ({ page }) => {
    await page.goto('/login')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    const notice = page.getByText('Please enter both email and password.')
    await expect(notice).toBeVisible()
    await page.getByRole('textbox', { name: account.email }).fill('camille')
    await expect(notice).toBeHidden()
    await page.locator('input[name=password]').focus()
    await expect(page.getByText('Please enter a valid email address.')).toBeVisible()
  })
})
