import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cardColours, cardSize, drawCard, findCard, makeCardBox, printCard } from '#server/share-images/share-images.ts'
import type { Card } from '#server/share-images/share-images.ts'
import { loadContent } from '#server/bank/load-content.ts'
import { loader } from '#web/share-images/share-image.ts'
import { card as en } from '#web/text/en/share-images.ts'
import { card as fr } from '#web/text/fr/share-images.ts'
import { contentFolder, openTestServices } from '#tests/services.ts'
import type { TestServices } from '#tests/services.ts'
import { callRoute } from '#tests/site-routes.ts'
import { openVisitor } from '#tests/visitor.ts'

const aGuide = { slug: 'reussir', title: 'Réussir le MB-910', exam: 'mb-910' } as TestServices['guides'][number]
let services: TestServices

beforeAll(async () => {
  services = await openTestServices()
  await loadContent(services.db, contentFolder, new Date())
})
afterAll(() => services.close())

const find = (name: string) => findCard(services.db, [aGuide], name, { headline: 'Know where you stand', en, fr })

const aCard = (values: Partial<Card> = {}): Card => ({
  title: 'Dynamics 365 Business Central Functional Consultant',
  tab: 'MB-800',
  label: en.kind,
  retired: undefined,
  family: 'ERP',
  bars: [{ family: 'ERP', weights: [22.5, 32.5, 12.5, 32.5] }],
  note: en.note,
  ...values,
})

/** Left edges and widths of what is drawn in a colour. */
function rectanglesOf(svg: string, colour: string): { x: number; width: number }[] {
  return [...svg.matchAll(/<rect x="([\d.]+)" y="[\d.]+" width="([\d.]+)" [^>]*fill="(#\w+)"/g)]
    .filter(([, , , fill]) => fill === colour)
    .map(([, x, width]) => ({ x: Number(x), width: Number(width) }))
}

describe('a card', () => {
  test.each([
    ['a certification', {}],
    ['the site', { tab: undefined, label: undefined, family: undefined }],
    ['a retired one, in French', { retired: fr.retired, label: fr.kind, note: fr.note }],
    ['a name in another script', { title: '認定' }],
    ['a name in marks of SVG', { title: '</svg> & <script>' }],
    ['an endless name', { title: 'Business Central '.repeat(200), bars: [{ family: 'ERP', weights: [] }] }],
  ] as const)('of %s is a small picture of the size that is promised', async (_, values) => {
    const bytes = await drawCard(aCard(values))
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', ...cardSize })
    expect(bytes.length).toBeLessThan(60_000)
  })

  test('draws the outline to scale', () => {
    const [second, third, fourth] = rectanglesOf(printCard(aCard()), cardColours.erp)
    expect((third?.x ?? 0) - (second?.x ?? 0)).toBeCloseTo(0.325 * 1032)
    expect((fourth?.x ?? 0) - (third?.x ?? 0)).toBeCloseTo(0.125 * 1032)
    expect((fourth?.x ?? 0) + (fourth?.width ?? 0)).toBeCloseTo(84 + 1032)
  })

  test('shows no areas where nobody could verify their weights', async () => {
    expect((await find('certifications-mb-300'))?.bars).toEqual([{ family: 'ERP', weights: [] }])
    const card = aCard({ bars: [{ family: 'ERP', weights: [] }] })
    expect(rectanglesOf(printCard(card), cardColours.erp)).toEqual([{ x: 84, width: 1032 }])
  })

  test('has the colours of the site', async () => {
    const tokens = await readFile(join(import.meta.dirname, '../../web/styles/tokens.css'), 'utf8')
    for (const [name, colour] of Object.entries(cardColours)) {
      const [, light = ''] = new RegExp(`--${name}: light-dark\\(oklch\\(([^)]+)\\)`).exec(tokens) ?? []
      const [lightness = 0, chroma = 0, hue = 0] = light.split(' ').map(Number)
      expect(hexOf(lightness, chroma, hue), name).toBe(colour)
    }
  })
})

/** OKLCH in sRGB. Source: CSS Color Module Level 4, sample code. */
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

describe('the box of cards', () => {
  test('draws a card once for those who ask at the same time and later', async () => {
    const box = makeCardBox(drawCard)
    const [first, second] = await Promise.all([box(aCard()), box(aCard())])
    expect(second).toBe(first)
    expect(await box(aCard())).toBe(first)
    expect((await box(aCard({ title: 'Another name' }))).etag).not.toBe(first.etag)
  })
})

describe('the address of a card', () => {
  const ask = async (name: string, headers: Record<string, string> = {}) => {
    const answer = await callRoute(services, openVisitor(services), loader, {
      pattern: '/cards/:name',
      address: `/cards/${name}`,
      init: { headers },
      values: { guides: [aGuide] },
    })
    return answer as Response
  }

  test('gives those of the site, of certifications and of guides', async () => {
    for (const name of ['praxam', 'certifications-mb-800', 'guides-reussir']) {
      const answer = await ask(`${name}.png`)
      expect(answer.status, name).toBe(200)
      expect(answer.headers.get('Content-Type')).toBe('image/png')
      expect(answer.headers.get('Cache-Control')).toMatch(/^public/)
    }
  })

  test('answers shortly to those who have it', async () => {
    const first = await ask('praxam.png')
    const etag = first.headers.get('ETag') ?? ''
    // A proxy weakens the ETag, and may know several.
    for (const known of [etag, `W/${etag}`, `"another", W/${etag}`]) {
      const again = await ask('praxam.png', { 'If-None-Match': known })
      expect([known, again.status, (await again.arrayBuffer()).byteLength]).toEqual([known, 304, 0])
    }
    expect((await ask('praxam.png', { 'If-None-Match': '"another"' })).status).toBe(200)
  })

  test.each(['praxam', 'praxam.jpg', 'certifications-zz-999.png', 'certifications-MB-800.png', 'guides-mb-800.png', 'guides-.png', '.png'])(
    'gives nothing for %s',
    async (name) => {
      expect((await ask(name)).status).toBe(404)
    },
  )

  test('says for the site what it is asked to say', async () => {
    expect(await find('praxam')).toMatchObject({ title: 'Know where you stand', tab: undefined, note: en.note })
  })

  test('says of a retired exam that it is, in the language of the page', async () => {
    const [certification, guide] = [await find('certifications-mb-910'), await find('guides-reussir')]
    expect(certification).toMatchObject({ retired: en.retired, label: undefined, family: 'CRM', tab: 'MB-910' })
    expect(guide).toMatchObject({ retired: fr.retired, family: 'CRM', tab: 'MB-910', label: fr.kind, title: aGuide.title })
  })
})
