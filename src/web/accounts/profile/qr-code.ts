/** Draws a text as a QR code. On the server alone, so that no page has to fetch the encoder. */
import { encode } from 'uqr'

/** A square of `size` units with a border; `path` is what is dark. */
export type QrCode = { size: number; path: string }

export function createQrCode(text: string): QrCode {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  return { size, path: data.map((row, y) => rowPath(row, y)).join('') }
}

/** Neighbouring dark units are one piece, so that no seams show between them. */
function rowPath(row: readonly boolean[], y: number): string {
  const pieces = row.map((isDark) => (isDark ? '1' : '0')).join('')
  return [...pieces.matchAll(/1+/g)].map(({ index, 0: piece }) => `M${index} ${y}h${piece.length}v1h-${piece.length}z`).join('')
}
