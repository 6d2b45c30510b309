/** Uploaded images: told by their content, written anew without what does not belong to the picture, kept, and deleted. */
import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Sharp, SharpOptions } from 'sharp'
import type { Tables } from '#server/db/tables.ts'
import { imagesFolder, isFileKey } from '#server/platform/file-store.ts'
import type { FileStore } from '#server/platform/file-store.ts'
import { listEarlierUses, listUsedImages } from '#server/bank/images/image-list.ts'
import { holdImageUses, imageAddress } from '#server/bank/images/image-usage.ts'
import { isAdministrator, lockAdministrator } from '#server/accounts/index.ts'
import { recordAudit } from '#server/audit/index.ts'

type Resources = { db: Kysely<Tables>; files: FileStore }

/** Why an image was not taken or not deleted. The words are in `web/text/en/images.ts` under the same names. */
export type ImageRefusal = 'IMAGE_KIND' | 'IMAGE_TOO_LARGE' | 'IMAGE_TOO_MANY_PIXELS' | 'IMAGE_UNREADABLE'
export type ImageDeleteRefusal = 'NOT_AN_ADMINISTRATOR' | 'UNKNOWN_IMAGE' | 'IMAGE_USED' | 'IMAGE_IN_EARLIER_VERSION'

/** Size of a file, before and after it is written anew. */
export const imageBytesMax = 5 * 1024 * 1024
const pixelsMax = 40_000_000
/** In pixels, of what is kept. */
export const longestSideMax = 1600
/** For one image on one thread; a photo of 12 million pixels takes less than one. */
const encodingSecondsMax = 20

/**
 * Keeps an image under a random name. `actorId` is `null` for a command on the machine.
 *
 * @throws {FileStoreProblem}
 */
export async function addImage(
  { db, files }: Resources,
  actorId: string | null,
  bytes: Uint8Array,
): Promise<{ ok: true; name: string; address: string } | { ok: false; refusal: ImageRefusal | 'NOT_AN_ADMINISTRATOR' }> {
  // Drawing and storing take a while, in which the database has to answer others.
  if (actorId !== null && !(await isAdministrator(db, actorId))) return { ok: false, refusal: 'NOT_AN_ADMINISTRATOR' }
  const made = await reencode(bytes)
  if (!made.ok) return made
  const name = `${randomBytes(16).toString('hex')}.${made.extension}`
  await files.put(imagesFolder + name, made.bytes)
  const isKept = await db.transaction().execute(async (transaction) => {
    if (!(await lockAdministrator(transaction, actorId))) return false
    await recordAudit(transaction, actorId, 'image-added', name)
    return true
  })
  if (isKept) return { ok: true, name, address: imageAddress + name }
  await files.remove(imagesFolder + name)
  return { ok: false, refusal: 'NOT_AN_ADMINISTRATOR' }
}

/**
 * Deletes an image that no question and no case study shows. Earlier versions of questions are left without it, if
 * `mayBeInEarlierVersion`. While a text with images is being saved, every image counts as used.
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
    if (!(await holdImageUses(transaction)) || (await listUsedImages(transaction, [name])).size > 0) return 'IMAGE_USED'
    if (!mayBeInEarlierVersion && (await listEarlierUses(transaction, [name])).size > 0) return 'IMAGE_IN_EARLIER_VERSION'
    await recordAudit(transaction, actorId, 'image-deleted', name)
    // Last, so that nothing is written about it when it fails.
    await files.remove(key)
    return undefined
  })
}

export type Reencoded = { ok: true; bytes: Buffer; extension: Extension } | { ok: false; refusal: ImageRefusal }

type Extension = 'png' | 'jpg' | 'webp' | 'gif' | 'avif'

/**
 * Draws an image anew, so that only the picture is left: upright, its first frame, in the colours of the web, at most
 * {@link longestSideMax} pixels wide and high, without place, camera, comments, or anything that was behind the end.
 * The kind stays; TIFF and animated PNG become PNG.
 */
export async function reencode(bytes: Uint8Array): Promise<Reencoded> {
  if (bytes.length > imageBytesMax) return { ok: false, refusal: 'IMAGE_TOO_LARGE' }
  // Loaded with the first image, as sharp below: together they take 30 MB.
  const { fileTypeFromBuffer } = await import('file-type')
  const extension = extensions[(await fileTypeFromBuffer(bytes))?.ext ?? '']
  return extension ? oneAtATime(() => draw(bytes, extension)) : { ok: false, refusal: 'IMAGE_KIND' }
}

/** Kinds of images as their content tells, and what they become. Source for png: spec §3. */
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

/** Forty million pixels can take 160 MB while they are drawn. */
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
    const drawn = await encode(image, extension).toBuffer()
    return drawn.length > imageBytesMax ? { ok: false, refusal: 'IMAGE_TOO_LARGE' } : { ok: true, bytes: drawn, extension }
  } catch {
    // Whatever is wrong inside an image, its sender can only choose another one.
    return { ok: false, refusal: 'IMAGE_UNREADABLE' }
  }
}

function encode(image: Sharp, extension: Extension): Sharp {
  switch (extension) {
    case 'png':
      return image.png({ compressionLevel: 9 })
    case 'jpg':
      return image.jpeg({ quality: 85, mozjpeg: true })
    case 'webp':
      return image.webp({ quality: 90 })
    case 'gif':
      return image.gif()
    case 'avif':
      return image.avif({ quality: 65, effort: 3 })
  }
}

let sharp: Promise<(bytes: Uint8Array, options: SharpOptions) => Sharp> | undefined

async function loadSharp() {
  const { default: loaded } = await import('sharp')
  loaded.concurrency(1)
  loaded.cache(false)
  // Readers of other kinds, such as that of SVG, are never reached, whatever a file pretends to be.
  loaded.block({ operation: ['VipsForeignLoad'] })
  loaded.unblock({ operation: ['Png', 'Jpeg', 'Webp', 'Nsgif', 'Heif', 'Tiff'].map((kind) => `VipsForeignLoad${kind}Buffer`) })
  return loaded
}
