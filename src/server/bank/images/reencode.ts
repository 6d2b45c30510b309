/**
 * Decodes an untrusted image and encodes it again: upright, only its first frame, in sRGB and without metadata or appended data. Runs only in
 * the process of `image-process.ts`, because decoders can only be blocked for a whole process, and the server needs some of them.
 */
import sharp from 'sharp'
import { detectImage, type ImageExtension } from '#server/bank/images/image-kinds.ts'
import { imageBytesMax } from '#server/http/guard.ts'

/** Why an image was not stored. `web/text/en/admin/images.ts` has a text for each code. */
export type ImageRefusal = 'IMAGE_KIND' | 'IMAGE_TOO_LARGE' | 'IMAGE_TOO_MANY_PIXELS' | 'IMAGE_UNREADABLE'

const pixelsMax = 40_000_000
/** In pixels, after re-encoding. */
const longestSideMax = 1600
/** Time limit for one image. A photo of 12 megapixels takes less than one second. */
const encodingSecondsMax = 20

/** `wasWithinLimits`: the original had one frame, and at most {@link longestSideMax} pixels on each side. */
export type Reencoded =
  | { ok: true; bytes: Uint8Array; extension: ImageExtension; wasWithinLimits: boolean }
  | { ok: false; refusal: ImageRefusal }

/** Blocks the decoders of other formats, such as SVG, in this process, in case a file has a false signature. */
export function blockOtherDecoders(): void {
  sharp.concurrency(1)
  sharp.cache(false)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: ['Png', 'Jpeg', 'Webp', 'Nsgif', 'Heif', 'Tiff'].map((kind) => `VipsForeignLoad${kind}Buffer`) })
}

/** The format is preserved, except that TIFF becomes PNG. The caller must pass one image at a time, because 40 megapixels take 160 MB. */
export async function reencode(bytes: Uint8Array): Promise<Reencoded> {
  if (bytes.length > imageBytesMax) return { ok: false, refusal: 'IMAGE_TOO_LARGE' }
  const extension = await detectImage(bytes)
  return extension ? draw(bytes, extension) : { ok: false, refusal: 'IMAGE_KIND' }
}

async function draw(bytes: Uint8Array, extension: ImageExtension): Promise<Reencoded> {
  try {
    const { format, width, height, pages = 1 } = await sharp(bytes, { limitInputPixels: false }).metadata()
    if (width * height > pixelsMax) return { ok: false, refusal: 'IMAGE_TOO_MANY_PIXELS' }
    if (format === 'png' && !isCompletePng(bytes)) return { ok: false, refusal: 'IMAGE_UNREADABLE' }
    const image = sharp(bytes, { limitInputPixels: pixelsMax, failOn: 'error', autoOrient: true })
      .resize({ width: longestSideMax, height: longestSideMax, fit: 'inside', withoutEnlargement: true })
      .timeout({ seconds: encodingSecondsMax })
      .toFormat(extension === 'jpg' ? 'jpeg' : extension, encodings[extension])
    const drawn = await image.toBuffer()
    if (drawn.length > imageBytesMax) return { ok: false, refusal: 'IMAGE_TOO_LARGE' }
    return { ok: true, bytes: drawn, extension, wasWithinLimits: pages === 1 && Math.max(width, height) <= longestSideMax }
  } catch {
    // The reason does not matter: the user can only choose another image.
    return { ok: false, refusal: 'IMAGE_UNREADABLE' }
  }
}

/** Whether the file contains all its chunks, each with a length, a name, content, and a checksum. The decoder accepts a file without the last rows. */
function isCompletePng(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = pngSignatureBytes; at + pngChunkBytesMin <= bytes.length; at += pngChunkBytesMin + view.getUint32(at))
    if (view.getUint32(at + 4) === pngEnd) return true
  return false
}

const pngSignatureBytes = 8
const pngChunkBytesMin = 12
/** `IEND` */
const pngEnd = 0x49454e44

/** Encoder settings. */
const encodings: Record<ImageExtension, object> = {
  png: { compressionLevel: 9 },
  jpg: { quality: 85, mozjpeg: true },
  webp: { quality: 90 },
  gif: {},
  avif: { quality: 65, effort: 3 },
}
