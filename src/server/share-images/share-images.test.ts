import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadContent } from '#server/bank/load-content.ts'
import { drawShareImage, layOutShareImage, shareImageColors } from '#server/share-images/layout.ts'
import { renderSvg, shareImageSize } from '#server/share-images/render.ts'
import { createImageCache, findShareImage, type ShareImage } from '#server/share-images/share-images.ts'
import { loader } from '#web/share-images/share-image.ts'
import { card as en } from '#web/text/en/share-images.ts'
import { card as fr } from '#web/text/fr/share-images.ts'
import { contentFolder, openTestServices, type TestServices } from '#tests/services.ts'
import { callRoute } from '#tests/site-routes.ts'
import { openVisitor } from '#tests/visitor.ts'

const aGuide = { slug: 'reussir', title: 'Réussir le MB-910', exam: 'mb-910' } as TestServices['guides'][number]
let services: TestServices

beforeAll(async () => {
  services = await openTestServices()
  await loadContent(services.db, contentFolder, new Date())
})
afterAll(() => services.close())

const find = (name: string) => findShareImage(services.db, [aGuide], name, { headline: 'Know where you stand', card: en, guideCard: fr })

const anImage = (values: Partial<ShareImage> = {}): ShareImage => ({
  title: 'Dynamics 365 Business Central Functional Consultant',
  tab: 'MB-800',
  label: en.kind,
  retired: undefined,
  family: 'ERP',
  bars: [{ family: 'ERP', weights: [22.5, 32.5, 12.5, 32.5] }],
  note: en.note,
  ...values,
})

/** Left edges and widths of the square-cornered boxes in a color. */
async function listRectangles(image: ShareImage, color: string): Promise<{ x: number; width: number }[]> {
  const svg = await renderSvg(await layOutShareImage(image))
  return [...svg.matchAll(/<rect x="([\d.]+)" y="[\d.]+" width="([\d.]+)" [^>]*fill="(#\w+)"/g)]
    .filter(([, , , fill]) => fill === color)
    .map(([, x, width]) => ({ x: Number(x), width: Number(width) }))
}

describe('a share image', () => {
  test.each([
    ['a certification', {}],
    ['the site', { tab: undefined, label: undefined, family: undefined }],
    ['a retired exam, in French', { retired: fr.retired, label: fr.kind, note: fr.note }],
    ['a title in another script', { title: '認定' }],
    ['a title with SVG markup', { title: '</svg> & <script>' }],
    ['an endless title', { title: 'Business Central '.repeat(200), bars: [{ family: 'ERP', weights: [] }] }],
  ] as const)('is a small PNG of the promised size for %s', async (_, values) => {
    const bytes = await drawShareImage(anImage(values))
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', ...shareImageSize })
    expect(bytes.length).toBeLessThan(60_000)
  })

  test('draws the skill areas to scale', async () => {
    const [second, third, fourth] = await listRectangles(anImage(), shareImageColors.erp)
    const isNear = (actual: number, expected: number) => expect(Math.abs(actual - expected)).toBeLessThanOrEqual(1)
    isNear((third?.x ?? 0) - (second?.x ?? 0), 0.325 * 1032)
    isNear((fourth?.x ?? 0) - (third?.x ?? 0), 0.125 * 1032)
    isNear((fourth?.x ?? 0) + (fourth?.width ?? 0), 84 + 1032)
  })

  test('has the weight of each skill area in its part of the bar', async () => {
    const bar = (await find('certifications-mb-800'))?.bars[0]
    expect(bar?.labels).toEqual(['20–25%', '30–35%', '10–15%', '30–35%'])
    const labeled = { family: 'ERP', weights: [22.5, 32.5, 12.5, 32.5], labels: bar?.labels ?? [] } as const
    const inPaper = async (image: ShareImage) =>
      (await renderSvg(await layOutShareImage(image))).split(`fill="${shareImageColors.paper}"`).length
    expect(await inPaper(anImage({ bars: [labeled] }))).toBe((await inPaper(anImage())) + 4)
  })

  test('shows one line when the weights are not verified', async () => {
    expect((await find('certifications-mb-300'))?.bars).toEqual([{ family: 'ERP', weights: [] }])
    const image = anImage({ bars: [{ family: 'ERP', weights: [] }] })
    expect(await listRectangles(image, shareImageColors.erp)).toEqual([{ x: 84, width: 1032 }])
  })

  test('has the colors of the site', async () => {
    const tokens = await readFile(join(import.meta.dirname, '../../web/styles/tokens.css'), 'utf8')
    for (const [name, color] of Object.entries(shareImageColors)) {
      const [, light = ''] = new RegExp(`--${name}: light-dark\\(oklch\\(([^)]+)\\)`).exec(tokens) ?? []
      const [lightness = 0, chroma = 0, hue = 0] = light.split(' ').map(Number)
      expect(hexOf(lightness, chroma, hue), name).toBe(color)
    }
  })
})

/** Converts OKLCH to sRGB. Source: CSS Color Module Level 4, sample code. */
function hexOf(lightness: number, chroma: number, hue: number): string {
  const [a, b] = [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)]
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
  const channels = linear.map((value) => (value > 0.0031308 ? 1.055 * value ** (1 / 2.4) - 0.055 : 12.92 * Math.max(0, value)))
  return `#${channels
    .map((value) =>
      Math.round(value * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}

describe('the cache of share images', () => {
  test('draws an image once for concurrent and later requests', async () => {
    const draw = createImageCache(drawShareImage)
    const [first, second] = await Promise.all([draw(anImage()), draw(anImage())])
    expect(second).toBe(first)
    expect(await draw(anImage())).toBe(first)
    expect((await draw(anImage({ title: 'Another name' }))).etag).not.toBe(first.etag)
  })
})

describe('GET /cards/:name', () => {
  const get = async (name: string, headers: Record<string, string> = {}) => {
    const response = await callRoute(services, openVisitor(services), loader, {
      pattern: '/cards/:name',
      address: `/cards/${name}`,
      init: { headers },
      values: { guides: [aGuide] },
    })
    return response as Response
  }

  test('responds with the images of the site, of certifications and of guides', async () => {
    for (const name of ['praxam', 'certifications-mb-800', 'guides-reussir']) {
      const response = await get(`${name}.png`)
      expect(response.status, name).toBe(200)
      expect(response.headers.get('Content-Type')).toBe('image/png')
      expect(response.headers.get('Cache-Control')).toMatch(/^public/)
    }
  })

  test('responds with 304 when the client has the image', async () => {
    const first = await get('praxam.png')
    const etag = first.headers.get('ETag') ?? ''
    // A proxy may make the ETag weak, or send several.
    for (const sent of [etag, `W/${etag}`, `"another", W/${etag}`]) {
      const second = await get('praxam.png', { 'If-None-Match': sent })
      expect([sent, second.status, (await second.arrayBuffer()).byteLength]).toEqual([sent, 304, 0])
    }
    expect((await get('praxam.png', { 'If-None-Match': '"another"' })).status).toBe(200)
  })

  test.each(['praxam', 'praxam.jpg', 'certifications-zz-999.png', 'certifications-MB-800.png', 'guides-mb-800.png', 'guides-.png', '.png'])(
    'responds with 404 for %s',
    async (name) => {
      expect((await get(name)).status).toBe(404)
    },
  )

  test('uses the headline for the site', async () => {
    expect(await find('praxam')).toMatchObject({ title: 'Know where you stand', tab: undefined, note: en.note })
  })

  test('marks a retired exam in the language of the page', async () => {
    const [certification, guide] = [await find('certifications-mb-910'), await find('guides-reussir')]
    expect(certification).toMatchObject({ retired: en.retired, label: undefined, family: 'CRM', tab: 'MB-910' })
    expect(guide).toMatchObject({ retired: fr.retired, family: 'CRM', tab: 'MB-910', label: fr.guide, title: aGuide.title })
  })
})
