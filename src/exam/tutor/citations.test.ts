import { describe, expect, test } from 'vitest'
import { filterCitations, finishCitations, noCitations } from '#exam/tutor/citations.ts'

const sources = [{ address: 'https://learn.microsoft.com/en-us/dynamics365/posting' }, { address: null }]

function filter(pieces: readonly string[]) {
  let state = noCitations
  const shown = pieces.map((piece) => {
    const next = filterCitations(state, piece, sources)
    state = next.state
    return next.text
  })
  const end = finishCitations(state, sources)
  return { shown: [...shown, end.text], text: [...shown, end.text].join(''), kept: end.state.kept, removed: end.state.removed }
}

/** The text of the model, the text that is shown, and how many citations are kept and removed. */
const cases: readonly (readonly [written: string, shown: string, kept: number, removed: number])[] = [
  ['A page says so [1].', 'A page says so [1].', 1, 0],
  ['A page says so [3].', 'A page says so.', 0, 1],
  ['Nothing [0] here', 'Nothing here', 0, 1],
  ['Both [1][2], one [1, 3] and a range [1-4].', 'Both [1][2], one [1] and a range [1][2].', 5, 3],
  ['In other brackets 【2†source】 and 【9】', 'In other brackets [2] and', 1, 1],
  ['As a link [1](https://invented.example/page).', 'As a link [1].', 1, 0],
  ['See https://invented.example/page.', 'See.', 0, 1],
  ['See (https://invented.example/page) and go on', 'See and go on', 0, 1],
  ['See www.invented.example/page.', 'See.', 0, 1],
  ['See learn.microsoft.com/en-us/dynamics365/invented, then', 'See, then', 0, 1],
  [
    'See learn.microsoft.com/en-us/dynamics365/posting and www or learn',
    'See learn.microsoft.com/en-us/dynamics365/posting and www or learn',
    1,
    0,
  ],
  [
    'See https://learn.microsoft.com/en-us/dynamics365/posting/#top, then',
    'See https://learn.microsoft.com/en-us/dynamics365/posting/#top, then',
    1,
    0,
  ],
  ['Read [the page](https://invented.example) first', 'Read the page first', 0, 1],
  [
    'Read [the page](https://learn.microsoft.com/en-us/dynamics365/posting) first',
    'Read the page (https://learn.microsoft.com/en-us/dynamics365/posting) first',
    1,
    0,
  ],
  ['The column [Amount], an open [ and (brackets) stay', 'The column [Amount], an open [ and (brackets) stay', 0, 0],
  ['Year [20261] is no citation, and neither is h or http.', 'Year [20261] is no citation, and neither is h or http.', 0, 0],
  ['Ends with a space ', 'Ends with a space ', 0, 0],
  ['Ends within a marker [1', 'Ends within a marker [1', 0, 0],
]

describe('citations in a reply', () => {
  test.each(cases)('%s', (written, shown, kept, removed) => {
    expect(filter([written])).toMatchObject({ text: shown, kept, removed })
  })

  test.each(cases)('letter by letter: %s', (written, shown, kept, removed) => {
    expect(filter(written.split(''))).toMatchObject({ text: shown, kept, removed })
  })

  test.each(cases)('in two pieces, wherever they are split: %s', (written, shown, kept, removed) => {
    for (let i = 0; i <= written.length; i++)
      expect(filter([written.slice(0, i), written.slice(i)]), `split at ${i}`).toMatchObject({ text: shown, kept, removed })
  })

  test('do not hold back other text', () => {
    expect(filter(['The page ', 'says', ' so', '.']).shown).toEqual(['The page', ' says', ' so', '.', ''])
  })

  test('hold back only so much text that is not closed', () => {
    const long = `[${'x'.repeat(300)}`
    expect(filter([long]).shown).toEqual([long, ''])
    const address = `https://${'y'.repeat(3_000)}`
    expect(filter(['See ', address, ' now']).text).toBe('See now')
  })
})

// If the pattern tried to match at every space, the time would grow with the square of the number of spaces.
test('many spaces and brackets take no time', () => {
  const spaces = ' '.repeat(300_000)
  expect(filter([`${spaces}a`, `${spaces}b`]).text).toBe(`${spaces}a${spaces}b`)
  expect(filter(['['.repeat(20_000)]).text).toHaveLength(20_000)
})
