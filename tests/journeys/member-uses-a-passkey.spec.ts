import type { CDPSession, Page } from '@playwright/test'
import {
  becomeMember,
  codeOf,
  entryOf,
  expect,
  expectProfile,
  expectMessage,
  waitForMail,
  open,
  setUpSecondFactor,
  signOut,
  test,
} from '#tests/journeys/accounts.ts'
import { account, problemText } from '#web/text/en/accounts.ts'
import { profile } from '#web/text/en/profile.ts'

/** Gives the page devices that store passkeys. */
async function openDevices(page: Page): Promise<CDPSession> {
  const devices = await page.context().newCDPSession(page)
  await devices.send('WebAuthn.enable')
  return devices
}

/**
 * A device that responds immediately. If `makesSure` is set, it verifies the user, as if by fingerprint; otherwise, it only checks that
 * someone is there.
 */
async function addDevice(devices: CDPSession, makesSure = true): Promise<string> {
  const { authenticatorId } = await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: makesSure,
      isUserVerified: makesSure,
      automaticPresenceSimulation: true,
    },
  })
  return authenticatorId
}

async function addPasskey(page: Page, name: string): Promise<void> {
  await page.getByRole('textbox', { name: profile.passkeyName }).fill(name)
  await page.getByRole('button', { name: profile.addPasskey }).click()
  await expectMessage(page, profile.done['passkey-added'] ?? '')
}

test.describe('With a passkey Camille', () => {
  test.use({ expectedErrors: /status of 40[01]/ })

  test('signs in, gets to the requested page, and deletes it', async ({ page, baseURL, dataDir }) => {
    const email = await becomeMember(page, baseURL)
    await addDevice(await openDevices(page))
    await open(page, '/profile/account')
    await expect(page.getByRole('textbox', { name: profile.passkeyName })).not.toHaveValue('')
    await addPasskey(page, 'Telephone')
    await expect(entryOf(page, 'Telephone')).toContainText(/Added on \w+ \d/)
    await waitForMail(dataDir, email, 'sign-in-method-changed')
    await page.getByRole('button', { name: profile.addPasskey }).click()
    await expectMessage(page, problemText('PASSKEY_KNOWN'))
    await signOut(page)

    await open(page, '/login?to=%2Fcertifications%2Fpl-900')
    await page.getByRole('button', { name: account.withPasskey }).click()
    await expect(page).toHaveURL('/certifications/pl-900')
    await expect(page.getByRole('banner').getByRole('link', { name: 'Profile' })).toBeVisible()

    await open(page, '/profile/account')
    await expectProfile(page, email)
    await entryOf(page, 'Telephone').getByRole('button', { name: profile.delete }).click()
    await expectMessage(page, profile.done['passkey-deleted'] ?? '')
    await expect(entryOf(page, 'Telephone')).toHaveCount(0)
    await signOut(page)
    await open(page, '/login')
    await page.getByRole('button', { name: account.withPasskey }).click()
    await expectMessage(page, problemText('PASSKEY_FAILED'))
  })

  test('needs no second factor when the device verified the user; otherwise it is required', async ({ page, baseURL }) => {
    const email = await becomeMember(page, baseURL)
    const devices = await openDevices(page)
    const telephone = await addDevice(devices)
    await open(page, '/profile/second-factor')
    const { key } = await setUpSecondFactor(page)
    await addPasskey(page, 'Telephone')
    await signOut(page)
    await open(page, '/login')
    await page.getByRole('button', { name: account.withPasskey }).click()
    await expectProfile(page, email)
    await signOut(page)

    const { credentials } = await devices.send('WebAuthn.getCredentials', { authenticatorId: telephone })
    await devices.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId: telephone })
    const found = await addDevice(devices, false)
    for (const credential of credentials) await devices.send('WebAuthn.addCredential', { authenticatorId: found, credential })
    // Without user verification, Chromium does not offer accounts by itself, so the response is changed to list the passkeys.
    await page.route('**/generate-authenticate-options', async (route) => {
      const response = await route.fetch()
      const allowCredentials = credentials.map(({ credentialId }) => ({
        type: 'public-key',
        id: Buffer.from(credentialId, 'base64').toString('base64url'),
      }))
      await route.fulfill({ response, json: { ...(await response.json()), allowCredentials } })
    })
    await open(page, '/login?to=%2Fcertifications%2Fpl-900')
    await page.getByRole('button', { name: account.withPasskey }).click()
    await expect(page.getByRole('heading', { level: 1, name: account.secondFactorTitle })).toBeVisible()
    await page.getByRole('textbox', { name: account.totp }).fill(codeOf(key, 1))
    await page.getByRole('button', { name: account.verify, exact: true }).click()
    await expect(page).toHaveURL('/certifications/pl-900')
  })

  test('sees what to do when the device refuses', async ({ page }) => {
    await page.addInitScript(() => {
      navigator.credentials.get = () => Promise.reject(new DOMException('The operation was refused.', 'NotAllowedError'))
    })
    await open(page, '/login')
    await page.getByRole('button', { name: account.withPasskey }).click()
    await expectMessage(page, problemText('PASSKEY_FAILED'))
    await expect(page.getByRole('button', { name: account.withPasskey })).toBeEnabled()
  })
})
