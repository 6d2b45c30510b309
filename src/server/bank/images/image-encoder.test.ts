import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { openImageEncoder } from '#server/bank/images/image-encoder.ts'
import { imageBytesMax } from '#server/http/guard.ts'

const imageEncoder = openImageEncoder()
afterAll(() => imageEncoder.close())

const red = { r: 200, g: 30, b: 30 }
const aPicture = (width = 40, height = 20) => sharp({ create: { width, height, channels: 3, background: red } })
const aPng = await aPicture().png().toBuffer()
/** An image with metadata from cameras and programs. */
const aPhoto = () =>
  aPicture()
    .withMetadata({ orientation: 6 })
    .withIccProfile('p3')
    .withExifMerge({ IFD0: { Make: 'SecretCamera' }, IFD3: { GPSLatitude: '48/1 51/1 30/1', GPSLatitudeRef: 'N' } })
    .withXmp(
      '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">SecretWords</rdf:RDF></x:xmpmeta>',
    )

/** A PNG of a few bytes that declares the given size. */
function pngThatClaims(width: number, height: number): Buffer {
  const claimed = Buffer.from(aPng)
  claimed.writeUInt32BE(width, 16)
  claimed.writeUInt32BE(height, 20)
  claimed.writeUInt32BE(crc32(claimed.subarray(12, 29)), 29)
  return claimed
}

async function encode(bytes: Uint8Array) {
  const encoded = await imageEncoder.reencode(bytes)
  if (!encoded.ok) throw new Error(`Refused: ${encoded.refusal}`)
  const drawn = Buffer.from(encoded.bytes)
  return { ...encoded, bytes: drawn, about: await sharp(drawn).metadata() }
}

describe('a re-encoded image', () => {
  test.each([
    ['png', 'png', 'png'],
    ['jpeg', 'jpg', 'jpeg'],
    ['webp', 'webp', 'webp'],
    ['gif', 'gif', 'gif'],
    ['avif', 'avif', 'heif'],
    ['tiff', 'png', 'png'],
  ] as const)('from %s is %s', async (from, extension, format) => {
    const encoded = await encode(await aPicture().toFormat(from).toBuffer())
    expect([encoded.extension, encoded.about.format, encoded.about.width, encoded.about.height]).toEqual([extension, format, 40, 20])
    const { data } = await sharp(encoded.bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    for (const [index, value] of [red.r, red.g, red.b].entries()) expect(Math.abs((data[index] ?? 0) - value)).toBeLessThan(12)
  })

  test.each(['png', 'jpeg', 'webp', 'avif', 'tiff'] as const)('from %s has no location, camera data, profile or text', async (kind) => {
    const photo = await aPhoto().toFormat(kind).toBuffer()
    expect((await sharp(photo).metadata()).icc).toBeDefined()
    const { bytes, about } = await encode(photo)
    expect([about.exif, about.icc, about.xmp, about.iptc, about.comments, about.orientation ?? 1]).toEqual([
      ...Array.from({ length: 5 }),
      1,
    ])
    expect(bytes.toString('latin1')).not.toMatch(/Secret|GPS|Exif|adobe/)
  })

  test('is upright', async () => {
    const { about } = await encode(await aPhoto().jpeg().toBuffer())
    expect([about.width, about.height]).toEqual([20, 40])
  })

  test('has no comments of its format', async () => {
    const jpeg = await aPicture().jpeg().toBuffer()
    const comment = Buffer.from('\xff\xfe\x00\x10<script>alert()', 'latin1')
    comment.writeUInt16BE(comment.length - 2, 2)
    const png = Buffer.concat([aPng.subarray(0, 33), chunk('tEXt', 'Comment\0<script>alert()</script>'), aPng.subarray(33)])
    for (const odd of [Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)]), png])
      expect((await encode(odd)).bytes.toString('latin1')).not.toContain('script')
  })

  test.each(['png', 'jpeg', 'webp', 'gif'] as const)('from %s has no appended data', async (kind) => {
    const picture = await aPicture().toFormat(kind).toBuffer()
    const encoded = await encode(Buffer.concat([picture, Buffer.from('PK\x03\x04<html><script>alert()</script>')]))
    expect(encoded.bytes.toString('latin1')).not.toMatch(/PK|script/)
  })

  test.each(['gif', 'webp'] as const)('from an animated %s is its first frame', async (kind) => {
    const frames = await Promise.all(
      [red, { r: 0, g: 0, b: 250 }].map((background) =>
        sharp({ create: { width: 30, height: 30, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    )
    const animated = await sharp(frames, { join: { animated: true } })
      .toFormat(kind)
      .toBuffer()
    expect((await sharp(animated, { pages: -1 }).metadata()).pages).toBe(2)
    const { bytes, about } = await encode(animated)
    expect([about.pages ?? 1, about.width, about.height]).toEqual([1, 30, 30])
    const [r = 0, , b = 0] = await sharp(bytes).raw().toBuffer()
    expect([r > 150, b < 80]).toEqual([true, true])
  })

  test.each([
    [3200, 1600, 1600, 800],
    [400, 3200, 200, 1600],
    [1600, 1600, 1600, 1600],
    [2, 3, 2, 3],
  ])('of %i × %i is %i × %i', async (width, height, shownWidth, shownHeight) => {
    const { about } = await encode(await aPicture(width, height).png().toBuffer())
    expect([about.width, about.height]).toEqual([shownWidth, shownHeight])
  })

  test('preserves transparency', async () => {
    const clear = await sharp({ create: { width: 4, height: 4, channels: 4, background: { ...red, alpha: 0.5 } } })
      .png()
      .toBuffer()
    expect((await encode(clear)).about.hasAlpha).toBe(true)
  })

  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert()</script></svg>'
  test.each([
    ['nothing', Buffer.alloc(0), 'IMAGE_KIND'],
    ['SVG', Buffer.from(svg), 'IMAGE_KIND'],
    ['SVG with an XML declaration', Buffer.from(`<?xml version="1.0"?>\n${svg}`), 'IMAGE_KIND'],
    ['HTML', Buffer.from('<!doctype html><script>alert()</script>'), 'IMAGE_KIND'],
    ['PDF', Buffer.from('%PDF-1.7\n1 0 obj'), 'IMAGE_KIND'],
    ['BMP', Buffer.from('BM\x3a\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0', 'latin1'), 'IMAGE_KIND'],
    ['ICO', Buffer.from('\0\0\x01\0\x01\0\x10\x10\0\0\x01\0\x20\0', 'latin1'), 'IMAGE_KIND'],
    ['HEIC', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0heicmif1', 'latin1'), 'IMAGE_KIND'],
    ['text', Buffer.from('Hello'), 'IMAGE_KIND'],
    ['HTML with a PNG signature', Buffer.concat([aPng.subarray(0, 16), Buffer.from('<html><script>alert()</script>')]), 'IMAGE_UNREADABLE'],
    ['SVG with a GIF signature', Buffer.from(`GIF89a${svg}`), 'IMAGE_UNREADABLE'],
    ['30000 × 30000 pixels', pngThatClaims(30_000, 30_000), 'IMAGE_TOO_MANY_PIXELS'],
    ['8000 × 5001 pixels', pngThatClaims(8000, 5001), 'IMAGE_TOO_MANY_PIXELS'],
    ['8000 × 5000 missing pixels', pngThatClaims(8000, 5000), 'IMAGE_UNREADABLE'],
    ['more than 5 MB', Buffer.concat([aPng, Buffer.alloc(imageBytesMax + 1 - aPng.length)]), 'IMAGE_TOO_LARGE'],
  ])('is not created from %s', async (_, bytes, refusal) => {
    expect(await imageEncoder.reencode(bytes)).toEqual({ ok: false, refusal })
  })

  test('can have 5 MB', async () => {
    expect(await imageEncoder.reencode(Buffer.concat([aPng, Buffer.alloc(imageBytesMax - aPng.length)]))).toMatchObject({ ok: true })
  })

  test.each(['png', 'jpeg', 'webp', 'gif', 'avif'] as const)('is not created from an incomplete %s', async (kind) => {
    const complete = await aPicture(300, 200)
      .composite([{ input: aPng, tile: true, blend: 'add' }])
      .toFormat(kind)
      .toBuffer()
    for (const part of [0.2, 0.5, 0.9])
      expect([part, await imageEncoder.reencode(complete.subarray(0, complete.length * part))]).toEqual([
        part,
        { ok: false, refusal: 'IMAGE_UNREADABLE' },
      ])
  })

  test('is not created from a PNG whose data ends early', async () => {
    const small = await aPicture(2, 2).png().toBuffer()
    for (let bytes = 8; bytes < small.length; bytes += 1)
      expect([bytes, await imageEncoder.reencode(small.subarray(0, bytes))]).toMatchObject([bytes, { ok: false }])
  })

  test('cannot be decoded by other decoders', async () => {
    const script = `
      import sharp from 'sharp'
      import { blockOtherDecoders } from ${JSON.stringify(import.meta.resolve('./reencode.ts'))}
      blockOtherDecoders()
      await sharp(Buffer.from(${JSON.stringify(svg)})).metadata()`
    const run = promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], { cwd: import.meta.dirname })
    await expect(run).rejects.toThrow(/unsupported image format/)
  })

  test('is created one at a time', async () => {
    const encoded = await Promise.all([aPng, Buffer.from('GIF89a'), aPng].map((bytes) => imageEncoder.reencode(bytes)))
    expect(encoded.map(({ ok }) => ok)).toEqual([true, false, true])
  })

  test.each([
    ['crashes', 'process.exit(1)'],
    ['does not respond', ''],
  ])('is refused when its process %s', async (_, behavior) => {
    const program = join(mkdtempSync(join(tmpdir(), 'praxam-images-')), 'program.mjs')
    writeFileSync(program, `process.on('message', () => { ${behavior} })`)
    const failing = openImageEncoder({ program: pathToFileURL(program), timeoutMs: 500 })
    for (const bytes of [aPng, aPng]) expect(await failing.reencode(bytes)).toEqual({ ok: false, refusal: 'IMAGE_UNREADABLE' })
    await failing.close()
    rmSync(dirname(program), { recursive: true })
  })
})

/** A chunk of a PNG. */
function chunk(type: string, text: string): Buffer {
  const content = Buffer.from(type + text, 'latin1')
  const encoded = Buffer.alloc(content.length + 8)
  encoded.writeUInt32BE(content.length - 4)
  content.copy(encoded, 4)
  encoded.writeUInt32BE(crc32(content), content.length + 4)
  return encoded
}
