/** Statements, drop-downs and solution series: by keyboard, by touch, and in a simulation, which closes the questions that were left. */
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import type { SimulationSheetResponse, StartedSimulationResponse } from '#exam/contract.ts'
import type { Question, QuestionType } from '#exam/question.ts'
import {
  announcementOf,
  blankOf,
  cardOf,
  expectOnQuestion,
  expectUsable,
  goToQuestion,
  mapButton,
  mapEntry,
  mapOf,
  openExam,
  reveal,
  yesNoOf,
} from '#tests/journeys/exam-screen.ts'
import { expect, expectAccessible, expectHtml, shortExam, test as base, type NumberedQuestion } from '#tests/journeys/fixtures.ts'
import { serverEnvironment, startOwnServer, type OwnServer } from '#tests/journeys/server.ts'
import { sampleItems } from '#tests/sample-questions.ts'
import { en } from '#web/text/en/en.ts'
import { examRules } from '#web/text/en/exam-rules.ts'
import { places } from '#web/text/en/places.ts'
import { questionMap } from '#web/text/en/question-map.ts'
import { saving } from '#web/text/en/saving.ts'
import { simulation as words } from '#web/text/en/simulation.ts'

const { exam } = en

/** A server whose shortest exam also has the sample questions. */
const test = base.extend<object, { sampleServer: OwnServer }>({
  sampleServer: [
    async ({}, use) => {
      const server = await startOwnServer(() => Promise.resolve({ TRUSTED_PROXIES: '127.0.0.0/8' }))
      const file = join(server.dataDir, 'samples.json')
      await writeFile(file, JSON.stringify(sampleItems.map((item) => ({ ...item, exam_id: shortExam }))))
      const env = { ...process.env, ...serverEnvironment(3000, server.dataDir) }
      await promisify(execFile)(process.execPath, ['tools/import-bank.ts', file], { env })
      await use(server)
      await server.kill()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ sampleServer }, use) => use(sampleServer.origin),
})

const ofType = (bank: readonly NumberedQuestion[], type: QuestionType) => bank.filter((question) => question.type === type)

/** The text of the correct choice of each blank, which does not depend on the order on screen. */
function keyTexts({ completion, answerKey }: Question): string[] {
  return answerKey.map((choice, blank) => completion?.blanks[blank]?.choices[Number(choice)] ?? '')
}

/** Presses Tab until a control that matches the selector has the focus. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let presses = 0; presses < 80; presses += 1) {
    await page.keyboard.press('Tab')
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) === true, selector)) return
  }
  throw new Error(`Tab never came to ${selector}`)
}

test.describe('Noor, in practice', () => {
  test('answers statements by keyboard, a point for each', async ({ page, readBank }) => {
    const bank = await readBank(shortExam)
    await openExam(page, shortExam)
    for (const [i, question] of ofType(bank, 'statements').entries()) {
      await goToQuestion(page, question.number)
      await expectHtml(cardOf(page), question.text)
      await expect(cardOf(page).getByRole('heading', { name: exam.types.statements })).toBeVisible()
      // In the second question, only the first statement is answered correctly.
      const entered = question.answerKey.map((entry, place) => (i === 1 && place > 0 ? (entry === 'yes' ? 'no' : 'yes') : entry))
      for (const [place, entry] of entered.entries()) {
        await tabTo(page, `[type=radio][name="${question.id} ${place}"]`)
        await page.keyboard.press(entry === 'yes' ? 'Space' : 'ArrowRight')
        await expect(yesNoOf(page, place, entry)).toBeChecked()
        await expect(cardOf(page).getByText(places.answered(place + 1, entered.length))).toBeVisible()
      }
      await page.keyboard.press('r')
      const correct = i === 1 ? 1 : entered.length
      await expect(announcementOf(page)).toHaveText(i === 1 ? exam.announceIncorrectParts(1, entered.length) : exam.announceCorrect)
      await expect(cardOf(page).getByText(places.statementsCorrect(correct, entered.length))).toBeVisible()
      await expect(cardOf(page).getByText(places.correct, { exact: true })).toHaveCount(correct)
      for (const radio of await cardOf(page).getByRole('radio').all()) await expect(radio).toBeDisabled()
    }
    await expectAccessible(page)
  })

  test('fills the blanks of a drawn form, a formula and a table by keyboard', async ({ page, readBank }) => {
    const bank = await readBank(shortExam)
    await openExam(page, shortExam)
    for (const question of ofType(bank, 'drop_down')) {
      await goToQuestion(page, question.number)
      for (const [blank, text] of keyTexts(question).entries()) {
        const menu = blankOf(page, question, blank)
        await tabTo(page, `select[aria-label="${question.completion?.blanks[blank]?.label}"]`)
        for (let presses = 0; presses < 4 && (await menu.locator('option:checked').textContent()) !== text; presses += 1)
          await page.keyboard.press('ArrowDown')
        await expect(menu.locator('option:checked')).toHaveText(text)
      }
      const total = question.answerKey.length
      await expect(cardOf(page).getByText(places.filled(total, total))).toBeVisible()
      // In a menu, letter keys select a choice, so Escape leaves the menu before the keyboard shortcut is pressed.
      await page.keyboard.press('Escape')
      await page.keyboard.press('r')
      await expect(announcementOf(page)).toHaveText(exam.announceCorrect)
      await expect(cardOf(page).getByText(places.blanksCorrect(total, total))).toBeVisible()
      await expect(cardOf(page).getByRole('combobox')).toHaveCount(0)
    }
    await page.reload()
    await expectUsable(page)
    await expect(cardOf(page).getByText(places.yourAnswerCorrect).first()).toBeAttached()
  })

  test('sees what belongs in a blank that was filled wrong or left empty', async ({ page, readBank }) => {
    const [question] = ofType(await readBank(shortExam), 'drop_down')
    if (!question) throw new Error('There is no drop-down question')
    await openExam(page, shortExam)
    await goToQuestion(page, question.number)
    await blankOf(page, question, 0).selectOption('TRAY')
    await blankOf(page, question, 1).selectOption('PALLET')
    await reveal(page)
    await expect(cardOf(page).getByText(exam.revealAnyway('drop_down', 2, 3))).toBeVisible()
    await reveal(page)
    await expect(cardOf(page).getByText(places.blanksCorrect(1, 3))).toBeVisible()
    await expect(cardOf(page).getByText(places.correctIs)).toHaveCount(2)
    await expect(cardOf(page)).toContainText('Qty. per Unit of Measure')
    await expectAccessible(page)
  })

  test('answers a series by keyboard and goes back in it, because practice locks nothing', async ({ page, readBank }) => {
    const series = ofType(await readBank(shortExam), 'solution')
    await openExam(page, shortExam)
    for (const question of series) {
      await goToQuestion(page, question.number)
      await expect(cardOf(page)).toContainText('Two accountants must also be able to post in October')
      await page.keyboard.press(question.answerKey[0] === 'yes' ? 'a' : 'b')
      await expect(yesNoOf(page, 0, question.answerKey[0] ?? '')).toBeChecked()
    }
    await expect(page.getByRole('list', { name: words.seriesName })).toBeHidden()
    await page.keyboard.press('p')
    await expectOnQuestion(page, series.at(-2)?.number ?? 0)
    await page.keyboard.press('r')
    await expect(announcementOf(page)).toHaveText(exam.announceCorrect)
    await expectAccessible(page)
  })
})

test.describe('Noor, on a phone', () => {
  test.use({ viewport: { width: 375, height: 667 }, hasTouch: true })

  test('answers each form by touch', async ({ page, readBank }) => {
    const bank = await readBank(shortExam)
    await openExam(page, shortExam)
    for (const type of ['statements', 'drop_down', 'solution'] as const) {
      const [question] = ofType(bank, type)
      if (!question) throw new Error(`There is no question of type ${type}`)
      await goToQuestion(page, question.number)
      for (const [place, entry] of question.answerKey.entries()) {
        if (type === 'drop_down') {
          await blankOf(page, question, place).tap()
          await blankOf(page, question, place).selectOption(keyTexts(question)[place] ?? '')
        } else {
          await yesNoOf(page, place, entry).tap()
          await expect(yesNoOf(page, place, entry)).toBeChecked()
        }
      }
      await cardOf(page).getByRole('button', { name: exam.reveal }).tap()
      await expect(announcementOf(page)).toHaveText(exam.announceCorrect)
    }
  })
})

test.describe('Noor, in a simulation', () => {
  test('learns that another device has moved on in the series, and that the answer did not count', async ({ page, sampleServer }) => {
    await page.goto(`/exam/${shortExam}/simulation`)
    // The bank is smaller than the exam.
    await expect(page.getByText(words.wholeBank)).toBeVisible()
    await expect(page.getByText(/fewer than the exam includes. The time is shortened in proportion/)).toBeVisible()
    const answered = page.waitForResponse('**/api/simulations')
    await page.getByRole('button', { name: words.start }).click()
    const { id, attempt, secret = '' } = (await (await answered).json()) as StartedSimulationResponse
    const first = attempt.questionIds.indexOf(attempt.series?.[0]?.[0] ?? '')
    await expect(page.getByRole('region', { name: /^Question 1 of/ })).toBeVisible()
    if (first > 0) {
      await mapButton(page).click()
      await mapEntry(page, first + 1).click()
    }
    await expect(page.getByRole('region', { name: exam.questionOf(first + 1, attempt.questionIds.length) })).toBeVisible()
    const at = Date.now()
    const entries = [first, first + 1].map((position) => ({ key: `other-device-${position}`, move: { type: 'go', at, position } }))
    const sent = await page.request.post(`/api/attempts/${id}/moves`, {
      headers: { Authorization: `Bearer ${secret}`, Origin: sampleServer.origin },
      data: { base: 1, sentAt: at, entries },
    })
    expect(sent.status()).toBe(200)
    await page.keyboard.press('a')
    const notice = page.getByRole('alert').filter({ hasText: examRules.closedAnswers([first + 1]) })
    await expect(notice).toBeVisible()
    await expectAccessible(page)
    await notice.getByRole('button', { name: saving.conflictRead }).click()
    await expect(notice).toBeHidden()
    await expect(cardOf(page)).toContainText(exam.leftElsewhere)
    await page.keyboard.press('n')
    await expect(page.getByRole('region', { name: exam.questionOf(first + 2, attempt.questionIds.length) })).toBeVisible()
  })

  test('answers a series that locks what was left, and gets points for each part', async ({ page, readBank }) => {
    test.setTimeout(120_000)
    const bank = await readBank(shortExam)
    await page.goto(`/exam/${shortExam}/simulation`)
    await page.getByRole('radio', { name: new RegExp(`${words.lengthNames.full}|${words.wholeBank}`) }).check()
    const answered = page.waitForResponse('**/api/simulations')
    await page.getByRole('button', { name: words.start }).click()
    const body = await (await answered).text()
    const sheet = JSON.parse(body) as SimulationSheetResponse
    const [series = []] = sheet.attempt.series ?? []
    expect(body).not.toMatch(/"(?:answerKey|key|correct_answer|explanation|reference|option_?explanations)"|"yes"|"no"/i)
    for (const { explanation } of bank) expect(body).not.toContain(explanation)

    const first = sheet.attempt.questionIds.indexOf(series[0] ?? '') + 1
    const answers = series.map((id) => bank.find((question) => question.id === id)?.answerKey[0] ?? '')
    await test.step('enters the series at its first question', async () => {
      await expect(page.getByRole('region', { name: /^Question 1 of/ })).toBeVisible()
      if (first > 1) {
        await mapButton(page).click()
        await mapEntry(page, first + 2).click()
      }
      await expect(page.getByRole('region', { name: exam.questionOf(first, sheet.questions.length) })).toBeVisible()
      await expect(page.getByText(words.series(series.length))).toBeVisible()
      await expect(page.getByRole('button', { name: exam.previous })).toHaveAttribute('aria-disabled', 'true')
      await expect(mapButton(page)).toBeHidden()
      await expectAccessible(page)
    })
    await test.step('is asked once before a question without an answer is locked', async () => {
      await page.keyboard.press('n')
      await expect(page.getByText(exam.lockAnyway(first))).toBeVisible()
      await page.keyboard.press(answers[0] === 'yes' ? 'a' : 'b')
      await expect(page.getByText(exam.lockAnyway(first))).toBeHidden()
      await page.getByRole('button', { name: exam.nextAndLock(first) }).press('Enter')
      await expect(page.getByRole('region', { name: exam.questionOf(first + 1, sheet.questions.length) })).toBeVisible()
      await expect(page.getByRole('list', { name: words.seriesName }).getByRole('listitem').first()).toHaveText(`${first}, ${words.closed}`)
    })
    await test.step('cannot go back, not with keys and not after a reload', async () => {
      await page.keyboard.press('p')
      await page.keyboard.press('ArrowLeft')
      await page.keyboard.press('g')
      await expect(mapOf(page)).toBeHidden()
      await expect(page.getByText(words.saved, { exact: true })).toBeVisible()
      await page.reload()
      await expect(page.getByText(words.saved, { exact: true })).toBeVisible()
      await expect(page.getByRole('region', { name: exam.questionOf(first + 1, sheet.questions.length) })).toBeVisible()
    })
    await test.step('leaves the last question of the series, which is locked in the map', async () => {
      for (const [i, entry] of answers.entries()) {
        if (i === 0) continue
        await page.keyboard.press(entry === 'yes' ? 'a' : 'b')
        await expect(yesNoOf(page, 0, entry)).toBeChecked()
        if (first + i < sheet.questions.length) await page.getByRole('button', { name: exam.nextAndLock(first + i) }).click()
      }
      if (first + series.length > sheet.questions.length) return
      await mapButton(page).click()
      const locked = mapEntry(page, first + 1)
      await expect(locked).toHaveAccessibleName(questionMap.questionName(first + 1, questionMap.states.closed, false))
      await expect(locked).toBeDisabled()
      await locked.click({ force: true })
      await expect(mapOf(page)).toBeVisible()
      await page.keyboard.press('Escape')
    })
    await page.getByRole('button', { name: words.review }).click()
    const dialog = page.getByRole('dialog', { name: words.reviewTitle })
    await expect(dialog.getByRole('button', { name: exam.pagerName(first, 'locked', false) })).toBeDisabled()
    await dialog.getByRole('button', { name: words.submit }).click()
    await expect(page.getByText(/exam-style points/)).toBeVisible()
    await expectAccessible(page)
  })
})
