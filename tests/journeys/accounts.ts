/** Actions of members and administrators on screen, their mail, and servers for a single journey. */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { APIResponse, BrowserContext, Locator, Page } from '@playwright/test'
import { TOTP } from 'otpauth'
import PostalMime from 'postal-mime'
import type { MailKind } from '#server/mail/messages.ts'
import { sendCommand } from '#server/operations/command-socket.ts'
import { test as base, expect } from '#tests/journeys/fixtures.ts'
import { journeysFolder, startOwnServer, type OwnServer } from '#tests/journeys/server.ts'
import { account } from '#web/text/en/accounts.ts'
import { profile } from '#web/text/en/profile.ts'

export { expect, expectAccessible } from '#tests/journeys/fixtures.ts'

const root = join(import.meta.dirname, '../..')

export const password = 'quiet lamp under paper'
export const otherPassword = 'seven boats and a kettle'

type Settings = Record<string, string>

type Fixtures = {
  /** Data folder of the server that all journeys share. */
  dataDir: string
  /** Starts a server for this journey alone. */
  startOwn: (settings?: Settings) => Promise<OwnServer>
  /** Opens another signed-out browser, with an optional user agent. */
  openElsewhere: (userAgent?: string) => Promise<Page>
}

export const test = base.extend<Fixtures>({
  // Passkeys and links in mail work only with this host name.
  baseURL: async ({ baseURL }, use) => use(baseURL?.replace('127.0.0.1', 'localhost')),

  extraHTTPHeaders: async ({ extraHTTPHeaders }, use) => use({ ...extraHTTPHeaders, 'X-Forwarded-For': newNetworkAddress() }),

  dataDir: [join(journeysFolder, 'data'), { option: true }],

  startOwn: async ({ context }, use) => {
    const running: OwnServer[] = []
    await use(async (settings = {}) => {
      const server = await startOwnServer(() => Promise.resolve(settings))
      running.push(server)
      return server
    })
    // Pages are closed first, because a page that still sends requests reports errors once its server has stopped.
    for (const page of context.pages()) await page.close()
    for (const server of running) await server.kill()
  },

  openElsewhere: async ({ browser, baseURL }, use) => {
    const opened: BrowserContext[] = []
    await use(async (userAgent) => {
      const context = await browser.newContext({ ...(baseURL && { baseURL }), ...(userAgent && { userAgent }) })
      opened.push(context)
      return context.newPage()
    })
    for (const context of opened) await context.close()
  },
})

/** An address from the networks reserved for benchmarks, so that no journey uses up the rate limits of another. */
function newNetworkAddress(): string {
  const [second = 0, third = 0, fourth = 0] = randomBytes(3)
  return `198.${18 + (second % 2)}.${third}.${fourth}`
}

/** A new folder, which is deleted with all other folders after the journeys. */
export function newFolder(): Promise<string> {
  return mkdtemp(join(journeysFolder, 'own-'))
}

/** A new email address: `camille-1f0c22@example.com`. */
export function newAddress(name = 'camille', domain = 'example.com'): string {
  return `${name}-${randomBytes(4).toString('hex')}@${domain}`
}

/** Opens a page and waits until its scripts know who is signed in. */
export async function open(page: Page, path: string): Promise<void> {
  const responded = page.waitForResponse('**/api/viewer')
  await page.goto(path)
  await responded
}

/** Submits a form of the site like a browser without scripts, with the cookies of the page; redirects are not followed. */
export async function post(page: Page, address: string, form: Record<string, string>): Promise<APIResponse> {
  const url = new URL(address, page.url() === 'about:blank' ? undefined : page.url())
  return page.request.post(url.href, { form, headers: { Origin: url.origin }, maxRedirects: 0 })
}

/** Creates an account and signs in without using the screens. */
export async function becomeMember(page: Page, origin: string | undefined, email = newAddress()): Promise<string> {
  const answer = await post(page, `${origin}/signup`, { email, password })
  expect(answer.status(), await answer.text()).toBe(302)
  return email
}

/** Creates an administrator. */
export async function becomeAdministrator(
  page: Page,
  origin: string | undefined,
  dataDir: string,
  email = newAddress('ada'),
): Promise<string> {
  await becomeMember(page, origin, email)
  await makeAdministrator(dataDir, email)
  return email
}

/** Ada signs in to a server whose bank this journey may change, and opens a page of the administration. */
export async function openAsAdministrator(
  page: Page,
  { origin, dataDir }: Pick<OwnServer, 'origin' | 'dataDir'>,
  path: string,
): Promise<void> {
  await becomeAdministrator(page, origin, dataDir)
  await open(page, `${origin}${path}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

/** Starts a server whose bank this journey may change, with Ada signed in and the bank on screen. */
export async function openOwnBank(page: Page, startOwn: () => Promise<OwnServer>): Promise<OwnServer> {
  const server = await startOwn()
  await openAsAdministrator(page, server, '/admin')
  return server
}

/** Sends the operator's command directly to the running server, without starting a process for the command. */
export async function makeAdministrator(dataDir: string, email: string): Promise<void> {
  expect(await sendCommand(dataDir, 'make-admin', { email })).toEqual({ json: 'made' })
}

/** Runs the operator's command. Returns its output. */
export async function runMakeAdministrator(dataDir: string, email: string): Promise<string> {
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' }
  const { stdout } = await promisify(execFile)(process.execPath, ['tools/make-admin.ts', email], { cwd: root, env })
  return stdout
}

export function emailField(page: Page): Locator {
  return page.getByRole('textbox', { name: account.email, exact: true })
}

export function passwordField(page: Page, name: string = account.password): Locator {
  return page.getByLabel(name, { exact: true })
}

export async function fillSignIn(page: Page, email: string, secret = password): Promise<void> {
  await emailField(page).fill(email)
  await passwordField(page).fill(secret)
}

/** Fills in the sign-in form. */
export async function signIn(page: Page, email: string, secret = password): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome Back' })).toBeVisible()
  await fillSignIn(page, email, secret)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

export async function signUp(page: Page, email: string, secret = password): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: account.signUpTitle })).toBeVisible()
  await fillSignIn(page, email, secret)
  await page.getByRole('button', { name: account.signUp, exact: true }).click()
}

/** Signs in from another browser. */
export async function signInElsewhere(openElsewhere: Fixtures['openElsewhere'], email: string, userAgent?: string): Promise<Page> {
  const other = await openElsewhere(userAgent)
  await open(other, '/login')
  await signIn(other, email)
  await expectProfile(other, email)
  return other
}

/** Opens a confirmation link while signed in, confirms, and waits for this message. */
export async function openConfirmation(page: Page, link: string, message: string): Promise<void> {
  await open(page, link)
  await page.getByRole('button', { name: account.verifyEmail }).click()
  await expectMessage(page, message)
}

/** Signs out with the header's button, which leads to the home page. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible()
}

/** Checks that the profile of this email address is on screen, with its first tab or the account tab. */
export async function expectProfile(page: Page, email: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: email })).toBeVisible()
  expect(new URL(page.url()).pathname).toMatch(/^\/profile(?:\/account)?$/)
}

/** The row of a profile list that contains this text. */
export function entryOf(page: Page, words: string | RegExp): Locator {
  return page.getByRole('listitem').filter({ hasText: words })
}

/** Waits for a message above the form: an error or a confirmation. */
export async function expectMessage(page: Page, sentence: string): Promise<void> {
  await expect(page.getByRole('main').getByText(sentence, { exact: true })).toBeVisible()
}

export type ReceivedMail = { subject: string; text: string; link: string; code: string }

/** The first message of a kind to an address after `earlier` others, from the outbox folder. Waits until it has been written. */
export async function waitForMail(dataDir: string, address: string, kind: MailKind, earlier = 0): Promise<ReceivedMail> {
  let found: ReceivedMail | undefined
  await expect
    .poll(
      async () => {
        const messages = await listMail(dataDir, address, kind)
        found = messages[earlier]
        return found !== undefined
      },
      { message: `a ${kind} to ${address}, after ${earlier} others` },
    )
    .toBe(true)
  if (!found) throw new Error('No message was found')
  return found
}

/** All messages of a kind to an address, oldest first. */
export async function listMail(dataDir: string, address: string, kind: MailKind): Promise<ReceivedMail[]> {
  const folder = join(dataDir, 'outbox')
  const names = await readdir(folder).catch(() => [])
  const files = names.filter((name) => name.endsWith('.eml') && name.includes(`-${kind}-`)).toSorted()
  const messages = await Promise.all(files.map(async (name) => PostalMime.parse(await readFile(join(folder, name)))))
  return messages
    .filter(({ to }) => to?.some((recipient) => recipient.address === address))
    .map(({ subject = '', text = '' }) => ({
      subject,
      text,
      link: /https?:\/\/\S+/.exec(text)?.[0] ?? '',
      code: /^\s*(\d{6})\s*$/m.exec(text)?.[1] ?? '',
    }))
}

/** The code that an authenticator app shows for a secret as written on the page. `ahead` counts steps of 30 seconds. */
export function codeOf(key: string, ahead = 0): string {
  return new TOTP({ secret: key.replaceAll(' ', '') }).generate({ timestamp: Date.now() + ahead * 30_000 })
}

/** Turns on the second factor from its page; returns the secret and the backup codes. */
export async function setUpSecondFactor(page: Page): Promise<{ key: string; backupCodes: string[] }> {
  await passwordField(page, profile.factorPassword).fill(password)
  await page.getByRole('button', { name: profile.beginFactor }).click()
  await expect(page.getByRole('img', { name: profile.picture })).toBeVisible()
  const [key = '', ...backupCodes] = await page.getByRole('main').locator('code').allTextContents()
  await page.getByRole('textbox', { name: profile.code }).fill(codeOf(key))
  await page.getByRole('button', { name: profile.finishFactor }).click()
  await expectMessage(page, profile.done['second-factor-on'] ?? '')
  return { key, backupCodes }
}
