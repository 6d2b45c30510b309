import type { Page } from '@playwright/test'
import {
  becomeAdministrator,
  becomeMember,
  emailField,
  entryOf,
  expect,
  expectProfile,
  expectMessage,
  waitForMail,
  runMakeAdministrator,
  newAddress,
  open,
  otherPassword,
  password,
  passwordField,
  signIn,
  test,
} from '#tests/journeys/accounts.ts'
import { account, problemText } from '#web/text/en/accounts.ts'
import { admin } from '#web/text/en/admin/admin.ts'
import { bank } from '#web/text/en/admin/bank.ts'

/** Finds a person by email address and opens that person's page. */
async function openPerson(page: Page, email: string): Promise<void> {
  await open(page, '/admin/people')
  await page.getByRole('textbox', { name: admin.search }).fill(email)
  await page.getByRole('button', { name: admin.find, exact: true }).click()
  await expectMessage(page, admin.count(1, true, email, false))
  await page.getByRole('table').getByRole('link', { name: email }).click()
  await expect(page.getByRole('heading', { level: 1, name: email })).toBeVisible()
}

async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click()
}

test.describe('Ada', () => {
  test('becomes an administrator by a command while the server runs, and sees the Admin link', async ({ page, baseURL, dataDir }) => {
    const email = newAddress('ada')
    await becomeMember(page, baseURL, email)
    await open(page, '/')
    const link = page.getByRole('banner').getByRole('link', { name: 'Admin' })
    await expect(link).toHaveCount(0)
    expect(await runMakeAdministrator(dataDir, email)).toContain(`${email} is now an administrator.`)
    expect(await runMakeAdministrator(dataDir, email)).toContain('already')
    await page.reload()
    await link.click()
    await expect(page.getByRole('heading', { level: 1, name: bank.title })).toBeVisible()
    await page.getByRole('link', { name: admin.people, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: admin.people })).toBeVisible()
    await openPerson(page, email)
    await expectMessage(page, admin.isYou)
    await expect(page.getByText(admin.auditBy(null))).toBeVisible()
    await expect(page.getByRole('button', { name: admin.changes.disabled })).toHaveCount(0)
  })

  test.describe('after mistakes', () => {
    test.use({ expectedErrors: /status of 40[0139]/ })

    test('invites Noor, who chooses a password and signs in', async ({ page, openElsewhere, baseURL, dataDir }) => {
      const ada = await becomeAdministrator(page, baseURL, dataDir)
      const noor = newAddress('noor')
      await open(page, '/admin/people')
      await emailField(page).fill('noor')
      await press(page, admin.sendInvitation)
      await expect(page.getByText(problemText('EMAIL_INVALID'))).toBeVisible()
      await emailField(page).fill(ada)
      await press(page, admin.sendInvitation)
      await expect(page.getByText(problemText('PERSON_EXISTS'))).toBeVisible()
      await emailField(page).fill(noor)
      await press(page, admin.sendInvitation)
      await expect(page.getByRole('heading', { level: 1, name: noor })).toBeVisible()
      await expectMessage(page, admin.done['invited'] ?? '')
      await expect(page.getByText(admin.noSignInMethod)).toBeVisible()

      const invitation = await waitForMail(dataDir, noor, 'invitation')
      expect(invitation.text).toContain(ada)
      const elsewhere = await openElsewhere()
      await open(elsewhere, invitation.link)
      await passwordField(elsewhere, account.newPassword).fill(otherPassword)
      await press(elsewhere, account.setPassword)
      await expectMessage(elsewhere, account.notices['password-set'] ?? '')
      await signIn(elsewhere, noor, otherPassword)
      await expectProfile(elsewhere, noor)
      // By opening the link, Noor has proved that the email address is right.
      await expect(elsewhere.getByText('This address is not confirmed yet.')).toHaveCount(0)
    })

    test('disables Camille, whose session ends with a reason, enables the account, and deletes it', async ({
      page,
      openElsewhere,
      baseURL,
      dataDir,
    }) => {
      test.setTimeout(90_000)
      const ada = await becomeAdministrator(page, baseURL, dataDir)
      const elsewhere = await openElsewhere()
      const camille = await becomeMember(elsewhere, baseURL)
      await openPerson(page, camille)
      await press(page, admin.changes.disabled)
      await expectMessage(page, admin.done['disabled'] ?? '')
      await expect(page.getByText(admin.statusLabels.isDisabled, { exact: true })).toBeVisible()
      await open(elsewhere, '/profile')
      await expect(elsewhere).toHaveURL('/login?to=%2Fprofile')
      await signIn(elsewhere, camille)
      await expectMessage(elsewhere, problemText('ACCOUNT_DISABLED'))
      await signIn(elsewhere, camille, otherPassword)
      await expectMessage(elsewhere, problemText('INVALID_EMAIL_OR_PASSWORD'))

      await press(page, admin.changes.enabled)
      await expectMessage(page, admin.done['enabled'] ?? '')
      await signIn(elsewhere, camille)
      await expectProfile(elsewhere, camille)

      await page.getByRole('link', { name: admin.removeAsk }).click()
      await expect(page.getByRole('alert')).toHaveText(admin.removeSure(camille))
      await page.getByRole('link', { name: admin.keep }).click()
      await expect(page.getByRole('alert')).toHaveCount(0)
      await page.getByRole('link', { name: admin.removeAsk }).click()
      await press(page, admin.changes.deleted)
      await expectMessage(page, admin.done['deleted'] ?? '')
      await page.getByRole('textbox', { name: admin.search }).fill(camille)
      await press(page, admin.find)
      await expectMessage(page, admin.noResults)
      await open(elsewhere, '/profile')
      await expect(elsewhere).toHaveURL('/login?to=%2Fprofile')
      await signIn(elsewhere, camille)
      await expectMessage(elsewhere, problemText('INVALID_EMAIL_OR_PASSWORD'))
      await openPerson(page, ada)
    })
  })

  test('makes Camille an administrator, who sees the Admin link, and removes the role', async ({
    page,
    openElsewhere,
    baseURL,
    dataDir,
  }) => {
    await becomeAdministrator(page, baseURL, dataDir)
    const elsewhere = await openElsewhere()
    const camille = await becomeMember(elsewhere, baseURL)
    await openPerson(page, camille)
    await press(page, admin.changes.administrator)
    await expectMessage(page, admin.done['administrator'] ?? '')
    await open(elsewhere, '/')
    await elsewhere.getByRole('banner').getByRole('link', { name: 'Admin' }).click()
    await expect(elsewhere.getByRole('heading', { level: 1, name: bank.title })).toBeVisible()
    await press(page, admin.changes.member)
    await expectMessage(page, admin.done['member'] ?? '')
    // A page that is still open in the other browser redirects.
    await elsewhere.getByRole('link', { name: admin.people, exact: true }).click()
    await expect(elsewhere).toHaveURL('/')
  })

  test('creates a link for Camille, whose mail does not arrive; it is shown once and works once', async ({
    page,
    openElsewhere,
    baseURL,
    dataDir,
  }) => {
    await becomeAdministrator(page, baseURL, dataDir)
    const elsewhere = await openElsewhere()
    const camille = await becomeMember(elsewhere, baseURL)
    await elsewhere.context().clearCookies()
    await openPerson(page, camille)
    await press(page, admin.linkKinds['password-reset'])
    const link = await page.getByRole('textbox', { name: admin.linkMade }).inputValue()
    await page.reload()
    await expect(page.getByRole('textbox', { name: admin.linkMade })).toHaveCount(0)
    await open(elsewhere, link)
    await passwordField(elsewhere, account.newPassword).fill(otherPassword)
    await press(elsewhere, account.setPassword)
    await signIn(elsewhere, camille, otherPassword)
    await expectProfile(elsewhere, camille)
    await elsewhere.context().clearCookies()

    await press(page, admin.linkKinds['sign-in'])
    await open(elsewhere, await page.getByRole('textbox', { name: admin.linkMade }).inputValue())
    await press(elsewhere, 'Sign in')
    await expectProfile(elsewhere, camille)
    await expect(entryOf(page, admin.auditLine['link-made'])).toHaveCount(2)
  })
})

test.describe('Without scripts Ada', () => {
  test.use({ javaScriptEnabled: false, expectedErrors: /status of 403/ })

  test('finds and disables Camille', async ({ page, context, baseURL, dataDir }) => {
    const camille = await becomeMember(page, baseURL)
    await context.clearCookies()
    await becomeAdministrator(page, baseURL, dataDir)
    await page.goto('/admin/people')
    await page.getByRole('textbox', { name: admin.search }).fill(camille.toUpperCase())
    await press(page, admin.find)
    await page.getByRole('table').getByRole('link', { name: camille }).click()
    await press(page, admin.changes.disabled)
    await expectMessage(page, admin.done['disabled'] ?? '')
    await context.clearCookies()
    await page.goto('/login')
    await signIn(page, camille, password)
    await expectMessage(page, problemText('ACCOUNT_DISABLED'))
  })
})
