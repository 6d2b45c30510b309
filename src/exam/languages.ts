/**
 * The languages of the site and how addresses name them. English pages have plain addresses. The address of a page in another language
 * starts with the code of the language. The guides are only in French, and their addresses were published without a code.
 *
 * | address         | language | path without the language |
 * | --------------- | -------- | ------------------------- |
 * | `/exam/mb-800`  | en       | `/exam/mb-800`            |
 * | `/fr/exam/mb-800` | fr     | `/exam/mb-800`            |
 * | `/fr`           | fr       | `/`                       |
 * | `/seo/reussir`  | fr       | `/seo/reussir`            |
 * | `/france`       | en       | `/france`                 |
 */

/** To add a language, add its code here and its texts in `src/web/text`. */
export const languages = ['en', 'fr'] as const

export type Language = (typeof languages)[number]

export const defaultLanguage = 'en' satisfies Language

const guidePrefix = '/seo/'

/** Splits a path into its language and the path of the page. */
export function splitLanguage(path: string): { language: Language; path: string } {
  const code = /^\/(\w+)(?=\/|$)/.exec(path)?.[1]
  if (isLanguage(code) && code !== defaultLanguage) return { language: code, path: path.slice(code.length + 1) || '/' }
  return { language: path.startsWith(guidePrefix) ? 'fr' : defaultLanguage, path }
}

/** The address of a page in a language. `path` may have a query: `/certifications?family=ERP` → `/fr/certifications?family=ERP`. */
export function addressIn(language: Language, path: string): string {
  if (language === defaultLanguage || path.startsWith(guidePrefix)) return path
  return `/${language}${path.replace(/^\/(?=$|[?#])/, '')}`
}

/** Whether the page at this path (without its language) exists in English only: screens of administrators, the API, and files. */
export function isOnlyEnglish(path: string): boolean {
  return onlyEnglish.test(path)
}

const onlyEnglish = /^\/(?:(?:admin|api|assets|chunks|storage|health|\.well-known)(?:[/.]|$)|(?:sitemap\.xml|robots\.txt)$)/

/** The start of all addresses in a language: `/` or `/fr`. */
export function basenameOf(language: Language): string {
  return addressIn(language, '/')
}

/** Whether a string, such as a database value, is the code of a language. */
export function isLanguage(text: string | null | undefined): text is Language {
  return languages.some((one) => one === text)
}
