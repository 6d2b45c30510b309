import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '#tests/journeys/fixtures.ts'
import { guide as words } from '#web/text/fr/guides.ts'
import { site } from '#web/text/fr/site.ts'

const method = '/seo/reussir-certification-dynamics'
const retired = '/seo/examen-mb910-en-ligne'

/** Addresses of all guides, from the sitemap. */
async function listGuides(page: Page): Promise<string[]> {
  const map = await (await page.request.get('/sitemap.xml')).text()
  return [...map.matchAll(/<loc>[^<]*(\/seo\/[^<]+)<\/loc>/g)].map((match) => match[1] ?? '')
}

test.describe('Noor, who reads French,', () => {
  test('finds the guides from the home page, and a guide from there', async ({ page }) => {
    await page.goto('/fr')
    await page.getByRole('link', { name: words.hubName, exact: true }).click()
    await expect(page).toHaveURL(words.hub)
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
    await page.getByRole('main').locator(`a[href="${method}"]`).first().click()
    await expect(page).toHaveURL(method)
    await page.getByRole('link', { name: 'English' }).click()
    await expect(page).toHaveURL('/')
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  })

  test('gets to a section of a guide through its contents, and expands an answer with the keyboard', async ({ page }) => {
    await page.goto(method)
    const contents = page.getByRole('navigation', { name: words.contents })
    const parts = await contents.getByRole('link').allTextContents()
    expect(parts.length).toBeGreaterThan(5)
    await contents.getByRole('link').nth(3).click()
    await expect(page.getByRole('heading', { level: 2, name: parts[3] ?? '' })).toBeInViewport()
    const question = page.getByRole('region', { name: 'Questions fréquentes' }).getByRole('group').nth(1)
    await expect(question.getByRole('paragraph')).toBeHidden()
    await question.locator('summary').focus()
    await page.keyboard.press('Enter')
    await expect(question.getByRole('paragraph')).toBeVisible()
  })

  test('gets from a guide to the attempt at its exam', async ({ page }) => {
    await page.goto(method)
    await page
      .getByRole('complementary')
      .getByRole('link', { name: words.practice('MB-800', true) })
      .click()
    await expect(page).toHaveURL('/fr/exam/mb-800')
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Business Central')
  })

  test('reads at the top of a guide that its exam is retired, since when, and what replaced it', async ({ page }) => {
    await page.goto(retired)
    const notice = page.getByRole('complementary', { name: words.retiredTitle })
    await expect(notice).toContainText('31 décembre 2025')
    await expect(notice).toContainText('selon nous : l’AB-210')
    await page.goto('/seo/questions-mb-210-gratuites')
    await expect(notice).toContainText('novembre 2024 environ')
    await expect(notice).toContainText('AB-210')
  })

  test('reads the current figures of the catalog and of the bank', async ({ page, readBank, request }) => {
    const { duration_minutes, price_usd } = (await (await request.get('/api/certifications/mb-800')).json()) as Record<string, number>
    await page.goto('/seo/mb-800-dumps-corrige')
    const facts = page.getByRole('figure').first()
    await expect(facts).toContainText(`${duration_minutes} minutes`)
    await expect(facts).toContainText(`${price_usd} USD`)
    await expect(facts).toContainText(`${(await readBank('mb-800')).length} questions`)
    expect(await page.getByRole('main').textContent()).not.toMatch(/\{\{|\}\}|undefined|null/)
  })

  test('sees the header hide while scrolling down', async ({ page }) => {
    await page.goto(method)
    const header = page.getByRole('banner')
    await page.evaluate(() => window.scrollTo(0, 600))
    await expect(header).not.toBeInViewport()
    await page.evaluate(() => window.scrollTo(0, 500))
    await expect(header).toBeInViewport({ ratio: 1 })
    await page.evaluate(() => window.scrollTo(0, 900))
    await expect(header).not.toBeInViewport()
    await header.getByRole('link', { name: site.certifications }).focus()
    await expect(header).toBeInViewport({ ratio: 1 })
  })

  test('prints a guide with its collapsed answers and the addresses of its links', async ({ page }) => {
    await page.goto(method)
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('banner')).toBeHidden()
    await expect(page.getByRole('contentinfo')).toBeHidden()
    await expect(page.getByRole('navigation', { name: words.contents })).toBeHidden()
    const answers = page.getByRole('region', { name: 'Questions fréquentes' }).getByRole('group')
    for (const answer of await answers.all()) await expect(answer.getByRole('paragraph').first()).toBeVisible()
    const outside = page.getByRole('main').locator('a[href^="https:"]').first()
    expect(await outside.evaluate((link) => getComputedStyle(link, '::after').content)).toContain('https://learn.microsoft.com/')
  })
})

test.describe('A question in a guide', () => {
  for (const javaScriptEnabled of [true, false])
    test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
      test.use({ javaScriptEnabled })

      test('is answered and checked with the keyboard', async ({ page }) => {
        await page.goto(method)
        const question = page.getByRole('region', { name: words.tryOne })
        await expect(question.getByText(words.wrong)).toBeHidden()
        await expect(question.getByText('Bonne réponse', { exact: true })).toBeHidden()
        await question.getByRole('radio').first().focus()
        await page.keyboard.press('Space')
        await page.keyboard.press('Tab')
        await page.keyboard.press('Enter')
        await expect(question.getByText(words.wrong)).toBeVisible()
        await expect(question.locator('label').first()).toContainText('Votre réponse')
        await expect(question.getByText('Bonne réponse', { exact: true })).toBeVisible()
        await expect(question.getByText(words.answerKey('B'))).toBeVisible()
        await expect(question.getByRole('link', { name: 'Documentation de référence' })).toHaveAttribute(
          'href',
          /^https:\/\/learn\.microsoft\.com\//,
        )
        await question.getByRole('radio').first().focus()
        await page.keyboard.press('ArrowDown')
        await expect(question.getByText(words.right, { exact: true })).toBeVisible()
        await expect(question.getByText(words.wrong)).toBeHidden()
        await expect(question.getByText('Votre réponse, correcte')).toBeVisible()
        await page.getByRole('link', { name: words.continueWith('MB-800') }).click()
        await expect(page).toHaveURL('/fr/exam/mb-800')
      })

      test('says that nothing was chosen', async ({ page }) => {
        await page.goto(method)
        const question = page.getByRole('region', { name: words.tryOne })
        await question.getByText(words.check).click()
        await expect(question.getByText(words.blank)).toBeVisible()
        await question.getByText(words.hide).click()
        await expect(question.getByText(words.blank)).toBeHidden()
      })
    })
})

test.describe('A guide', () => {
  test('makes no request once it is loaded, and has no script of the framework', async ({ page }) => {
    const resourceTypes: string[] = []
    page.on('request', (request) => resourceTypes.push(request.resourceType()))
    await page.goto(method, { waitUntil: 'networkidle' })
    expect(resourceTypes).not.toContain('script')
    resourceTypes.length = 0
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await page.getByRole('radio').first().check()
    for (const fold of await page.locator('summary').all()) await fold.click()
    await page.waitForLoadState('networkidle')
    expect(resourceTypes).toEqual([])
  })

  test('is one of twenty-four, and every link on every guide works', async ({ page }) => {
    const guides = await listGuides(page)
    expect(guides).toHaveLength(24)
    const leads = new Map<string, string>()
    for (const address of guides) {
      const html = await (await page.request.get(address)).text()
      expect(html, address).toContain('<html lang="fr"')
      expect(html, address).not.toMatch(/<[^>]+\sstyle=/)
      for (const [, id = ''] of html.matchAll(/href="#([^"]+)"/g)) expect(html, `${address} #${id}`).toContain(`id="${id}"`)
      for (const [, lead = ''] of html.matchAll(/<a [^>]*href="(\/[^"]*)"/g)) leads.set(lead.replaceAll('&amp;', '&'), address)
    }
    for (const [lead, address] of leads) expect((await page.request.get(lead)).status(), `${lead} on ${address}`).toBe(200)
  })

  test('can be used in light and dark, narrow and wide', async ({ page }) => {
    test.setTimeout(120_000)
    for (const address of [method, '/seo/examen-mb-910-en-francais', '/seo/questions-reelles-d365', '/seo/questions-corrigees-mb-300']) {
      await page.goto(address)
      await page.locator('details').evaluateAll((folds) => folds.forEach((fold) => fold.setAttribute('open', '')))
      await expectAccessible(page)
    }
  })
})

test.describe('An unknown address among the guides', () => {
  test.use({ expectedErrors: /status of 404/ })

  test('says so in French and links to the guides', async ({ page }) => {
    expect((await page.goto('/seo/guide-inconnu'))?.status()).toBe(404)
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
    await expect(page.getByRole('heading', { level: 1, name: site.notFound })).toBeVisible()
    await page.getByRole('link', { name: 'Tous les guides' }).click()
    await expect(page).toHaveURL(words.hub)
  })
})
