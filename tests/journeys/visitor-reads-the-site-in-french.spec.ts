import type { Page } from '@playwright/test'
import { addressIn } from '#exam/languages.ts'
import { findEnglish } from '#tests/journeys/english-passages.ts'
import { becomeMember, expect, expectAccessible, test } from '#tests/journeys/accounts.ts'
import { expectCopied } from '#tests/journeys/release.ts'
import { shortExam } from '#tests/journeys/fixtures.ts'
import { home as english } from '#web/text/en/home.ts'
import { home } from '#web/text/fr/home.ts'
import { catalogue } from '#web/text/fr/catalogue.ts'
import { offline } from '#web/text/fr/offline.ts'
import { exam } from '#web/text/fr/practice.ts'
import { settings } from '#web/text/fr/settings.ts'
import { site } from '#web/text/fr/site.ts'

const french = (path: string) => addressIn('fr', path)

/** The pages to check. Pages that exist for each exam are read for one exam only. */
const pages = [
  '/',
  '/certifications',
  '/certifications?family=ERP',
  '/certifications/mb-800',
  '/certifications/mb-910',
  '/certifications/mb-800/changes',
  '/exam/mb-800',
  '/exam/mb-800/build',
  '/exam/mb-800/review',
  '/exam/mb-800/paper',
  '/exam/mb-800/simulation',
  '/privacy',
  '/terms',
  '/legal-notice',
  '/readiness',
  '/contact',
  '/login',
  '/login/email',
  '/signup',
  '/reset-password',
  '/offline',
  '/offline/simulation',
]

const ownPages = [
  '/profile',
  '/profile/account',
  '/profile/email',
  '/profile/password',
  '/profile/second-factor',
  '/profile/settings',
  '/profile/exam-dates',
  '/profile/history',
  '/profile/progress/mb-800',
  '/profile/readiness/mb-800',
  '/profile/reports',
  '/profile/shared',
  '/profile/delete',
]

/** The English passages on each page that has any. */
async function readAll(page: Page, paths: readonly string[]): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  for (const path of paths) {
    await page.goto(french(path))
    await expect(page).toHaveURL(french(path))
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
    if (path === '/exam/mb-800') await expectUsable(page, exam.finish)
    const passages = await findEnglish(page, 'fr')
    if (passages.length > 0) found[path] = passages
  }
  return found
}

/** Waits until the attempt has been read from the device. */
async function expectUsable(page: Page, finish: string): Promise<void> {
  await expect(page.getByRole('button', { name: finish })).toBeEnabled()
}

test.describe('Noor, who reads French,', () => {
  test('finds an exam, answers questions, and changes the language in the middle of the attempt', async ({ page, readBank }) => {
    const [first] = await readBank('mb-800')
    await page.goto('/')
    await page.getByRole('link', { name: 'Français' }).click()
    await expect(page).toHaveURL('/fr')
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
    await expect(page.getByRole('heading', { level: 1, name: home.headline })).toBeVisible()
    await expect(page.locator('.question-text [lang=fr]').first()).toBeVisible()
    await page.getByRole('link', { name: home.getStarted }).click()
    await expect(page).toHaveURL('/fr/certifications')
    await expect(page.getByRole('heading', { level: 1, name: catalogue.listTitle })).toBeVisible()
    await page.goto('/fr/exam/mb-800')
    await expectUsable(page, exam.finish)
    // A translated question is in the language of the page until another one is chosen.
    await expect(page.locator('.question-text [lang=fr]').first()).toBeVisible()
    await page.locator('.option').first().click()
    await page.getByRole('button', { name: exam.reveal }).click()
    await expect(page.getByRole('heading', { name: exam.explanation })).toBeVisible()
    await expect(page.getByText(exam.saved, { exact: true })).toBeVisible()
    await page.getByRole('link', { name: 'English' }).click()
    await expect(page).toHaveURL('/exam/mb-800')
    await expectUsable(page, 'Finish Exam')
    await expect(page.getByRole('heading', { name: 'Explanation:' })).toBeVisible()
    await expect(page.locator('.question-text [lang=fr]')).toHaveCount(0)
    await page.getByRole('link', { name: 'Français' }).click()
    await expect(page).toHaveURL('/fr/exam/mb-800')
    await expect(page.getByRole('heading', { name: exam.explanation })).toBeVisible()
    expect(first.number).toBe(1)
  })

  test('reads no English outside of marked passages', async ({ page }) => {
    test.setTimeout(120_000)
    expect(await readAll(page, pages)).toEqual({})
  })

  test('stays in French when the site asks to sign in, and after a mistyped address', async ({ page }) => {
    await page.goto('/fr/profile/settings')
    await expect(page).toHaveURL('/fr/login?to=%2Fprofile%2Fsettings')
  })

  test('can use French pages in light and dark, narrow and wide', async ({ page }) => {
    test.setTimeout(120_000)
    for (const path of ['/', '/certifications', '/certifications/mb-800']) {
      await page.goto(french(path))
      await expectAccessible(page)
    }
  })
})

test.describe('Noor, who signs up on a French page,', () => {
  test('reads no English in the profile, and may change the language of mail', async ({ page, baseURL }) => {
    test.setTimeout(120_000)
    await becomeMember(page, `${baseURL}/fr`)
    expect(await readAll(page, ownPages)).toEqual({})
    await page.goto('/fr/profile/settings')
    await expect(page.getByLabel(settings.language)).toHaveValue('fr')
  })
})

test.describe('Without a network, a French page', () => {
  test.use({ serviceWorkers: 'allow', expectedErrors: /ERR_INTERNET_DISCONNECTED|ERR_FAILED.*\/translations\/fr/ })

  test('opens again in French, and so does the page that says what is available', async ({ context, page }) => {
    await page.goto(`/fr/exam/${shortExam}`)
    await expectUsable(page, exam.finish)
    await expectCopied(page, `/fr/exam/${shortExam}`)
    await context.setOffline(true)
    await page.reload()
    await expectUsable(page, exam.finish)
    await page.locator('.option').first().click()
    await expect(page.getByText(exam.savedOffline)).toBeVisible()
    await page.goto('/fr/readiness')
    await expect(page.getByRole('heading', { level: 1, name: offline.unreachableTitle })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
  })
})

test.describe('A mistyped French address', () => {
  test.use({ expectedErrors: /status of 404/ })

  test('is answered in French', async ({ page }) => {
    expect((await page.goto('/fr/certifcations'))?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1, name: site.notFound })).toBeVisible()
  })
})

test('addresses of French pages are the same page for search engines', async ({ request }) => {
  const html = await (await request.get('/fr/certifications/mb-800')).text()
  for (const link of ['rel="canonical"', 'hrefLang="en"', 'hrefLang="fr"', 'hrefLang="x-default"', 'property="og:locale" content="fr_FR"'])
    expect(html).toContain(link)
  expect(await (await request.get('/sitemap.xml')).text()).toContain('/fr/certifications/mb-800</loc>')
  for (const [address, target] of [
    ['/fr/', '/fr'],
    ['/fr/Certifications', '/fr/certifications'],
    ['/fr/seo/questions-certification-dynamics', '/seo/questions-certification-dynamics'],
    ['/fr/api/certifications', '/api/certifications'],
    ['/fr/admin', '/admin'],
  ] as const) {
    const response = await request.get(address, { maxRedirects: 0 })
    expect([address, response.status(), response.headers()['location']]).toEqual([address, 301, target])
  }
  expect(await (await request.get('/')).text()).toContain(english.headline)
})
