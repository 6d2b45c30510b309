/** Finds parts of the administrators' certification editor on screen. */
import type { Locator, Page } from '@playwright/test'
import type { BankItem } from '#exam/bank-file/index.ts'
import { expectMessage } from '#tests/journeys/accounts.ts'
import { catalogueAdmin } from '#web/text/en/admin/catalogue-admin.ts'

export const { fields, source } = catalogueAdmin

export function fieldOf(page: Page, label: string): Locator {
  return page.getByRole('main').getByLabel(label, { exact: true })
}

export function headingOf(page: Page, name: string): Locator {
  return page.getByRole('heading', { level: 1, name, exact: true })
}

export async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click()
}

export async function save(page: Page): Promise<void> {
  await press(page, catalogueAdmin.save)
  await expectMessage(page, catalogueAdmin.saved)
}

/** The expanded details below a fact with its source. */
export async function openSource(page: Page, fact: string): Promise<Locator> {
  const fold = page.getByRole('group').filter({ hasText: source.of(fact) })
  await fold.locator('summary').click()
  return fold
}

export function areaOf(page: Page, position: number): Locator {
  return page.getByRole('group', { name: catalogueAdmin.area(position), exact: true })
}

export function areaName(page: Page, position: number): Locator {
  return areaOf(page, position).getByLabel(catalogueAdmin.areaName)
}

export async function fillArea(page: Page, position: number, name: string, from: string, to: string, skills: string): Promise<void> {
  await areaName(page, position).fill(name)
  await areaOf(page, position).getByLabel(catalogueAdmin.from).fill(from)
  await areaOf(page, position).getByLabel(catalogueAdmin.to).fill(to)
  await areaOf(page, position).getByLabel(catalogueAdmin.skills).fill(skills)
}

export async function remove(page: Page): Promise<void> {
  await press(page, catalogueAdmin.delete)
  await page.getByRole('dialog').getByRole('button', { name: catalogueAdmin.delete, exact: true }).click()
}

export async function listAreas(page: Page, origin: string): Promise<string[]> {
  const questions = (await (await page.request.get(`${origin}/api/questions?exam_id=mb-800`)).json()) as BankItem[]
  return [...new Set(questions.map(({ skill_area }) => skill_area))]
}
