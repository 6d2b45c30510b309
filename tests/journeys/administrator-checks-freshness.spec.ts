import { createInterface } from 'node:readline'
import type { Page } from '@playwright/test'
import type { CitedSource, PageCheck } from '#server/freshness/index.ts'
import { sendCommand } from '#server/operations/command-socket.ts'
import { becomeAdministrator, expect, expectAccessible, open, test } from '#tests/journeys/accounts.ts'
import { freshnessAdmin } from '#web/text/en/admin/freshness.ts'

const examId = 'mb-220'

/** The cited pages of an exam's questions, one per question. */
async function listSources(dataDir: string, examId: string): Promise<CitedSource[]> {
  const answer = await sendCommand(dataDir, 'list-sources')
  if (!answer || !('stream' in answer)) throw new Error('The server sends no sources')
  const sources: CitedSource[] = []
  for await (const line of createInterface(answer.stream)) sources.push(JSON.parse(line) as CitedSource)
  return sources.filter((source) => source.examId === examId && source.part === 'page')
}

function aChangedPage(source: CitedSource): PageCheck {
  const { questionId, part, cited } = source
  return {
    questionId,
    part,
    cited,
    outcome: 'changed',
    sha256: 'a'.repeat(64),
    newestCommit: 'c'.repeat(40),
    newestPath: cited.path,
    newestLines: cited.lines,
    newestSha256: 'b'.repeat(64),
    oldText: 'A segment has two measures.',
    newText: 'A segment has three measures.',
  }
}

const pathOf = ({ cited }: CitedSource) => `${cited.repository}/${cited.path}`

const entries = (page: Page) => page.getByRole('list', { name: freshnessAdmin.list }).getByRole('listitem')

test('Ada reads what changed on cited pages, and says with one key that a question is still right', async ({ page, baseURL, dataDir }) => {
  const sources = (await listSources(dataDir, examId)).slice(0, 3)
  await sendCommand(dataDir, 'store-page-checks', { checks: sources.map(aChangedPage) })
  await becomeAdministrator(page, baseURL, dataDir)
  await open(page, `/admin/freshness?exam=${examId}`)
  await expect(entries(page)).toHaveCount(3)
  await expect(entries(page).first().locator('del')).toContainText('two')
  await expect(entries(page).first().locator('ins')).toContainText('three')
  await expectAccessible(page)

  await entries(page).first().focus()
  await page.keyboard.press('c')
  await expect(entries(page).nth(1)).toBeFocused()
  await expect(entries(page).first()).toContainText(freshnessAdmin.confirmed)
  await page.keyboard.press('c')
  await expect(entries(page).nth(2)).toBeFocused()
  await page.keyboard.press('k')
  await expect(entries(page).nth(1)).toBeFocused()
  await expect(entries(page).nth(1)).toContainText(freshnessAdmin.confirmed)
  await page.keyboard.press('u')
  await expect(entries(page).nth(1).getByRole('button', { name: freshnessAdmin.confirm })).toBeVisible()
  await page.reload()
  await expect(entries(page)).toHaveCount(2)

  await entries(page).first().getByRole('button', { name: freshnessAdmin.confirm }).click()
  await expect(entries(page).first()).toContainText(freshnessAdmin.confirmed)
  await entries(page).nth(1).getByRole('button', { name: freshnessAdmin.confirm }).click()
  await expect(entries(page).nth(1)).toContainText(freshnessAdmin.confirmed)
  await page.reload()
  await expect(page.getByText(freshnessAdmin.none['re-check'])).toBeVisible()
})

test('Ada confirms all questions of a changed page together, and undoes it', async ({ page, baseURL, dataDir }) => {
  const sources = await listSources(dataDir, 'mb-240')
  const path = sources.map(pathOf).find((one, i, all) => all.indexOf(one) < i) ?? ''
  const shared = sources.filter((source) => pathOf(source) === path)
  const other = sources.filter((source) => pathOf(source) !== path).slice(0, 1)
  await sendCommand(dataDir, 'store-page-checks', { checks: [...shared, ...other].map(aChangedPage) })
  await becomeAdministrator(page, baseURL, dataDir)
  await open(page, '/admin/freshness?exam=mb-240')
  const figure = (name: string) => page.getByRole('term').filter({ hasText: name }).locator('xpath=following-sibling::dd')
  await expect(figure(freshnessAdmin.lists['re-check'])).toHaveText(String(shared.length + 1))
  const section = page.getByRole('region', { name: freshnessAdmin.sharedPages })
  await expect(section.getByRole('listitem')).toHaveCount(1)
  await expectAccessible(page)
  await section.getByRole('button', { name: freshnessAdmin.confirmAll }).focus()
  await page.keyboard.press('Enter')
  const undo = section.getByRole('button', { name: freshnessAdmin.undo })
  await expect(undo).toBeFocused()
  await expect(entries(page).filter({ hasText: freshnessAdmin.confirmed })).toHaveCount(shared.length)
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(entries(page).and(page.locator(':focus'))).toHaveCount(1)
  await section.getByRole('button', { name: freshnessAdmin.confirmAll }).click()
  await expect(undo).toBeFocused()
  await page.reload()
  await expect(entries(page)).toHaveCount(1)
  await expect(figure(freshnessAdmin.lists['re-check'])).toHaveText('1')
  await entries(page).getByRole('button', { name: freshnessAdmin.confirm }).click()
  await expect(entries(page)).toContainText(freshnessAdmin.confirmed)
})
