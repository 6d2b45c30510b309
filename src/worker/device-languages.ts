/** The languages of the pages on this device. Files and pages are downloaded only in these languages. */
import { addressIn, languages, splitLanguage, type Language } from '#exam/languages.ts'
import { listAddresses, listCaches, pagesCachePrefix, type SiteCopy } from './site-copy.ts'

/** The languages of all cached pages, of this build and of earlier ones. */
export async function listCachedLanguages(copy: SiteCopy): Promise<Language[]> {
  const found = new Set<Language>()
  for (const name of await listCaches(copy, pagesCachePrefix))
    for (const address of await listAddresses(await copy.caches.open(name))) found.add(splitLanguage(address).language)
  return languages.filter((language) => found.has(language))
}

/** The addresses of the pages in each of the languages. */
export function translatePages(pages: readonly string[], translations: readonly Language[]): string[] {
  return translations.flatMap((language) => pages.map((page) => addressIn(language, page)))
}
