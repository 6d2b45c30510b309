/** Pages of a list: numbered pages, and pages that continue after the last row of the previous page. */

/** `page` counts from 1; a number that is too high gives the last page. `pages` is at least 1. `offset`: rows before the page. */
export function numberedPage(requested: number, total: number, size: number) {
  const pages = Math.max(1, Math.ceil(total / size))
  const page = Math.min(Math.max(1, Math.trunc(requested) || 1), pages)
  return { page, pages, offset: (page - 1) * size }
}

/** Splits rows that were selected with `limit(size + 1)`. `last` is the last row of the page when more rows follow it. */
export function pageAfterKey<Row>(rows: readonly Row[], size: number): { rows: Row[]; last: Row | undefined } {
  const shown = rows.slice(0, size)
  return { rows: shown, last: rows.length > size ? shown.at(-1) : undefined }
}
