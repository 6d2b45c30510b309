import { expectAnswer, expectSaved, expectUsable, giveAnswer, goToQuestion, reload, reveal } from '#tests/journeys/exam-screen.ts'
import { expect, shortExam, test } from '#tests/journeys/fixtures.ts'
import { findFreePort } from '#tests/free-port.ts'
import { createDataFolder, startServer, type StartedServer } from '#tests/journeys/server.ts'
import { en } from '#web/text/en/en.ts'

const { exam } = en

test.describe('An attempt', () => {
  // While the server is down, parts of the page that load on demand, such as the source of a question, are missing.
  test.use({ expectedErrors: /ERR_CONNECTION_(?:REFUSED|RESET).*\/assets\// })
  let server: StartedServer | undefined
  test.afterEach(async () => server?.kill())

  test('continues while the server is down, and is complete when the server is back', async ({ page, readBank }) => {
    test.setTimeout(120_000)
    // Questions with drag and drop are left out. They load another script on first use, and no service worker has cached it here.
    const questions = (await readBank(shortExam)).filter(({ options, type }) => options.length > 0 && type !== 'reorder')
    const port = await findFreePort()
    const dataDir = await createDataFolder()
    server = await startServer(port, dataDir)
    await page.goto(`${server.origin}/exam/${shortExam}`)
    await expectUsable(page)
    for (const question of questions.slice(0, 2)) {
      await goToQuestion(page, question.number)
      await giveAnswer(page, question, question.answerKey)
    }

    await server.kill()
    for (const question of questions.slice(2)) {
      await goToQuestion(page, question.number)
      await giveAnswer(page, question, question.answerKey)
    }
    await reveal(page)
    await expect(page.getByRole('heading', { name: 'Explanation:' })).toBeVisible()
    await expectSaved(page)

    server = await startServer(port, dataDir)
    await reload(page)
    for (const question of questions) {
      await goToQuestion(page, question.number)
      await expectAnswer(page, question, question.answerKey)
    }
    await expect(page.getByText(exam.locked)).toBeVisible()
  })
})
