import { describe, expect, test } from 'vitest'
import { typesetHtml } from '#web/ui/typeset.ts'

const texts = { zoom: 'Zoom', tableName: (columns: string) => `Table: ${columns}` }
const typeset = (html: string) => typesetHtml(html, texts)

const table = (...rows: string[]) => `<table>${rows.map((row) => `<tr>${row}</tr>`).join('')}</table>`
const cells = (tag: string, ...contents: string[]) => contents.map((content) => `<${tag}>${content}</${tag}>`).join('')

describe('typesetting a table', () => {
  test('adds a frame that the keyboard can scroll, named by the columns', () => {
    const html = typeset(`<p>Before</p>${table(cells('th', 'Setup', '<b>R &amp; D</b> "x"'), cells('td', 'a', 'b'))}<p>After</p>`)
    expect(html).toContain(
      '<p>Before</p><div class="table-wrap" tabindex="0" role="region" aria-label="Table: Setup, R &amp; D &quot;x&quot;"><table>',
    )
    expect(html).toContain('</table></div><p>After</p>')
  })

  test('names the frame by the caption, if there is one', () => {
    expect(typeset(`<table><caption>Lead <i>times</i></caption><tr><td>a</td></tr></table>`)).toContain('aria-label="Lead times"')
  })

  test('aligns a column of numbers with its head, but neither the first nor one with words', () => {
    const html = typeset(
      table(
        cells('th', 'Code', 'Amount', 'Date', 'Unit'),
        cells('td', '10', '<code>1,200.50</code>', '5 May', '6D'),
        cells('td', '20', '−20', '6 May', '–'),
        cells('td', '30', '', '7 May', '58 %'),
      ),
    )
    expect(html).toContain('<tr><th>Code</th><th class="num">Amount</th><th>Date</th><th class="num">Unit</th></tr>')
    expect(html).toContain('<tr><td>20</td><td class="num">−20</td><td>6 May</td><td class="num">–</td></tr>')
  })

  test('aligns nothing when cells span columns or a column is empty', () => {
    expect(typeset(table(cells('th', 'a', 'b'), '<td colspan="2">5</td>', cells('td', 'x', '5')))).not.toContain('num')
    expect(typeset(table(cells('th', 'a', 'b'), cells('td', 'x', '–')))).not.toContain('num')
  })

  test('keeps the attributes of cells', () => {
    expect(typeset(table('<th scope="col">a</th><th scope="col">b</th>', cells('td', 'x', '5')))).toContain(
      '<th class="num" scope="col">b</th>',
    )
  })

  test('frames only the inner one of nested tables, so that the HTML stays valid', () => {
    const inner = table(cells('td', 'inner'))
    expect(typeset(`<table><tr><td>${inner}</td></tr></table>`)).toMatch(
      /^<table><tr><td><div class="table-wrap".*<\/div><\/td><\/tr><\/table>$/,
    )
  })
})

describe('typesetting an image', () => {
  test('makes a figure with the title as the caption and a button', () => {
    const html = typeset('<p>See:</p><p><img src="/a.png" alt="Two dates" title="R &lt; D" width="640" /></p>')
    expect(html).toContain('<p>See:</p><figure><img src="/a.png" alt="Two dates" width="640" /><figcaption><span>R &lt; D</span><button')
    expect(html).toMatch(/ Zoom<\/button><\/figcaption><\/figure>$/)
  })

  test('leaves an image within a sentence', () => {
    const html = '<p>Press <img src="/a.png" alt="Post" /> now.</p>'
    expect(typeset(html)).toBe(html)
  })
})

test('leaves other HTML unchanged', () => {
  const html = '<p>Which <b>date</b> in <code>Table</code>?</p><ul><li>One</li></ul>'
  expect(typeset(html)).toBe(html)
})
