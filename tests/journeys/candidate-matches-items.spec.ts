import type { Page } from '@playwright/test'
import { plainText } from '#exam/plain-text.ts'
import { letterOf } from '#exam/question.ts'
import { openOwnBank } from '#tests/journeys/accounts.ts'
import {
  cardOf,
  expectAnswer,
  expectItemIn,
  expectSaved,
  giveAnswer,
  goToQuestion,
  itemName,
  reload,
  reveal,
  slotOf,
  wrongAnswer,
} from '#tests/journeys/exam-screen.ts'
import { test } from '#tests/journeys/accounts.ts'
import { expect, firstOf, type NumberedQuestion } from '#tests/journeys/fixtures.ts'
import { aBankItem } from '#tests/factories.ts'
import { arranging } from '#web/text/en/arranging.ts'
import { drag, exam, expectAnnounced, openQuestion } from '#tests/journeys/arranging.ts'

test.describe('A Drag & Drop question', () => {
  let question: NumberedQuestion
  const name = (item: number) => itemName(question, item)
  const prompt = (slot: number) => plainText(question.pairs?.left[slot - 1] ?? '')
  const emptyName = (slot: number) => arranging.slotName(slot, prompt(slot), arranging.chooseItem)
  const sheetOf = (page: Page, slot: number) => page.getByRole('dialog', { name: arranging.sheetTitle(slot, prompt(slot)) })
  const poolItem = (page: Page, item: number) => cardOf(page).getByRole('region', { name: arranging.items }).getByRole('button').nth(item)

  test.beforeEach(async ({ page, readBank }) => {
    question = firstOf(await readBank('pl-900'), 'drag_drop')
    await page.setViewportSize({ width: 1280, height: 1100 })
    await openQuestion(page, question)
  })

  test('accepts the letter of an item, empties a slot with Delete, and moves with the arrow keys', async ({ page }) => {
    await slotOf(page, 1).focus()
    await page.keyboard.press('a')
    await expectItemIn(page, question, 1, 0)
    await expectAnnounced(page, arranging.placed(name(0), 1, prompt(1)))
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowRight')
    await expect(slotOf(page, 3), 'the arrow keys do not change the question').toBeFocused()
    await page.keyboard.press('A')
    await expectItemIn(page, question, 3, 0)
    await expectAnnounced(page, 'A moved from 1 to 3')
    await expect(slotOf(page, 1)).toHaveAccessibleName(emptyName(1))
    await page.keyboard.press('Delete')
    await expect(slotOf(page, 3)).toHaveAccessibleName(emptyName(3))
    await expectAnnounced(page, arranging.emptied(3))
  })

  test('opens the list of items with Enter: arrow keys, letters, Enter, Escape', async ({ page }) => {
    await slotOf(page, 2).focus()
    await page.keyboard.press('Enter')
    const first = sheetOf(page, 2)
    await expect(first.getByRole('radio').first()).toBeFocused()
    await expect(first.getByRole('radio', { checked: true })).toHaveCount(0)
    await page.keyboard.press('ArrowDown')
    await expect(first.getByRole('radio').nth(1)).toBeChecked()
    await page.keyboard.press('Enter')
    await expectItemIn(page, question, 2, 1)
    const next = sheetOf(page, 3)
    await expect(next.getByText(arranging.usedIn([2]))).toBeVisible()
    await expect(next.getByRole('radio').first()).toBeFocused()
    await page.keyboard.press('c')
    await expect(next.getByRole('radio').nth(2)).toBeChecked()
    await page.keyboard.press('Escape')
    await expect(next).toBeHidden()
    await expect(slotOf(page, 3)).toBeFocused()
    await expect(slotOf(page, 3)).toHaveAccessibleName(emptyName(3))
    await page.keyboard.press('Backspace')
    await expect(slotOf(page, 3)).toHaveAccessibleName(emptyName(3))
  })

  test('is answered by dragging with the mouse, from the items, between slots and back', async ({ page }) => {
    await drag(page, poolItem(page, 0), slotOf(page, 1))
    await expectItemIn(page, question, 1, 0)
    await expect(poolItem(page, 0)).toContainText(arranging.used)
    await drag(page, poolItem(page, 1), slotOf(page, 2))
    await drag(page, slotOf(page, 1), slotOf(page, 2))
    await expectItemIn(page, question, 1, 1)
    await expectItemIn(page, question, 2, 0)
    await expectAnnounced(page, arranging.swapped(1, 2))
    await drag(page, slotOf(page, 1), poolItem(page, 2))
    await expect(slotOf(page, 1)).toHaveAccessibleName(emptyName(1))
    await poolItem(page, 2).click()
    await expectItemIn(page, question, 1, 2)
    await expect(page.getByRole('dialog'), 'dragging opens no list').toHaveCount(0)
    await expectSaved(page)
  })

  test('empties every slot and undoes that', async ({ page }) => {
    await giveAnswer(page, question, question.answerKey)
    await cardOf(page).getByRole('button', { name: arranging.reset }).click()
    await expect(slotOf(page, 1)).toHaveAccessibleName(emptyName(1))
    await expectAnnounced(page, arranging.allEmptied)
    await cardOf(page).getByRole('button', { name: arranging.undoReset }).click()
    await expectAnswer(page, question, question.answerKey)
  })

  test('has native menus instead of slots when the candidate wants them, on every question', async ({ page }) => {
    await slotOf(page, 1).press('B')
    await cardOf(page).getByRole('switch', { name: arranging.menus }).check()
    const menu = (slot: number) => cardOf(page).getByRole('combobox', { name: `${slot}, ${prompt(slot)}` })
    await expect(menu(1)).toHaveValue('1')
    await menu(2).selectOption({ label: `B ${name(1)}` })
    await expectAnnounced(page, 'B moved from 1 to 2')
    await expect(menu(1)).toHaveValue('')
    await reload(page)
    await expect(menu(2)).toHaveValue('1')
    await menu(2).selectOption({ label: arranging.chooseItem })
    await cardOf(page).getByRole('switch', { name: arranging.menus }).uncheck()
    await expect(slotOf(page, 2)).toHaveAccessibleName(emptyName(2))
  })

  test('shows which pairs are correct, and what belongs in the others', async ({ page }) => {
    const total = question.answerKey.length
    const wrong = wrongAnswer(question)
    await giveAnswer(page, question, [...question.answerKey.slice(0, 1), ...wrong.slice(1, 2)])
    await reveal(page)
    await expect(cardOf(page).getByText(exam.revealAnyway('drag_drop', 2, total))).toBeVisible()
    await reveal(page)
    await expect(cardOf(page).getByRole('heading', { name: arranging.pairsCorrect(1, total) })).toBeVisible()
    const rows = cardOf(page).locator('.slots').getByRole('listitem')
    await expect(rows.nth(0)).toContainText('Correct')
    const belongs = Number(question.answerKey[1]?.split('=')[1])
    await expect(rows.nth(1)).toContainText(`Belongs here: ${letterOf(belongs)} ${name(belongs)}`)
    await expect(rows.nth(2)).toContainText(arranging.notAnswered)
    await expect(cardOf(page).getByRole('button', { name: /^\d, / })).toHaveCount(0)
  })
})

test('An item may fill several slots when the answer key uses one twice', async ({ page, startOwn }) => {
  const { origin } = await openOwnBank(page, startOwn)
  const pairs = { left: ['Sales order', 'Purchase order', 'Journal'], right: ['Document', 'Batch'] }
  const text = '<p>Where is each entered? An item may be used more than once.</p>'
  const key = { pairs, options: [], option_explanations: [], correct_answer: ['0=0', '1=0', '2=1'] }
  const item = aBankItem({ exam_id: 'mb-200', question_type: 'drag_drop', text, ...key })
  const sent = { Origin: origin }
  const added = await page.request.post(`${origin}/api/questions`, { headers: sent, data: item })
  expect(added.status(), await added.text()).toBe(201)
  const rows = (await (await page.request.get(`${origin}/api/questions?exam_id=mb-200`)).json()) as { text: string }[]

  await page.goto(`${origin}/exam/mb-200`)
  await goToQuestion(page, rows.findIndex((row) => row.text === text) + 1)
  await slotOf(page, 1).press('A')
  await slotOf(page, 2).press('A')
  await expect(slotOf(page, 1)).toHaveAccessibleName('1, Sales order: A Document')
  await slotOf(page, 3).click()
  await expect(page.getByRole('dialog').getByText('used in 1 and 2')).toBeVisible()
  await page.getByRole('dialog').getByRole('radio').nth(1).check()
  await page.keyboard.press('Enter')
  await reveal(page)
  await expectAnnounced(page, exam.announceCorrect)
})
