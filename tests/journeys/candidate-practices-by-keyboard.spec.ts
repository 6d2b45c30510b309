import type { Page } from '@playwright/test'
import { plainText } from '#exam/plain-text.ts'
import { letterOf, parsePair, type Question } from '#exam/question.ts'
import {
  announcementOf,
  cardOf,
  expectAnswer,
  expectOnQuestion,
  expectSaved,
  giveAnswer,
  goToQuestion,
  openExam,
  optionOf,
  pagerLink,
  itemName,
  listSteps,
  loseQuestion,
  reload,
  wrongAnswer,
} from '#tests/journeys/exam-screen.ts'
import { commonTypes, expect, expectAccessible, firstOf, test } from '#tests/journeys/fixtures.ts'
import { arranging } from '#web/text/en/arranging.ts'
import { en } from '#web/text/en/en.ts'
import { keyboardShortcuts } from '#web/text/en/keyboard-shortcuts.ts'
import { help } from '#web/text/en/help.ts'
import { results } from '#web/text/en/results.ts'

const { exam } = en

/** Presses Tab until the focus is on the control with this name. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 120; presses += 1) {
    await page.keyboard.press('Tab')
    const isThere = await page.evaluate((name) => {
      const active = document.activeElement
      return (active?.getAttribute('aria-label') ?? active?.textContent ?? '').replace(/\s+/g, ' ').trim() === name
    }, name)
    if (isThere) return
  }
  throw new Error(`Tab never came to "${name}"`)
}

async function answerByKeyboard(page: Page, question: Question): Promise<void> {
  switch (question.type) {
    case 'single_choice':
    case 'multiple_choice':
      for (const letter of question.answerKey) await page.keyboard.press(letter.toLowerCase())
      return
    case 'reorder':
      await tabTo(page, `1${itemName(question, (await listSteps(page))[0] ?? 0)}`)
      for (const [place, step] of question.answerKey.entries()) {
        const from = (await listSteps(page)).indexOf(Number(step))
        // The focus is on the row of the previous step.
        for (let row = await focusedRow(page); row !== from; row += Math.sign(from - row)) {
          await page.keyboard.press(row < from ? 'ArrowDown' : 'ArrowUp')
        }
        for (let at = from; at > place; at -= 1) await page.keyboard.press('Alt+ArrowUp')
      }
      return
    case 'drag_drop':
      await tabTo(page, arranging.slotName(1, plainText(question.pairs?.left[0] ?? ''), arranging.chooseItem))
      for (const entry of question.answerKey) {
        const { right } = parsePair(entry) ?? { right: 0 }
        await page.keyboard.press(letterOf(right).toLowerCase())
        await page.keyboard.press('ArrowDown')
      }
      return
    case 'statements':
    case 'drop_down':
    case 'solution':
      throw new Error(`candidate-answers-new-forms answers ${question.type} questions`)
  }
}

/** Position of the row with the focus among the steps. */
function focusedRow(page: Page): Promise<number> {
  return page.evaluate(() => [...document.querySelectorAll('.order [data-item]')].indexOf(document.activeElement as Element))
}

test.describe('Camille, with the keyboard alone,', () => {
  test('answers every type, reveals, flags, finishes and passes', async ({ page, readBank }) => {
    test.setTimeout(120_000)
    const questions = await readBank('pl-900')
    await openExam(page, 'pl-900')
    for (const question of questions) {
      await expectOnQuestion(page, question.number)
      if (!commonTypes.includes(question.type)) {
        // The other types are answered by keyboard in `candidate-answers-new-forms`.
        await page.keyboard.press('n')
        continue
      }
      await answerByKeyboard(page, question)
      await expectAnswer(page, question, question.answerKey)
      await page.keyboard.press('r')
      await expect(announcementOf(page)).toHaveText(exam.announceCorrect)
      await expect(cardOf(page).getByRole('heading', { name: 'Explanation:' })).toBeVisible()
      await page.keyboard.press('m')
      await expect(pagerLink(page, question.number)).toHaveAccessibleName(`Question ${question.number}, answered, flagged`)
      await page.keyboard.press('n')
    }
    const answered = questions.filter(({ type }) => commonTypes.includes(type)).length
    await tabTo(page, 'Finish Exam')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: exam.finishTitle })
    await expect(dialog.getByRole('button', { name: exam.keepGoing })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog, 'one Enter too many does not finish').toBeHidden()
    await expect(page.getByRole('button', { name: 'Finish Exam' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('button', { name: exam.keepGoing })).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(dialog.getByRole('button', { name: 'Finish Exam' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(
      page.getByRole('heading', { level: 1, name: results.correctOfAnswered(answered, answered, questions.length - answered) }),
      'the results show the answered questions',
    ).toBeVisible({ timeout: 20_000 })
  })

  test('turns pages with the arrow keys and with N and P', async ({ page }) => {
    await openExam(page, 'pl-900')
    for (const [key, number] of [
      ['ArrowRight', 2],
      ['n', 3],
      ['N', 4],
      ['ArrowLeft', 3],
      ['p', 2],
      ['P', 1],
      ['ArrowLeft', 1],
    ] as const) {
      await page.keyboard.press(key)
      await expectOnQuestion(page, number)
    }
  })

  test('hides the answer with R again and can no longer change it', async ({ page, readBank }) => {
    const question = firstOf(await readBank('pl-900'), 'single_choice')
    const [wrong = ''] = wrongAnswer(question)
    await openExam(page, 'pl-900')
    await goToQuestion(page, question.number)
    await page.keyboard.press(wrong)
    await expectAnswer(page, question, [wrong])
    await page.keyboard.press('r')
    await expect(cardOf(page).getByRole('button', { name: 'Hide Answer' })).toBeVisible()
    await page.keyboard.press('r')
    await expect(cardOf(page).getByRole('button', { name: 'Reveal Answer' })).toBeVisible()
    await page.keyboard.press(question.answerKey[0] ?? '')
    await expectAnswer(page, question, [wrong])
    await page.keyboard.press('m')
    await expect(cardOf(page).getByRole('button', { name: exam.flagged })).toBeVisible()
    await page.keyboard.press('m')
    await expect(cardOf(page).getByRole('button', { name: exam.flag, exact: true })).toBeVisible()
  })

  test('shows the list of keyboard shortcuts with ? and turns the shortcuts off permanently', async ({ page, readBank }) => {
    const [question] = await readBank('pl-900')
    if (!question) throw new Error('pl-900 has no questions')
    await openExam(page, 'pl-900')
    await page.keyboard.press('?')
    const dialog = page.getByRole('dialog', { name: keyboardShortcuts.title })
    // Practice has no documentation panel, so its key is not listed.
    for (const { keys, does } of keyboardShortcuts.list)
      await expect(dialog.getByText(does, { exact: true })).toBeVisible({ visible: keys !== 'O' })
    await page.keyboard.press('n')
    await expect(dialog, 'keys rest while a dialog is open').toBeVisible()
    await dialog
      .getByRole('checkbox', { name: keyboardShortcuts.enable })
      .or(dialog.getByRole('switch', { name: keyboardShortcuts.enable }))
      .focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expectOnQuestion(page, 1)

    for (const key of ['n', 'a', 'r', 'm', 'g', '/', '?', 'ArrowRight']) await page.keyboard.press(key)
    await expectOnQuestion(page, 1)
    await expectAnswer(page, question, [])
    await expect(dialog).toBeHidden()
    await reload(page)
    await page.keyboard.press('n')
    await expectOnQuestion(page, 1)

    await page.getByRole('button', { name: exam.shortcuts }).click()
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await page.keyboard.press('n')
    await expectOnQuestion(page, 2)
  })

  test('types into the help dialog without moving the attempt', async ({ page }) => {
    await openExam(page, 'pl-900')
    await page.getByRole('button', { name: exam.askHelp }).click()
    await expect(page.getByRole('textbox', { name: help.inputLabel })).toBeFocused()
    await page.keyboard.type(' franbc')
    await expect(page.getByRole('textbox', { name: help.inputLabel })).toHaveValue(' franbc')
    await page.keyboard.press('Escape')
    await expectOnQuestion(page, 1)
    await expect(pagerLink(page, 1)).toHaveAccessibleName('Question 1')
  })

  test('skips a question that was removed from the bank', async ({ page, readBank }) => {
    const [first] = await readBank('pl-900')
    await openExam(page, 'pl-900')
    await giveAnswer(page, first, first.answerKey)
    await expectSaved(page)
    await loseQuestion(page, 2)
    await reload(page)
    const removedNotice = page.getByText(exam.questionRemoved)
    await tabTo(page, exam.next)
    await page.keyboard.press('Enter')
    await expect(removedNotice).toBeVisible()
    await expect(cardOf(page)).toBeFocused()
    await page.keyboard.press('n')
    await expectOnQuestion(page, 3)
    await expect(cardOf(page)).toBeFocused()
    await page.keyboard.press('ArrowLeft')
    await expect(removedNotice).toBeVisible()
    await page.setViewportSize({ width: 320, height: 640 })
    await expect(cardOf(page).getByRole('button', { name: exam.next })).toBeInViewport()
    await cardOf(page).getByRole('button', { name: exam.previous }).click()
    await expectOnQuestion(page, 1)
    await page.keyboard.press('n')
    await expect(removedNotice).toBeVisible()
    await expectAccessible(page)
  })

  test('moves between radio buttons with the arrow keys', async ({ page, readBank }) => {
    const question = firstOf(await readBank('pl-900'), 'single_choice')
    await openExam(page, 'pl-900')
    await goToQuestion(page, question.number)
    await optionOf(page, question, 'A').focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowRight')
    await expectOnQuestion(page, question.number)
    await expectAnswer(page, question, ['B'])
    await expectSaved(page)
  })

  test('presses Next repeatedly, and the pager too, without losing the focus', async ({ page }) => {
    await openExam(page, 'pl-900')
    await tabTo(page, exam.next)
    for (const number of [2, 3, 4]) {
      await page.keyboard.press('Enter')
      await expectOnQuestion(page, number)
    }
    await pagerLink(page, 2).focus()
    await page.keyboard.press('Enter')
    await expectOnQuestion(page, 2)
    await expect(pagerLink(page, 2)).toBeFocused()
  })
})
