import { expect, test } from '#tests/journeys/fixtures.ts'
import { catalogue } from '#web/text/en/catalogue.ts'
import { certificationPage } from '#web/text/en/certification-page.ts'
import { en } from '#web/text/en/en.ts'
import { home } from '#web/text/en/home.ts'
import { legal } from '#web/text/en/legal.ts'
import { review } from '#web/text/en/review.ts'

const { exam, site } = en
const certificationIds = ['mb-230', 'mb-800', 'mb-300', 'mb-920', 'mb-200', 'mb-210', 'mb-910', 'pl-100', 'pl-200', 'pl-900']

test.describe('Noor', () => {
  test('finds four columns, a copyright line and three legal pages in the footer', async ({ page, request }) => {
    await page.goto('/')
    const footer = page.getByRole('contentinfo')
    await expect(footer.getByRole('heading')).toHaveText(['ERP', 'CRM', 'Power Platform', 'Resources'])
    const links = footer.getByRole('navigation').getByRole('link')
    const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
    expect(addresses.filter((address) => address.startsWith('/'))).toEqual(
      expect.arrayContaining(certificationIds.map((id) => `/certifications/${id}`)),
    )
    for (const address of addresses.filter((one) => one.startsWith('/'))) {
      expect((await request.get(address)).status(), address).toBe(200)
    }
    const outside = footer.getByRole('navigation', { name: site.resources }).getByRole('link')
    for (const link of await outside.all()) await expect(link).toHaveAttribute('href', /^https:\/\/learn\.microsoft\.com\//)
    await expect(footer.getByText(/^© \d{4} /)).toBeVisible()
    for (const [name, path] of [
      [site.privacy, '/privacy'],
      [site.terms, '/terms'],
      [site.contact, '/contact'],
    ] as const) {
      await footer.getByRole('link', { name, exact: true }).click()
      await expect(page).toHaveURL(path)
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    }
  })

  test('gets to the content first with the keyboard', async ({ page }) => {
    await page.goto('/certifications')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: site.skip })).toBeFocused()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('main').locator(':focus')).toBeVisible()
  })

  test('reads a title on every page, and a canonical address that is never an exam page', async ({ page, request }) => {
    const { name } = (await (await request.get('/api/certifications/mb-800')).json()) as { name: string }
    const pages = [
      { path: '/', title: home.pageTitle, canonical: '/' },
      { path: '/certifications?family=CRM', title: catalogue.listPageTitle, canonical: '/certifications' },
      { path: '/certifications/mb-800', title: certificationPage.pageTitle('MB-800', name), canonical: '/certifications/mb-800' },
      { path: '/exam/mb-800', title: `${name} Practice Exam`, canonical: '/certifications/mb-800' },
      { path: '/exam/mb-800?set=area-1', title: `${name} Practice Exam`, canonical: '/certifications/mb-800' },
      { path: '/privacy', title: `${legal.privacy.title}, Praxam`, canonical: '/privacy' },
      { path: '/terms', title: `${legal.terms.title}, Praxam`, canonical: '/terms' },
      { path: '/contact', title: `${legal.contact.title}, Praxam`, canonical: '/contact' },
    ]
    for (const { path, title, canonical } of pages) {
      await page.goto(path)
      await expect(page).toHaveTitle(title)
      const address = await page.locator('link[rel=canonical]').getAttribute('href')
      expect(new URL(address ?? '').pathname, path).toBe(canonical)
      expect(new URL(address ?? '').search).toBe('')
      await expect(page.locator('meta[name=description]')).toHaveAttribute('content', /.{30}/)
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    }
  })

  test('sees when an exam has no such skill area, and when there are no mistakes yet', async ({ page }) => {
    await page.goto('/exam/mb-800?set=area-9')
    await expect(page.getByRole('heading', { name: exam.noAreaTitle })).toBeVisible()
    await page.getByRole('link', { name: 'Return to Certifications' }).click()
    await expect(page).toHaveURL('/certifications')
    await page.goto('/exam/mb-800?set=mistakes')
    await expect(page.getByRole('heading', { name: review.noMistakesTitle })).toBeVisible()
  })

  test.describe('where the card after an explanation does not load', () => {
    test.use({ expectedErrors: /ERR_FAILED/ })

    test('passes the id of a question to the contact page', async ({ page, readBank }) => {
      const [question] = await readBank('pl-900')
      await page.route(/\/assets\/trust-card-.*\.js$/, (route) => route.abort())
      await page.goto('/exam/pl-900')
      await page.getByRole('button', { name: 'Reveal Answer' }).click()
      await page.getByRole('link', { name: exam.report }).click()
      await expect(page.getByRole('heading', { name: legal.contact.title })).toBeVisible()
      await expect(page.getByText(question?.id ?? 'no question')).toBeVisible()
      await page.reload()
      await expect(page.getByText(question?.id ?? 'no question')).toBeVisible()
    })
  })
})

test.describe('Every page', () => {
  test('has a policy without unsafe-inline, no inline styles, and makes no request to other sites', async ({ page, baseURL }) => {
    const origins = new Set<string>()
    page.on('request', (request) => origins.add(new URL(request.url()).origin))
    for (const path of [
      '/',
      '/certifications',
      '/certifications/mb-800',
      '/certifications/mb-200',
      '/exam/mb-800',
      '/privacy',
      '/terms',
      '/contact',
    ]) {
      const response = await page.goto(path, { waitUntil: 'networkidle' })
      const policy = response?.headers()['content-security-policy'] ?? ''
      expect(policy, path).toContain("script-src 'self'")
      expect(policy, path).not.toContain('unsafe-inline')
      expect(await response?.text(), path).not.toMatch(/<[^>]+\sstyle=/)
    }
    expect([...origins]).toEqual([new URL(baseURL ?? '').origin])
  })
})

test.describe('An unknown address', () => {
  test.use({ expectedErrors: /status of 404/ })

  for (const path of [
    '/no-such-page',
    '/exam/mb-999',
    '/exam/mb-999/build',
    '/exam/mb-999/review',
    '/exam/mb-999/simulation',
    '/certifications/mb-999',
    '/certifications/mb-800/more',
  ]) {
    test(`answers 404 and offers links: ${path}`, async ({ page }) => {
      const response = await page.goto(path)
      expect(response?.status()).toBe(404)
      await expect(page).toHaveTitle(site.notFoundTitle)
      await expect(page.getByRole('heading', { level: 1, name: site.notFound })).toBeVisible()
      await page.getByRole('navigation', { name: site.nextSteps }).getByRole('link', { name: 'All certifications' }).click()
      await expect(page).toHaveURL('/certifications')
    })
  }
})
