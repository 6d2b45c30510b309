import { becomeAdministrator, becomeMember, open, test } from '#tests/journeys/accounts.ts'
import { expect, expectAccessible } from '#tests/journeys/fixtures.ts'
import { admin } from '#web/text/en/admin/admin.ts'
import { catalogueAdmin } from '#web/text/en/admin/catalogue-admin.ts'

test.describe('In light and dark, at 320, 768 and 1280 px, without a serious violation and without horizontal scrolling,', () => {
  test('every list and form of the administration can be used', async ({ page, baseURL, dataDir }) => {
    test.setTimeout(180_000)
    await becomeAdministrator(page, baseURL, dataDir)
    for (const path of [
      '/admin',
      '/admin/case-studies',
      '/admin/case-studies/new',
      '/admin/case-studies/mb-800-case-1',
      '/admin/certifications',
      '/admin/certifications/new',
      '/admin/certifications/mb-800',
      '/admin/certifications/mb-800/outline',
      '/admin/images',
      '/admin/freshness?state=current',
      '/admin/log',
    ]) {
      await open(page, path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      // The editor of a case study loads after the page.
      await expect(page.getByText(catalogueAdmin.loadingEditor)).toBeHidden()
      await expectAccessible(page)
    }
  })

  test('the administration can be used, with a user, a link for the user, and the delete confirmation', async ({
    page,
    baseURL,
    dataDir,
  }) => {
    test.setTimeout(90_000)
    const camille = await becomeMember(page, baseURL)
    await page.context().clearCookies()
    await becomeAdministrator(page, baseURL, dataDir)
    for (const path of ['/admin/people', '/admin/people?search=unknown-user']) {
      await open(page, path)
      await expectAccessible(page)
    }
    await open(page, `/admin/people?search=${camille}`)
    await page.getByRole('table').getByRole('link', { name: camille }).click()
    await page.getByRole('button', { name: admin.linkKinds['sign-in'] }).click()
    await expect(page.getByRole('textbox', { name: admin.linkMade })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: admin.removeAsk }).click()
    await expect(page.getByRole('alert')).toBeVisible()
    await expectAccessible(page)
  })
})
