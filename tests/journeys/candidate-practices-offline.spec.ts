import type { BrowserContext, Page } from '@playwright/test'
import sharp from 'sharp'
import { becomeAdministrator, becomeMember, expect, expectAccessible, open, test } from '#tests/journeys/accounts.ts'
import {
  cardOf,
  expectAnswer,
  expectOnQuestion,
  expectUsable,
  finish,
  giveAnswer,
  goToQuestion,
  openExam,
  reload,
  reveal,
  restartAsGuest,
} from '#tests/journeys/exam-screen.ts'
import { expectHtml, firstOf, shortExam } from '#tests/journeys/fixtures.ts'
import { expectAttemptCopied, expectCopied, listCopied } from '#tests/journeys/release.ts'
import { aBankItem } from '#tests/factories.ts'
import { catalogue } from '#web/text/en/catalogue.ts'
import { practicePanel } from '#web/text/en/practice-panel.ts'
import { en } from '#web/text/en/en.ts'
import { offline } from '#web/text/en/offline.ts'
import { review } from '#web/text/en/review.ts'
import { results } from '#web/text/en/results.ts'

const { exam, site } = en

// A request that is interrupted when the network goes away is reported on the console.
test.use({ serviceWorkers: 'allow', expectedErrors: /ERR_INTERNET_DISCONNECTED/ })

/** Opens the exam and waits until it is available offline. */
async function openAndCopy(page: Page, certificationId: string): Promise<void> {
  await openExam(page, certificationId)
  await expectCopied(page, `/exam/${certificationId}`, `/certifications/${certificationId}`)
}

async function loseNetwork(context: BrowserContext): Promise<void> {
  await context.setOffline(true)
}

/** Shows each question of an attempt at ten questions. */
async function expectTenQuestions(page: Page): Promise<void> {
  for (let number = 1; number <= 10; number += 1) {
    await goToQuestion(page, number)
    await expect(cardOf(page).getByRole('button', { name: 'Reveal Answer' })).toBeVisible()
  }
}

function headingOf(page: Page, name: string) {
  return page.getByRole('heading', { level: 1, name, exact: true })
}

test.describe('Without a network', () => {
  test('Camille continues an attempt, through a reload, to the results and a new attempt', async ({ context, page, readBank }) => {
    test.setTimeout(120_000)
    const questions = await readBank(shortExam)
    await openAndCopy(page, shortExam)
    await loseNetwork(context)
    for (const question of questions) {
      await goToQuestion(page, question.number)
      await giveAnswer(page, question, question.answerKey)
      await expect(page.getByText(exam.savedOffline)).toBeVisible()
      if (question.number === 2) await reload(page)
    }
    await reload(page)
    for (const question of questions) {
      await goToQuestion(page, question.number)
      await expectAnswer(page, question, question.answerKey)
    }
    await reveal(page)
    await expect(page.getByRole('heading', { name: 'Explanation:' })).toBeVisible()
    await finish(page)
    await page.reload()
    await expect(headingOf(page, results.correctOfAnswered(questions.length, questions.length, 0))).toBeVisible()
    await restartAsGuest(page)
    await expectOnQuestion(page, 1)
    await reload(page)
    await expectOnQuestion(page, 1)
  })

  test('Camille follows links to saved pages: certification, list, home and back', async ({ context, page }) => {
    await openAndCopy(page, 'pl-900')
    await loseNetwork(context)
    await page.getByRole('link', { name: exam.back('PL-900') }).click()
    await expect(headingOf(page, 'Power Platform Fundamentals')).toBeVisible()
    await page.getByRole('link', { name: site.certifications, exact: true }).click()
    await expect(headingOf(page, catalogue.listTitle)).toBeVisible()
    await page.getByRole('link', { name: site.home }).click()
    await expect(page).toHaveURL('/')
    await page.goBack()
    await expect(headingOf(page, catalogue.listTitle)).toBeVisible()
    await page.getByRole('link', { name: 'Practice 10 PL-900 questions' }).click()
    await expectUsable(page)
  })

  test('a page that was reached only by links is also available', async ({ context, page }) => {
    await page.goto('/certifications')
    await expectCopied(page, '/certifications')
    await page.getByRole('link', { name: 'Practice 10 PL-900 questions' }).click()
    await expectUsable(page)
    await expectTenQuestions(page)
    await expectAttemptCopied(page, '/exam/pl-900')
    await loseNetwork(context)
    await reload(page)
    await expectTenQuestions(page)
  })

  test('a case study opens, and the image of a question shows', async ({ context, page, openElsewhere, startOwn }) => {
    test.setTimeout(120_000)
    const { origin, dataDir } = await startOwn()
    const ada = await openElsewhere()
    await becomeAdministrator(ada, origin, dataDir)
    const picture = await sharp({ create: { width: 20, height: 10, channels: 3, background: '#246' } })
      .png()
      .toBuffer()
    const sent = { Origin: origin }
    const uploaded = await ada.request.post(`${origin}/api/images`, { headers: { ...sent, 'Content-Type': 'image/png' }, data: picture })
    const { address } = (await uploaded.json()) as { address: string }
    const text = `<p>What does the chart show?</p><img src="${address}" alt="A chart of sales">`
    const item = aBankItem({ exam_id: 'mb-800', text, case_study_id: 'mb-800-case-1' })
    const added = await ada.request.post(`${origin}/api/questions`, { headers: sent, data: item })
    expect(added.status()).toBe(201)

    await page.goto(`${origin}/certifications/mb-800`)
    await page.getByRole('button', { name: offline.save }).click()
    await expect(page.getByRole('button', { name: offline.remove, exact: true })).toBeVisible()
    await loseNetwork(context)
    // This attempt was not opened before the network was lost.
    await page.getByRole('button', { name: practicePanel.start(10) }).click()
    await expectUsable(page)
    await page.goto(`${origin}/exam/mb-800#question-999`)
    const rows = (await (await ada.request.get(`${origin}/api/questions?exam_id=mb-800`)).json()) as { text: string }[]
    await goToQuestion(page, rows.findIndex((row) => row.text.includes(address)) + 1)
    const image = cardOf(page).getByRole('img', { name: 'A chart of sales' })
    await expect(image).toBeVisible()
    await expect.poll(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBe(20)
    await page.getByRole('button', { name: 'Open Case Study' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    const { content } = (await (await ada.request.get(`${origin}/api/case-studies/mb-800-case-1`)).json()) as { content: string }
    await expectHtml(page.getByRole('dialog'), content)
  })

  test('a page that is not saved says so, lists the saved exams, and loads when the network is back', async ({ context, page }) => {
    test.setTimeout(120_000)
    await openAndCopy(page, 'pl-900')
    await loseNetwork(context)
    await page.getByRole('link', { name: exam.back('PL-900') }).click()
    await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click()
    await expect(page).toHaveURL('/login')
    await expect(headingOf(page, offline.unreachableTitle)).toBeVisible()
    await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toHaveCount(0)
    await expectAccessible(page)
    const exams = page.getByRole('region', { name: offline.exams })
    await exams.getByRole('link', { name: 'Power Platform Fundamentals Practice Exam' }).click()
    await expectUsable(page)
    await page.goBack()
    await expect(headingOf(page, offline.unreachableTitle)).toBeVisible()
    await context.setOffline(false)
    await page.getByRole('link', { name: site.tryAgain }).click()
    await expect(page).toHaveURL('/login')
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
  })

  test('a simulation says that it needs a network', async ({ context, page }) => {
    test.setTimeout(120_000)
    await openAndCopy(page, 'pl-900')
    await loseNetwork(context)
    await page.goto('/exam/pl-900/simulation')
    await expect(headingOf(page, offline.simulationTitle)).toBeVisible()
    await expect(page.getByText(offline.simulation)).toBeVisible()
    await expectAccessible(page)
  })

  test('a member continues an attempt, which is saved to the account when the network is back', async ({
    context,
    page,
    baseURL,
    readBank,
  }) => {
    const question = firstOf(await readBank('pl-900'), 'single_choice')
    await becomeMember(page, baseURL)
    await openAndCopy(page, 'pl-900')
    await loseNetwork(context)
    await goToQuestion(page, question.number)
    await giveAnswer(page, question, question.answerKey)
    await expect(page.getByText(exam.savedOffline)).toBeVisible()
    await reload(page)
    await expectAnswer(page, question, question.answerKey)
    await context.setOffline(false)
    await expect(page.getByText(exam.savedInAccount, { exact: true })).toBeVisible()
  })

  test('a member still appears signed in, and no private data is cached', async ({ context, page, baseURL }) => {
    await becomeMember(page, baseURL)
    await open(page, '/profile')
    await openAndCopy(page, 'pl-900')
    await open(page, '/certifications/pl-900')
    await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible()
    await loseNetwork(context)
    await page.reload()
    await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible()
    const copied = await listCopied(page)
    expect(copied.filter((path) => /^\/(?:profile|login|signup|admin|api|sign-out|health)/.test(path))).toEqual([])
    await context.setOffline(false)
    await page.getByRole('button', { name: 'Sign Out' }).click()
    await expect(page.getByRole('link', { name: 'Sign In' })).toBeVisible()
    await loseNetwork(context)
    await page.reload()
    await expect(page.getByRole('link', { name: 'Sign In' })).toBeVisible()
  })
})

test.describe('Camille saves an exam', () => {
  test('finds it in the list of exams, practices offline, and removes it', async ({ context, page, readBank }) => {
    test.setTimeout(120_000)
    const question = firstOf(await readBank('pl-900'), 'single_choice')
    await page.goto('/certifications/pl-900')
    await expect(page.getByRole('button', { name: offline.save })).toBeEnabled()
    await page.getByRole('button', { name: offline.save }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByText(/^PL-900 is saved on this device/)).toBeVisible()
    await expect(page.getByRole('button', { name: offline.remove, exact: true })).toBeFocused()
    await expectAccessible(page)
    await page.reload()
    await expect(page.getByText(/^PL-900 is saved on this device/)).toBeVisible()

    await loseNetwork(context)
    await page.goto('/certifications')
    const savedExams = page.getByRole('region', { name: offline.listTitle })
    await expectAccessible(page)
    await savedExams.getByRole('link', { name: 'PL-900' }).click()
    await expectUsable(page)
    await goToQuestion(page, question.number)
    await giveAnswer(page, question, question.answerKey)
    await expect(page.getByText(exam.savedOffline)).toBeVisible()

    await page.goto('/certifications')
    await savedExams.getByRole('button', { name: offline.removeExam('PL-900') }).click()
    await expect(page.getByText(offline.removed('PL-900'))).toBeVisible()
    await expect(savedExams.getByRole('heading')).toBeFocused()
    await page.reload()
    await expect(headingOf(page, catalogue.listTitle)).toBeVisible()
    await expect(savedExams).toBeHidden()
    await page.goto('/exam/pl-900')
    await expect(headingOf(page, offline.unreachableTitle)).toBeVisible()
    await context.setOffline(false)
    await page.goto('/exam/pl-900')
    await expectUsable(page)
    await goToQuestion(page, question.number)
    await expectAnswer(page, question, question.answerKey)
  })

  test('builds a custom set of it offline, from the review page', async ({ baseURL, context, page }) => {
    await becomeMember(page, baseURL)
    await page.goto('/certifications/pl-900')
    await page.getByRole('button', { name: offline.save }).click()
    await expect(page.getByText(/^PL-900 is saved on this device/)).toBeVisible()
    await loseNetwork(context)
    // Neither page was opened before.
    await page.goto('/exam/pl-900/review')
    await expect(page.getByText(review.unanswered)).toBeVisible()
    await page.getByRole('link', { name: review.practiceNew }).click()
    await page.getByRole('button', { name: review.startSet(20) }).click()
    await expect(page).toHaveURL('/exam/pl-900?set=chosen')
    await expectUsable(page)
    await expectOnQuestion(page, 1)
  })

  test('reloads the page during the save, and sees its progress and its end', async ({ context, page }) => {
    await page.goto('/certifications/mb-800')
    await expect(page.getByRole('button', { name: offline.save })).toBeEnabled()
    const worker = context.serviceWorkers()[0]
    await worker?.evaluate(() => {
      const load = fetch
      let count = 0
      const isReleased = new Promise<void>((resolve) => Object.assign(globalThis, { release: resolve }))
      globalThis.fetch = async (address, options) => {
        count += typeof address === 'string' && address.startsWith('/chunks/') ? 1 : 0
        if (count > 6) await isReleased
        return load(address, options)
      }
    })
    await page.getByRole('button', { name: offline.save }).click()
    const progress = page.getByRole('button', { name: /^Saving\.\.\. \d+%$/ })
    await expect(progress).toBeVisible()
    await page.reload()
    await expect(progress).toBeVisible()
    await worker?.evaluate(() => (globalThis as unknown as { release: () => void }).release())
    await expect(page.getByText(/^MB-800 is saved on this device/)).toBeVisible()
  })

  test('sees an error when the browser storage does not answer', async ({ context, page }) => {
    await page.goto('/certifications/pl-900')
    await expect(page.getByRole('button', { name: offline.save })).toBeEnabled()
    await context.serviceWorkers()[0]?.evaluate(() => {
      CacheStorage.prototype.open = () => Promise.reject(new DOMException('Internal error.', 'UnknownError'))
    })
    await page.getByRole('button', { name: offline.save }).click()
    await expect(page.getByText(offline.problems.unanswered)).toBeVisible()
    await expect(page.getByRole('button', { name: offline.save })).toBeEnabled()
  })

  test('sees an error when the exam cannot be downloaded', async ({ context, page }) => {
    await page.goto('/certifications/pl-900')
    await expect(page.getByRole('button', { name: offline.save })).toBeEnabled()
    await loseNetwork(context)
    await page.getByRole('button', { name: offline.save }).click()
    await expect(page.getByText(offline.problems.unreachable)).toBeVisible()
    await expectAccessible(page)
  })
})

test('Where the browser has no service worker, saving offline is not offered, and everything else works', async ({ page }) => {
  await page.addInitScript(() => {
    ServiceWorkerContainer.prototype.register = () => Promise.reject(new DOMException('The operation is insecure.', 'SecurityError'))
  })
  await page.goto('/certifications/pl-900')
  await expect(page.getByText(offline.unsupported)).toBeVisible()
  await expect(page.getByRole('button', { name: offline.save })).toBeHidden()
  await page.getByRole('button', { name: practicePanel.start(10) }).click()
  await expectUsable(page)
})
