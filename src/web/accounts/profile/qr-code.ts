/** Creates QR codes. Only on the server, so that no page downloads the encoder. */
import { encode } from 'uqr'

/** A square of `size` units, with a border. `path` draws its dark units. */
export type QrCode = { size: number; path: string }

export function createQrCode(text: string): QrCode {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  return { size, path: data.map((row, y) => rowPath(row, y)).join('') }
}

/** Adjacent dark units are one shape, so that no lines show between them. */
function rowPath(row: readonly boolean[], y: number): string {
  const units = row.map((isDark) => (isDark ? '1' : '0')).join('')
  return [...units.matchAll(/1+/g)].map(({ index, 0: shape }) => `M${index} ${y}h${shape.length}v1h-${shape.length}z`).join('')
}
