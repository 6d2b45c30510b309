/** The words of the interface. Every language has the same keys, so a page asks for them without knowing which it gets. */
import { createContext, use } from 'react'
import { en } from '#web/text/en/en.ts'

/** `en` sets the keys; another language has to have them all. */
export type Texts = typeof en

/** Where it says nothing else, a page is in English. */
export const TextsIn = createContext<Texts>(en)

/** The words in the language of the page. */
export function useTexts(): Texts {
  return use(TextsIn)
}
