import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { renderSvg, shareImageSize } from '#server/share-images/render.ts'
import { drawResultImage, layOutResultImage, type ResultImage } from '#server/sharing/result-image.ts'

describe('the share image of a result', () => {
  const anImage = (values: Partial<ResultImage> = {}): ResultImage => ({
    tab: 'MB-800',
    label: 'Practice result',
    family: 'ERP',
    score: '84%',
    filledPercent: 84,
    mark: { percent: 70, text: 'Passing score 70%' },
    name: 'Camille',
    lines: ['Practice with all questions', '27 of 32 questions correct', 'Finished on November 22, 2026'],
    note: 'Practice result, not affiliated with Microsoft.',
    ...values,
  })
  const render = async (values: Partial<ResultImage>) => renderSvg(await layOutResultImage(anImage(values)))

  test.each([
    ['a name', {}],
    ['a score of 0', { score: '0%', filledPercent: 0 }],
    ['a score of 100 and a long name', { score: '100%', filledPercent: 100, name: 'M'.repeat(60) }],
    ['no family', { family: undefined }],
    ['a name with SVG markup', { name: '</svg> & <script>' }],
    ['a name in another script', { name: '認定 Camille' }],
  ] satisfies [string, Partial<ResultImage>][])('is a small PNG of the promised size for %s', async (_, values) => {
    const bytes = await drawResultImage(anImage(values))
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', ...shareImageSize })
    expect(bytes.length).toBeLessThan(60_000)
  })

  test('keeps its text inside the right margin, even beside a score of 100', async () => {
    for (const score of ['0%', '84%', '100%', '4 of 4']) {
      const paths = [...(await render({ score })).matchAll(/ d="([^"]+)"/g)]
      const positions = paths.flatMap(([, path = '']) => [...path.matchAll(/[MLQC](-?[\d.]+)/g)].map(([, x]) => Number(x)))
      expect(positions.length).toBeGreaterThan(1000)
      expect(Math.max(...positions)).toBeLessThanOrEqual(shareImageSize.width - 84)
    }
  })

  test('has no passing score for practice', async () => {
    const withMark = await render({})
    const without = await render({ mark: undefined })
    expect(without.length).toBeLessThan(withMark.length)
  })

  test('omits a name when the font lacks one of its characters', async () => {
    expect(await render({ name: '認定 Camille' })).toBe(await render({ name: '' }))
    expect(await render({ name: 'Camille' })).not.toBe(await render({ name: '' }))
  })
})
