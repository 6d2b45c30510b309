import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { reencode } from '#server/bank/images/images.ts'
import { hasNoMetadata } from '#server/bank/images/image-metadata.ts'

const picture = { create: { width: 64, height: 48, channels: 4, background: { r: 190, g: 60, b: 20, alpha: 0.5 } } } as const
const kinds = ['png', 'jpeg', 'webp', 'gif', 'avif'] as const

async function drawn(kind: (typeof kinds)[number]): Promise<Buffer> {
  const made = await reencode(await sharp(picture).toFormat(kind).toBuffer())
  if (!made.ok) throw new Error(made.refusal)
  return made.bytes
}

describe.each(kinds)('a picture in %s', (kind) => {
  test('is alone once it is drawn', async () => {
    expect(hasNoMetadata(await drawn(kind), kind)).toBe(true)
  })

  test('is not alone with something behind its end, or cut off', async () => {
    const bytes = await drawn(kind)
    expect(hasNoMetadata(Buffer.concat([bytes, Buffer.from('<script>')]), kind)).toBe(false)
    expect(hasNoMetadata(Buffer.concat([bytes, bytes]), kind)).toBe(false)
    for (const cut of [0, 1, 5, 20, bytes.length - 1]) expect(hasNoMetadata(bytes.subarray(0, cut), kind)).toBe(false)
  })

  test('is of no other kind', async () => {
    const bytes = await drawn(kind)
    for (const other of [...kinds, 'svg', 'toString']) expect(hasNoMetadata(bytes, other)).toBe(other === kind)
  })
})

// A GIF has no place for it but a comment.
test.each(['png', 'jpeg', 'webp', 'avif'] as const)('a picture in %s is not alone with what a camera says', async (kind) => {
  const withCamera = sharp(picture).withExif({ IFD0: { Copyright: 'Somebody', Artist: 'Ada' } })
  expect(hasNoMetadata(await withCamera.toFormat(kind).toBuffer(), kind)).toBe(false)
})

test('a comment in a GIF is more than a picture', async () => {
  const bytes = await drawn('gif')
  const comment = Buffer.from('\x21\xfe\x05hello\x00', 'latin1')
  expect(hasNoMetadata(Buffer.concat([bytes.subarray(0, -1), comment, bytes.subarray(-1)]), 'gif')).toBe(false)
})
