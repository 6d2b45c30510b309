import { families } from '#exam/certification.ts'
import { expect, test } from '#tests/journeys/fixtures.ts'
import { catalogue } from '#web/text/en/catalogue.ts'
import { en } from '#web/text/en/en.ts'
import { home } from '#web/text/en/home.ts'

const { exam } = en

type Certification = {
  id: string
  name: string
  description: string
  family: string
  type: string
  sources: { type?: { isApproximate: boolean } }
}

test.describe('Noor', () => {
  test('starts on the home page and finds an exam through its family', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('link', { name: 'Get Started' }).click()
    await expect(page.getByRole('heading', { name: 'Available Certifications' })).toBeVisible()
    await page
      .getByRole('navigation', { name: catalogue.family })
      .getByRole('link', { name: /^Power Platform/ })
      .click()
    await expect(page).toHaveURL((url) => url.searchParams.get('family') === 'Power Platform')
    await page
      .getByRole('main')
      .getByRole('link', { name: /^PL-900/ })
      .click()
    await expect(page).toHaveURL('/certifications/pl-900')
  })

  test('starts ten questions with one tap on a row of the list', async ({ page }) => {
    await page.goto('/certifications')
    await page.getByRole('link', { name: 'Practice 10 PL-900 questions' }).click()
    await expect(page.getByRole('region', { name: 'Question 1 of 10', exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Finish Exam' })).toBeEnabled()
    await expect(page).toHaveURL('/exam/pl-900?set=mixed')
    await page.getByRole('link', { name: exam.back('PL-900') }).click()
    await expect(page).toHaveURL('/certifications/pl-900')
  })

  test('sees three exams of each family on the home page', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1, name: home.headline })).toBeVisible()
    for (const family of families) {
      await expect(page.getByRole('region', { name: family }).getByRole('listitem')).toHaveCount(3)
    }
  })

  test('tries a question on the home page', async ({ page }) => {
    await page.goto('/')
    const card = page.getByRole('region', { name: home.tryOneLabel })
    await card.getByRole('radio').first().check()
    await card.getByRole('button', { name: 'Reveal Answer' }).click()
    await expect(card.getByRole('heading', { name: 'Explanation:' })).toBeVisible()
    await expect(card.getByRole('radio').first()).toBeDisabled()
    await card.getByRole('link', { name: home.continueWith('MB-800') }).click()
    await expect(page).toHaveURL('/exam/mb-800')
  })

  test('sees every certification by family, each with a description and a link', async ({ page, request }) => {
    const certifications = (await (await request.get('/api/certifications')).json()) as Certification[]
    await page.goto('/certifications')
    await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([...families])
    for (const { id, name, description, family, type, sources } of certifications) {
      const row = page.getByRole('region', { name: family, exact: true }).getByRole('listitem').filter({ hasText: id.toUpperCase() })
      await expect(row.getByRole('heading', { name })).toBeVisible()
      await expect(row).toContainText(description)
      // A level that could not be verified is not shown.
      await expect(row.getByText(type, { exact: true })).toHaveCount(sources.type?.isApproximate ? 0 : 1)
      const links = await row.getByRole('link').evaluateAll((all) => all.map((link) => link.getAttribute('href')))
      expect(links).toEqual([`/certifications/${id}`, `/exam/${id}?start=10`, `/certifications/${id}`])
    }
  })

  for (const family of families) {
    test(`sees only ${family} when the URL names it`, async ({ page, request }) => {
      const certifications = (await (await request.get('/api/certifications')).json()) as Certification[]
      const own = certifications.filter((one) => one.family === family)
      await page.goto(`/certifications?family=${family}`)
      await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([family])
      await expect(page.getByRole('region', { name: family }).getByRole('listitem')).toHaveCount(own.length)
      await expect(page.getByRole('link', { name: new RegExp(`^${family} \\d`) })).toHaveAttribute('aria-current', 'true')
    })
  }

  test('sees every family when the URL names an unknown one', async ({ page }) => {
    await page.goto('/certifications?family=HR')
    await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([...families])
  })
})
