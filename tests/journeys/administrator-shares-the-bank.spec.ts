import { type Question } from '#exam/question.ts'
import { becomeAdministrator, expect, expectAccessible, expectMessage, open, openOwnBank, test } from '#tests/journeys/accounts.ts'
import { bank } from '#web/text/en/admin/bank.ts'
import { en } from '#web/text/en/en.ts'
import { action, rowOf, wordsOf } from '#tests/journeys/bank-list.ts'

test.describe('Ada', () => {
  test.describe('with another administrator', () => {
    test.use({ expectedErrors: /Failed to load resource/ })

    test('sees which changes were made, and continues without questions that the other deleted', async ({ page, startOwn, readBank }) => {
      test.setTimeout(120_000)
      const [first, second, third, fourth = third] = await readBank('mb-800')
      expect(fourth.id).not.toBe(third.id)
      const { origin } = await openOwnBank(page, startOwn)
      const bulk = page.getByRole('group', { name: bank.bulk })
      const select = (question: Question) => page.getByRole('checkbox', { name: bank.select(wordsOf(question)) }).check()
      const ask = (path: string, method: string, data?: unknown) =>
        page.request.fetch(`${origin}/api/questions/${path}`, { method, headers: { Origin: origin }, ...(data !== undefined && { data }) })

      for (const question of [first, second, third]) await select(question)
      expect((await ask('changes', 'POST', { ids: [third.id], change: { type: 'withdraw' } })).status()).toBe(200)
      await bulk.getByRole('button', { name: bank.withdraw }).click()
      await expectMessage(page, bank.changed.withdraw(2))
      await bulk.getByRole('button', { name: bank.withdraw }).click()
      await expectMessage(page, bank.changed.withdraw(0))

      expect((await ask(second.id, 'DELETE')).status()).toBe(204)
      await bulk.getByRole('button', { name: bank.publish }).click()
      await expect(page.getByRole('alert')).toHaveText(bank.alreadyDeleted(1))
      await expect(rowOf(page, second)).toHaveCount(0)
      await expect(bulk.getByText(bank.selected(2))).toBeVisible()
      await bulk.getByRole('button', { name: bank.publish }).click()
      await expectMessage(page, bank.changed.publish(2))

      expect((await ask(first.id, 'DELETE')).status()).toBe(204)
      await action(page, bank.delete, first).click()
      await page.getByRole('dialog', { name: 'Delete Question' }).getByRole('button', { name: bank.deleteOne, exact: true }).click()
      await expectMessage(page, bank.alreadyDeleted(1))
      await expect(rowOf(page, first)).toHaveCount(0)
      await expect(action(page, bank.delete, third)).toBeFocused()

      expect((await ask(fourth.id, 'DELETE')).status()).toBe(204)
      await action(page, bank.preview, fourth).click()
      const preview = page.getByRole('dialog', { name: 'Question Preview' })
      await expect(preview.getByRole('alert')).toHaveText(bank.problems['UNKNOWN_QUESTION'] ?? '')
      await preview.getByRole('button', { name: 'Close Preview' }).click()
      await expect(rowOf(page, fourth)).toHaveCount(0)
    })
  })

  test.describe('with a failing connection', () => {
    test.use({ expectedErrors: /Failed to load resource|net::ERR_FAILED|Failed to fetch/ })

    test('sees the failure in the dialog, keeps the question, and tries again', async ({ page, startOwn, readBank }) => {
      test.setTimeout(120_000)
      const [question] = await readBank('mb-800')
      if (!question) throw new Error('The bank is empty')
      await openOwnBank(page, startOwn)
      await page.route('**/api/questions/*', (route) => (route.request().method() === 'DELETE' ? route.abort() : route.continue()))
      await action(page, bank.delete, question).click()
      const dialog = page.getByRole('dialog', { name: 'Delete Question' })
      const button = dialog.getByRole('button', { name: bank.deleteOne, exact: true })
      await button.click()
      await expect(dialog.getByRole('alert')).toHaveText(bank.noAnswer)
      await expect(button).toBeFocused()
      await page.unroute('**/api/questions/*')
      await page.route('**/api/questions/*', (route) => route.fulfill({ status: 500, body: '<html>' }))
      await button.click()
      await expect(dialog.getByRole('alert')).toHaveText('An error occurred')
      await expectAccessible(page)
      await page.unroute('**/api/questions/*')
      await button.click()
      await expectMessage(page, bank.changed.delete(1))
    })

    test('sees that the list could not be loaded, and reloads it', async ({ page, baseURL, dataDir }) => {
      await becomeAdministrator(page, baseURL, dataDir)
      await open(page, '/admin')
      await page.route('**/admin.data**', (route) => route.abort())
      await page.getByLabel(bank.state, { exact: true }).selectOption(bank.states.draft)
      await expect(page.getByRole('alert').getByRole('heading', { name: 'Error Loading Questions' })).toBeVisible()
      await expectAccessible(page)
      await page.unroute('**/admin.data**')
      await page.getByRole('link', { name: en.site.tryAgain }).click()
      await expect(page.getByRole('heading', { level: 1, name: bank.title })).toBeVisible()
    })
  })
})
