import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { reencode } from '#server/bank/images/reencode.ts'
import { hasNoMetadata } from '#server/bank/images/image-metadata.ts'

const picture = { create: { width: 64, height: 48, channels: 4, background: { r: 190, g: 60, b: 20, alpha: 0.5 } } } as const
const kinds = ['png', 'jpeg', 'webp', 'gif', 'avif'] as const

async function encoded(kind: (typeof kinds)[number]): Promise<Buffer> {
  const result = await reencode(await sharp(picture).toFormat(kind).toBuffer())
  if (!result.ok) throw new Error(result.refusal)
  return Buffer.from(result.bytes)
}

describe.each(kinds)('an image in %s', (kind) => {
  test('has no metadata after re-encoding', async () => {
    expect(hasNoMetadata(await encoded(kind), kind)).toBe(true)
  })

  test('is not accepted with appended data, or incomplete', async () => {
    const bytes = await encoded(kind)
    expect(hasNoMetadata(Buffer.concat([bytes, Buffer.from('<script>')]), kind)).toBe(false)
    expect(hasNoMetadata(Buffer.concat([bytes, bytes]), kind)).toBe(false)
    for (const cut of [0, 1, 5, 20, bytes.length - 1]) expect(hasNoMetadata(bytes.subarray(0, cut), kind)).toBe(false)
  })

  test('is not accepted as another format', async () => {
    const bytes = await encoded(kind)
    for (const other of [...kinds, 'svg', 'toString']) expect(hasNoMetadata(bytes, other)).toBe(other === kind)
  })
})

// A GIF cannot have camera data, only comments.
test.each(['png', 'jpeg', 'webp', 'avif'] as const)('an image in %s with camera data has metadata', async (kind) => {
  const withCamera = sharp(picture).withExif({ IFD0: { Copyright: 'Someone', Artist: 'Ada' } })
  expect(hasNoMetadata(await withCamera.toFormat(kind).toBuffer(), kind)).toBe(false)
})

test('a GIF with a comment has metadata', async () => {
  const bytes = await encoded('gif')
  const comment = Buffer.from('\x21\xfe\x05hello\x00', 'latin1')
  expect(hasNoMetadata(Buffer.concat([bytes.subarray(0, -1), comment, bytes.subarray(-1)]), 'gif')).toBe(false)
})
