import { randomUUID } from 'node:crypto'
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
import { plainText } from '#exam/plain-text.ts'
import { shortExam } from '#tests/journeys/fixtures.ts'
import { challenges } from '#web/text/en/challenges.ts'
import { admin } from '#web/text/en/admin/admin.ts'
import { challengesAdmin } from '#web/text/en/admin/challenges.ts'
import { questionEditor } from '#web/text/en/admin/question-editor.ts'
import { reports } from '#web/text/en/reports.ts'
import { results } from '#web/text/en/results.ts'
import { cardOfSource, choose, dialogOf, entriesWith, openReport, report, send, textOf, uniqueText } from '#tests/journeys/report-dialog.ts'

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
    // Closing the dialog keeps the passage that was picked.
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
