/** Checks and stores the images of an imported file. They keep their names, because the texts of the file refer to them. */
import { imagesFolder, type FileStore } from '#server/platform/file-store.ts'
import type { ImageEncoder } from '#server/bank/images/image-encoder.ts'
import type { ImageRefusal } from '#server/bank/images/reencode.ts'
import { unreadable } from '#server/bank/import/messages.ts'
import { hasNoMetadata } from '#server/bank/images/image-metadata.ts'

/** `name` is the last part of the address of the image: `3f9c….png`. */
export type ArchiveImage = { name: string; bytes: Uint8Array }

/**
 * `bytes` is what to store, or `undefined` if the image is already stored. `problem` is a fragment that fits after the name of the image, and
 * `advice` fits after the problem and a semicolon.
 */
export type CheckedImage = { ok: true; bytes: Uint8Array | undefined } | { ok: false; problem: string; advice: string }

const reasons: Readonly<Record<ImageRefusal, string>> = {
  IMAGE_KIND: 'is not a supported image',
  IMAGE_TOO_LARGE: 'is larger than 5 MB',
  IMAGE_TOO_MANY_PIXELS: 'has too many pixels',
  IMAGE_UNREADABLE: 'cannot be decoded',
}

/**
 * Checks whether an imported image can be stored. Nothing is written.
 *
 * @throws {FileStoreProblem}
 */
export async function checkImage(files: FileStore, imageEncoder: ImageEncoder, { name, bytes }: ArchiveImage): Promise<CheckedImage> {
  const drawn = await draw(imageEncoder, name, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  if (typeof drawn === 'string') return { ok: false, problem: drawn, advice: 'remove it from the archive' }
  const stored = await files.get(imagesFolder + name)
  if (stored && !stored.bytes.equals(drawn)) return { ok: false, ...nameTaken }
  return { ok: true, bytes: stored ? undefined : drawn }
}

const nameTaken = { problem: 'has the name of a different stored image', advice: 'rename it in the archive and in the texts' }

/**
 * Stores checked images, and returns the names of the new ones. After an error, these are removed again.
 *
 * @throws {ImportProblem} when a name now belongs to another image; {FileStoreProblem}; any error that `images` throws
 */
export async function storeImages(files: FileStore, images: AsyncIterable<ArchiveImage>): Promise<string[]> {
  const added: string[] = []
  try {
    for await (const { name, bytes } of images) {
      const stored = await files.get(imagesFolder + name)
      if (stored?.bytes.equals(bytes)) continue
      if (stored) throw unreadable(`images/${name} ${nameTaken.problem}; ${nameTaken.advice}.`)
      await files.put(imagesFolder + name, bytes)
      added.push(name)
    }
  } catch (error) {
    await removeImages(files, added)
    throw error
  }
  return added
}

export async function removeImages(files: FileStore, names: readonly string[]): Promise<void> {
  for (const name of names) await files.remove(imagesFolder + name)
}

/** The bytes to store, or a problem. An image that already meets the rules for uploads is not changed. */
async function draw(imageEncoder: ImageEncoder, name: string, bytes: Buffer): Promise<Uint8Array | string> {
  const extension = name.slice(name.lastIndexOf('.') + 1)
  const drawn = await imageEncoder.reencode(bytes)
  if (!drawn.ok) return reasons[drawn.refusal]
  if (drawn.extension !== extension.replace('jpeg', 'jpg')) return `has the wrong extension; its content is ${drawn.extension}`
  return drawn.wasWithinLimits && hasNoMetadata(bytes, extension) ? bytes : drawn.bytes
}
