import { describe, expect, test } from 'vitest'
import { cleanItem, type HtmlNotes } from '#server/bank/formats/clean-html.ts'
import { dropFileImages } from '#server/bank/formats/rich-text.ts'

const hostile = [
  '<img '.repeat(50_000),
  '<img "'.repeat(50_000),
  `<img '"`.repeat(50_000),
  `<img alt="${'x <img '.repeat(50_000)}`,
  `<img ${'src=x '.repeat(50_000)}`,
  `<img src=${'x'.repeat(200_000)}`,
  `<img alt="${'src= '.repeat(50_000)}`,
]

describe('unsafe HTML of a question', () => {
  test.each([
    ['one part', '<p>a<svg></svg></p>', '<svg>'],
    ['several parts', '<p onclick="x()">a</p><form></form>', 'onclick of <p>; <form>'],
    ['more parts than are named', '<p>a</p><svg></svg><form></form><math></math><video></video>', '<svg>; <form>; <math>'],
  ])('is left out with a note: %s', async (_, text, parts) => {
    const notes: HtmlNotes = { leftOut: [], problems: [] }
    const addImage = () => Promise.resolve({ address: '' })
    expect(await cleanItem({ text }, addImage, notes)).toEqual({ text: '<p>a</p>' })
    expect(notes).toEqual({ leftOut: [{ field: 'text', reason: `contained unsafe HTML, which is left out: ${parts}` }], problems: [] })
  })
})

describe('an image of a question', () => {
  test('in the HTML is stored, also after an attribute with signs of tags', async () => {
    const notes: HtmlNotes = { leftOut: [], problems: [] }
    const stored: string[] = []
    const addImage = (bytes: Uint8Array) => {
      stored.push(Buffer.from(bytes).toString())
      return Promise.resolve({ address: '/images/1.png' })
    }
    const text = `<p><img alt="a < b > c" src="data:image/png;base64,${Buffer.from('one').toString('base64')}"></p>`
    const { text: cleaned } = await cleanItem({ text }, addImage, notes)
    expect(stored).toEqual(['one'])
    expect(cleaned).toContain('src="/images/1.png"')
    expect(notes).toEqual({ leftOut: [], problems: [] })
  })

  test('beside a text file is left out with a note', () => {
    expect(dropFileImages({ text: 'See <img alt="a < b src=x" src="one.png" title="a > b"> there' })).toEqual({
      item: { text: 'See  there' },
      leftOut: [{ field: 'text', reason: 'shows one.png, which is not in the file; upload it' }],
    })
  })

  test.each(hostile)('is looked for in a short time, case %#', (text) => {
    const start = performance.now()
    dropFileImages({ text })
    expect(performance.now() - start).toBeLessThan(1_000)
  })
})
