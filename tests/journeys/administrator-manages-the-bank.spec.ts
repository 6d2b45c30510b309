import type { Page } from '@playwright/test'
import { plainText } from '#exam/plain-text.ts'
import { letterOf, type Question } from '#exam/question.ts'
import { becomeAdministrator, expect, expectAccessible, expectMessage, open, openOwnBank, test } from '#tests/journeys/accounts.ts'
import { expectHtml, firstOf, readContentBank } from '#tests/journeys/fixtures.ts'
import { bank } from '#web/text/en/admin/bank.ts'
import { catalogueAdmin } from '#web/text/en/admin/catalogue-admin.ts'
import { questionEditor } from '#web/text/en/admin/question-editor.ts'
import { action, rowOf, wordsOf } from '#tests/journeys/bank-list.ts'

/** Question types with their labels. Source: spec §2. */
const typeLabels = [
  ['single_choice', 'Single Choice'],
  ['multiple_choice', 'Multiple Choice'],
  ['reorder', 'Reorder'],
  ['drag_drop', 'Drag & Drop'],
] as const

/** Ids of the questions that candidates get. */
async function publicIds(page: Page, origin: string, examId = 'mb-800'): Promise<string[]> {
  const response = await page.request.get(`${origin}/api/questions?exam_id=${examId}`)
  return ((await response.json()) as { id: string }[]).map(({ id }) => id)
}

test.describe('Without scripts Ada', () => {
  test.use({ javaScriptEnabled: false })

  test('finds questions and turns pages', async ({ page, baseURL, dataDir, readBank }) => {
    const questions = await readBank('mb-800')
    const all = await readContentBank('mb-800')
    const area = all.filter(({ skillArea }) => skillArea === questions[0]?.skillArea)
    await becomeAdministrator(page, baseURL, dataDir)
    await page.goto('/admin')
    await page.getByLabel(bank.area, { exact: true }).selectOption(questions[0]?.skillArea ?? '')
    await page.getByRole('button', { name: bank.search, exact: true }).click()
    await expectMessage(page, bank.count(area.length, true, 1, Math.min(25, area.length)))
    await page.goto('/admin')
    await page.getByRole('link', { name: bank.page(2), exact: true }).click()
    await expectMessage(page, bank.count(all.length, true, 26, 50))
  })
})

test.describe('Ada', () => {
  test('finds questions by exam, words, filters and pages, which the URL contains', async ({ page, baseURL, dataDir, readBank }) => {
    const questions = await readBank('mb-800')
    const all = await readContentBank('mb-800')
    const matching = all.filter(({ type }) => type === 'drag_drop')
    await becomeAdministrator(page, baseURL, dataDir)
    await open(page, '/admin')
    await expectMessage(page, bank.count(all.length, true, 1, 25))
    await expect(page.getByRole('row')).toHaveCount(26)
    await expect(page.getByText(bank.stateCounts('MB-800', questions.length, all.length - questions.length))).toBeVisible()

    await page
      .getByRole('navigation', { name: bank.pages })
      .getByRole('link', { name: bank.page(2), exact: true })
      .click()
    await expectMessage(page, bank.count(all.length, true, 26, 50))
    await expect(page).toHaveURL('/admin?exam=mb-800&page=2')

    // Choosing a filter keeps the focus and returns to the first page.
    await page.getByLabel(bank.type, { exact: true }).focus()
    await page.keyboard.type('Drag & Drop')
    await expectMessage(page, bank.count(matching.length, true, 1, matching.length))
    await expect(page).toHaveURL('/admin?exam=mb-800&type=drag_drop')
    await expect(page.getByLabel(bank.type, { exact: true })).toBeFocused()
    await page.goBack()
    await expectMessage(page, bank.count(all.length, true, 26, 50))
    await expect(page.getByLabel(bank.type, { exact: true })).toHaveValue('')

    const sought = firstOf(questions, 'drag_drop')
    await page.getByPlaceholder('Search questions...').fill(wordsOf(sought).toUpperCase())
    await page.keyboard.press('Enter')
    await expectMessage(page, bank.count(1, true, 1, 1))
    await expect(rowOf(page, sought)).toContainText(bank.options(sought.pairs?.left.length ?? 0))
    await page.getByPlaceholder('Search questions...').fill('no question has these words')
    await page.getByRole('button', { name: bank.search, exact: true }).click()
    await expectMessage(page, bank.nothingFound)
    await expectAccessible(page)

    await page.getByLabel(bank.exam, { exact: true }).selectOption({ value: 'pl-900' })
    await page.getByRole('link', { name: /^Show all of PL-900/ }).click()
    const { length } = await readContentBank('pl-900')
    await expectMessage(page, bank.count(length, true, 1, Math.min(25, length)))
    await expect(page).toHaveURL('/admin?exam=pl-900')
  })

  test('keeps text that is typed while a list is loading', async ({ page, baseURL, dataDir }) => {
    await becomeAdministrator(page, baseURL, dataDir)
    await open(page, '/admin')
    const search = page.getByPlaceholder('Search questions...')
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/admin.data**', async (route) => {
      await held
      await route.continue()
    })
    await search.fill('sales')
    await page.getByLabel(bank.type, { exact: true }).selectOption({ label: 'Drag & Drop' })
    await search.pressSequentially(' order')
    release()
    await expect(page).toHaveURL('/admin?exam=mb-800&search=sales&type=drag_drop')
    await expect(search).toHaveValue('sales order')
    await page.goBack()
    await expect(search).toHaveValue('')
    await page.goForward()
    await expect(search).toHaveValue('sales')
  })

  test('opens a question by its URL, and returns from it', async ({ page, baseURL, dataDir, readBank }) => {
    const [first, second] = await readBank('mb-800')
    await becomeAdministrator(page, baseURL, dataDir)
    await open(page, '/admin?exam=mb-800&page=1')
    const editor = page.getByRole('dialog', { name: 'Edit Question' })
    const text = editor.getByRole('textbox', { name: questionEditor.fieldLabel('text'), exact: true })
    const words = (question: Question) => plainText(question.text).slice(0, 40)

    await action(page, bank.edit, second).click()
    await expect(page).toHaveURL(`/admin?exam=mb-800&page=1&edit=${second.id}`)
    await expect(text).toContainText(words(second))
    await page.goBack()
    await expect(editor).toBeHidden()
    await expect(page).toHaveURL('/admin?exam=mb-800&page=1')
    await expect(action(page, bank.edit, second)).toBeFocused()
    await page.goForward()
    await expect(text).toContainText(words(second))

    // Going back does not lose typed text.
    await text.fill('Something else?')
    await page.goBack()
    const leaving = page.getByRole('dialog', { name: catalogueAdmin.leave })
    await leaving.getByRole('button', { name: catalogueAdmin.leaveNo }).click()
    await expect(text).toHaveText('Something else?')
    await expect(page).toHaveURL(`/admin?exam=mb-800&page=1&edit=${second.id}`)
    await page.goBack()
    await leaving.getByRole('button', { name: catalogueAdmin.leaveYes }).click()
    await expect(editor).toBeHidden()
    await expect(page).toHaveURL('/admin?exam=mb-800&page=1')

    await open(page, `/admin?edit=${first.id}`)
    await expect(text).toContainText(words(first))
    await page.keyboard.press('Escape')
    await expect(editor).toBeHidden()
    await expect(page).toHaveURL('/admin')
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await page.getByRole('button', { name: 'Add Question' }).click()
    await expect(page).toHaveURL('/admin?add=')
    await expect(page.getByRole('dialog', { name: 'Add New Question' })).toBeVisible()
  })

  test('sees a question as candidates will, without its answer key', async ({ page, baseURL, dataDir, readBank }) => {
    test.setTimeout(120_000)
    const questions = await readBank('mb-800')
    await becomeAdministrator(page, baseURL, dataDir)
    for (const [type, typeLabel] of typeLabels) {
      const question = firstOf(questions, type)
      await open(page, `/admin?search=${encodeURIComponent(wordsOf(question))}`)
      await action(page, bank.preview, question).click()
      const dialog = page.getByRole('dialog', { name: 'Question Preview' })
      await expectHtml(dialog, question.text)
      for (const [i, option] of (question.pairs?.right ?? question.options).entries()) {
        await expectHtml(
          dialog
            .getByRole('listitem')
            .filter({ hasText: letterOf(i) })
            .filter({ hasText: plainText(option) }),
          option,
        )
      }
      await expect(dialog).toContainText(typeLabel)
      await expect(dialog).not.toContainText(plainText(question.explanation).slice(0, 40))
      await expect(dialog.getByRole('radio').or(dialog.getByRole('checkbox'))).toHaveCount(0)
      if (type === 'reorder') await expectAccessible(page)
      await dialog.getByRole('button', { name: 'Close Preview' }).click()
      await expect(action(page, bank.preview, question)).toBeFocused()
    }
  })

  test('deletes a question after a confirmation, by keyboard, and continues with the next', async ({ page, startOwn, readBank }) => {
    test.setTimeout(120_000)
    const [first, second, third] = await readBank('mb-800')
    const { origin } = await openOwnBank(page, startOwn)
    await action(page, bank.delete, second).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Delete Question' })
    await expect(dialog).toContainText('Are you sure you want to delete this question? This action cannot be undone.')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(action(page, bank.delete, second)).toBeFocused()

    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('button', { name: bank.cancel })).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expectMessage(page, bank.changed.delete(1))
    await expect(dialog).toBeHidden()
    await expect(rowOf(page, second)).toHaveCount(0)
    await expect(action(page, bank.delete, third)).toBeFocused()
    expect(await publicIds(page, origin)).not.toContain(second.id)
    expect(await publicIds(page, origin)).toContain(first.id)
  })

  test('withdraws, publishes, moves and deletes several questions at once', async ({ page, startOwn, readBank }) => {
    test.setTimeout(120_000)
    const questions = await readBank('mb-800')
    const [first, second] = questions
    const all = await readContentBank('mb-800')
    const drafts = all.filter(({ isDraft }) => isDraft)
    // The first page of the list after two questions have moved; it is deleted.
    const deleted = all.filter(({ id }) => id !== first.id && id !== second.id).slice(0, 25)
    const { origin } = await openOwnBank(page, startOwn)
    const bulk = page.getByRole('group', { name: bank.bulk })
    const select = (question: Question) => page.getByRole('checkbox', { name: bank.select(wordsOf(question)) }).check()
    const press = (name: string) => bulk.getByRole('button', { name, exact: true }).click()

    await select(first)
    await select(second)
    await expect(bulk.getByText(bank.selected(2))).toBeVisible()
    await press(bank.withdraw)
    await expectMessage(page, bank.changed.withdraw(2))
    await expect(rowOf(page, first)).toContainText(bank.draft)
    await expect(page.getByText(bank.stateCounts('MB-800', questions.length - 2, drafts.length + 2))).toBeVisible()
    await expect.poll(() => publicIds(page, origin)).not.toContain(first.id)
    // The rows are still on the page, so they are still selected.
    await expect(bulk.getByText(bank.selected(2))).toBeVisible()
    await expectAccessible(page)
    await press(bank.publish)
    await expectMessage(page, bank.changed.publish(2))
    await expect.poll(() => publicIds(page, origin)).toContain(first.id)

    await press(bank.move)
    const moving = page.getByRole('dialog', { name: bank.moveTitle(2) })
    await expect(moving.getByRole('button', { name: bank.moveNow })).toBeDisabled()
    await moving.getByLabel(bank.moveTo).selectOption({ value: 'pl-900' })
    await moving.getByLabel(bank.moveToArea).selectOption({ index: 1 })
    await expectAccessible(page)
    await moving.getByRole('button', { name: bank.moveNow }).click()
    await expectMessage(page, bank.changed.move(2))
    await expect(rowOf(page, first)).toHaveCount(0)
    await expect(bulk.getByText(/selected$/)).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    expect(await publicIds(page, origin, 'pl-900')).toEqual(expect.arrayContaining([first.id, second.id]))

    await page.getByRole('checkbox', { name: bank.selectPage }).check()
    await press(bank.deleteMany)
    const removing = page.getByRole('dialog', { name: bank.deleteManyTitle(25) })
    await expect(removing).toContainText(bank.deleteManySure(25))
    await removing.getByRole('button', { name: bank.deleteNow(25) }).click()
    await expectMessage(page, bank.changed.delete(25))
    await expectMessage(page, bank.count(all.length - 27, true, 1, 25))
    expect(await publicIds(page, origin)).toHaveLength(questions.length - 2 - deleted.filter(({ isDraft }) => !isDraft).length)
  })
})
