import type { Locator, Page } from '@playwright/test'
import {
  becomeAdministrator,
  expect,
  expectAccessible,
  expectMessage,
  listMail,
  newAddress,
  open,
  post,
  test,
} from '#tests/journeys/accounts.ts'
import { admin } from '#web/text/en/admin/admin.ts'
import { contact } from '#web/text/en/contact.ts'
import { legal } from '#web/text/en/legal.ts'
import { messages } from '#web/text/en/admin/contact-messages.ts'

const written = 'The key of this question is wrong.\n\nSee the official page.'
const operator = 'operator@localhost'

const addressField = (page: Page) => page.getByRole('textbox', { name: contact.address, exact: true })
const textField = (page: Page) => page.getByRole('textbox', { name: contact.text, exact: true })
const send = (page: Page) => page.getByRole('button', { name: contact.send }).click()

async function write(page: Page, address: string, text = written): Promise<void> {
  await addressField(page).fill(address)
  await textField(page).fill(text)
  await send(page)
}

/** Sends the form without showing it on screen. */
async function sendQuietly(page: Page, address: string, more: Record<string, string> = {}): Promise<number> {
  return (await post(page, '/contact', { address, text: written, question: '', followUp: '', ...more })).status()
}

/** The message from this address in the list of the administration. */
function entryFrom(page: Page, address: string): Locator {
  return page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: address }) })
}

test.describe('Noor', () => {
  test('writes about a question; the operator gets it by mail and can answer', async ({ page, dataDir, readBank }) => {
    const noor = newAddress('noor')
    const [question] = await readBank('pl-900')
    await open(page, `/contact?question=${question.id}`)
    await expect(page.getByText(question?.id ?? 'no question')).toBeVisible()
    await expectAccessible(page)
    await write(page, noor)
    await expectMessage(page, contact.done['sent'] ?? '')
    await expect(page).toHaveURL('/contact?done=sent')
    await expectAccessible(page)
    const mail = async () => (await listMail(dataDir, operator, 'contact-message')).find(({ text }) => text.includes(noor))
    await expect.poll(mail, { message: 'a mail to the operator' }).toBeDefined()
    expect((await mail())?.text).toContain('> The key of this question is wrong.\n> \n> See the official page.')
    expect((await mail())?.text).toContain(`/admin?edit=${question?.id}`)

    await page.getByRole('link', { name: contact.another }).click()
    await expect(textField(page)).toHaveValue('')
    await expect(page.getByText(question?.id ?? '')).toBeHidden()
  })

  test('reads when a text was changed, and gets from one text to the other', async ({ page }) => {
    await open(page, '/privacy')
    await expect(page.getByRole('main').getByRole('time')).toHaveText('November 28, 2026')
    await page.getByRole('main').getByRole('link', { name: 'Contact us' }).click()
    await expect(page.getByRole('heading', { level: 1, name: legal.contact.title })).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: legal.privacy.title }).click()
    await expect(page.getByRole('heading', { level: 1, name: legal.privacy.title })).toBeVisible()
  })

  test.describe('after mistakes', () => {
    test.use({ expectedErrors: /status of 4(?:00|29)/ })

    test('sees at the fields what to do, and loses no text', async ({ page }) => {
      await open(page, '/contact')
      await send(page)
      await expect(page.getByText(contact.problems.ADDRESS_BLANK)).toBeVisible()
      await expect(page.getByText(contact.problems.TEXT_SHORT)).toBeVisible()
      await expect(addressField(page)).toBeFocused()
      await expect(addressField(page)).toHaveAccessibleDescription(`${contact.addressHint} ${contact.problems.ADDRESS_BLANK}`)
      await expectAccessible(page)
      await addressField(page).fill('noor')
      await textField(page).fill(written)
      await expect(page.getByText(contact.problems.ADDRESS_INVALID)).toBeVisible()
      await send(page)
      await expect(textField(page)).toHaveValue(written)
      await expect(page.getByText(contact.problems.TEXT_SHORT)).toBeHidden()
      await addressField(page).fill(newAddress('noor'))
      await send(page)
      await expectMessage(page, contact.done['sent'] ?? '')
    })

    test('keeps the text of a message that exceeds the hourly limit', async ({ page }) => {
      await open(page, '/contact')
      const noor = newAddress('noor')
      for (let count = 0; count < 5; count++) expect(await sendQuietly(page, noor)).toBe(302)
      await write(page, noor)
      await expect(page.getByRole('alert')).toHaveText(contact.problems.TOO_MANY)
      await expect(textField(page)).toHaveValue(written)
      await expectAccessible(page)
    })
  })

  test.describe('without scripts', () => {
    test.use({ javaScriptEnabled: false, expectedErrors: /status of 4(?:00|29)/ })

    test('sees at the fields what to do, loses no text, and sends the message', async ({ page, readBank }) => {
      const [question] = await readBank('mb-800')
      await page.goto(`/contact?question=${question?.id}`)
      await write(page, 'noor')
      await expect(page.getByText(contact.problems.ADDRESS_INVALID)).toBeVisible()
      await expect(addressField(page)).toHaveValue('noor')
      await expect(textField(page)).toHaveValue(written)
      await expect(page.getByText(question?.id ?? 'no question')).toBeVisible()
      await addressField(page).fill(newAddress('noor'))
      await send(page)
      await expectMessage(page, contact.done['sent'] ?? '')
      await page.getByRole('link', { name: contact.another }).click()
      await expect(textField(page)).toHaveValue('')
    })

    test('keeps the text of a message that exceeds the hourly limit', async ({ page }) => {
      await page.goto('/contact')
      const noor = newAddress('noor')
      for (let count = 0; count < 5; count++) expect(await sendQuietly(page, noor)).toBe(302)
      await write(page, noor)
      await expect(page.getByRole('alert')).toHaveText(contact.problems.TOO_MANY)
      await expect(textField(page)).toHaveValue(written)
    })
  })
})

test.describe('A machine that fills in every field', () => {
  test('gets a confirmation, and nothing is stored', async ({ page, openElsewhere, baseURL, dataDir }) => {
    const [machine, noor] = [newAddress('machine'), newAddress('noor')]
    await open(page, '/contact')
    await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(2)
    await page.locator('[name=followUp]').fill('https://spam.example', { force: true })
    await write(page, machine)
    await expectMessage(page, contact.done['sent'] ?? '')
    expect(await sendQuietly(page, noor)).toBe(302)

    const elsewhere = await openElsewhere()
    await becomeAdministrator(elsewhere, baseURL, dataDir)
    await open(elsewhere, '/admin/messages')
    await expect(entryFrom(elsewhere, noor).getByRole('link', { name: noor, exact: true })).toHaveAttribute('href', `mailto:${noor}`)
    await expect(entryFrom(elsewhere, machine)).toBeHidden()
  })
})

test.describe('Ada', () => {
  for (const javaScriptEnabled of [true, false]) {
    test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
      test.use({ javaScriptEnabled })

      test('reads messages, marks one as handled, and deletes it', async ({ page, openElsewhere, baseURL, dataDir }) => {
        test.setTimeout(90_000)
        const noor = newAddress('noor')
        const elsewhere = await openElsewhere()
        await elsewhere.goto('/contact')
        expect(await sendQuietly(elsewhere, noor)).toBe(302)

        const ada = await becomeAdministrator(page, baseURL, dataDir)
        await page.goto('/admin/log')
        await page.getByRole('navigation', { name: admin.title }).getByRole('link', { name: messages.title }).click()
        await expect(page.getByRole('heading', { level: 1, name: messages.title })).toBeVisible()
        await page.getByRole('link', { name: messages.open, exact: true }).click()
        await expect(entryFrom(page, noor)).toContainText('See the official page.')
        if (javaScriptEnabled) await expectAccessible(page)

        await page.getByRole('button', { name: `${messages.handle} ${messages.from(noor)}` }).click()
        await expectMessage(page, messages.done['handled'] ?? '')
        await expect(entryFrom(page, noor)).toBeHidden()
        await page.getByRole('link', { name: messages.all, exact: true }).click()
        await expect(entryFrom(page, noor)).toContainText(messages.handledSign)

        await page.getByRole('link', { name: `${messages.delete} ${messages.from(noor)}` }).click()
        await expect(page.getByRole('alert')).toHaveText(messages.sureText(noor))
        if (javaScriptEnabled) await expectAccessible(page)
        await page.getByRole('button', { name: messages.confirm }).click()
        await expectMessage(page, messages.done['deleted'] ?? '')
        await expect(entryFrom(page, noor)).toBeHidden()

        await page.goto(`/admin/log?kind=messages&search=${encodeURIComponent(ada)}`)
        await expect(page.getByRole('table').locator('tbody tr')).toHaveCount(2)
        await expect(page.getByRole('table')).toContainText(admin.auditLine['message-deleted'])
        await expect(page.getByRole('table')).not.toContainText(noor)
      })
    })
  }
})
