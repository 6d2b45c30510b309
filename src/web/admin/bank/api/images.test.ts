import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { grantAdministrator } from '#server/accounts/administrators.ts'
import { changePerson } from '#server/accounts/change-person.ts'
import { findUserByEmail } from '#server/accounts/people.ts'
import { DiskFull } from '#server/db/free-space.ts'
import { FileStoreProblem, imagesFolder } from '#server/platform/file-store.ts'
import { imageBytesMax } from '#server/http/guard.ts'
import * as imageRoute from '#web/bank/image.ts'
import * as imagesRoute from '#web/admin/bank/api/images.ts'
import { openTestServices, type TestServices } from '#tests/services.ts'
import { callRoute, handlersOf, type Handler } from '#tests/site-routes.ts'
import { openCast, type Visitor } from '#tests/visitor.ts'

const { loader: refuseReading, action: upload } = handlersOf(imagesRoute)
const { loader: show, action: refuseWriting } = handlersOf(imageRoute)

const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'teal' } })
  .png()
  .toBuffer()

let services: TestServices
let guest: Visitor
let camille: Visitor
let ada: Visitor

beforeAll(async () => {
  services = await openTestServices()
  ;({ guest, camille, ada } = await openCast(services))
})
afterAll(() => services.close())
beforeEach(async () => {
  for (const { key } of await services.files.list(imagesFolder)) await services.files.remove(key)
})

async function ask(visitor: Visitor, handler: Handler, address: string, init: RequestInit = {}, values: Partial<TestServices> = {}) {
  const pattern = `/storage/${imagesFolder}:name`
  const answer = await callRoute(services, visitor, handler, { pattern, address, init, values })
  if (!(answer instanceof Response)) throw new Error('No response', { cause: answer })
  return answer
}

const send = (visitor: Visitor, body: BodyInit, values?: Partial<TestServices>) =>
  ask(visitor, upload, '/api/images', { method: 'POST', body }, values)
const bodyOf = async (response: Response) => (await response.json()) as Record<string, unknown>
const count = async () => (await services.files.list(imagesFolder)).length

function formWith(file: BlobPart, name = 'file'): FormData {
  const form = new FormData()
  form.set(name, new Blob([file], { type: 'text/html' }), '../../odd name.html')
  return form
}

const fail = () => Promise.reject(new FileStoreProblem('The store http://127.0.0.1:2 does not answer; start it.'))
const failing = { put: fail, get: fail, list: fail, remove: fail }

describe('uploading an image', () => {
  test.each([
    ['itself', () => new Uint8Array(png)],
    ['in a form', () => formWith(new Uint8Array(png))],
  ])('%s returns its address', async (_, body) => {
    const answer = await send(ada, body())
    const { url, address } = await bodyOf(answer)
    expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([201, 'no-store'])
    expect(address).toMatch(/^\/storage\/questions\/question-images\/[\da-f]{32}\.png$/)
    expect(url).toBe(`${services.origin}${String(address)}`)
    const shown = await ask(guest, show, String(address))
    expect((await sharp(await shown.arrayBuffer()).metadata()).width).toBe(8)
  })

  test('is refused when the role is removed during the upload', async () => {
    await grantAdministrator(services.db, 'camille@example.com')
    const [one, other] = await Promise.all(['ada@example.com', 'camille@example.com'].map((email) => findUserByEmail(services.db, email)))
    const files = {
      ...services.files,
      put: async (key: string, bytes: Uint8Array) => {
        await services.files.put(key, bytes)
        await changePerson(services.db, one?.id ?? '', other?.id ?? '', 'member', new Date())
      },
    }
    const answer = await send(camille, new Uint8Array(png), { files })
    expect([answer.status, (await bodyOf(answer))['code'], await count()]).toEqual([403, 'NOT_AN_ADMINISTRATOR', 0])
  })

  test.each([
    ['nothing', () => new Uint8Array(), 422, 'IMAGE_MISSING'],
    ['a form without a file', () => formWith('x', 'picture'), 422, 'IMAGE_MISSING'],
    ['an empty file', () => formWith(''), 415, 'IMAGE_KIND'],
    ['SVG', () => formWith('<svg xmlns="http://www.w3.org/2000/svg"/>'), 415, 'IMAGE_KIND'],
    ['a part of an image', () => new Uint8Array(png.subarray(0, 60)), 422, 'IMAGE_UNREADABLE'],
    ['5 MB and a byte', () => new Uint8Array(imageBytesMax + 1), 413, 'IMAGE_TOO_LARGE'],
    ['5 MB and a byte in a form', () => formWith(new Uint8Array(imageBytesMax + 1)), 413, 'IMAGE_TOO_LARGE'],
    ['6 MB in a form', () => formWith(new Uint8Array(6e6)), 413, 'IMAGE_TOO_LARGE'],
  ])('refuses %s and says what to do', async (_, body, status, code) => {
    const answer = await send(ada, body())
    expect([answer.status, answer.headers.get('Content-Type')]).toEqual([status, 'application/problem+json'])
    expect(await bodyOf(answer)).toMatchObject({ status, code, detail: expect.stringMatching(/^[A-Z].+\.$/) })
    expect(await count()).toBe(0)
  })

  test('refuses a broken form', async () => {
    const headers = { 'Content-Type': 'multipart/form-data; boundary=x' }
    const answer = await ask(ada, upload, '/api/images', { method: 'POST', headers, body: '--y\r\n' })
    expect((await bodyOf(answer))['code']).toBe('IMAGE_MISSING')
  })

  test('stops reading a body that is too large', async () => {
    let sent = 0
    const body = new ReadableStream({
      pull: (controller) => {
        sent += 1
        controller.enqueue(new Uint8Array(1024 * 1024))
      },
    })
    const answer = await ask(ada, upload, '/api/images', { method: 'POST', body, duplex: 'half' } as RequestInit)
    expect(answer.status).toBe(413)
    expect(sent).toBeLessThan(10)
  })

  test('reports a failure of the storage', async () => {
    const answer = await send(ada, new Uint8Array(png), { files: failing })
    expect([answer.status, (await bodyOf(answer))['code']]).toEqual([503, 'IMAGE_STORE'])
  })

  test('without room is refused like any other change', async () => {
    const files = { ...services.files, put: () => Promise.reject(new DiskFull('/data/storage')) }
    const answer = await send(ada, new Uint8Array(png), { files })
    expect([answer.status, (await bodyOf(answer))['code']]).toEqual([503, 'DISK_FULL'])
  })

  test('is the only method of the address', async () => {
    for (const [handler, method] of [
      [refuseReading, 'GET'],
      [upload, 'DELETE'],
    ] as const) {
      const answer = await ask(ada, handler, '/api/images', { method })
      expect([answer.status, answer.headers.get('Allow')]).toEqual([405, 'POST'])
    }
  })
})

describe('an uploaded image', () => {
  const path = `/storage/${imagesFolder}`

  test('is public and cached for a year', async () => {
    await services.files.put(`${imagesFolder}a.webp`, png)
    const answer = await ask(guest, show, `${path}a.webp`)
    expect(Object.fromEntries(answer.headers)).toEqual({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      etag: '"a.webp"',
    })
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(png)
    const again = await ask(guest, show, `${path}a.webp`, { headers: { 'If-None-Match': '"a.webp"' } })
    expect([again.status, await again.text(), again.headers.get('Cache-Control')]).toEqual([304, '', answer.headers.get('Cache-Control')])
  })

  test.each(['nothing.png', 'a.svg', 'a.png%00', '..%2f..%2f..%2fsecrets.json', `${'x'.repeat(3000)}.png`, '%0d%0aSet-Cookie:a=b.png'])(
    'is not found under the name %s',
    async (name) => {
      await services.files.put(`${imagesFolder}a.webp`, png)
      const answer = await ask(guest, show, path + name)
      expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([404, null])
    },
  )

  test('reports a failure of the storage', async () => {
    const answer = await ask(guest, show, `${path}a.png`, undefined, { files: failing })
    expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([503, null])
  })

  test('cannot be changed at its address', async () => {
    expect((await ask(ada, refuseWriting, `${path}a.png`, { method: 'DELETE' })).status).toBe(405)
  })
})
