import { describe, expect, test } from 'vitest'
import { applyPageFacts, readPageFacts } from '#exam/page-facts.ts'

const page = (header: string, body: string) => `---\n${header}\n---\n\n${body}\n`
const factsOf = (text: string, includes: Record<string, string> = {}) => readPageFacts(text, (path) => includes[path])

describe('the facts of a page', () => {
  test('are its first heading and its own date', () => {
    const text = page(
      'title: Set up terms | Microsoft Docs\nauthor: ada\nms.date: 12/2/2024',
      '[Home](a.md)\n\n# Payment terms\n\n# More\n',
    )
    expect(factsOf(text)).toEqual({ title: 'Payment terms', page_date: '2024-12-02' })
  })

  test('are found in files with a byte order mark, Windows line ends and quotation marks', () => {
    const text = `\uFEFF${page('title: "Terms"\nms.date: "02/07/2023"', '#  Payment terms  ')}`.replaceAll('\n', '\r\n')
    expect(factsOf(text)).toEqual({ title: 'Payment terms', page_date: '2023-02-07' })
  })

  test.each(['Terms | MicrosoftDocs', '"Terms | Microsoft Docs"', 'Terms| Microsoft Learn', "'Terms'"])(
    'have the title %s of a page without a heading',
    (title) => {
      expect(factsOf(page(`title: ${title}`, '## Steps'))).toEqual({ title: 'Terms' })
    },
  )

  test('contain the text of included files', () => {
    const text = page('ms.date: 01/12/2026', '# Terms in [!INCLUDE[prod_short](includes/prod.md)] and [!INCLUDE [x](gone.md)]')
    expect(factsOf(text, { 'includes/prod.md': '---\nms.date: 01/01/2020\n---\nBusiness Central\n' }).title).toBe(
      'Terms in Business Central and',
    )
  })

  test('leave out what the page does not state', () => {
    expect(factsOf('Only text\n\nms.date: 01/12/2026\n')).toEqual({})
    expect(factsOf('')).toEqual({})
  })

  test.each(['02/30/2024', '13/01/2024', '2024', 'soon', ''])('have no date when ms.date is %j', (date) => {
    expect(factsOf(page(`ms.date: ${date}`, '# Terms'))).toEqual({ title: 'Terms' })
  })
})

describe('a grounding with the facts of its page', () => {
  const cited = { repository: 'Contoso/docs', path: 'terms.md', commit: 'abc', lines: '1-5' }

  test('gains the title and the date, before the day of the last check', () => {
    const { part, changes } = applyPageFacts({ ...cited, checked_on: '2026-11-20' }, { title: 'Terms', page_date: '2026-01-12' })
    expect(JSON.stringify(part)).toBe(JSON.stringify({ ...cited, title: 'Terms', page_date: '2026-01-12', checked_on: '2026-11-20' }))
    expect(changes).toEqual(['title: none → Terms', 'page_date: none → 2026-01-12'])
  })

  test('adds the hash of the cited lines, and names only a wrong one', () => {
    const [hash, other] = ['a'.repeat(64), 'b'.repeat(64)]
    expect(applyPageFacts(cited, { lines_sha256: hash })).toEqual({ part: { ...cited, lines_sha256: hash }, changes: [] })
    expect(applyPageFacts({ ...cited, lines_sha256: other }, { lines_sha256: hash })).toEqual({
      part: { ...cited, lines_sha256: hash },
      changes: [`lines_sha256: ${other} → ${hash}`],
    })
  })

  test('names corrections and keeps what the page does not state', () => {
    const old = { ...cited, title: 'Term', page_date: '2026-01-12' }
    expect(applyPageFacts(old, { title: 'Terms' })).toEqual({ part: { ...old, title: 'Terms' }, changes: ['title: Term → Terms'] })
    expect(applyPageFacts(old, {})).toEqual({ part: old, changes: [] })
  })
})
