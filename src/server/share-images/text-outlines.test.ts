import { describe, expect, test } from 'vitest'
import { fit, outlinesOf, widthOf } from '#server/share-images/text-outlines.ts'

const face = { weight: 700, size: 80 } as const
const sizes = [
  { size: 80, linesMax: 2 },
  { size: 40, linesMax: 3 },
]

describe('a paragraph', () => {
  test('takes the largest size that needs no more lines than it may', () => {
    expect(fit('Business Central', 700, 1000, sizes)).toEqual({ lines: ['Business Central'], size: 80 })
    expect(fit('Business Central for those who keep the books of a small company', 700, 600, sizes)).toMatchObject({ size: 40 })
  })

  test('has lines of much the same length', () => {
    const width = widthOf('Power Platform Functional', face) + 1
    expect(fit('Power Platform Functional Consultant', 700, width, sizes).lines).toEqual(['Power Platform', 'Functional Consultant'])
  })

  test('keeps French punctuation and the figure of a product with their words', () => {
    const { lines } = fit('Réussir « Dynamics 365 » : où commencer ?', 700, widthOf('Réussir « Dynamics 365', face), sizes)
    expect(lines.join('|')).not.toMatch(/\|[:;!?»]|«\||\|365/)
  })

  test.each([
    ['one endless word', 'x'.repeat(2000)],
    ['endless words', 'Business Central '.repeat(200)],
  ])('of %s ends in an ellipsis within its place', (_, text) => {
    const { lines, size } = fit(text, 700, 600, sizes)
    expect(lines.at(-1)).toMatch(/…$/)
    expect(lines.length).toBeLessThanOrEqual(3)
    expect(Math.max(...lines.map((line) => widthOf(line, { weight: 700, size })))).toBeLessThanOrEqual(600)
  })

  test('of nothing has no lines', () => {
    expect(fit(' ', 700, 600, sizes).lines).toEqual([])
  })
})

describe('what the font does not have', () => {
  test('is left out', () => {
    expect(outlinesOf('MB-800 認定 🎓', face, 0, 0)).toBe(outlinesOf('MB-800  ', face, 0, 0))
    expect(fit('認定 MB-800', 700, 600, sizes).lines).toEqual(['MB-800'])
    expect(fit('認定', 700, 600, sizes).lines).toEqual([])
  })

  test('is nothing that English or French needs', () => {
    for (const character of 'éèêëàâäùûüôöîïçœæÉÀÇŒ’“”«»–—…&%€') expect(outlinesOf(character, face, 0, 0), character).not.toBe('')
  })
})
