import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createElement } from 'react'
import satori from 'satori'
import { describe, expect, test } from 'vitest'
import { fitText, isPrintable, renderSvg, text } from '#server/share-images/render.ts'

const face = { weight: 700, size: 80 } as const
const sizes = [
  { size: 80, linesMax: 2 },
  { size: 40, linesMax: 3 },
]

describe('the size of a text', () => {
  test('is the largest one whose line limit is enough', async () => {
    expect(await fitText('Business Central', 700, 1000, sizes)).toEqual({ size: 80, linesMax: 2, isTooLong: false })
    expect(await fitText('Business Central for the bookkeepers of a small company', 700, 600, sizes)).toMatchObject({ size: 40 })
  })

  test('is the smallest one for a text that never fits', async () => {
    expect(await fitText('Business Central '.repeat(200), 700, 600, sizes)).toEqual({ size: 40, linesMax: 3, isTooLong: true })
  })

  test('keeps French punctuation and the 365 of a product on the line of the word before', async () => {
    const render = (words: string) => renderSvg(text(words, face, 'black', { whiteSpace: 'normal', maxWidth: 100 }))
    expect(await render('Dynamics 365')).toBe(await render('Dynamics\u00A0365'))
    expect(await render('« où » : ici ?')).toBe(await render('«\u00A0où\u00A0»\u00A0: ici\u00A0?'))
    expect(await render('Dynamics CRM')).not.toBe(await render('Dynamics\u00A0CRM'))
  })
})

describe('the font', () => {
  const printable = Array.from({ length: 0xfff }, (_, i) => String.fromCodePoint(i + 32))
    .concat('–—‘’‚“”„•…‹›€™−'.split(''))
    .filter(isPrintable)

  test.each([400, 600, 700] as const)('has every printable character in weight %i', async (weight) => {
    const file = `../../../node_modules/@fontsource/radio-canada/files/radio-canada-latin-${weight}-normal.woff`
    const data = await readFile(join(import.meta.dirname, file))
    const missing: string[] = []
    const content = createElement('div', { style: { fontWeight: weight, display: 'block' } }, printable.join(' '))
    await satori(content, {
      width: 1000,
      fonts: [{ name: 'Radio Canada', data, weight }],
      loadAdditionalAsset: (_, segment) => {
        missing.push(segment)
        return Promise.resolve([])
      },
    })
    expect(printable.length).toBeGreaterThan(190)
    expect(missing).toEqual([])
  })

  test('prints English and French', () => {
    expect(isPrintable('éèêëàâäùûüôöîïçœæÉÀÇŒ’“”«»–—…&%€ \u202F')).toBe(true)
    expect(isPrintable('認定')).toBe(false)
    expect(isPrintable('🎓')).toBe(false)
  })

  test('leaves out the characters that it lacks', async () => {
    const render = (words: string) => renderSvg(text(words, face, 'black'))
    expect(await render('MB-800 認定 🎓')).toBe(await render('MB-800'))
  })
})
