import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { checkImage } from '#server/bank/images/archived-images.ts'
import { openImageEncoder } from '#server/bank/images/image-encoder.ts'
import { openFileStore } from '#server/platform/file-store.ts'

const folder = mkdtempSync(join(tmpdir(), 'praxam-images-'))
const files = openFileStore({ dataDir: folder, s3: undefined })
const imageEncoder = openImageEncoder()
afterAll(async () => {
  await imageEncoder.close()
  rmSync(folder, { recursive: true, force: true })
})

const picture = (width: number) => sharp({ create: { width, height: 4, channels: 3, background: '#c04010' } })

async function judged(name: string, bytes: Buffer) {
  const image = await checkImage(files, imageEncoder, { name, bytes })
  if (!image.ok || !image.bytes) throw new Error('The image is not to be kept')
  return image.bytes
}

test('an image larger than an upload is re-encoded', async () => {
  const bytes = await picture(2000).png().toBuffer()
  expect(await sharp(await judged('a.png', bytes)).metadata()).toMatchObject({ width: 1600 })
})

test('an image within the limits is not changed', async () => {
  const bytes = await picture(1600).png().toBuffer()
  expect(bytes.equals(await judged('b.png', bytes))).toBe(true)
})

test('a GIF with several frames keeps the first', async () => {
  const one = await picture(4).gif().toBuffer()
  // Repeats the content between the color table and the trailer.
  const start = 13 + 3 * 2 ** ((one.readUInt8(10) & 7) + 1) * (one.readUInt8(10) >> 7)
  const two = Buffer.concat([one.subarray(0, -1), one.subarray(start)])
  expect((await sharp(two).metadata()).pages).toBe(2)
  expect((await sharp(await judged('c.gif', two)).metadata()).pages ?? 1).toBe(1)
})
