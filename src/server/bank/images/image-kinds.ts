/** The formats of images that are accepted. */
import { fileTypeFromBuffer } from 'file-type'

export type ImageExtension = 'png' | 'jpg' | 'webp' | 'gif' | 'avif'

/** Detected formats, and the format after re-encoding. Source for PNG: spec §3. */
const extensions: Partial<Record<string, ImageExtension>> = {
  png: 'png',
  apng: 'png',
  tif: 'png',
  jpg: 'jpg',
  webp: 'webp',
  gif: 'gif',
  avif: 'avif',
}

/** The extension of the re-encoded image; `undefined` when the bytes are not an accepted image. */
export async function detectImage(bytes: Uint8Array): Promise<ImageExtension | undefined> {
  return extensions[(await fileTypeFromBuffer(bytes))?.ext ?? '']
}

/** Whether the bytes are an image of any kind, including kinds that are not accepted, such as SVG or BMP. */
export async function isOtherImage(bytes: Uint8Array): Promise<boolean> {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, svgStartBytes)).toString('utf8')
  if (/<svg[\s>]/i.test(start)) return true
  return (await fileTypeFromBuffer(bytes))?.mime.startsWith('image/') === true
}

/** An SVG file may start with a declaration and comments. */
const svgStartBytes = 2_000
