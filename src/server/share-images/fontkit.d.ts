/** The part of `fontkit` that is used here; the package brings no types. Lengths are in units of the font. */
declare module 'fontkit' {
  export type Path = { transform: (a: number, b: number, c: number, d: number, x: number, y: number) => Path; toSVG: () => string }
  export type GlyphRun = { glyphs: { path: Path }[]; positions: { xAdvance: number }[]; advanceWidth: number }
  export type Font = {
    unitsPerEm: number
    hasGlyphForCodePoint: (codePoint: number) => boolean
    layout: (text: string) => GlyphRun
  }
  export function create(bytes: Uint8Array): Font
}
