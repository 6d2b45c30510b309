/** Interface texts. Every language has the same keys, so a page does not need to know its language. */
import { createContext, use } from 'react'
import { en } from '#web/text/en/en.ts'

/** English defines the keys. Every other language must have all of them. */
export type Texts = typeof en

/** Texts of the current page. English by default. */
export const TextsIn = createContext<Texts>(en)

/** Texts in the language of the page. */
export function useTexts(): Texts {
  return use(TextsIn)
}
