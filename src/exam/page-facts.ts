/** What a documentation page in Markdown states about itself, and which of these facts are copied to a grounding. */
import type { CitedPart } from '#exam/bank-file/index.ts'

/** Only what the page states. `page_date` is its `ms.date` as an ISO date. `lines_sha256` is the hash of the cited lines. */
export type PageFacts = { title?: string; page_date?: string; lines_sha256?: string }

/**
 * The title is the first level-1 heading. If there is none, it is the `title` in the front matter, without the name of the site.
 * `readInclude` returns the text of a file that the heading includes; its path is relative to the page.
 */
export function readPageFacts(page: string, readInclude: (path: string) => string | undefined): PageFacts {
  const { header, body } = splitPage(page)
  const heading = /^\uFEFF?#[ \t]+(.+?)[ \t]*\r?$/m.exec(body)?.[1]
  const title = heading?.replaceAll(/\[!INCLUDE *\[[^\]]*\]\(([^)]*)\)\]/gi, (_, path: string) =>
    splitPage(readInclude(path) ?? '').body.trim(),
  )
  const name = title?.trim() || findField(header, 'title')?.replace(/\s*\|\s*Microsoft ?(Docs|Learn)$/i, '')
  const date = parseDate(findField(header, 'ms.date') ?? '')
  return { ...(name && { title: name }), ...(date && { page_date: date }) }
}

/** The cited part, updated with the facts of its page, and a list of the changes. A fact that the page does not state is not changed. */
export function applyPageFacts<Part extends CitedPart>(part: Part, facts: PageFacts): { part: Part; changes: string[] } {
  const { repository, path, commit, lines, lines_sha256: oldHash, title: oldTitle, page_date: oldDate, ...others } = part
  const { title = oldTitle, page_date: date = oldDate, lines_sha256: hash = oldHash } = facts
  return {
    part: {
      repository,
      path,
      commit,
      lines,
      ...(hash && { lines_sha256: hash }),
      ...(title && { title }),
      ...(date && { page_date: date }),
      ...others,
    } as Part,
    changes: [
      // A missing hash is filled in, but does not count as a change.
      ...(oldHash === undefined || hash === oldHash ? [] : [`lines_sha256: ${oldHash} → ${hash}`]),
      ...(title === oldTitle ? [] : [`title: ${oldTitle ?? 'none'} → ${title}`]),
      ...(date === oldDate ? [] : [`page_date: ${oldDate ?? 'none'} → ${date}`]),
    ],
  }
}

function splitPage(text: string): { header: string; body: string } {
  const [, header = '', body = ''] = /^\uFEFF?---[ \t]*\r?\n(.*?)\r?\n---[ \t]*(?:\r?\n(.*))?$/s.exec(text) ?? [text, '', text]
  return { header, body }
}

function findField(header: string, name: string): string | undefined {
  const line = header.split(/\r?\n/).find((one) => one.startsWith(`${name}:`))
  return line
    ?.slice(name.length + 1)
    .trim()
    .replace(/^(["'])(.*)\1$/, '$2')
}

/** `12/2/2024` → `2024-12-02` */
function parseDate(written: string): string | undefined {
  const [, month = '', day = '', year = ''] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(written) ?? []
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const time = Date.parse(date)
  return Number.isFinite(time) && new Date(time).toISOString().startsWith(date) ? date : undefined
}
