import crypto from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { writeBackup } from '#server/operations/backup.ts'
import { checkBackup } from '#server/operations/read-backup.ts'
import type { S3 } from '#server/config.ts'
import { FileStoreProblem, imagesFolder, openFileStore, removeIncompleteFiles, type FileStore } from '#server/platform/file-store.ts'
import { findFreePort } from '#tests/free-port.ts'
import { openTestDatabase } from '#tests/services.ts'

const key = `${imagesFolder}0123456789abcdef.png`
const bytes = Buffer.from([0x89, 0x50, 0, 255, 13, 10])

let dataDir: string
let served: string
let s3: S3
let server: Server
beforeAll(async () => {
  served = await mkdtemp(join(tmpdir(), 'praxam-s3-'))
  const port = await findFreePort()
  s3 = { endpoint: `http://127.0.0.1:${port}`, region: 'us-east-1', bucket: 'questions', accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }
  const configureBuckets = [{ name: 'questions', configs: [] }]
  const s3rver = new S3rver({ silent: true, directory: served, vhostBuckets: false, configureBuckets })
  await s3rver.configureBuckets()
  const answer = s3rver.callback()
  server = createServer((request, response) => {
    // s3rver itself accepts any signature of this version.
    if (request.headers.authorization?.includes('Credential=S3RVER/') && !isSigned(request, 'S3RVER'))
      return response.writeHead(403).end('<Error><Code>SignatureDoesNotMatch</Code></Error>')
    return answer(request, response)
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(async () => {
  server.close()
  server.closeAllConnections()
  await rm(served, { recursive: true, force: true })
})
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'praxam-files-'))
})
afterEach(async () => {
  vi.restoreAllMocks()
  await rm(dataDir, { recursive: true, force: true })
})

const stores: [string, () => FileStore][] = [
  ['on disk', () => openFileStore({ dataDir, s3: undefined })],
  ['in S3', () => openFileStore({ dataDir: '', s3 })],
]

describe.each(stores)('a file %s', (_, open) => {
  let files: FileStore
  beforeEach(async () => {
    files = open()
    for (const file of await files.list(imagesFolder)) await files.remove(file.key)
  })

  test('is returned unchanged until it is removed', async () => {
    await files.put(key, Buffer.from('before'))
    await files.put(key, bytes)
    expect(await files.get(key)).toEqual({ bytes, type: 'image/png' })
    await files.remove(key)
    expect(await files.get(key)).toBeUndefined()
    await files.remove(key)
  })

  test('is listed with its size and time, sorted by key', async () => {
    expect(await files.list(imagesFolder)).toEqual([])
    const keys = ['b.jpg', 'a.webp', 'C.gif'].map((name) => imagesFolder + name)
    for (const each of keys) await files.put(each, bytes)
    const listed = await files.list(imagesFolder)
    expect(listed.map((file) => file.key)).toEqual(keys.toSorted())
    expect(listed[0]).toEqual({ key: `${imagesFolder}C.gif`, bytes: bytes.length, modifiedAt: expect.any(Date) })
    expect(Math.abs(Date.now() - (listed[0]?.modifiedAt.getTime() ?? NaN))).toBeLessThan(3_600_000)
  })

  test('has the media type of its extension', async () => {
    const types = ['png', 'jpg', 'jpeg', 'webp', 'gif', 'avif'].map(async (extension) => {
      await files.put(`${imagesFolder}type.${extension}`, bytes)
      return (await files.get(`${imagesFolder}type.${extension}`))?.type
    })
    expect(await Promise.all(types)).toEqual(['image/png', 'image/jpeg', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif'])
  })

  test.each([
    '',
    'secrets.json',
    '../secrets.json',
    `${imagesFolder}../../../secrets.json`,
    `${imagesFolder}..png`,
    `${imagesFolder}.png`,
    `${imagesFolder}a/b.png`,
    `${imagesFolder}a.png\n`,
    `${imagesFolder}a\0.png`,
    `${imagesFolder}a.png?acl`,
    `${imagesFolder}a%2f.png`,
    `${imagesFolder}a.svg`,
    `${imagesFolder}a.html`,
    `${imagesFolder}${'a'.repeat(101)}.png`,
    `/${key}`,
  ])('has no key like %j', async (odd) => {
    await expect(files.put(odd, bytes)).rejects.toThrow(RangeError)
    await expect(files.get(odd)).rejects.toThrow(RangeError)
    await expect(files.remove(odd)).rejects.toThrow(RangeError)
    await expect(files.list(odd)).rejects.toThrow(RangeError)
  })
})

describe('incomplete files', () => {
  test.each([
    ['of killed processes are removed', false, []],
    ['may be in progress for an hour if processes share the folder', true, ['new.png.018f.partial']],
  ])('%s', async (_, isShared, left) => {
    const folder = join(dataDir, 'shared-or-not', 'storage', imagesFolder)
    await mkdir(folder, { recursive: true })
    const hourAgo = new Date(Date.now() - 3_601_000)
    for (const name of ['3f9c.png', 'old.png.018e.partial', 'new.png.018f.partial']) await writeFile(join(folder, name), '')
    for (const name of ['3f9c.png', 'old.png.018e.partial']) await utimes(join(folder, name), hourAgo, hourAgo)
    await removeIncompleteFiles(join(dataDir, 'shared-or-not'), isShared)
    expect((await readdir(folder)).toSorted()).toEqual(['3f9c.png', ...left])
  })

  test('are none where no image was stored', async () => {
    await removeIncompleteFiles(join(dataDir, 'nowhere'), false)
    expect(existsSync(join(dataDir, 'nowhere'))).toBe(false)
  })
})

describe('the folder', () => {
  test('is private to its owner and contains no incomplete files', async () => {
    await openFileStore({ dataDir, s3: undefined }).put(key, bytes)
    const folder = join(dataDir, 'storage', imagesFolder)
    expect(await readdir(folder)).toEqual(['0123456789abcdef.png'])
    expect([(await stat(folder)).mode & 0o777, (await stat(join(folder, '0123456789abcdef.png'))).mode & 0o777]).toEqual([0o700, 0o600])
  })

  test('lists only our images', async () => {
    const files = openFileStore({ dataDir, s3: undefined })
    await files.put(key, bytes)
    for (const name of ['0123.png.018f.partial', 'notes.txt', '.DS_Store'])
      await writeFile(join(dataDir, 'storage', imagesFolder, name), 'odd')
    expect((await files.list(imagesFolder)).map((file) => file.key)).toEqual([key])
  })

  test('is named in the error if it cannot be used', async () => {
    await writeFile(join(dataDir, 'storage'), 'a file where the folder should be')
    const files = openFileStore({ dataDir, s3: undefined })
    await expect(files.put(key, bytes)).rejects.toThrow(FileStoreProblem)
    await expect(files.list(imagesFolder)).rejects.toThrow(/^The folder .*storage cannot be used \(ENOTDIR\); .*\.$/)
  })

  test('is part of a backup, without incomplete files', async () => {
    const database = await openTestDatabase()
    try {
      await openFileStore({ dataDir, s3: undefined }).put(key, bytes)
      await writeFile(join(dataDir, 'storage', imagesFolder, 'cut.png.018f.partial'), 'half')
      const { files } = await checkBackup(writeBackup(database, dataDir, new Date()))
      expect(files).toEqual({ [`storage/${key}`]: { bytes: bytes.length, sha256: crypto.hash('sha256', bytes) } })
    } finally {
      await database.close()
    }
  })
})

describe('an S3-compatible store', () => {
  test('has the file with the name from the specification', async () => {
    await openFileStore({ dataDir: '', s3 }).put(key, bytes)
    expect(await readdir(join(served, 'questions/question-images'))).toContain('0123456789abcdef.png._S3rver_object')
  })

  test('returns all pages of a list', async () => {
    allowPages()
    await mkdir(join(served, 'questions/question-images'), { recursive: true })
    const count = 1500
    const names = Array.from({ length: count }, (_, index) => `page-${String(index).padStart(4, '0')}.png`)
    for (const name of names) await writeFile(join(served, 'questions/question-images', `${name}._S3rver_object`), 'x')
    const files = openFileStore({ dataDir: '', s3 })
    const listed = (await files.list(imagesFolder)).map((file) => file.key).filter((found) => found.includes('page-'))
    expect(listed).toEqual(names.map((name) => imagesFolder + name))
    await rm(join(served, 'questions/question-images'), { recursive: true })
  }, 60_000)

  test('gets a retry if it is busy', async () => {
    const answer = vi.spyOn(globalThis, 'fetch').mockResolvedValueOnce(new Response('<Code>SlowDown</Code>', { status: 503 }))
    answer.mockRejectedValueOnce(new TypeError('other side closed'))
    const files = openFileStore({ dataDir: '', s3 })
    await files.put(key, bytes)
    expect(answer).toHaveBeenCalledTimes(3)
    expect((await files.get(key))?.bytes).toEqual(bytes)
  })

  test.each<[string, Partial<S3>, RegExp]>([
    [
      'the secret is wrong',
      { secretAccessKey: 'topsecret' },
      /responded with 403 SignatureDoesNotMatch; correct S3_ACCESS_KEY_ID and S3_SECRET/,
    ],
    ['the key is unknown', { accessKeyId: 'UNKNOWN' }, /responded with 403 InvalidAccessKeyId; correct S3_ACCESS_KEY_ID/],
    ['there is no such bucket', { bucket: 'elsewhere' }, /has no bucket elsewhere; create it, or correct S3_BUCKET/],
    ['the server does not respond', { endpoint: 'http://127.0.0.1:2' }, /does not respond; start it, or correct S3_ENDPOINT/],
  ])('is described to the operator when %s', async (_, values, sentence) => {
    const files = openFileStore({ dataDir: '', s3: { ...s3, ...values } })
    for (const ask of [() => files.put(key, bytes), () => files.get(key), () => files.list(imagesFolder)]) {
      const problem = await ask().then(
        () => undefined,
        (error: unknown) => error,
      )
      expect(problem).toBeInstanceOf(FileStoreProblem)
      expect(String(problem)).toMatch(sentence)
      expect(String(problem)).not.toContain('topsecret')
    }
  })

  test.each([404, 400, 301])('whose address answers %i is no empty store', async (status) => {
    vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response('<h1>Hello</h1>', { status }))
    const files = openFileStore({ dataDir: '', s3 })
    await expect(files.get(key)).rejects.toThrow(/correct S3_ENDPOINT and S3_REGION/)
    await expect(files.list(imagesFolder)).rejects.toThrow(FileStoreProblem)
  })
})

/** Source: AWS, Signature Version 4, "Create a signed AWS API request". */
function isSigned({ method, url = '', headers }: IncomingMessage, secret: string): boolean {
  const [, scope = '', names = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=[^/]+\/(\S+), SignedHeaders=(\S+), Signature=(\w+)$/.exec(headers.authorization ?? '') ?? []
  const [path = '', query = ''] = url.split('?')
  const encode = (text: string) =>
    encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
  const parameters = [...new URLSearchParams(query)].map((pair) => pair.map(encode).join('='))
  const signedHeaders = names.split(';').map((name) => `${name}:${String(headers[name])}\n`)
  const asked = [method, path, parameters.toSorted().join('&'), signedHeaders.join(''), names, headers['x-amz-content-sha256']].join('\n')
  const toSign = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, crypto.hash('sha256', asked)].join('\n')
  const sign = (key: crypto.BinaryLike, text: string) => crypto.createHmac('sha256', key).update(text).digest()
  return sign(scope.split('/').reduce<crypto.BinaryLike>(sign, `AWS4${secret}`), toSign).toString('hex') === signature
}

/**
 * s3rver encrypts the position in a list with DES, which OpenSSL 3 supports only as triple DES. With three equal keys, triple DES gives the
 * same result.
 */
function allowPages(): void {
  const { createCipheriv, createDecipheriv } = crypto
  const tripled = (name: string, key: Buffer) => [name === 'des' ? 'des-ede3-cbc' : name, Buffer.concat([key, key, key])] as const
  vi.spyOn(crypto, 'createCipheriv').mockImplementation(((name: string, key: Buffer, iv: Buffer) =>
    createCipheriv(...tripled(name, key), iv)) as never)
  vi.spyOn(crypto, 'createDecipheriv').mockImplementation(((name: string, key: Buffer, iv: Buffer) =>
    createDecipheriv(...tripled(name, key), iv)) as never)
}
