/**
 * Adds the markup that sets tables and figures like a book: a scrolling frame with a name around a table, columns of numbers aligned to the
 * right, and a caption with a button below an image.
 *
 * | HTML of the bank                        | typeset                                                             |
 * |-----------------------------------------|---------------------------------------------------------------------|
 * | `<table>…</table>`                      | in `<div class="table-wrap" role="region">`, named by its caption or columns |
 * | a column of numbers after the first     | its cells have `class="num"`                                        |
 * | `<p><img alt title /></p>`              | `<figure>` with the title as the caption and a button to enlarge it |
 *
 * Of nested tables, only the inner one is framed. An image within a sentence stays as it is.
 */
import { escapeHtml, plainText } from '#exam/plain-text.ts'

export type TypesetTexts = { zoom: string; tableName: (columns: string) => string }

/** The HTML must come from the server's sanitizer, which writes `<` and `>` in attributes as entities. */
export function typesetHtml(html: string, texts: TypesetTexts): string {
  return html
    .replace(/<table>(?:(?!<table).)*?<\/table>/gs, (table) => typesetTable(table, texts))
    .replace(/<p>\s*(<img [^>]*>)\s*<\/p>/g, (_, image: string) => typesetFigure(image, texts))
}

function typesetTable(table: string, { tableName }: TypesetTexts): string {
  const rows = table.match(/<tr>.*?<\/tr>/gs)?.map(cellsOf) ?? []
  const caption = /<caption>(.*?)<\/caption>/s.exec(table)?.[1]
  const name = caption ? plainText(caption) : tableName(rows[0]?.map(plainText).filter(Boolean).join(', ') ?? '')
  return `<div class="table-wrap" tabindex="0" role="region" aria-label="${escapeHtml(name)}">${alignNumbers(table, rows)}</div>`
}

const cellsOf = (row: string) => row.match(/<t[hd][\s>].*?<\/t[hd]>/gs) ?? []

/** Examples: `1,200`, `−20.00`, `6D`, `58 %`. */
const number = /^[-−]?\d[\d.,]*\s?(?:%|[A-Z]{1,3})?$/
/** A cell without a value. */
const nothing = /^[-–—]?$/

function alignNumbers(table: string, rows: readonly (readonly string[])[]): string {
  // Cells that span columns do not belong to one column.
  if (/(?:col|row)span=/.test(table)) return table
  const columns = rows[0]?.map((_, column) => rows.slice(1).map((row) => plainText(row[column] ?? ''))) ?? []
  const isNumeric = columns.map(
    (cells, column) =>
      column > 0 && cells.some((cell) => number.test(cell)) && cells.every((cell) => number.test(cell) || nothing.test(cell)),
  )
  return table.replace(/<tr>.*?<\/tr>/gs, (row) => {
    let column = 0
    return row.replace(/<t[hd](?=[\s>])/g, (tag) => (isNumeric[column++] ? `${tag} class="num"` : tag))
  })
}

const zoomIcon = `<svg class="icon" viewBox="0 0 20 20" aria-hidden="true"><path d="M8.5 3a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11zM12.5 12.5 17 17M6 8.5h5M8.5 6v5"/></svg>`

function typesetFigure(image: string, { zoom }: TypesetTexts): string {
  const caption = / title="([^"]*)"/.exec(image)?.[1] ?? ''
  const button = `<button class="button" data-kind="quiet" type="button" aria-haspopup="dialog" aria-keyshortcuts="Z" data-zoom>${zoomIcon} ${zoom}</button>`
  return `<figure>${image.replace(/ title="[^"]*"/, '')}<figcaption><span>${caption}</span>${button}</figcaption></figure>`
}
