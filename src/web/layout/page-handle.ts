/** The `handle` of a route: what the frame needs to know about its page. */
import type { Language } from '#web/seo/page-meta.ts'

export type PageHandle = {
  language: Language
  /** The page is sent without client scripts, because nothing on it needs them. */
  hasNoClientScripts: boolean
}

const defaultHandle: PageHandle = { language: 'en', hasNoClientScripts: false }

/** The handle of the innermost route that has one. */
export function pageHandle(matches: readonly { handle?: unknown }[]): PageHandle {
  return (matches.findLast(({ handle }) => handle !== undefined)?.handle as PageHandle | undefined) ?? defaultHandle
}
