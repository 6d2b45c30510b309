import type { Locator, Page } from '@playwright/test'
import { publicPages } from '#exam/public-pages.ts'
import { giveAnswer, goToQuestion, openExam, reveal } from '#tests/journeys/exam-screen.ts'
import { expect, firstOf, test as base } from '#tests/journeys/fixtures.ts'
import { startOwnServer, type OwnServer } from '#tests/journeys/server.ts'
import { openProvider, type TestProvider } from '#tests/tutor/provider.ts'
import { help } from '#web/text/en/help.ts'

type TutorSite = { server: OwnServer; provider: TestProvider }

/** One site with a connected model, shared by all journeys of a worker. */
const test = base.extend<{ provider: TestProvider; server: OwnServer }, { site: TutorSite }>({
  site: [
    async ({}, use) => {
      const provider = await openProvider()
      const settings = { TUTOR_URL: provider.url, TUTOR_MODEL: 'test-model', TUTOR_NAME: 'Test Model' }
      const server = await startOwnServer(() => Promise.resolve(settings))
      await use({ server, provider })
      await server.kill()
      await provider.close()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ site }, use) => use(site.server.origin),
  server: async ({ site }, use) => use(site.server),
  provider: async ({ site: { provider } }, use) => {
    provider.requests.length = 0
    provider.behave({ type: 'reply', pieces: ['Look at the dates [1]. ', 'They matter [99].\n\n', '- First\n- Second'] })
    await use(provider)
  },
})

async function openHelp(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Ask AI for Help' }).click()
  return page.getByRole('dialog', { name: /^Help with question/ })
}

test.describe('the tutor', () => {
  test('changes no byte of a public page but the privacy notice', async ({ request, server, sharedBank }) => {
    const read = async (origin: string, path: string) => (await (await request.get(origin + path)).text()).replaceAll(origin, '')
    const slug = 'preparer-certification-dynamics-365'
    const paths = publicPages.map(({ route }) => `/${route.replace(':certificationId', 'mb-800').replace(':slug', slug)}`)
    for (const path of paths.filter((one) => one !== '/privacy'))
      expect(await read(server.origin, path), path).toBe(await read(sharedBank.origin, path))
    expect(await read(server.origin, '/privacy')).toContain('Test Model')
    expect(await read(sharedBank.origin, '/privacy')).not.toContain('language model')
  })

  test('replies with numbered sources, and says who writes', async ({ page, provider }) => {
    await openExam(page, 'mb-800')
    const dialog = await openHelp(page)
    await expect(dialog).toContainText('Test Model writes the replies and can be wrong.')
    await expect(dialog).toContainText(help.sealedModel)
    await dialog.getByRole('button', { name: 'Hint', exact: true }).click()
    const reply = dialog.locator('.reply').last()
    await expect(reply).toContainText('Hint 1 of 3')
    await expect(reply).toContainText('Look at the dates [1]. They matter.')
    await expect(reply.getByRole('list', { name: 'Sources' }), 'the reply scrolls into view as it grows').toBeInViewport({ ratio: 0.9 })
    await expect(dialog).toContainText(/\d+ of 300 replies left today\./)
    await expect(reply.getByRole('list', { name: 'Sources' }).getByRole('link').first()).toHaveAttribute('href', /^https:/)
    await dialog.getByRole('button', { name: 'Compare two options' }).click()
    await dialog.getByRole('button', { name: 'Compare', exact: true }).click()
    await expect(dialog.locator('.said').last()).toContainText('Compare A and B')
    await expect.poll(() => provider.requests.at(-1)?.text).toContain('Compare A and B: what each of them does')
  })

  test('gets the answer key only after the reveal', async ({ page, readBank, provider }) => {
    const question = firstOf(await readBank('mb-800'), 'single_choice')
    await openExam(page, 'mb-800')
    await goToQuestion(page, question.number)
    await giveAnswer(page, question, ['A'])
    const dialog = await openHelp(page)
    await dialog.getByRole('button', { name: 'Why not A?' }).click()
    await expect(dialog.locator('.reply').last()).toContainText('Look at the dates')
    expect(provider.requests.at(-1)?.text).not.toContain('<answer-key')
    await page.keyboard.press('Escape')
    await reveal(page)
    await openHelp(page)
    await dialog.getByRole('button', { name: 'Why A?' }).click()
    await expect(dialog.locator('.reply').last()).toContainText('Look at the dates')
    await expect.poll(() => provider.requests.at(-1)?.text).toContain('<answer-key')
  })

  test('leaves the reply to the built-in help when the model fails, with one sentence', async ({ page, provider }) => {
    await openExam(page, 'mb-800')
    const dialog = await openHelp(page)
    const reply = dialog.locator('.reply').last()
    for (const [behavior, sentence] of [
      [{ type: 'status', status: 500, message: 'x' }, help.ends.unavailable],
      [{ type: 'status', status: 429, message: 'x' }, help.ends.busy],
      [{ type: 'html' }, help.ends.unavailable],
      [{ type: 'cut', pieces: ['Look at the dates. They are. And'] }, help.ends.interrupted],
      [{ type: 'reply', pieces: ['The answer is B.'] }, help.ends.withheld],
    ] as const) {
      provider.behave(behavior)
      await dialog.getByRole('button', { name: 'Explain simply' }).click()
      await expect(reply).toContainText(sentence)
      await expect(reply).toContainText('The question asks:')
      await expect(reply).not.toContainText('The answer is B')
    }
  })

  test('asks a follow-up question from the bank, and keeps a reply as a note', async ({ page, provider }) => {
    await openExam(page, 'mb-800')
    const dialog = await openHelp(page)
    await dialog.getByRole('button', { name: 'Quiz me on this' }).click()
    const options = dialog.getByRole('group', { name: 'Choose one' })
    await options.getByRole('button').first().click()
    await expect(dialog.locator('.follow-up')).toContainText(/Correct\.|Not correct\. The answer is [A-F]\./)
    await expect(dialog.locator('.follow-up').getByRole('status')).toBeInViewport({ ratio: 0.9 })
    expect(provider.requests).toEqual([])
    await dialog.getByRole('button', { name: 'Explain simply' }).click()
    await dialog.getByRole('button', { name: 'Add to my note' }).click()
    await expect(dialog).toContainText(help.kept)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Note' }).click()
    await expect(page.getByRole('textbox', { name: /note/i })).toHaveValue(/Look at the dates \[1\]/)
  })

  test('works offline as the built-in help', async ({ page, context }) => {
    await openExam(page, 'mb-800')
    const dialog = await openHelp(page)
    await expect(dialog).toContainText('Test Model writes')
    await context.setOffline(true)
    await dialog.getByRole('button', { name: 'Hint', exact: true }).click()
    await expect(dialog.locator('.reply').last()).toContainText(help.ends.offline)
    await expect(dialog.locator('.reply').last()).toContainText('The question asks:')
  })
})
