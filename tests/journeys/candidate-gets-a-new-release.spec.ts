import { join } from 'node:path'
import { expectAnswer, expectOnQuestion, expectSaved, expectUsable, giveAnswer, goToQuestion, reload } from '#tests/journeys/exam-screen.ts'
import { expect, firstOf, test } from '#tests/journeys/fixtures.ts'
import { findFreePort } from '#tests/free-port.ts'
import { expectCopied, listBuilds, makeRelease } from '#tests/journeys/release.ts'
import { createDataFolder, startServer, type StartedServer } from '#tests/journeys/server.ts'
import { en } from '#web/text/en/en.ts'

const { exam } = en

// Requests fail while the server is being replaced, and while the network is off in between.
test.use({ serviceWorkers: 'allow', expectedErrors: /Failed to load resource/ })

test.describe('A new release', () => {
  let server: StartedServer | undefined
  test.afterEach(async () => server?.kill())

  test('leaves the open page unchanged, and every page opened later is complete', async ({ context, page, readBank }, testInfo) => {
    test.setTimeout(240_000)
    const question = firstOf(await readBank('pl-900'), 'single_choice')
    const port = await findFreePort()
    const dataDir = await createDataFolder()
    server = await startServer(port, dataDir)
    const address = `${server.origin}/exam/pl-900`
    await page.goto(address)
    await expectUsable(page)
    await expectCopied(page, '/exam/pl-900', '/certifications/pl-900')
    const [first] = await listBuilds(page)
    const other = await context.newPage()
    await other.goto(address)
    await expectUsable(other)

    await server.kill()
    const folder = await makeRelease(
      join(testInfo.outputPath(), 'release'),
      'src/web/text/en/practice.ts',
      "reveal: 'Reveal Answer'",
      "reveal: 'Show Answer'",
    )
    server = await startServer(port, dataDir, {}, folder)
    await goToQuestion(page, question.number)
    await giveAnswer(page, question, question.answerKey)
    await expectSaved(page)

    await test.step('offline, the page opens in the old release', async () => {
      await context.setOffline(true)
      await reload(page)
      await expectAnswer(page, question, question.answerKey)
      await expect(page.getByRole('button', { name: 'Reveal Answer' })).toBeVisible()
      await context.setOffline(false)
    })

    await test.step('online, the page opens in the new release, and later offline, too', async () => {
      await reload(page)
      await expect(page.getByRole('button', { name: 'Show Answer' })).toBeVisible()
      await expect.poll(() => listBuilds(page)).toHaveLength(2)
      await expectCopied(page, '/exam/pl-900')
      await expect
        .poll(() => page.evaluate(() => navigator.serviceWorker.getRegistration().then((found) => found?.installing ?? null)))
        .toBeNull()
      await context.setOffline(true)
      await reload(page)
      await expect(page.getByRole('button', { name: 'Show Answer' })).toBeVisible()
      await expectAnswer(page, question, question.answerKey)
    })

    await test.step('the page of the old release continues, and its links load complete pages', async () => {
      await expect(other.getByRole('button', { name: 'Reveal Answer' })).toBeVisible()
      await goToQuestion(other, 1)
      await expectOnQuestion(other, 1)
      await context.setOffline(false)
      expect(await listBuilds(page), 'its files stay while it is open').toContain(first)
      const requests: string[] = []
      other.on('request', (request) => requests.push(request.url()))
      await other.getByRole('link', { name: exam.back('PL-900') }).click()
      await expect(other.getByRole('heading', { level: 1, name: 'Power Platform Fundamentals' })).toBeVisible()
      expect(
        requests.filter((url) => url.includes('.data')),
        'it is loaded as a document',
      ).toEqual([])
    })

    await test.step('the files of the old release are deleted when its page is closed', async () => {
      await other.close()
      await expect
        .poll(async () => {
          await page.reload()
          return listBuilds(page)
        })
        .not.toContain(first)
      await reload(page)
    })
  })
})
