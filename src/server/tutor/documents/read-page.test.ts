import { describe, expect, test } from 'vitest'
import { readPage } from '#server/tutor/documents/read-page.ts'

const noInclude = () => undefined

describe('a page of documentation', () => {
  test('has its title, date and passages with their heading and lines', () => {
    const page = readPage(
      '---\nauthor: ada\nms.date: 02/07/2026\n---\n# Post entries\n\nAn **entry** has a [date](dates.md).\nIt stays.\n\n## Dates\n\n> [!NOTE]\n> Only *open* dates.\n',
      'post.md',
      noInclude,
    )
    expect(page).toEqual({
      title: 'Post entries',
      date: '2026-02-07',
      language: 'en',
      passages: [
        { heading: '', text: 'An entry has a date. It stays.', firstLine: 7, lastLine: 8 },
        { heading: 'Dates', text: 'Only open dates.', firstLine: 13, lastLine: 13 },
      ],
    })
  })

  test.each([
    ['an image and an include', '![A page](a.png) of [!INCLUDE [x](includes/x.md)]', 'A page of'],
    ['a comment', 'Before <!-- TODO --> after', 'Before after'],
    ['a directive', ':::image type="content" source="a.png":::', undefined],
    ['a table', '| Field | Meaning |\n|---|---|\n| Date | When |', 'Field; Meaning Date; When'],
    ['a list', '1. Open it\n2. Close it', 'Open it Close it'],
    ['HTML', 'Press <kbd>F5</kbd> &amp; wait', 'Press F5 & wait'],
    ['code', '```sql\nselect *\n# no heading\n```', 'select * # no heading'],
    ['names with underscores', 'The field entry_no_ and _this_', 'The field entry_no_ and this'],
  ])('reads %s', (_, markdown, text) => {
    expect(readPage(markdown, 'x', noInclude).passages[0]?.text).toBe(text)
  })

  test('is cut into passages of a bounded length', () => {
    const { passages } = readPage(`# A\n${'word '.repeat(1_000)}\n\n${'more '.repeat(100)}`, 'x', noInclude)
    expect(passages.length).toBeGreaterThan(4)
    for (const { text } of passages) expect(text.length).toBeLessThanOrEqual(1_200)
  })

  test('may be empty, or have a broken front matter', () => {
    expect(readPage('', 'folder/x.md', noInclude)).toEqual({ title: 'folder/x.md', date: null, language: 'en', passages: [] })
    expect(readPage('---\ntitle: [\n', 'x', noInclude).passages).toHaveLength(1)
  })
})

// The time that the Markdown patterns take grows with the square of the line length.
test('a very long line is kept as it is written', () => {
  const line = `${'['.repeat(300_000)}end`
  const { passages } = readPage(`# Data\n\n${line}`, 'data.md', () => undefined)
  expect(passages.map(({ text }) => text).join('')).toBe(line)
})
