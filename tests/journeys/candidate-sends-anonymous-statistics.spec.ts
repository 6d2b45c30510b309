import type { Request } from '@playwright/test'
import { expectAllQuestionsLoaded, finish, giveAnswer, goToQuestion, openExam, restartAsGuest } from '#tests/journeys/exam-screen.ts'
import { expect, test } from '#tests/journeys/fixtures.ts'

test.describe('Camille', () => {
  // Parts of the page that load on demand may be missing, because no service worker has cached them yet.
  test.use({ expectedErrors: /ERR_INTERNET_DISCONNECTED.*\/(?:assets|chunks)\// })

  test('sends the answers of a finished attempt once, without any personal data', async ({ page, context, baseURL, readBank }) => {
    const [first, second] = await readBank('pl-900')
    // A cookie that would identify the user.
    await context.addCookies([{ name: 'praxam.session_token', value: 'a-session', url: baseURL ?? '' }])
    const sent: Request[] = []
    page.on('request', (request) => request.url().endsWith('/api/statistics') && sent.push(request))

    await openExam(page, 'pl-900')
    await goToQuestion(page, first.number)
    await giveAnswer(page, first, first.answerKey)
    expect(sent).toEqual([])
    await finish(page)
    await expect.poll(() => sent.length).toBe(1)
    const details = { [first.id]: { version: expect.any(Number) as unknown, timeMs: expect.any(Number) as unknown } }
    expect(sent[0]?.postDataJSON()).toEqual({ certificationId: 'pl-900', answers: { [first.id]: first.answerKey }, details })
    expect((await sent[0]?.response())?.status()).toBe(204)
    expect(await sent[0]?.allHeaders()).not.toHaveProperty('cookie')

    await page.reload()
    await restartAsGuest(page)
    await goToQuestion(page, second.number)
    await giveAnswer(page, second, second.answerKey)
    await finish(page)
    await expect.poll(() => sent.length).toBe(2)
    expect(sent[1]?.postDataJSON()).toMatchObject({ answers: { [second.id]: second.answerKey } })
  })

  test('finishes offline, and nothing is sent or reported', async ({ page, context, readBank }) => {
    const [first] = await readBank('pl-900')
    await openExam(page, 'pl-900')
    await giveAnswer(page, first, first.answerKey)
    await expectAllQuestionsLoaded(page, 'pl-900')
    let sent = 0
    page.on('request', (request) => request.url().endsWith('/api/statistics') && sent++)
    await context.setOffline(true)
    await finish(page)
    await context.setOffline(false)
    expect(sent).toBe(0)
  })
})
