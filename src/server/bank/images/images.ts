/** Uploads and deletes images. Uploads are identified by their content and re-encoded without metadata. */
import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Sharp, SharpOptions } from 'sharp'
import type { Tables } from '#server/db/tables.ts'
import { imagesFolder, isFileKey, type FileStore } from '#server/platform/file-store.ts'
import { listEarlierUses, listUsedImages } from '#server/bank/images/image-list.ts'
import { tryLockImageUses, imageAddress } from '#server/bank/images/image-usage.ts'
import { isAdministrator, lockAdministrator } from '#server/accounts/index.ts'
import { recordAudit } from '#server/audit/index.ts'

type Resources = { db: Kysely<Tables>; files: FileStore }

/** Why an image was not stored or deleted. `web/text/en/admin/images.ts` has a text for each code. */
export type ImageRefusal = 'IMAGE_KIND' | 'IMAGE_TOO_LARGE' | 'IMAGE_TOO_MANY_PIXELS' | 'IMAGE_UNREADABLE'
export type ImageDeleteRefusal = 'NOT_AN_ADMINISTRATOR' | 'UNKNOWN_IMAGE' | 'IMAGE_USED' | 'IMAGE_IN_EARLIER_VERSION'

/** Maximum file size before and after re-encoding. */
export const imageBytesMax = 5 * 1024 * 1024
const pixelsMax = 40_000_000
/** In pixels, after re-encoding. */
export const longestSideMax = 1600
/** For one image. A photo of 12 megapixels takes less than one second. */
const encodingSecondsMax = 20

/**
 * Stores an image under a random name. `actorId` is `null` for a command on the server.
 *
 * @throws {FileStoreProblem}
 */
export async function addImage(
  { db, files }: Resources,
  actorId: string | null,
  bytes: Uint8Array,
): Promise<{ ok: true; name: string; address: string } | { ok: false; refusal: ImageRefusal | 'NOT_AN_ADMINISTRATOR' }> {
  // Outside the transaction, because encoding and storing take long and the database must serve other requests.
  if (actorId !== null && !(await isAdministrator(db, actorId))) return { ok: false, refusal: 'NOT_AN_ADMINISTRATOR' }
  const encoded = await reencode(bytes)
  if (!encoded.ok) return encoded
  const name = `${randomBytes(16).toString('hex')}.${encoded.extension}`
  await files.put(imagesFolder + name, encoded.bytes)
  const isStored = await db.transaction().execute(async (transaction) => {
    if (!(await lockAdministrator(transaction, actorId))) return false
    await recordAudit(transaction, actorId, 'image-added', name)
    return true
  })
  if (isStored) return { ok: true, name, address: imageAddress + name }
  await files.remove(imagesFolder + name)
  return { ok: false, refusal: 'NOT_AN_ADMINISTRATOR' }
}

/**
 * Deletes an unused image. Earlier versions of questions may lose it only with `mayBeInEarlierVersion`. While a text with
 * images is being saved, every image counts as used.
 *
 * @throws {FileStoreProblem}
 */
export async function deleteImage(
  { db, files }: Resources,
  actorId: string | null,
  name: string,
  mayBeInEarlierVersion: boolean,
): Promise<ImageDeleteRefusal | undefined> {
  const key = imagesFolder + name
  if (!isFileKey(key) || !(await files.get(key))) return 'UNKNOWN_IMAGE'
  return db.transaction().execute(async (transaction): Promise<ImageDeleteRefusal | undefined> => {
    if (!(await lockAdministrator(transaction, actorId))) return 'NOT_AN_ADMINISTRATOR'
    if (!(await tryLockImageUses(transaction)) || (await listUsedImages(transaction, [name])).size > 0) return 'IMAGE_USED'
    if (!mayBeInEarlierVersion && (await listEarlierUses(transaction, [name])).size > 0) return 'IMAGE_IN_EARLIER_VERSION'
    await recordAudit(transaction, actorId, 'image-deleted', name)
    // Last, so that a failure rolls back the audit entry.
    await files.remove(key)
    return undefined
  })
}

export type Reencoded = { ok: true; bytes: Buffer; extension: Extension } | { ok: false; refusal: ImageRefusal }

type Extension = 'png' | 'jpg' | 'webp' | 'gif' | 'avif'

/**
 * Re-encodes an image: upright, only its first frame, in sRGB, at most {@link longestSideMax} pixels wide and high, and
 * without metadata or appended data. The format is preserved, except that TIFF and animated PNG become PNG.
 */
export async function reencode(bytes: Uint8Array): Promise<Reencoded> {
  if (bytes.length > imageBytesMax) return { ok: false, refusal: 'IMAGE_TOO_LARGE' }
  // Loaded with the first image, like sharp below: both need 30 MB.
  const { fileTypeFromBuffer } = await import('file-type')
  const extension = extensions[(await fileTypeFromBuffer(bytes))?.ext ?? '']
  return extension ? oneAtATime(() => draw(bytes, extension)) : { ok: false, refusal: 'IMAGE_KIND' }
}

/** Detected formats, and the format after re-encoding. Source for PNG: spec §3. */
const extensions: Partial<Record<string, Extension>> = {
  png: 'png',
  apng: 'png',
  tif: 'png',
  jpg: 'jpg',
  webp: 'webp',
  gif: 'gif',
  avif: 'avif',
}

let last: Promise<unknown> = Promise.resolve()

/** Decoding 40 megapixels can take 160 MB, so only one image is processed at a time. */
async function oneAtATime<Value>(work: () => Promise<Value>): Promise<Value> {
  const done = last.then(work)
  last = done.catch(() => undefined)
  return done
}

async function draw(bytes: Uint8Array, extension: Extension): Promise<Reencoded> {
  const open = await (sharp ??= loadSharp())
  try {
    const { width, height } = await open(bytes, { limitInputPixels: false }).metadata()
    if (width * height > pixelsMax) return { ok: false, refusal: 'IMAGE_TOO_MANY_PIXELS' }
    const image = open(bytes, { limitInputPixels: pixelsMax, failOn: 'error', autoOrient: true })
      .resize({ width: longestSideMax, height: longestSideMax, fit: 'inside', withoutEnlargement: true })
      .timeout({ seconds: encodingSecondsMax })
      .toFormat(extension === 'jpg' ? 'jpeg' : extension, encodings[extension])
    const drawn = await image.toBuffer()
    return drawn.length > imageBytesMax ? { ok: false, refusal: 'IMAGE_TOO_LARGE' } : { ok: true, bytes: drawn, extension }
  } catch {
    // Regardless of the reason, the user can only choose another image.
    return { ok: false, refusal: 'IMAGE_UNREADABLE' }
  }
}

/** Encoder settings. */
const encodings: Record<Extension, object> = {
  png: { compressionLevel: 9 },
  jpg: { quality: 85, mozjpeg: true },
  webp: { quality: 90 },
  gif: {},
  avif: { quality: 65, effort: 3 },
}

let sharp: Promise<(bytes: Uint8Array, options: SharpOptions) => Sharp> | undefined

async function loadSharp() {
  const { default: loaded } = await import('sharp')
  loaded.concurrency(1)
  loaded.cache(false)
  // Blocks the decoders of other formats, such as SVG, for files with a false signature.
  loaded.block({ operation: ['VipsForeignLoad'] })
  loaded.unblock({ operation: ['Png', 'Jpeg', 'Webp', 'Nsgif', 'Heif', 'Tiff'].map((kind) => `VipsForeignLoad${kind}Buffer`) })
  return loaded
}
