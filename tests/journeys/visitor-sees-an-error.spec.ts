import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import { readConfig } from '#server/config.ts'
import { openServices } from '#server/services.ts'
import { findFreePort } from '#tests/free-port.ts'
import { expect, test } from '#tests/journeys/fixtures.ts'
import { createDataFolder, startServer, type StartedServer } from '#tests/journeys/server.ts'
import { contentFolder, migrationsFolder, silentLog } from '#tests/services.ts'
import { catalogue } from '#web/text/en/catalogue.ts'
import { en } from '#web/text/en/en.ts'

const { site } = en

/** The data that the pages load on navigation. */
const pageData = (url: URL) => url.pathname.endsWith('.data')

/** Opens a page and waits until its scripts have loaded, so that it navigates without loading documents. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: 'networkidle' })
}

test.describe('While a page is loading', () => {
  test('a spinner is shown', async ({ page }) => {
    await open(page, '/')
    const spinner = page.getByRole('status').filter({ hasText: site.loading })
    let arrive = () => {}
    const arrived = new Promise<void>((resolve) => (arrive = resolve))
    await page.route(pageData, async (route) => {
      await arrived
      await route.continue()
    })
    await page.getByRole('link', { name: 'Get Started' }).click()
    await expect(spinner).toBeVisible()
    arrive()
    await expect(page.getByRole('heading', { name: catalogue.listTitle })).toBeVisible()
    await expect(spinner).toBeHidden()
  })
})

test.describe('When the network fails', () => {
  test.use({ expectedErrors: /net::ERR_FAILED|Failed to fetch/ })

  test('the certification list says so and can be tried again', async ({ page }) => {
    await open(page, '/')
    await page.route(pageData, (route) => route.abort())
    await page.getByRole('link', { name: 'Get Started' }).click()
    await expect(page.getByRole('heading', { name: 'Error Loading Certifications' })).toBeVisible()
    await expect(page).toHaveTitle('Error Loading Certifications')
    await page.unroute(pageData)
    await page.getByRole('link', { name: site.tryAgain }).click()
    await expect(page.getByRole('heading', { name: 'Available Certifications' })).toBeVisible()
  })

  test('the exam says so and links back to the certifications', async ({ page }) => {
    await open(page, '/certifications')
    await page.route(pageData, (route) => route.abort())
    await page.getByRole('link', { name: 'Practice 10 PL-900 questions' }).click()
    await expect(page.getByRole('heading', { name: 'Error Loading Questions' })).toBeVisible()
    await page.unroute(pageData)
    await page.getByText('Return to Certifications').click()
    await expect(page.getByRole('heading', { name: 'Available Certifications' })).toBeVisible()
  })
})

test.describe('When the server fails', () => {
  test.use({ expectedErrors: /status of 500/ })
  test.describe.configure({ mode: 'serial' })

  let server: StartedServer | undefined
  test.afterAll(async () => server?.kill())

  /** A server that can read its certifications, but not its questions: a column does not have the name that the code expects. */
  async function startDamaged(): Promise<StartedServer> {
    if (server) return server
    const dataDir = await createDataFolder()
    const folders = { migrations: migrationsFolder, content: contentFolder }
    const { db, close } = await openServices(readConfig({ DATA_DIR: dataDir }), folders, new Date(), silentLog)
    await sql`ALTER TABLE questions RENAME COLUMN created_at TO made_at`.execute(db)
    await close()
    server = await startServer(await findFreePort(), dataDir)
    return server
  }

  /** The error in the log whose reference is in the text. Checks that the text does not reveal the SQL statement. */
  async function errorNamedIn(text: string): Promise<unknown> {
    const [, reference = ''] = /([0-9A-Z]{4}-[0-9A-Z]{4})/.exec(text) ?? []
    expect(reference).not.toBe('')
    expect(text).not.toContain('created_at')
    const lines = () => (server?.output() ?? '').split('\n').filter((line) => line.includes(reference))
    await expect.poll(() => lines().length, 'lines of the log with the reference').toBe(2)
    const [failed = '', answered = ''] = lines()
    expect(JSON.parse(answered)).toMatchObject({ method: 'GET', status: 500, durationMs: expect.any(Number) })
    return JSON.parse(failed)
  }

  const missing = { message: expect.stringContaining('created_at') }

  test('an opened page names a reference that the log contains', async ({ page }) => {
    test.setTimeout(120_000)
    const { origin } = await startDamaged()
    await page.goto(`${origin}/exam/pl-900`, { waitUntil: 'networkidle' })
    await expect(page.getByRole('heading', { name: 'Error Loading Questions' })).toBeVisible()
    const named = await page.getByText('include this reference').innerText()
    expect(await errorNamedIn(named)).toMatchObject({ path: '/exam/pl-900', error: missing })
  })

  test('a page reached by a link does so, too', async ({ page }) => {
    const { origin } = await startDamaged()
    await open(page, `${origin}/certifications`)
    await page.getByRole('link', { name: 'Practice 10 PL-900 questions' }).click()
    await expect(page.getByRole('heading', { name: 'Error Loading Questions' })).toBeVisible()
    const named = await page.getByText('include this reference').innerText()
    expect(await errorNamedIn(named)).toMatchObject({ path: '/exam/pl-900.data', error: missing })
  })

  test('a read call answers with a problem that names the reference', async ({ request }) => {
    const { origin } = await startDamaged()
    const response = await request.get(`${origin}/api/questions?exam_id=pl-900`)
    expect(response.headers()['content-type']).toBe('application/problem+json')
    const problem = (await response.json()) as { status: number; reference: string }
    expect(problem.status).toBe(500)
    expect(await errorNamedIn(problem.reference)).toMatchObject({ path: '/api/questions', error: missing })
  })
})
