/**
 * Detects images that contain only pixels: no camera data, location, or comment, and nothing after the end. Re-encoded
 * uploads have this form, so an imported image of this form is stored unchanged. `reencode.ts` checks that it can be decoded.
 */

/** `extension` is the extension of the file name. Returns `false` for an unreadable image. */
export function hasNoMetadata(bytes: Buffer, extension: string): boolean {
  const isPlain = Object.hasOwn(checks, extension) ? checks[extension] : undefined
  try {
    return isPlain?.(bytes) ?? false
  } catch (error) {
    // A length field points past the end of the file.
    if (error instanceof RangeError) return false
    throw error
  }
}

const checks: Readonly<Record<string, (bytes: Buffer) => boolean>> = {
  png: isPlainPng,
  jpg: isPlainJpeg,
  jpeg: isPlainJpeg,
  webp: isPlainWebp,
  gif: isPlainGif,
  avif: isPlainAvif,
}

const pngSignature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
const pngChunks = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND', 'gAMA', 'cHRM', 'sRGB', 'sBIT', 'bKGD', 'pHYs'])

/** Each chunk has a length, a name, content, and a checksum. */
function isPlainPng(bytes: Buffer): boolean {
  if (!bytes.subarray(0, 8).equals(pngSignature)) return false
  for (let at = 8; ;) {
    const name = bytes.toString('latin1', at + 4, at + 8)
    if (!pngChunks.has(name)) return false
    at += 12 + bytes.readUInt32BE(at)
    if (name === 'IEND') return at === bytes.length
  }
}

const jpegStart = 0xd8
const jpegEnd = 0xd9
const jpegScan = 0xda
/** Tables, restart intervals, frames, and the two markers that define the color space. */
const jpegSegments = new Set([0xdb, 0xc4, 0xdd, 0xc0, 0xc1, 0xc2, 0xe0, 0xee])
/** A longer segment could contain a thumbnail. */
const jpegMarkerBytesMax = 16

/** Each segment has a marker, a length, and content. Then comes the data of a scan, in which 0xFF is always followed by 0 or a restart marker. */
function isPlainJpeg(bytes: Buffer): boolean {
  if (bytes.readUInt16BE(0) !== (0xff00 | jpegStart)) return false
  for (let at = 2; ;) {
    if (bytes.readUInt8(at) !== 0xff) return false
    const marker = bytes.readUInt8(at + 1)
    if (marker === jpegEnd) return at + 2 === bytes.length
    if (marker !== jpegScan && !jpegSegments.has(marker)) return false
    const length = bytes.readUInt16BE(at + 2)
    if ((marker === 0xe0 || marker === 0xee) && length > jpegMarkerBytesMax) return false
    at += 2 + length
    if (marker === jpegScan) at = endOfScan(bytes, at)
  }
}

function endOfScan(bytes: Buffer, start: number): number {
  for (let at = start; ; at += 2) {
    at = bytes.indexOf(0xff, at)
    if (at === -1) throw new RangeError('The scan has no end')
    const next = bytes.readUInt8(at + 1)
    if (next !== 0 && (next < 0xd0 || next > 0xd7)) return at
  }
}

const webpChunks = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH'])

/** Each chunk has a name, a length, and content, padded to an even length. */
function isPlainWebp(bytes: Buffer): boolean {
  const isComplete = bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.readUInt32LE(4) + 8 === bytes.length
  if (!isComplete || bytes.toString('latin1', 8, 12) !== 'WEBP') return false
  let at = 12
  while (at < bytes.length) {
    if (!webpChunks.has(bytes.toString('latin1', at, at + 4))) return false
    const length = bytes.readUInt32LE(at + 4)
    at += 8 + length + (length % 2)
  }
  return at === bytes.length
}

const gifExtension = 0x21
const gifImage = 0x2c
const gifTrailer = 0x3b
const gifControl = 0xf9

/** Screen, colors, then blocks. The only allowed extension defines the transparent color. */
function isPlainGif(bytes: Buffer): boolean {
  if (!/^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6))) return false
  for (let at = 13 + colorTableBytes(bytes.readUInt8(10)); ;) {
    const kind = bytes.readUInt8(at)
    if (kind === gifTrailer) return at + 1 === bytes.length
    if (kind === gifExtension && bytes.readUInt8(at + 1) === gifControl) at = endOfBlocks(bytes, at + 2)
    else if (kind === gifImage) at = endOfBlocks(bytes, at + 11 + colorTableBytes(bytes.readUInt8(at + 9)))
    else return false
  }
}

function colorTableBytes(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1)
}

/** Each block starts with its length. The last block is empty. */
function endOfBlocks(bytes: Buffer, start: number): number {
  let at = start
  for (let length = bytes.readUInt8(at); length > 0; length = bytes.readUInt8(at)) at += 1 + length
  return at + 1
}

const avifBoxes = ['ftyp', 'meta', 'mdat']
/** Item types of camera data and other metadata. */
const avifMetadataTypes = ['Exif', 'mime', 'uri ']

/** Three boxes, each with a length, a name, and content. */
function isPlainAvif(bytes: Buffer): boolean {
  let at = 0
  for (const name of avifBoxes) {
    const length = bytes.readUInt32BE(at)
    if (length < 8 || bytes.toString('latin1', at + 4, at + 8) !== name) return false
    const box = bytes.subarray(at, at + length)
    if (name === 'meta' && avifMetadataTypes.some((kind) => box.includes(kind))) return false
    at += length
  }
  return at === bytes.length
}
