import type { Page } from '@playwright/test'
import { expect, test } from '#tests/journeys/fixtures.ts'
import { en } from '#web/text/en/en.ts'

const { catalogue, site } = en

/** What the pages load when one goes from one to the next. */
const pageData = (url: URL) => url.pathname.endsWith('.data')

/** Opens a page and waits until it goes on without loading documents. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: 'networkidle' })
}

test.describe('While a page is on its way', () => {
  test('a spinner says so', async ({ page }) => {
    await open(page, '/')
    const spinner = page.getByRole('status').filter({ hasText: site.loading })
    let arrive = () => {}
    const arrived = new Promise<void>((resolve) => (arrive = resolve))
    await page.route(pageData, async (route) => {
      await arrived
      await route.continue()
    })
    await page.getByRole('link', { name: site.getStarted }).click()
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
    await page.getByRole('link', { name: site.getStarted }).click()
    await expect(page.getByRole('heading', { name: 'Error Loading Certifications' })).toBeVisible()
    await expect(page).toHaveTitle('Error Loading Certifications')
    await page.unroute(pageData)
    await page.getByRole('link', { name: site.tryAgain }).click()
    await expect(page.getByRole('heading', { name: 'Available Certifications' })).toBeVisible()
  })

  test('the exam says so and leads back to the certifications', async ({ page }) => {
    await open(page, '/certifications')
    await page.route(pageData, (route) => route.abort())
    await page
      .getByRole('main')
      .getByRole('link', { name: /^PL-900/ })
      .click()
    await expect(page.getByRole('heading', { name: 'Error Loading Questions' })).toBeVisible()
    await page.unroute(pageData)
    await page.getByText('Return to Certifications').click()
    await expect(page.getByRole('heading', { name: 'Available Certifications' })).toBeVisible()
  })
})
