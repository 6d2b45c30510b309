import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import {
  becomeAdministrator,
  becomeMember,
  expect,
  expectAccessible,
  expectMessage,
  newAddress,
  open,
  test,
} from '#tests/journeys/accounts.ts'
import { expectOnQuestion, expectUsable, finish, giveAnswer, openExam, reveal } from '#tests/journeys/exam-screen.ts'
import { expectCopied } from '#tests/journeys/release.ts'
import { plainText } from '#exam/plain-text.ts'
import type { ReportReason } from '#exam/reports/question-report.ts'
import { shortExam } from '#tests/journeys/fixtures.ts'
import { challenges } from '#web/text/en/challenges.ts'
import { admin } from '#web/text/en/admin/admin.ts'
import { challengesAdmin } from '#web/text/en/admin/challenges.ts'
import { questionEditor } from '#web/text/en/admin/question-editor.ts'
import { reports } from '#web/text/en/reports.ts'
import { results } from '#web/text/en/results.ts'

const cardOfSource = (page: Page) => page.getByRole('region', { name: reports.source })
const dialogOf = (page: Page) => page.getByRole('dialog', { name: reports.title })
const textOf = (page: Page) => dialogOf(page).getByRole('textbox', { name: /^(?:Why|What is the problem)\?/ })
const send = (page: Page) => dialogOf(page).getByRole('button', { name: reports.send }).click()

async function openReport(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: reports.report }).click()
  const dialog = dialogOf(page)
  await expect(dialog).toBeVisible()
  return dialog
}

const choose = (page: Page, reason: ReportReason) => dialogOf(page).getByRole('radio', { name: reports.reasons[reason].name }).check()

/** Reports the question on screen and closes the dialog. */
async function report(page: Page, text: string, message: string): Promise<void> {
  const dialog = await openReport(page)
  await choose(page, 'wrong_answer')
  await textOf(page).fill(text)
  await send(page)
  await expect(dialog.getByRole('status')).toHaveText(message)
  await dialog.locator('.foot').getByRole('button', { name: reports.close }).click()
}

/** The reports in the administration whose text contains this. */
function entriesWith(page: Page, text: string): Locator {
  return page.getByRole('main').getByRole('listitem').filter({ hasText: text })
}

const uniqueText = () => `The year is missing, ${randomUUID()}.`

test.describe('Noor', () => {
  test('sees where a question comes from, reports a problem by keyboard, and stays in the attempt', async ({ page, readBank }) => {
    test.setTimeout(90_000)
    const [question] = await readBank('mb-800')
    await openExam(page, 'mb-800')
    await giveAnswer(page, question, question.answerKey)
    await reveal(page)
    const card = cardOfSource(page)
    await expect(card.getByRole('link')).toHaveAttribute('href', question.reference)
    await expect(card.getByRole('link')).toHaveText('Work with accounting periods and fiscal years')
    await expect(card).toContainText('Page datedJanuary 12, 2026')
    await expect(card).toContainText(`OutlineJune 30, 2026: ${question.skill}`)
    await expect(card).toContainText('Checked onNovember 2')
    await expectAccessible(page)

    await page.getByRole('button', { name: reports.report }).focus()
    await page.keyboard.press('Enter')
    const dialog = dialogOf(page)
    await dialog.getByRole('radio', { name: reports.reasons.wrong_answer.name }).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await expect(dialog.getByRole('radio', { name: reports.reasons.unclear.name })).toBeChecked()
    await expectAccessible(page)
    await page.keyboard.press('Tab')
    await expect(textOf(page)).toBeFocused()
    await page.keyboard.type('Is the December period locked?')
    await page.keyboard.press('Tab')
    await page.keyboard.type('noor')
    await page.keyboard.press('Enter')
    await expect(dialog.getByText(reports.problems.EMAIL_INVALID())).toBeVisible()
    await expect(dialog.getByRole('textbox', { name: reports.email })).toBeFocused()
    await page.keyboard.type('@example.com')
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('status')).toHaveText(reports.sent)
    await expect(dialog.locator('.foot').getByRole('button', { name: reports.close })).toBeFocused()
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: reports.report })).toBeFocused()
    await expect(card).toContainText('“Unclear,” sent')

    await openReport(page)
    await choose(page, 'unclear')
    await send(page)
    await expect(dialog.getByRole('status')).toHaveText(reports.repeated)
    await page.keyboard.press('Escape')
    await expectOnQuestion(page, 1)
    await expect(page.getByRole('button', { name: 'Hide Answer' })).toBeVisible()
  })

  test('sees the card in the results as well', async ({ page, readBank }) => {
    const [question, ...others] = await readBank(shortExam)
    await openExam(page, shortExam)
    await giveAnswer(page, question, question.answerKey)
    await finish(page)
    await page.getByRole('button', { name: results.filters.all(1 + others.length) }).click()
    await page.getByRole('main').getByRole('listitem').getByRole('button', { expanded: false }).first().click()
    await expect(cardOfSource(page).getByRole('link')).toHaveAttribute('href', question.reference)
    await expect(page.getByRole('button', { name: reports.report })).toBeVisible()
  })

  test.describe('is refused kindly, and keeps the text,', () => {
    test.use({ expectedErrors: /status of (?:404|422|429)/ })

    test('without a reason, for a long text, for one about the real exam, and for none', async ({ page }) => {
      await page.setViewportSize({ width: 375, height: 667 })
      await openExam(page, shortExam)
      await reveal(page)
      const dialog = await openReport(page)
      await send(page)
      await expect(dialog.getByText(reports.problems.REASON_NEEDED())).toBeInViewport()
      await expect(dialog.getByRole('radio', { name: reports.reasons.wrong_answer.name })).toBeFocused()
      await choose(page, 'wrong_answer')
      for (const [text, message] of [
        ['x'.repeat(10_000), reports.problems.TEXT_LONG(10_000)],
        ['I saw this on my exam last week.', reports.problems.REAL_EXAM()],
      ] as const) {
        await textOf(page).fill(text)
        await send(page)
        await expect(dialog.getByText(message)).toBeInViewport({ ratio: 0.9 })
        await expect(textOf(page)).toBeFocused()
        await expect(textOf(page)).toHaveValue(text)
      }
      await expectAccessible(page)
      await textOf(page).fill('')
      await choose(page, 'other')
      await send(page)
      await expect(dialog.getByText(reports.problems.TEXT_NEEDED())).toBeVisible()
    })

    test('for a question that was removed', async ({ page }) => {
      await page.route('**/api/reports', (route) =>
        route.continue({ postData: { ...(route.request().postDataJSON() as object), questionId: randomUUID() } }),
      )
      await openExam(page, shortExam)
      await reveal(page)
      const dialog = await openReport(page)
      await choose(page, 'outdated')
      await textOf(page).fill('The year is missing.')
      await send(page)
      await expect(dialog.getByRole('alert')).toHaveText(reports.problems.QUESTION_REMOVED())
      await expect(textOf(page)).toHaveValue('The year is missing.')
      await expectAccessible(page)
    })

    test('for too many', async ({ page, baseURL, readBank }) => {
      const [question] = await readBank(shortExam)
      await openExam(page, shortExam)
      await reveal(page)
      const statuses: number[] = []
      for (let count = 0; count < 100; count++) {
        const data = { key: randomUUID(), questionId: question.id, reason: 'unclear', text: '', email: '' }
        statuses.push((await page.request.post('/api/reports', { data, headers: { Origin: baseURL ?? '' } })).status())
      }
      expect(statuses.filter((status) => status === 200)).toHaveLength(30)
      const dialog = await openReport(page)
      await choose(page, 'outdated')
      await textOf(page).fill('The year is missing.')
      await send(page)
      await expect(dialog.getByRole('alert')).toHaveText(reports.problems.TOO_MANY())
      await expect(textOf(page)).toHaveValue('The year is missing.')
    })

    test('from another site', async ({ page, readBank }) => {
      const [question] = await readBank(shortExam)
      const data = { key: randomUUID(), questionId: question.id, reason: 'unclear', text: '', email: '' }
      const response = await page.request.post('/api/reports', { data, headers: { Origin: 'https://elsewhere.example' } })
      expect(response.status()).toBe(403)
    })
  })
})

test.describe('Without a network', () => {
  test.use({ serviceWorkers: 'allow', expectedErrors: /ERR_INTERNET_DISCONNECTED|Failed to load resource/ })

  test('a report survives a reload, and is sent once by another tab', async ({ context, page, openElsewhere, baseURL, dataDir }) => {
    test.setTimeout(120_000)
    const text = uniqueText()
    await openExam(page, shortExam)
    await expectCopied(page, `/exam/${shortExam}`)
    await reveal(page)
    await expect(cardOfSource(page)).toBeVisible()
    await context.setOffline(true)
    await report(page, text, reports.kept.online)
    await expect(cardOfSource(page)).toContainText('“Wrong answer,” not sent yet')
    await page.reload()
    await expectUsable(page)
    await expect(cardOfSource(page)).toContainText('“Wrong answer,” not sent yet')
    const second = await context.newPage()
    await second.goto(`/exam/${shortExam}`)
    await expectUsable(second)
    await context.setOffline(false)
    for (const tab of [page, second]) await expect(cardOfSource(tab)).toContainText('“Wrong answer,” sent')
    await second.reload()

    const ada = await openElsewhere()
    await becomeAdministrator(ada, baseURL, dataDir)
    await open(ada, '/admin/reports?show=closed')
    await expect(entriesWith(ada, text)).toHaveCount(1)
  })
})

test.describe('A report that waited on the device and is refused', () => {
  test.use({ expectedErrors: /status of 404|Failed to load resource/ })

  test('is explained on the next page, and its text can be copied', async ({ page, context, baseURL }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: baseURL ?? '' })
    const key = randomUUID()
    const waiting = { key, owner: null, questionId: randomUUID(), reason: 'typo', text: 'Tow years', email: '', writtenAt: Date.now() }
    await page.goto('/certifications')
    await page.evaluate(([name, report]) => localStorage.setItem(name, report), [`praxam-report-${key}`, JSON.stringify(waiting)] as const)
    await page.goto('/certifications')
    const bar = page.getByRole('complementary', { name: reports.refused.title })
    await expect(bar.getByRole('status').first()).toHaveText(reports.refused.bar)
    await expectAccessible(page)
    await bar.getByRole('button', { name: reports.refused.see }).click()
    const dialog = page.getByRole('dialog', { name: reports.refused.title })
    await expect(dialog).toContainText(reports.problems.QUESTION_REMOVED())
    await expect(dialog.getByRole('textbox')).toHaveValue('Tow years')
    await dialog.getByRole('button', { name: reports.refused.copy }).click()
    await expect(dialog.getByText(reports.refused.copied)).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('Tow years')
    await expectAccessible(page)
    await page.reload()
    await bar.getByRole('button', { name: reports.refused.see }).click()
    await dialog.getByRole('button', { name: reports.refused.discard }).click()
    await expect(bar).toBeHidden()
    expect(await page.evaluate((name) => localStorage.getItem(name), `praxam-report-${key}`)).toBeNull()
  })

  test('can be changed and sent again', async ({ page, readBank }) => {
    const [question] = await readBank(shortExam)
    const key = randomUUID()
    const text = 'I saw this on my exam.'
    const refused = { key, owner: null, questionId: question.id, reason: 'typo', text, email: '', writtenAt: 1, refusal: 'REAL_EXAM' }
    await page.goto('/certifications')
    await page.evaluate(([name, report]) => localStorage.setItem(name, report), [`praxam-report-${key}`, JSON.stringify(refused)] as const)
    await page.goto('/certifications')
    await page.getByRole('button', { name: reports.refused.see }).click()
    const dialog = page.getByRole('dialog', { name: reports.refused.title })
    await dialog.getByRole('button', { name: reports.refused.sendAgain }).click()
    await expect(dialog.getByText(reports.problems.REAL_EXAM())).toBeVisible()
    await dialog.getByRole('textbox').fill('The year is missing.')
    await dialog.getByRole('button', { name: reports.refused.sendAgain }).click()
    await expect(page.getByRole('complementary', { name: reports.refused.title })).toContainText(reports.sent)
    await page.reload()
    await expect(page.getByRole('button', { name: reports.refused.see })).toHaveCount(0)
  })
})

test.describe('Camille and Ada', () => {
  test('a member reports without an address; an administrator reviews and rejects the challenge', async ({
    page,
    openElsewhere,
    baseURL,
    dataDir,
    readBank,
  }) => {
    test.setTimeout(90_000)
    const text = uniqueText()
    const [question] = await readBank(shortExam)
    const camille = await becomeMember(page, baseURL, newAddress())
    await open(page, `/exam/${shortExam}`)
    await expectUsable(page)
    await reveal(page)
    const dialog = await openReport(page)
    await expect(dialog.getByRole('textbox')).toHaveCount(1)
    await page.keyboard.press('Escape')
    const quote = plainText(question.options[0] ?? '')
    await openReport(page)
    await choose(page, 'wrong_answer')
    await dialog.getByRole('checkbox', { name: quote }).check()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    // Closing the dialog keeps what was picked.
    await report(page, text, reports.sent)
    const mine = (await (await page.request.get('/profile/my-data.json')).json()) as { questionReports: { text: string }[] }
    expect(mine.questionReports.map((one) => one.text)).toEqual([`${reports.pickedAnswer([quote])}\n\n${text}`])

    const ada = await openElsewhere()
    await becomeAdministrator(ada, baseURL, dataDir)
    await ada.goto('/admin/log')
    await ada.getByRole('navigation', { name: admin.title }).getByRole('link', { name: challengesAdmin.title }).click()
    await expect(ada.getByRole('heading', { level: 1, name: challengesAdmin.title })).toBeVisible()
    await expectAccessible(ada)
    await entriesWith(ada, plainText(question.text).slice(0, 60)).getByRole('link').click()
    const entry = entriesWith(ada, text)
    await expect(entry).toContainText(reports.shortReasons.wrong_answer)
    await expect(entry).toContainText(reports.pickedAnswer([quote]))
    await expect(entry.getByRole('link', { name: camille })).toBeVisible()
    await ada.getByRole('button', { name: challengesAdmin.claim }).click()
    await expectMessage(ada, challengesAdmin.done['claimed'] ?? '')
    await expectAccessible(ada)
    await ada.getByRole('link', { name: challengesAdmin.history }).click()
    const history = ada.getByRole('dialog', { name: questionEditor.historyTitle })
    await expect(history.getByRole('button', { name: /^Version 1/ })).toBeVisible()
    await history.getByRole('button', { name: questionEditor.closeHistory }).click()
    await ada.getByRole('dialog').getByRole('button', { name: questionEditor.cancel }).click()
    const reason = ada.getByRole('textbox', { name: challengesAdmin.publicReason })
    await reason.fill('Too short')
    await ada.getByRole('button', { name: challengesAdmin.reject }).click()
    await expect(ada.getByText(challengesAdmin.problems.REASON_SHORT)).toBeVisible()
    await expect(reason).toHaveValue('Too short')
    await reason.fill('The page says so: the year has twelve periods.')
    await ada.getByRole('button', { name: challengesAdmin.reject }).click()
    await expectMessage(ada, challengesAdmin.done['rejected'] ?? '')
    await expectAccessible(ada)
    await ada.getByRole('link', { name: challengesAdmin.edit }).click()
    const difficulty = ada.getByRole('dialog').getByRole('combobox', { name: 'Difficulty' })
    await difficulty.selectOption((await difficulty.inputValue()) === '1' ? '2' : '1')
    await ada.getByRole('dialog').getByRole('button', { name: questionEditor.save, exact: true }).click()
    await expect(ada.getByRole('heading', { level: 2, name: challengesAdmin.decide })).toBeVisible()
    await page.goto('/profile/reports')
    await expect(entriesWith(page, text)).toContainText('The page says so: the year has twelve periods.')
    await expectAccessible(page)
    await page.goto(`/certifications/${shortExam}/changes`)
    const logged = entriesWith(page, plainText(question.text).slice(0, 60)).filter({ hasText: challenges.changes.entries.unchanged })
    await expect(logged).toContainText('The page says so: the year has twelve periods.')
    await expectAccessible(page)
  })
})
