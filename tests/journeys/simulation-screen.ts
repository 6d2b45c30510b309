/** Actions of a candidate on the screen of a simulation. */
import type { Page } from '@playwright/test'
import { listItems } from '#exam/arrangement.ts'
import { letterOf, positionOf, parsePair, type AnswerInput, type Question } from '#exam/question.ts'
import { unsealForScreen, type SealedQuestion } from '#exam/planning/simulation.ts'
import { expectOnQuestion } from '#tests/journeys/exam-screen.ts'
import { expect, type NumberedQuestion } from '#tests/journeys/fixtures.ts'
import { en } from '#web/text/en/en.ts'
import { simulation as words } from '#web/text/en/simulation.ts'

export const { exam } = en
export const certificationId = 'mb-800'
export const path = `/exam/${certificationId}/simulation`

export type Sheet = { id: string; secret?: string; questions: SealedQuestion[]; deadlineAt: number; now: number }

/** Starts the shortest simulation, and returns the response of the server. */
export async function start(page: Page): Promise<{ sheet: Sheet; body: string }> {
  await page.goto(path)
  await page.getByRole('radio', { name: words.lengthNames.short }).check()
  const answered = page.waitForResponse('**/api/simulations')
  await page.getByRole('button', { name: words.start }).click()
  const body = await (await answered).text()
  await expectOnQuestion(page, 1)
  return { sheet: JSON.parse(body) as Sheet, body }
}

/** The answer key of a bank question, with the letters and positions that the simulation shows. */
export function shuffledKey(bank: readonly NumberedQuestion[], sealed: SealedQuestion): { question: Question; key: AnswerInput } {
  const question = unsealForScreen(sealed)
  const original = bank.find(({ id }) => id === sealed.id)
  if (!original) throw new Error(`The bank has no question ${sealed.id}`)
  const newIndexOf = (from: number) => listItems(question).indexOf(listItems(original)[from] ?? '')
  switch (original.type) {
    case 'single_choice':
    case 'multiple_choice':
      return {
        question,
        key: original.answerKey.map((letter) => letterOf(sealed.options.indexOf(original.options[positionOf(letter)] ?? ''))),
      }
    case 'reorder':
      return { question, key: original.answerKey.map((step) => String(newIndexOf(Number(step)))) }
    case 'drag_drop':
      return {
        question,
        key: original.answerKey.map((entry) => {
          const { left, right } = parsePair(entry) ?? { left: 0, right: 0 }
          return `${left}=${newIndexOf(right)}`
        }),
      }
    case 'drop_down':
      return {
        question,
        key: original.answerKey.map((choice, blank) => {
          const text = original.completion?.blanks[blank]?.choices[Number(choice)] ?? ''
          return String(question.completion?.blanks[blank]?.choices.indexOf(text))
        }),
      }
    case 'statements':
    case 'solution':
      return { question, key: original.answerKey }
  }
}

export async function submit(page: Page): Promise<void> {
  await page.getByRole('button', { name: words.review }).click()
  await page.getByRole('dialog', { name: words.reviewTitle }).getByRole('button', { name: words.submit }).click()
  await expect(page.getByText(/exam-style points/)).toBeVisible()
}

export async function expectSent(page: Page): Promise<void> {
  await expect(page.getByText(words.saved, { exact: true })).toBeVisible()
}
