/** English texts on pages in another language: names of exams, untranslated names of skill areas, and untranslated content of the bank. */
import { defaultLanguage } from '#exam/languages.ts'
import { language } from '#text/language.ts'

/** The `lang` of an element with an English text. Needed only where the page itself is in another language. */
export function langOfContent(): 'en' | undefined {
  return language.code === defaultLanguage ? undefined : 'en'
}

/** An English text within an element. */
export function English({ children }: { children: React.ReactNode }) {
  const lang = langOfContent()
  return lang ? <span lang={lang}>{children}</span> : children
}
