import {
  becomeMember,
  emailField,
  entryOf,
  expect,
  expectProfile,
  expectMessage,
  waitForMail,
  listMail,
  newAddress,
  openConfirmation,
  open,
  otherPassword,
  password,
  passwordField,
  signIn,
  signUp,
  test,
} from '#tests/journeys/accounts.ts'
import { account, problemText } from '#web/text/en/accounts.ts'
import { profile } from '#web/text/en/profile.ts'

const outbox = 'This installation doesn’t send email. The site operator can find every message in the data/outbox folder.'

test.describe('By a link in a message Camille', () => {
  test.use({ expectedErrors: /status of 40[01]/ })

  test('sets a new password, once, and all sessions end', async ({ page, openElsewhere, baseURL, dataDir }) => {
    const email = await becomeMember(page, baseURL)
    const mailbox = await openElsewhere()
    await open(mailbox, '/login')
    await mailbox.getByRole('link', { name: 'Forgot password?' }).click()
    await expect(mailbox.getByText(outbox)).toBeVisible()
    await emailField(mailbox).fill(email)
    await mailbox.getByRole('button', { name: account.sendReset }).click()
    await expectMessage(mailbox, account.resetSent(email))
    const { link } = await waitForMail(dataDir, email, 'password-reset')
    await open(mailbox, link)
    await passwordField(mailbox, account.newPassword).fill('password1')
    await mailbox.getByRole('button', { name: account.setPassword }).click()
    await expect(mailbox.getByText(problemText('PASSWORD_TOO_COMMON'))).toBeVisible()
    await passwordField(mailbox, account.newPassword).fill(otherPassword)
    await mailbox.getByRole('button', { name: account.setPassword }).click()
    await expectMessage(mailbox, account.notices['password-set'] ?? '')
    await waitForMail(dataDir, email, 'password-changed')

    await page.goto('/profile')
    await expect(page).toHaveURL('/login?to=%2Fprofile')
    await signIn(page, email, password)
    await expectMessage(page, problemText('INVALID_EMAIL_OR_PASSWORD'))
    await signIn(page, email, otherPassword)
    await expectProfile(page, email)

    await open(mailbox, link)
    await passwordField(mailbox, account.newPassword).fill(password)
    await mailbox.getByRole('button', { name: account.setPassword }).click()
    await expectMessage(mailbox, 'This link has expired or was already used. Request a new one.')
    await expect(emailField(mailbox)).toBeVisible()
  })

  test('sees the same response for an unknown address, and no message is sent there', async ({ page, dataDir }) => {
    const unknown = newAddress('unknown')
    await open(page, '/reset-password')
    await emailField(page).fill(unknown)
    await page.getByRole('button', { name: account.sendReset }).click()
    await expectMessage(page, account.resetSent(unknown))
    await open(page, '/login/email')
    await emailField(page).fill(unknown)
    await page.getByRole('button', { name: account.sendLink }).click()
    await expectMessage(page, account.linkSent(unknown))
    expect([await listMail(dataDir, unknown, 'password-reset'), await listMail(dataDir, unknown, 'magic-link')]).toEqual([[], []])
  })

  test('signs in once, and gets to the requested page', async ({ page, baseURL, dataDir }) => {
    const email = await becomeMember(page, baseURL)
    await page.context().clearCookies()
    await open(page, '/login?to=%2Fexam%2Fpl-900')
    await page.getByRole('link', { name: account.withMail }).click()
    // Waits for the new address, because both screens have a field with this name.
    await expect(page).toHaveURL('/login/email?to=%2Fexam%2Fpl-900')
    await emailField(page).fill(email)
    await page.getByRole('button', { name: account.sendLink }).click()
    await expectMessage(page, account.linkSent(email))
    const { link } = await waitForMail(dataDir, email, 'magic-link')
    // Email scanners follow links.
    expect((await page.request.get(link)).status()).toBe(200)
    await open(page, link)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page).toHaveURL('/exam/pl-900')
    await page.context().clearCookies()
    await open(page, link)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expectMessage(page, problemText('LINK_INVALID'))
    await expect(page.getByRole('link', { name: account.withMail })).toBeVisible()
  })

  test('signs in with a code, typed with a space, after a wrong one', async ({ page, baseURL, dataDir }) => {
    const email = await becomeMember(page, baseURL)
    await page.context().clearCookies()
    await open(page, '/login/email')
    await emailField(page).fill(email)
    await page.getByRole('button', { name: account.sendCode }).click()
    await expectMessage(page, account.codeSent(email))
    const { code } = await waitForMail(dataDir, email, 'one-time-code')
    const field = page.getByRole('textbox', { name: account.code })
    await field.fill(code === '000000' ? '111111' : '000000')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expectMessage(page, problemText('INVALID_OTP'))
    await field.fill(`${code.slice(0, 3)} ${code.slice(3)}`)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expectProfile(page, email)
  })

  test('confirms the address, once, after requesting another message', async ({ page, baseURL, dataDir }) => {
    const email = await becomeMember(page, baseURL)
    await open(page, '/profile')
    await expect(page.getByText(profile.notConfirmed)).toBeVisible()
    await page.getByRole('button', { name: profile.confirmAddress }).click()
    await expectMessage(page, profile.done['confirmation-sent'] ?? '')
    const { link } = await waitForMail(dataDir, email, 'verification', 1)
    await openConfirmation(page, link, account.verified)
    await page.getByRole('link', { name: account.toProfile }).click()
    await expectProfile(page, email)
    await expect(page.getByText(profile.notConfirmed)).toHaveCount(0)
    await openConfirmation(page, link, problemText('LINK_INVALID'))
  })

  test('changes an unconfirmed address at once', async ({ page, baseURL, dataDir }) => {
    const email = await becomeMember(page, baseURL)
    const changed = newAddress('camille-new')
    await open(page, '/profile/account')
    await entryOf(page, email).getByRole('link', { name: profile.change }).click()
    const field = page.getByRole('textbox', { name: profile.newEmail })
    const send = page.getByRole('button', { name: profile.changeEmail })
    await field.fill(email)
    await send.click()
    await expect(page.getByText(problemText('SAME_ADDRESS'))).toBeVisible()
    await field.fill(changed)
    await send.click()
    await expectMessage(page, profile.emailSentUnconfirmed(changed))
    await page.getByRole('link', { name: 'Back to your profile' }).click()
    await expectProfile(page, changed)
    const { link } = await waitForMail(dataDir, changed, 'verification')
    await openConfirmation(page, link, account.verified)
  })

  test('changes a confirmed address: the old mailbox approves, the new one confirms', async ({ page, baseURL, dataDir }) => {
    const email = await becomeMember(page, baseURL)
    const changed = newAddress('camille-new')
    await openConfirmation(page, (await waitForMail(dataDir, email, 'verification')).link, account.verified)
    await open(page, '/profile/email')
    await page.getByRole('textbox', { name: profile.newEmail }).fill(changed)
    await page.getByRole('button', { name: profile.changeEmail }).click()
    await expectMessage(page, profile.emailSentConfirmed(changed))

    await openConfirmation(page, (await waitForMail(dataDir, email, 'address-change')).link, account.approved)
    await open(page, '/profile')
    await expectProfile(page, email)
    await openConfirmation(page, (await waitForMail(dataDir, changed, 'verification')).link, account.verified)
    await open(page, '/profile')
    await expectProfile(page, changed)
    expect((await waitForMail(dataDir, email, 'address-changed')).text).toContain(changed)
    await page.context().clearCookies()
    await open(page, '/login')
    await signIn(page, changed)
    await expectProfile(page, changed)
  })
})

test.describe('Where email addresses must be confirmed', () => {
  test.use({ expectedErrors: /status of 40[03]/ })

  test('Camille signs in after confirming, and the response to signing up reveals no existing account', async ({ page, startOwn }) => {
    test.setTimeout(90_000)
    const { origin, dataDir } = await startOwn({ CONFIRMED_ADDRESS_TO_SIGN_IN: 'yes' })
    const email = newAddress()
    for (const kind of ['verification', 'existing-account'] as const) {
      await open(page, `${origin}/signup`)
      await signUp(page, email)
      await expect(page.getByRole('heading', { level: 1, name: account.checkInboxTitle })).toBeVisible()
      await expectMessage(page, account.checkInbox(email))
      await waitForMail(dataDir, email, kind)
    }
    await open(page, `${origin}/login`)
    await signIn(page, email)
    await expectMessage(page, 'Please verify your email address before logging in. Check your inbox for a confirmation email.')
    await page.getByRole('link', { name: account.resend }).click()
    await expect(emailField(page)).toHaveValue(email)
    await page.getByRole('button', { name: account.resend }).click()
    await expectMessage(page, account.resendSent(email))
    await open(page, (await waitForMail(dataDir, email, 'verification', 1)).link)
    // Another person may have signed up with this address first.
    await passwordField(page, account.password).fill('not what was chosen')
    await page.getByRole('button', { name: account.verifyAndSignIn }).click()
    await expectMessage(page, problemText('CONFIRMATION_PASSWORD'))
    await passwordField(page, account.password).fill(password)
    await page.getByRole('button', { name: account.verifyAndSignIn }).click()
    await expectProfile(page, email)
  })
})
