import type { Page } from '@playwright/test'
import {
  becomeAdministrator,
  becomeMember,
  expect,
  expectAccessible,
  expectMessage,
  makeAdministrator,
  newAddress,
  open,
  test,
} from '#tests/journeys/accounts.ts'
import { admin } from '#web/text/en/admin/admin.ts'

/** Rows of the log, each with the texts of its cells. */
async function readLines(page: Page): Promise<string[][]> {
  const rows = await page.getByRole('table').locator('tbody tr').all()
  return Promise.all(rows.map((row) => row.locator('td').allInnerTexts()))
}

async function search(page: Page, kind: string, address: string): Promise<void> {
  await page.getByRole('combobox', { name: admin.logKind }).selectOption({ label: kind })
  await page.getByRole('textbox', { name: admin.logSearch }).fill(address)
  await page.getByRole('button', { name: admin.find, exact: true }).click()
  await expect(page).toHaveURL((url) => url.searchParams.get('search') === address)
}

test.describe('Ada', () => {
  test('ends the sessions of Camille, finds the action in the log, and follows its link to the user', async ({
    page,
    openElsewhere,
    baseURL,
    dataDir,
  }) => {
    const ada = await becomeAdministrator(page, baseURL, dataDir)
    const other = await openElsewhere()
    const camille = await becomeMember(other, baseURL)
    await open(page, '/admin/people')
    await page.getByRole('textbox', { name: admin.search }).fill(camille)
    await page.getByRole('button', { name: admin.find, exact: true }).click()
    await page.getByRole('table').getByRole('link', { name: camille }).click()
    await page.getByRole('button', { name: admin.changes['sessions-ended'] }).click()
    await expectMessage(page, admin.done['sessions-ended'] ?? '')
    await open(other, '/profile')
    await expect(other).toHaveURL('/login?to=%2Fprofile')

    await page.getByRole('link', { name: admin.log, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: admin.log })).toBeVisible()
    await search(page, admin.logKinds.people, ada)
    await expect
      .poll(() => readLines(page))
      .toEqual([[`${admin.auditLine['sessions-ended']}: ${camille}`, ada, expect.stringMatching(/UTC$/)]])
    await expectAccessible(page)
    await search(page, admin.logKinds.images, ada)
    await expectMessage(page, admin.logNothing)
    await page.getByRole('link', { name: admin.logShowAll }).click()
    await expect(page.getByRole('textbox', { name: admin.logSearch })).toHaveValue('')

    await search(page, admin.logEveryKind, ada)
    await page.getByRole('table').getByRole('link', { name: camille }).click()
    await expect(page.getByRole('heading', { level: 1, name: camille })).toBeVisible()
    await expect(page.getByText(`${admin.auditLine['sessions-ended']} ${admin.auditBy(ada)}`)).toBeVisible()
  })

  test.describe('without scripts', () => {
    test.use({ javaScriptEnabled: false })

    test('also reads the log, and finds the actions of an administrator', async ({ page, baseURL, dataDir, openElsewhere }) => {
      const ada = await becomeAdministrator(page, baseURL, dataDir)
      const noor = newAddress('noor')
      await becomeMember(await openElsewhere(), baseURL, noor)
      await makeAdministrator(dataDir, noor)
      await page.goto('/admin/log')
      const rowOf = (email: string) => page.getByRole('row').filter({ has: page.getByRole('link', { name: email }) })
      await expect(rowOf(noor)).toContainText(admin.auditLine.administrator)
      await expect(rowOf(noor)).toContainText(admin.logActor(null))
      await search(page, admin.logKinds.people, noor)
      await expectMessage(page, admin.logNothing)
      await page.goBack()
      await rowOf(ada).getByRole('link').click()
      await page.getByRole('link', { name: admin.auditOf }).click()
      await expect(page.getByRole('textbox', { name: admin.logSearch })).toHaveValue(ada)
    })
  })
})
