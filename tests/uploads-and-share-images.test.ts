/** Uploads and share images use the same image library in one process. Neither may change what the other can decode. */
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addImage } from '#server/bank/index.ts'
import { drawShareImage } from '#server/share-images/index.ts'
import { openTestServices, type TestServices } from '#tests/services.ts'

let services: TestServices
beforeAll(async () => {
  services = await openTestServices()
})
afterAll(() => services.close())

test('a share image is drawn after an upload, and an upload is accepted after that', async () => {
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#c04010' } })
    .png()
    .toBuffer()
  expect(await addImage(services, null, png)).toMatchObject({ ok: true })
  const card = { title: 'A new card', tab: 'MB-800', label: undefined, retired: undefined, family: undefined, bars: [], note: 'praxam' }
  const drawn = await drawShareImage(card)
  expect(await sharp(drawn).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })
  expect(await addImage(services, null, png)).toMatchObject({ ok: true })
  expect(await addImage(services, null, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toMatchObject({ ok: false })
})
