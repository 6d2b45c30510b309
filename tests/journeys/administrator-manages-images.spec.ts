import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { becomeAdministrator, expect, expectAccessible, expectMessage, open, test } from '#tests/journeys/accounts.ts'
import { catalogueAdmin } from '#web/text/en/admin/catalogue-admin.ts'
import { images } from '#web/text/en/admin/images.ts'
import { richText } from '#web/text/en/admin/question-editor.ts'

const fabrikam = 'Fabrikam Retail'

async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click()
}

async function choosePicture(page: Page, background: string): Promise<void> {
  await page
    .getByRole('toolbar', { name: richText.format(catalogueAdmin.content) })
    .getByRole('button', { name: richText.picture, exact: true })
    .click()
  const buffer = await sharp({ create: { width: 20, height: 10, channels: 3, background } })
    .png()
    .toBuffer()
  await page.getByLabel(richText.file, { exact: true }).setInputFiles({ name: 'drawn.png', mimeType: 'image/png', buffer })
  await expect(page.getByText(richText.uploaded)).toBeVisible()
}

test.describe('Ada', () => {
  test('uploads an image for a case study, finds where it is used, and deletes an unused one', async ({ page, startOwn }) => {
    test.setTimeout(120_000)
    const { origin, dataDir } = await startOwn()
    await becomeAdministrator(page, origin, dataDir)
    await open(page, `${origin}/admin/images`)
    await expectMessage(page, images.none)

    await open(page, `${origin}/admin/case-studies/new`)
    const text = page.getByRole('textbox', { name: catalogueAdmin.content, exact: true })
    await text.fill('Fabrikam sells shoes. ')
    await page.getByRole('textbox', { name: catalogueAdmin.title, exact: true }).fill(fabrikam)
    // This image is chosen, but not uploaded.
    await choosePicture(page, '#246')
    await page.keyboard.press('Escape')
    await choosePicture(page, '#642')
    await page.getByRole('textbox', { name: richText.caption, exact: true }).fill('Figure 1: shoes')
    await press(page, richText.insertPicture)
    // Without alternative text, an image has no role, so it is found by its element.
    const shown = text.locator('img[src]')
    await expect(shown).toHaveAttribute('src', /^\/storage\/questions\/question-images\/[\w-]+\.png$/)
    await expect(shown).toHaveAttribute('title', 'Figure 1: shoes')
    const address = (await shown.getAttribute('src')) ?? ''
    await press(page, catalogueAdmin.save)
    // Saved with a warning: the next page says that alternative text is missing.
    await expect(page.getByText(catalogueAdmin.savedWith)).toContainText(`${catalogueAdmin.content} `)
    const response = await page.request.get(origin + address)
    expect([response.status(), response.headers()['content-type']]).toEqual([200, 'image/png'])

    await open(page, `${origin}/admin/images`)
    const filter = page.getByRole('navigation', { name: images.filter })
    await expect(filter.getByRole('link', { name: images.all(2) })).toBeVisible()
    const used = page.getByRole('row').filter({ has: page.locator(`a[href="${address}"]`) })
    await expect(used.getByRole('link', { name: fabrikam })).toBeVisible()
    await expect(used.getByRole('link', { name: images.delete })).toHaveCount(0)
    await expectAccessible(page)

    await filter.getByRole('link', { name: images.unused(1) }).click()
    await expect(used).toHaveCount(0)
    const unused = page.getByRole('row').filter({ hasText: images.unusedSign })
    const itsAddress = await unused.locator('a').first().getAttribute('href')
    await unused.getByRole('link', { name: images.delete }).click()
    await expect(page.getByRole('alert')).toHaveText(images.sureText)
    await expect(page.getByText(images.sureNew)).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: images.keep }).click()
    await expect(page.getByRole('alert')).toBeHidden()
    await unused.getByRole('link', { name: images.delete }).click()
    await press(page, images.confirm)
    await expectMessage(page, images.done['deleted'] ?? '')
    await expectMessage(page, images.noneUnused)
    expect((await page.request.get(origin + itsAddress)).status()).toBe(404)
    expect((await page.request.get(origin + address)).status()).toBe(200)
  })
})
