/** Finds parts of the administrators' question editor on screen. */
import type { Locator, Page } from '@playwright/test'
import type { BankItem } from '#exam/bank-file/index.ts'
import type { StoredQuestion } from '#server/bank/question-history.ts'
import { expect, open } from '#tests/journeys/accounts.ts'
import { questionEditor, richText } from '#web/text/en/admin/question-editor.ts'

export const reference = 'https://learn.microsoft.com/en-us/dynamics365/business-central/finance-posting-groups'
export const labels = questionEditor.fieldLabel

/** The dialog of the editor. Other dialogs may be above it. */
export function editorOf(page: Page): Locator {
  return page.getByRole('dialog', { name: new RegExp(`^(?:Add New Question|Edit Question)$`) })
}

export function textOf(page: Page, name: string): Locator {
  return page.getByRole('textbox', { name, exact: true })
}

export function keyOf(page: Page): Locator {
  return textOf(page, labels('correct_answer'))
}

export async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click()
}

export async function tool(page: Page, text: string, name: string): Promise<void> {
  await page
    .getByRole('toolbar', { name: richText.format(text) })
    .getByRole('button', { name, exact: true })
    .click()
}

export const letter = (position: number) => String.fromCharCode(65 + position)
export const option = (position: number) => questionEditor.option(letter(position))

export async function listPublic(page: Page, origin: string): Promise<BankItem[]> {
  return (await page.request.get(`${origin}/api/questions?exam_id=mb-800`)).json() as Promise<BankItem[]>
}

/** Questions that journeys of this worker may have changed. */
const taken = new Set<string>()

/** Returns a question that suits this journey and that no other journey changes. */
export async function takeQuestion(
  page: Page,
  origin: string,
  type: BankItem['question_type'],
  suits: (question: BankItem) => boolean = () => true,
): Promise<BankItem> {
  const questions = await listPublic(page, origin)
  const found = questions.find((question) => question.question_type === type && !taken.has(question.id) && suits(question))
  if (!found) throw new Error(`The bank has no other ${type} question`)
  taken.add(found.id)
  return found
}

export async function readStored(page: Page, origin: string, id: string): Promise<StoredQuestion> {
  const response = await page.request.get(`${origin}/api/questions/${id}`)
  expect(response.status()).toBe(200)
  return response.json() as Promise<StoredQuestion>
}

export async function openQuestion(page: Page, origin: string, id: string): Promise<void> {
  await open(page, `${origin}/admin?edit=${id}`)
  await expect(editorOf(page).getByRole('textbox', { name: labels('text'), exact: true })).toBeVisible()
}

export async function saveAndClose(page: Page): Promise<void> {
  await press(page, questionEditor.save)
  await expect(editorOf(page)).toBeHidden()
}

/** The newest question of the exam. */
export async function readLast(page: Page, origin: string): Promise<BankItem | undefined> {
  return (await listPublic(page, origin)).at(-1)
}
