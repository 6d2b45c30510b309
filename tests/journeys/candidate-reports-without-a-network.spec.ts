import { randomUUID } from 'node:crypto'
import { becomeAdministrator, expect, expectAccessible, open, test } from '#tests/journeys/accounts.ts'
import { expectUsable, openExam, reveal } from '#tests/journeys/exam-screen.ts'
import { expectCopied } from '#tests/journeys/release.ts'
import { shortExam } from '#tests/journeys/fixtures.ts'
import { reports } from '#web/text/en/reports.ts'
import { cardOfSource, entriesWith, report, uniqueText } from '#tests/journeys/report-dialog.ts'

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
