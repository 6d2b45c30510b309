import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { startIdentityProvider, type TestIdentityProvider } from '#tests/identity-provider.ts'
import {
  becomeMember,
  emailField,
  expect,
  expectProfile,
  expectMessage,
  waitForMail,
  newAddress,
  newFolder,
  open,
  signIn,
  test,
} from '#tests/journeys/accounts.ts'
import { startOwnServer, type OwnServer } from '#tests/journeys/server.ts'
import { account, problemText } from '#web/text/en/accounts.ts'
import { profile } from '#web/text/en/profile.ts'

const withContoso = account.withProvider('Contoso')

// All journeys here share one server, so they run one after another.
test.describe.configure({ mode: 'default', timeout: 120_000 })

let server: OwnServer
let contoso: TestIdentityProvider

test.beforeAll(async () => {
  server = await startOwnServer(async (origin) => {
    contoso = await startIdentityProvider(origin)
    // Fabrikam is a provider that never responds.
    const fabrikam = { id: 'fabrikam', name: 'Fabrikam', issuer: 'http://127.0.0.1:9', clientId: 'praxam' }
    const file = join(await newFolder(), 'providers.json')
    await writeFile(file, JSON.stringify([contoso.settings, fabrikam]))
    return { IDENTITY_PROVIDERS_FILE: file }
  })
})

test.afterAll(async () => {
  await server.kill()
  await contoso.close()
})

/** The address of a page on this server. */
function at(path: string): string {
  return server.origin + path
}

/** Makes Contoso identify the next visitor as a person with a new email address, and returns the address. */
function arrive(): string {
  const email = newAddress('camille', 'contoso.example')
  Object.assign(contoso.person, { sub: email, email })
  return email
}

/** The row of Contoso among the linked accounts of the profile. */
function contosoEntry(page: Page): Locator {
  return page.getByRole('list', { name: profile.providers }).getByRole('listitem').filter({ hasText: 'Contoso' })
}

async function signOutEverywhere(page: Page): Promise<void> {
  await page.goto(at('/profile/account'))
  await page.getByRole('button', { name: profile.signOutEverywhere }).click()
  await expectMessage(page, account.notices['signed-out'] ?? '')
}

test.describe('With an organization Camille', () => {
  for (const javaScriptEnabled of [true, false]) {
    test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
      test.use({ javaScriptEnabled, expectedErrors: /status of 40[014]/ })

      test('signs in by its button and by email address, into the same account', async ({ page }) => {
        const email = arrive()
        await page.goto(at('/login?to=%2Fcertifications%2Fpl-900'))
        await page.getByRole('button', { name: withContoso }).click()
        await expect(page).toHaveURL(at('/certifications/pl-900'))
        await page.goto(at('/profile/account'))
        await expectProfile(page, email)
        await expect(contosoEntry(page)).toContainText('Linked on')
        await expect(page.getByText(profile.notConfirmed)).toHaveCount(0)
        await contosoEntry(page).getByRole('button', { name: profile.unlink }).click()
        await expectMessage(page, problemText('FAILED_TO_UNLINK_LAST_ACCOUNT'))
        await signOutEverywhere(page)

        await page.getByRole('link', { name: account.withSso }).click()
        await expect(page.getByRole('heading', { level: 1, name: account.ssoTitle })).toBeVisible()
        await emailField(page).fill(newAddress())
        await page.getByRole('button', { name: account.continue, exact: true }).click()
        await expect(page.getByText(problemText('NO_PROVIDER'))).toBeVisible()
        await emailField(page).fill(email)
        await page.getByRole('button', { name: account.continue, exact: true }).click()
        await expectProfile(page, email)
      })

      test('links and unlinks it in the profile', async ({ page }) => {
        const email = await becomeMember(page, server.origin)
        const work = arrive()
        await page.goto(at('/profile/account'))
        await contosoEntry(page).getByRole('button', { name: profile.link }).click()
        await expectMessage(page, profile.done['provider-linked'] ?? '')
        await expectProfile(page, email)
        await signOutEverywhere(page)
        await page.getByRole('button', { name: withContoso }).click()
        await expectProfile(page, email)
        await page.goto(at('/profile/account'))
        await contosoEntry(page).getByRole('button', { name: profile.unlink }).click()
        await expectMessage(page, profile.done['provider-unlinked'] ?? '')
        await expect(contosoEntry(page)).toContainText(profile.notLinked)
        await waitForMail(server.dataDir, email, 'sign-in-method-changed')
        await signOutEverywhere(page)
        // The account at the provider is no longer linked, so signing in with it creates a new account.
        await page.getByRole('button', { name: withContoso }).click()
        await expectProfile(page, work)
      })
    })
  }

  test('cannot sign in to an existing account that is not linked, and sees what to do', async ({ page }) => {
    const email = arrive()
    await becomeMember(page, server.origin, email)
    await page.context().clearCookies()
    await open(page, at('/login'))
    await page.getByRole('button', { name: withContoso }).click()
    await expectMessage(page, problemText('account_not_linked'))
    await signIn(page, email)
    await expectProfile(page, email)
  })

  test('sees what to do when the provider does not respond', async ({ page }) => {
    await open(page, at('/login'))
    await page.getByRole('button', { name: account.withProvider('Fabrikam') }).click()
    await expectMessage(page, problemText('PROVIDER_FAILED'))
    await expect(emailField(page)).toBeVisible()
  })
})
