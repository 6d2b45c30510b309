/** Images of an archive on their way into the store. They keep their names, because the texts of the archive show them by these. */
import { imagesFolder } from '#server/platform/file-store.ts'
import type { FileStore } from '#server/platform/file-store.ts'
import { longestSideMax, reencode } from '#server/bank/images/images.ts'
import type { ImageRefusal } from '#server/bank/images/images.ts'
import { hasNoMetadata } from '#server/bank/images/image-metadata.ts'

/** `name` as in `images/` of the archive: `3f9c….png`. */
export type ArchiveImage = { name: string; bytes: Uint8Array }

/** `bytes` are those to keep, none when the store has them. `problem` fits after the name of the image. */
export type JudgedImage = { ok: true; bytes: Uint8Array | undefined } | { ok: false; problem: string }

export type KeptImages = { ok: true; kept: readonly string[] } | { ok: false; problem: string }

const reasons: Readonly<Record<ImageRefusal, string>> = {
  IMAGE_KIND: 'is no image of a kind that is shown here',
  IMAGE_TOO_LARGE: 'is larger than 5 MB',
  IMAGE_TOO_MANY_PIXELS: 'has too many pixels',
  IMAGE_UNREADABLE: 'cannot be drawn',
}

/**
 * Whether an image of an archive can be kept. Nothing is written.
 *
 * @throws {FileStoreProblem}
 */
export async function judgeImage(files: FileStore, { name, bytes }: ArchiveImage): Promise<JudgedImage> {
  const drawn = await draw(name, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  if (typeof drawn === 'string') return { ok: false, problem: `${drawn}; take it out of the archive` }
  const stored = await files.get(imagesFolder + name)
  if (stored && !stored.bytes.equals(drawn)) return { ok: false, problem: anotherOne }
  return { ok: true, bytes: stored ? undefined : drawn }
}

const anotherOne = 'is not the image of this name that is here; give it another name, also in the texts'

/**
 * Keeps images that were judged, and says which of them the store did not have. Nothing is kept when the store has
 * another one of a name by now.
 *
 * @throws {FileStoreProblem}, or what the signal says when it is aborted
 */
export async function keepImages(files: FileStore, images: AsyncIterable<ArchiveImage>, signal: AbortSignal): Promise<KeptImages> {
  const kept: string[] = []
  try {
    for await (const { name, bytes } of images) {
      signal.throwIfAborted()
      const stored = await files.get(imagesFolder + name)
      if (stored?.bytes.equals(bytes)) continue
      if (stored) {
        await removeImages(files, kept)
        return { ok: false, problem: `images/${name} ${anotherOne}.` }
      }
      await files.put(imagesFolder + name, bytes)
      kept.push(name)
    }
  } catch (error) {
    await removeImages(files, kept)
    throw error
  }
  return { ok: true, kept }
}

/** Takes back what was kept. */
export async function removeImages(files: FileStore, names: readonly string[]): Promise<void> {
  for (const name of names) await files.remove(imagesFolder + name)
}

/** The bytes to keep, or why there are none. An image that is what uploads are drawn into stays as it is, byte for byte. */
async function draw(name: string, bytes: Buffer): Promise<Buffer | string> {
  const extension = name.slice(name.lastIndexOf('.') + 1)
  const drawn = await reencode(bytes)
  if (!drawn.ok) return reasons[drawn.refusal]
  if (drawn.extension !== extension.replace('jpeg', 'jpg')) return `is of another kind than its name says, ${drawn.extension}`
  return hasNoMetadata(bytes, extension) && (await isWithinLimits(bytes)) ? bytes : drawn.bytes
}

/** One frame, and no larger than an upload becomes. */
async function isWithinLimits(bytes: Buffer): Promise<boolean> {
  const { default: sharp } = await import('sharp')
  const { width, height, pages = 1 } = await sharp(bytes).metadata()
  return pages === 1 && Math.max(width, height) <= longestSideMax
}
