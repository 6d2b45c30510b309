/**
 * The storage of uploaded images: the folder `storage` in the data folder, or an S3-compatible store.
 *
 * | key | path in the data folder | object in the configured S3 bucket |
 * |---|---|---|
 * | `questions/question-images/3f9c….png` | `storage/questions/question-images/3f9c….png` | `question-images/3f9c….png` |
 *
 * A key consists of the bucket, folder, and name of spec §3. The file extension determines the media type.
 */
import { hash, randomUUIDv7 } from 'node:crypto'
import { mkdir, open, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import { DiskFull, type WithRoomFor } from '#server/db/free-space.ts'
import { removeAbandoned } from '#server/platform/folders.ts'
import type { Config, S3 } from '#server/config.ts'

export type StoredFile = { key: string; bytes: number; modifiedAt: Date }

/** All functions throw a {@link FileStoreProblem} if the store cannot be used, and a `RangeError` for an invalid key. */
export type FileStore = {
  /** Stores a file atomically. Replaces an existing file with the same key. @throws {DiskFull} if the folder has no room for it */
  put: (key: string, bytes: Uint8Array) => Promise<void>
  /** `type` is a media type: `image/png`. */
  get: (key: string) => Promise<{ bytes: Buffer<ArrayBuffer>; type: string } | undefined>
  /** The files in a folder such as {@link imagesFolder}, sorted by key, at most {@link filesListedMax}. */
  list: (folder: string) => Promise<StoredFile[]>
  /** Does nothing if the file does not exist. */
  remove: (key: string) => Promise<void>
}

/** The store does not respond or refuses a request. The message is one sentence for the operator, without secrets. */
export class FileStoreProblem extends Error {
  override name = 'FileStoreProblem'
}

/** Compares the name, because the web build contains a copy of this class. */
export function isFileStoreProblem(error: unknown): error is FileStoreProblem {
  return error instanceof Error && error.name === 'FileStoreProblem'
}

/** Folder of the uploaded images. */
export const imagesFolder = 'questions/question-images/'

export const filesListedMax = 10_000

const keyPattern = /^questions\/question-images\/[\w-]{1,100}\.(png|jpg|jpeg|webp|gif|avif)$/
const folderPattern = /^questions\/question-images\/$/

/** Whether a string is a valid key. */
export function isFileKey(key: string): boolean {
  return keyPattern.test(key)
}

/** The folder of the images, if there is no S3-compatible store. */
export function storageFolder(dataDir: string): string {
  return join(dataDir, 'storage')
}

/** `withRoomFor` is that of the database, whose files may be on the disk of the folder. */
export function openFileStore(
  { dataDir, s3 }: Pick<Config, 'dataDir' | 's3'>,
  withRoomFor: WithRoomFor = (_bytes, write) => write(),
): FileStore {
  const store = s3 ? openBucket(s3) : openFolder(storageFolder(dataDir), withRoomFor)
  return {
    put: async (key, bytes) => store.put(checked(key, keyPattern), bytes),
    get: async (key) => {
      const bytes = await store.get(checked(key, keyPattern))
      return bytes && { bytes, type: typeOf(key) }
    },
    list: async (folder) => {
      const found = await store.list(checked(folder, folderPattern))
      return found.filter(({ key }) => isFileKey(key)).toSorted((one, other) => (one.key < other.key ? -1 : 1))
    },
    remove: async (key) => store.remove(checked(key, keyPattern)),
  }
}

type StorageDriver = Omit<FileStore, 'get'> & { get: (key: string) => Promise<Buffer<ArrayBuffer> | undefined> }

function checked(text: string, pattern: RegExp): string {
  if (!pattern.test(text)) throw new RangeError(`Not a key of the file store: ${JSON.stringify(text)}`)
  return text
}

function typeOf(key: string): string {
  const extension = key.slice(key.lastIndexOf('.') + 1)
  return `image/${extension === 'jpg' ? 'jpeg' : extension}`
}

// Storage on disk

function openFolder(root: string, withRoomFor: WithRoomFor): StorageDriver {
  return {
    put: (key, bytes) => withRoomFor(bytes.length, () => onDisk(root, () => writeAtomically(join(root, key), bytes))),
    get: (key) => onDisk(root, () => readFile(join(root, key)).catch(undefinedIfMissing)),
    list: (folder) => onDisk(root, () => listFolder(root, folder)),
    remove: (key) => onDisk(root, () => rm(join(root, key), { force: true })),
  }
}

async function onDisk<Value>(root: string, work: () => Promise<Value>): Promise<Value> {
  return work().catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOSPC' || error.code === 'EDQUOT') throw new DiskFull(root)
    throw new FileStoreProblem(`The folder ${root} cannot be used (${error.code}); make the user that runs Praxam its owner.`, {
      cause: error,
    })
  })
}

/** Writes a file that ends in `.partial`, which backups skip, and renames it when it is complete. */
async function writeAtomically(path: string, bytes: Uint8Array): Promise<void> {
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

/**
 * Removes the incomplete files of killed processes. If other processes may use the data folder, removes only those that have not been
 * modified for an hour.
 */
export async function removeIncompleteFiles(dataDir: string, isShared: boolean): Promise<void> {
  await removeAbandoned(join(storageFolder(dataDir), imagesFolder), /\.partial$/, isShared ? undefined : 0)
}

async function listFolder(root: string, folder: string): Promise<StoredFile[]> {
  const names = (await readdir(join(root, folder)).catch(undefinedIfMissing)) ?? []
  const keys = names.map((name) => folder + name).filter(isFileKey)
  const found = await Promise.all(
    keys
      .toSorted()
      .slice(0, filesListedMax)
      .map(async (key) => {
        const stats = await stat(join(root, key)).catch(undefinedIfMissing)
        return stats && { key, bytes: stats.size, modifiedAt: stats.mtime }
      }),
  )
  return found.filter((file) => file !== undefined)
}

/** For `catch`: returns `undefined` for a missing file, and throws other errors again. */
export function undefinedIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

// Storage in an S3-compatible store

/** Number of retries of a request that failed, or that the store was too busy to answer. */
const retriesMax = 3
const retryDelayMs = 100
/** Time limit of a request with its retries. */
const requestTimeoutMs = 30_000
const filesPerResponse = 1000

type StoreResponse = { status: number; bytes: Buffer<ArrayBuffer>; code: string | undefined }

function openBucket({ endpoint, region, bucket, accessKeyId, secretAccessKey }: S3): StorageDriver {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' })
  const root = `${endpoint}/${bucket}`

  const sendRequest = async (method: string, path: string, body?: Uint8Array, type?: string): Promise<StoreResponse> => {
    const response = await send(client, method, root + path, body, type).catch((error: Error) => {
      throw new FileStoreProblem(`The store ${endpoint} does not respond; start it, or correct S3_ENDPOINT.`, { cause: error })
    })
    if (response.status < 300 || response.code === 'NoSuchKey') return response
    throw new FileStoreProblem(describeProblem(endpoint, bucket, response))
  }

  return {
    put: async (key, bytes) => void (await sendRequest('PUT', pathOf(key), bytes, typeOf(key))),
    get: async (key) => {
      const { code, bytes } = await sendRequest('GET', pathOf(key))
      return code === undefined ? bytes : undefined
    },
    list: async (folder) => {
      const files: StoredFile[] = []
      for (let token: string | undefined = ''; token !== undefined && files.length < filesListedMax;) {
        const query = new URLSearchParams({ 'list-type': '2', prefix: objectOf(folder), 'max-keys': String(filesPerResponse) })
        if (token) query.set('continuation-token', token)
        const xml: string = (await sendRequest('GET', `?${query}`)).bytes.toString()
        const listed = readListing(xml, folder)
        files.push(...listed)
        token = listed.length > 0 ? textIn(xml, 'NextContinuationToken') : undefined
      }
      return files
    },
    remove: async (key) => void (await sendRequest('DELETE', pathOf(key))),
  }
}

/** The object name of a key: the key without its bucket, because the settings name the bucket. */
function objectOf(key: string): string {
  return key.replace(/^questions\//, '')
}

function pathOf(key: string): string {
  return `/${objectOf(key)}`
}

async function send(client: AwsClient, method: string, address: string, body?: Uint8Array, type?: string): Promise<StoreResponse> {
  const signal = AbortSignal.timeout(requestTimeoutMs)
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

function describeProblem(endpoint: string, bucket: string, { status, code }: StoreResponse): string {
  if (code === 'NoSuchBucket') return `The store ${endpoint} has no bucket ${bucket}; create it, or correct S3_BUCKET.`
  const response = `The store ${endpoint} responded with ${[status, code].filter(Boolean).join(' ')}`
  if (status === 401 || status === 403)
    return `${response}; correct S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, or the permissions of that key.`
  return `${response}; ${status >= 500 ? 'try again, or check its log' : 'correct S3_ENDPOINT and S3_REGION'}.`
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
