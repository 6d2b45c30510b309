/** Finds parts of the administrators' question list on screen. */
import type { Locator, Page } from '@playwright/test'
import { plainText } from '#exam/plain-text.ts'
import { type Question } from '#exam/question.ts'

/** The first words of a question, which identify its row and its buttons in the list. */
export function wordsOf({ text }: Pick<Question, 'text'>): string {
  return plainText(text).slice(0, 60)
}

export function rowOf(page: Page, question: Pick<Question, 'text'>): Locator {
  return page.getByRole('row').filter({ hasText: wordsOf(question) })
}

export function action(page: Page, name: (words: string) => string, question: Pick<Question, 'text'>): Locator {
  return page.getByRole('button', { name: name(wordsOf(question)) })
}
