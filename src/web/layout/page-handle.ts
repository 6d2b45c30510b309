/** The `handle` of a route: what the frame needs to know about its page. */
export type PageHandle = {
  /** The page is sent without client scripts, because nothing on it needs them. */
  hasNoClientScripts: boolean
}

const defaultHandle: PageHandle = { hasNoClientScripts: false }

/** The handle of the innermost route that has one. */
export function pageHandle(matches: readonly { handle?: unknown }[]): PageHandle {
  return (matches.findLast(({ handle }) => handle !== undefined)?.handle as PageHandle | undefined) ?? defaultHandle
}
