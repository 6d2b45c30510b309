/**
 * Where uploaded images are kept: below `storage` of the data folder, or in a store that speaks S3.
 *
 * | key | on disk, below the data folder | in S3, in the bucket of the settings |
 * |---|---|---|
 * | `questions/question-images/3f9c….png` | `storage/questions/question-images/3f9c….png` | `question-images/3f9c….png` |
 *
 * A key is bucket, folder and name of spec §3. What a file is follows from the end of its name, wherever it is kept.
 */
import { hash, randomUUIDv7 } from 'node:crypto'
import { mkdir, open, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import type { Config, S3 } from '#server/config.ts'

export type StoredFile = { key: string; bytes: number; modifiedAt: Date }

/** All of them throw a {@link FileStoreProblem} when the store cannot be used, and a `RangeError` for a key of another form. */
export type FileStore = {
  /** Keeps a file; one with the same key is replaced. The file is either there as a whole or not at all. */
  put: (key: string, bytes: Uint8Array) => Promise<void>
  /** `type` is a media type: `image/png`. */
  get: (key: string) => Promise<{ bytes: Buffer<ArrayBuffer>; type: string } | undefined>
  /** Files of a folder such as {@link imagesFolder}, in the order of their keys, {@link filesListedMax} at most. */
  list: (folder: string) => Promise<StoredFile[]>
  /** Nothing happens when there is none. */
  remove: (key: string) => Promise<void>
}

/** The store does not answer or refuses. The message is one sentence for the operator and holds no secret. */
export class FileStoreProblem extends Error {
  override name = 'FileStoreProblem'
}

/** By its name: the site is built with a copy of this module. */
export function isFileStoreProblem(error: unknown): error is FileStoreProblem {
  return error instanceof Error && error.name === 'FileStoreProblem'
}

/** Folder of the uploaded images. */
export const imagesFolder = 'questions/question-images/'

export const filesListedMax = 10_000

const keyForm = /^questions\/question-images\/[\w-]{1,100}\.(png|jpg|jpeg|webp|gif|avif)$/
const folderForm = /^questions\/question-images\/$/

/** Whether a text is the key of a file that there could be. */
export function isFileKey(key: string): boolean {
  return keyForm.test(key)
}

export function openFileStore({ dataDir, s3 }: Pick<Config, 'dataDir' | 's3'>): FileStore {
  const store = s3 ? openBucket(s3) : openFolder(join(dataDir, 'storage'))
  return {
    put: async (key, bytes) => store.put(checked(key, keyForm), bytes),
    get: async (key) => {
      const bytes = await store.get(checked(key, keyForm))
      return bytes && { bytes, type: typeOf(key) }
    },
    list: async (folder) => {
      const found = await store.list(checked(folder, folderForm))
      return found.filter(({ key }) => isFileKey(key)).toSorted((one, other) => (one.key < other.key ? -1 : 1))
    },
    remove: async (key) => store.remove(checked(key, keyForm)),
  }
}

type Driver = Omit<FileStore, 'get'> & { get: (key: string) => Promise<Buffer<ArrayBuffer> | undefined> }

function checked(text: string, form: RegExp): string {
  if (!form.test(text)) throw new RangeError(`Not a key of the file store: ${JSON.stringify(text)}`)
  return text
}

function typeOf(key: string): string {
  const extension = key.slice(key.lastIndexOf('.') + 1)
  return `image/${extension === 'jpg' ? 'jpeg' : extension}`
}

// On disk

function openFolder(root: string): Driver {
  return {
    put: (key, bytes) => onDisk(root, () => writeWhole(join(root, key), bytes)),
    get: (key) => onDisk(root, () => readFile(join(root, key)).catch(undefinedWhenMissing)),
    list: (folder) => onDisk(root, () => listFolder(root, folder)),
    remove: (key) => onDisk(root, () => rm(join(root, key), { force: true })),
  }
}

async function onDisk<Value>(root: string, work: () => Promise<Value>): Promise<Value> {
  return work().catch((error: NodeJS.ErrnoException) => {
    const reason = error.code === 'ENOSPC' ? 'make room on its disk' : 'give it back to the user that runs Praxam'
    throw new FileStoreProblem(`The folder ${root} cannot be used (${error.code}); ${reason}.`, { cause: error })
  })
}

/** An unfinished file ends in `.partial`, which backups leave out. */
async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const partial = `${path}.${randomUUIDv7()}.partial`
  try {
    await writeFile(partial, bytes, { flag: 'wx', mode: 0o600, flush: true })
    await rename(partial, path)
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
  const folder = await open(dirname(path), 'r')
  await folder.sync().catch(() => undefined)
  await folder.close()
}

async function listFolder(root: string, folder: string): Promise<StoredFile[]> {
  const names = (await readdir(join(root, folder)).catch(undefinedWhenMissing)) ?? []
  const keys = names.map((name) => folder + name).filter(isFileKey)
  const found = await Promise.all(
    keys
      .toSorted()
      .slice(0, filesListedMax)
      .map(async (key) => {
        const about = await stat(join(root, key)).catch(undefinedWhenMissing)
        return about && { key, bytes: about.size, modifiedAt: about.mtime }
      }),
  )
  return found.filter((file) => file !== undefined)
}

function undefinedWhenMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

// In a store that speaks S3

/** How often a request is made again that got no answer, or a busy one. */
const retriesMax = 3
const retryDelayMs = 100
/** For a request with everything that is made again. */
const answerTimeoutMs = 30_000
const filesPerAnswer = 1000

type Answer = { status: number; bytes: Buffer<ArrayBuffer>; code: string | undefined }

function openBucket({ endpoint, region, bucket, accessKeyId, secretAccessKey }: S3): Driver {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' })
  const root = `${endpoint}/${bucket}`

  const ask = async (method: string, path: string, body?: Uint8Array, type?: string): Promise<Answer> => {
    const answer = await send(client, method, root + path, body, type).catch((error: Error) => {
      throw new FileStoreProblem(`The store ${endpoint} does not answer; start it, or correct S3_ENDPOINT.`, { cause: error })
    })
    if (answer.status < 300 || answer.code === 'NoSuchKey') return answer
    throw new FileStoreProblem(complaint(endpoint, bucket, answer))
  }

  return {
    put: async (key, bytes) => void (await ask('PUT', pathOf(key), bytes, typeOf(key))),
    get: async (key) => {
      const { code, bytes } = await ask('GET', pathOf(key))
      return code === undefined ? bytes : undefined
    },
    list: async (folder) => {
      const files: StoredFile[] = []
      for (let token: string | undefined = ''; token !== undefined && files.length < filesListedMax;) {
        const query = new URLSearchParams({ 'list-type': '2', prefix: objectOf(folder), 'max-keys': String(filesPerAnswer) })
        if (token) query.set('continuation-token', token)
        const xml: string = (await ask('GET', `?${query}`)).bytes.toString()
        const listed = readListing(xml, folder)
        files.push(...listed)
        token = listed.length > 0 ? textIn(xml, 'NextContinuationToken') : undefined
      }
      return files
    },
    remove: async (key) => void (await ask('DELETE', pathOf(key))),
  }
}

/** The bucket has its name from the settings. */
function objectOf(key: string): string {
  return key.replace(/^questions\//, '')
}

function pathOf(key: string): string {
  return `/${objectOf(key)}`
}

async function send(client: AwsClient, method: string, address: string, body?: Uint8Array, type?: string): Promise<Answer> {
  const signal = AbortSignal.timeout(answerTimeoutMs)
  const headers = { 'X-Amz-Content-Sha256': hash('sha256', body ?? ''), ...(type && { 'Content-Type': type }) }
  for (let retries = 0; ; retries += 1) {
    try {
      const signed = await client.sign(address, { method, headers, signal, redirect: 'manual', ...(body && { body: Buffer.from(body) }) })
      const response = await fetch(signed)
      const bytes = Buffer.from(await response.arrayBuffer())
      const isBusy = response.status >= 500 || response.status === 429
      if (!isBusy || retries === retriesMax)
        return { status: response.status, bytes, code: response.ok ? undefined : textIn(bytes.toString(), 'Code') }
    } catch (error) {
      if (retries === retriesMax || signal.aborted) throw error
    }
    await setTimeout(retryDelayMs * 2 ** retries, undefined, { signal })
  }
}

function complaint(endpoint: string, bucket: string, { status, code }: Answer): string {
  if (code === 'NoSuchBucket') return `The store ${endpoint} has no bucket ${bucket}; make it, or correct S3_BUCKET.`
  const said = `The store ${endpoint} answered ${[status, code].filter(Boolean).join(' ')}`
  if (status === 401 || status === 403) return `${said}; correct S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, or what that key may do.`
  return `${said}; ${status >= 500 ? 'try again, or look at its log' : 'correct S3_ENDPOINT and S3_REGION'}.`
}

/** `<Contents><Key>…</Key><LastModified>…</LastModified><Size>…</Size></Contents>` */
function readListing(xml: string, folder: string): StoredFile[] {
  return [...xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, object = '']) => ({
    key: folder + (textIn(object, 'Key') ?? '').slice(objectOf(folder).length),
    bytes: Number(textIn(object, 'Size')),
    modifiedAt: new Date(textIn(object, 'LastModified') ?? ''),
  }))
}

function textIn(xml: string, element: string): string | undefined {
  return new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml)?.[1]
}
