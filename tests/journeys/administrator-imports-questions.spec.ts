import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { plainText } from '#exam/plain-text.ts'
import { becomeAdministrator, expect, expectAccessible, expectMessage, open, openOwnBank, test } from '#tests/journeys/accounts.ts'
import { readContentBank } from '#tests/journeys/fixtures.ts'
import { bank } from '#web/text/en/admin/bank.ts'

type Item = Record<string, unknown> & { id: string; text: string }

async function readItems(page: Page, origin: string): Promise<Item[]> {
  return (await (await page.request.get(`${origin}/api/questions?exam_id=mb-800`)).json()) as Item[]
}

async function openDialog(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Import/Export' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import/Export Questions' })
  await expect(dialog).toBeVisible()
  return dialog
}

/** Chooses a file with this name. Its content is these items, or this text. */
async function choose(page: Page, content: unknown, name = 'questions.json'): Promise<void> {
  const chosen = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: /^Choose a/ }).click()
  const text = typeof content === 'string' ? content : JSON.stringify(content, null, 2)
  await (await chosen).setFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) })
}

function figureOf(dialog: Locator, verdict: keyof typeof bank.counts): Locator {
  return dialog.getByRole('definition').nth(['new', 'changed', 'same', 'refused'].indexOf(verdict))
}

async function expectFigures(dialog: Locator, counts: Record<keyof typeof bank.counts, number>): Promise<void> {
  for (const verdict of ['new', 'changed', 'same', 'refused'] as const)
    await expect(figureOf(dialog, verdict)).toHaveText(String(counts[verdict]))
}

test.describe('Ada', () => {
  test('sees the changes of a file, corrects it, and imports it; a second import changes nothing', async ({ page, startOwn }) => {
    test.setTimeout(120_000)
    const { origin } = await openOwnBank(page, startOwn)
    const [same, changed, source] = await readItems(page, origin)
    if (!same || !changed || !source) throw new Error('The bank has too few questions')
    const added = {
      ...source,
      id: '01a1f7f8-3000-7dd5-a155-880ff1429999',
      text: '<p>Which lamp lights the long table by the window?</p>',
    }
    const good = [same, { ...changed, skill: 'Another skill' }, added]
    const refused = {
      ...added,
      id: '01a1f7f8-3000-7dd5-a155-880ff1428888',
      question_type: 'true_false',
      text: '<p>Blanket orders ship.</p>',
    }

    const dialog = await openDialog(page)
    await expectAccessible(page)
    await choose(page, [...good, refused])
    await expectFigures(dialog, { new: 1, changed: 1, same: 1, refused: 1 })
    await expect(dialog.getByText(bank.readJustNow(4))).toBeVisible()
    await expect(dialog.getByRole('row').nth(1)).toContainText('Blanket orders ship.')
    await expect(dialog.getByRole('row').nth(1)).toContainText('question_type')
    await expect(dialog.getByRole('row').nth(1)).toContainText(/Question 4, line \d+/)
    await expect(dialog.getByText(bank.allOrNothing(2))).toBeVisible()
    await expect(dialog.getByRole('button', { name: bank.importNow(2) })).toBeDisabled()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: bank.tabs.new(1) }).click()
    await expect(dialog.getByRole('row').nth(1)).toContainText(plainText(added.text).slice(0, 20))
    expect((await readItems(page, origin)).map(({ id }) => id)).not.toContain(added.id)

    await choose(page, good)
    await expectFigures(dialog, { new: 1, changed: 1, same: 1, refused: 0 })
    await dialog.getByRole('button', { name: bank.importNow(2) }).click()
    await expectMessage(page, bank.imported(1, 1))
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('button', { name: 'Import/Export' })).toBeFocused()
    const after = await readItems(page, origin)
    expect(after.find(({ id }) => id === added.id)?.text).toBe(added.text)
    expect(after.find(({ id }) => id === changed.id)).toMatchObject({ skill: 'Another skill' })

    await openDialog(page)
    await choose(page, good)
    await expectFigures(dialog, { new: 0, changed: 0, same: 3, refused: 0 })
    await expect(dialog.getByText(bank.nothingToImport)).toBeVisible()
    await expect(dialog.getByRole('button', { name: bank.importNow(0) })).toBeDisabled()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })

  test('exports the bank, and importing the export changes nothing', async ({ page, startOwn }) => {
    test.setTimeout(120_000)
    await openOwnBank(page, startOwn)
    const items = await readContentBank('mb-800')
    const dialog = await openDialog(page)
    const saved = page.waitForEvent('download')
    await dialog.getByRole('button', { name: bank.exportAll(items.length) }).click()
    const file = await saved
    expect(file.suggestedFilename()).toMatch(/^questions_export_mb-800_\d{4}-\d\d-\d\d\.json$/)
    const text = await readFile(await file.path(), 'utf8')
    expect((JSON.parse(text) as Item[]).map(({ id }) => id)).toEqual(items.map(({ id }) => id))
    await dialog.getByLabel(bank.exportFormat).selectOption({ label: bank.exportFormats.xml })
    await expect(dialog.getByText(bank.exportNotes.xml)).toBeVisible()
    const savedForMoodle = page.waitForEvent('download')
    await dialog.getByRole('button', { name: bank.exportAll(items.length) }).click()
    expect(await readFile(await (await savedForMoodle).path(), 'utf8')).toContain(`<idnumber>${items[0]?.id}</idnumber>`)
    await choose(page, text)
    await expectFigures(dialog, { new: 0, changed: 0, same: items.length, refused: 0 })
    await dialog.getByRole('button', { name: bank.tabs.same(items.length) }).click()
    await expect(dialog.getByRole('row')).toHaveCount(51)
    await dialog.getByRole('button', { name: bank.page(2), exact: true }).click()
    await expect(dialog.getByRole('row')).toHaveCount(Math.min(50, items.length - 50) + 1)
  })

  test('downloads a template, whose examples can be imported', async ({ page, startOwn }) => {
    test.setTimeout(120_000)
    await openOwnBank(page, startOwn)
    const dialog = await openDialog(page)
    for (const format of ['xlsx', 'csv'] as const) {
      const saved = page.waitForEvent('download')
      await dialog.getByRole('link', { name: bank.templates[format] }).click()
      const file = await saved
      expect(file.suggestedFilename()).toBe(`questions_template_mb-800.${format}`)
      if (format === 'csv') await choose(page, await readFile(await file.path(), 'utf8'), file.suggestedFilename())
    }
    await expectFigures(dialog, { new: 6, changed: 0, same: 0, refused: 0 })
  })

  test('chooses the columns of a table once, and what becomes of the rest of a file', async ({ page, startOwn }) => {
    test.setTimeout(120_000)
    const { origin } = await openOwnBank(page, startOwn)
    const table = (number: number) =>
      `Aufgabe,Wahl 1,Wahl 2,Loesung,Thema\nWhich lamp number ${number} lights the long table?,The tall one,The small one,2,Lamps`
    const dialog = await openDialog(page)
    await choose(page, table(1), 'lamps.csv')
    await expectFigures(dialog, { new: 0, changed: 0, same: 0, refused: 1 })
    await expect(dialog.getByText(bank.importMissing([bank.meanings.text, bank.meanings.key, bank.meanings.option]))).toBeVisible()
    await dialog.getByLabel('Aufgabe').selectOption({ label: bank.meanings.text })
    await dialog.getByLabel('Wahl 1').selectOption({ label: bank.meanings.option })
    await dialog.getByLabel('Wahl 2').selectOption({ label: bank.meanings.option })
    await dialog.getByLabel('Loesung').selectOption({ label: bank.meanings.key })
    await dialog.getByLabel('Thema').selectOption({ label: bank.meanings.category })
    await expect(dialog.getByRole('button', { name: bank.importNow(0) })).toBeDisabled()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: bank.checkWithChoices }).click()
    await expectFigures(dialog, { new: 1, changed: 0, same: 0, refused: 0 })
    await dialog.getByText(bank.readAs('CSV', 'UTF-8')).click()
    await dialog.getByLabel('Lamps').selectOption({ index: 1 })
    await dialog.getByRole('button', { name: bank.checkWithChoices }).click()
    await dialog.getByRole('button', { name: bank.importNow(1) }).click()
    await expectMessage(page, bank.imported(1, 0))
    // New questions are drafts, which only an export contains.
    const exported = (await (await page.request.get(`${origin}/api/questions/export?exam_id=mb-800`)).json()) as Item[]
    const added = exported.find(({ text }) => text.includes('lamp number 1'))
    expect(added).toMatchObject({ correct_answer: ['B'], exam_id: 'mb-800', state: 'draft' })
    expect(added?.['skill_area']).not.toBe('')

    await openDialog(page)
    await choose(page, table(2), 'other lamps.txt')
    await expectFigures(dialog, { new: 1, changed: 0, same: 0, refused: 0 })

    await choose(page, '// [tag:easy]\nWhich? {=The tall lamp ~%50%The small lamp ~None}\n\nHow tall is it? {#3}', 'lamps.gift')
    await expectFigures(dialog, { new: 1, changed: 0, same: 0, refused: 1 })
    await expect(dialog.getByRole('row').nth(1)).toContainText('typed number')
    await expect(dialog.getByText(bank.someRefused(1, 1))).toBeVisible()
    await dialog.getByRole('button', { name: bank.tabs.partly(1) }).click()
    await expect(dialog.getByRole('row').nth(1)).toContainText('partial points are left out')
    await expect(dialog.getByRole('button', { name: bank.importNow(1) })).toBeEnabled()
    await expectAccessible(page)
  })

  test.describe('when the import fails', () => {
    test.use({ expectedErrors: /Failed to load resource|net::ERR_|Failed to fetch/ })

    test('sees which files are invalid, and that nothing was written', async ({ page, baseURL, dataDir }) => {
      await becomeAdministrator(page, baseURL, dataDir)
      await open(page, '/admin')
      const dialog = await openDialog(page)
      const said = dialog.getByRole('alert')
      await choose(page, 'A letter to Noor', 'questions.txt')
      await expect(said).toContainText('Invalid file format. Expected an array of questions.')
      await choose(page, '[{"text": ')
      await expect(said).toContainText('othing was written')
      await choose(page, { text: 'One question alone' })
      await expect(said).toContainText('Invalid file format. Expected an array of questions.')
      await expect(said).toContainText('othing was written')
      await expectAccessible(page)

      await page.route('**/api/questions/import?*', (route) => route.abort())
      await choose(page, [])
      await expect(said).toHaveText(bank.cutWhileChecking)
      await page.unroute('**/api/questions/import?*')
      await page.route('**/api/questions/import?*', (route) =>
        route.fulfill({ status: 403, json: { code: 'NOT_AN_ADMINISTRATOR', detail: 'x' } }),
      )
      await dialog.getByRole('button', { name: bank.checkAgain }).click()
      await expect(said).toHaveText(`${bank.problems['NOT_AN_ADMINISTRATOR']} ${bank.nothingWritten}`)
      await page.route('**/api/questions/export?*', (route) => route.fulfill({ status: 500, body: '<html>' }))
      await dialog.getByRole('button', { name: /^Export all/ }).click()
      await expect(said).toHaveText('Failed to export questions')
      await page.unroute('**/api/questions/import?*')
      await choose(page, 'A letter to Noor', 'questions.txt')
      await expect(said).toContainText('Invalid file format. Expected an array of questions.')
    })

    test('sees that the result is unknown when the connection is lost during the import', async ({ page, startOwn }) => {
      test.setTimeout(120_000)
      const { origin } = await openOwnBank(page, startOwn)
      const [changed] = await readItems(page, origin)
      const dialog = await openDialog(page)
      await choose(page, [{ ...changed, skill: 'Another skill' }])
      await expectFigures(dialog, { new: 0, changed: 1, same: 0, refused: 0 })
      // The request arrives, but its response is lost.
      await page.route('**/api/questions/import?*', async (route) => {
        await route.fetch()
        await route.abort()
      })
      await dialog.getByRole('button', { name: bank.importNow(1) }).click()
      await expect(dialog.getByRole('alert')).toHaveText(bank.cutWhileWriting)
      await page.unroute('**/api/questions/import?*')

      // Found in use: reloading the list also failed, and closed the dialog.
      await choose(page, [{ ...changed, skill: 'Some other skill' }])
      await expectFigures(dialog, { new: 0, changed: 1, same: 0, refused: 0 })
      await page.context().setOffline(true)
      await dialog.getByRole('button', { name: bank.importNow(1) }).click()
      await expect(dialog.getByRole('alert')).toHaveText(bank.cutWhileWriting)
      await page.context().setOffline(false)

      // When a proxy times out, the result is unknown as well.
      await choose(page, [{ ...changed, skill: 'A third skill' }])
      await expectFigures(dialog, { new: 0, changed: 1, same: 0, refused: 0 })
      await page.route('**/api/questions/import?*', async (route) => {
        await route.fetch()
        await route.fulfill({ status: 504, contentType: 'text/plain', body: 'Gateway Timeout' })
      })
      await dialog.getByRole('button', { name: bank.importNow(1) }).click()
      await expect(dialog.getByRole('alert')).toHaveText(bank.cutWhileWriting)
      await page.unroute('**/api/questions/import?*')
      await dialog.getByRole('button', { name: bank.checkAgain }).click()
      await expectFigures(dialog, { new: 0, changed: 0, same: 1, refused: 0 })
    })
  })

  test('reads a report of 20,000 questions, fifty at a time', async ({ page, baseURL, dataDir }) => {
    await becomeAdministrator(page, baseURL, dataDir)
    await open(page, '/admin')
    const dialog = await openDialog(page)
    const rows = Array.from({ length: 20_000 }, (_, index) => ({
      index,
      line: index + 2,
      id: null,
      verdict: 'new',
      title: `Question ${index + 1}`,
      problems: [],
      warnings: [],
      leftOut: [],
      nearDuplicate: index === 1 ? { id: 'x', index: 0, title: 'Question 1' } : null,
    }))
    const report = {
      type: 'report',
      fileName: 'questions.json',
      reading: { id: null, name: 'JSON', encoding: null },
      total: 20_000,
      counts: { new: 20_000, changed: 0, same: 0, refused: 0 },
      warnings: 0,
      rows,
      setWarnings: [],
      categories: [],
      columns: null,
    }
    await page.route('**/api/questions/import?*', (route) =>
      route.fulfill({ contentType: 'application/x-ndjson', body: `${JSON.stringify(report)}\n` }),
    )
    await choose(page, [])
    await expect(figureOf(dialog, 'new')).toHaveText('20,000')
    await expect(dialog.getByRole('row')).toHaveCount(51)
    await expect(dialog.getByText(bank.nearFile('Question 1', 2))).toBeVisible()
    await dialog.getByRole('button', { name: bank.page(400), exact: true }).click()
    await expect(dialog.getByRole('row').last()).toContainText('Question 20000')
    await dialog.getByRole('button', { name: bank.tabs.warnings(1) }).click()
    await expect(dialog.getByRole('row')).toHaveCount(2)
    await expectAccessible(page)
  })
})
