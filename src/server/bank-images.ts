/** Images of an archive on their way into the store. They keep their names, because the texts of the archive show them by these. */
import { imagesFolder } from '#server/files.ts'
import type { FileStore } from '#server/files.ts'
import { reencode } from '#server/images.ts'
import type { ImageRefusal } from '#server/images.ts'
import { holdsPictureOnly } from '#server/picture-parts.ts'

export type KeptImages = { ok: true; kept: readonly string[] } | { ok: false; problem: string }

const reasons: Readonly<Record<ImageRefusal, string>> = {
  IMAGE_KIND: 'is no image of a kind that is shown here',
  IMAGE_TOO_LARGE: 'is larger than 5 MB',
  IMAGE_TOO_MANY_PIXELS: 'has too many pixels',
  IMAGE_UNREADABLE: 'cannot be drawn',
}

/**
 * Keeps the images that the store does not have, and says which those were. Nothing is kept when one of them is no image,
 * or when the store has another one of its name.
 *
 * @throws {FileStoreProblem}, or what the signal says when it is aborted
 */
export async function keepImages(files: FileStore, images: ReadonlyMap<string, Uint8Array>, signal: AbortSignal): Promise<KeptImages> {
  const kept: string[] = []
  const giveUp = async () => removeImages(files, kept)
  try {
    for (const [name, bytes] of images) {
      signal.throwIfAborted()
      const drawn = await draw(name, Buffer.from(bytes))
      if (typeof drawn === 'string') {
        await giveUp()
        return { ok: false, problem: `images/${name} ${drawn}; take it out of the archive.` }
      }
      const stored = await files.get(imagesFolder + name)
      if (stored?.bytes.equals(drawn)) continue
      if (stored) {
        await giveUp()
        return { ok: false, problem: `images/${name} is not the image of this name that is here; give it another name, also in the texts.` }
      }
      await files.put(imagesFolder + name, drawn)
      kept.push(name)
    }
  } catch (error) {
    await giveUp()
    throw error
  }
  return { ok: true, kept }
}

/** Takes back what was kept. */
export async function removeImages(files: FileStore, names: readonly string[]): Promise<void> {
  for (const name of names) await files.remove(imagesFolder + name)
}

/** The bytes to keep, or why there are none. An image that holds nothing but its picture stays as it is. */
async function draw(name: string, bytes: Buffer): Promise<Buffer | string> {
  const extension = name.slice(name.lastIndexOf('.') + 1)
  const drawn = await reencode(bytes)
  if (!drawn.ok) return reasons[drawn.refusal]
  if (drawn.extension !== extension.replace('jpeg', 'jpg')) return `is of another kind than its name says, ${drawn.extension}`
  return holdsPictureOnly(bytes, extension) ? bytes : drawn.bytes
}
