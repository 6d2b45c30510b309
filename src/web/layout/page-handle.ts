/** What a route says of its page to the frame around it, as its `handle`. */
import type { Language } from '#web/seo/page-meta.ts'

export type PageHandle = {
  language: Language
  /** Sent without the scripts of the framework: nothing on the page waits for them. */
  isStill: boolean
}

const usual: PageHandle = { language: 'en', isStill: false }

/** Of the page that is shown, by the matches of its address. */
export function pageHandle(matches: readonly { handle?: unknown }[]): PageHandle {
  return (matches.findLast(({ handle }) => handle !== undefined)?.handle as PageHandle | undefined) ?? usual
}
