/** Writes a zip archive entry by entry, so that at most one entry is in memory. */
import { deflateRawSync } from 'node:zlib'
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'

/** Each generator yields the bytes that are ready. `close` must be the last call. */
export type ZipWriter = {
  /** A compressed entry from a short text. */
  readonly addText: (name: string, text: string) => Generator<Uint8Array>
  /** A compressed entry from pieces of text. */
  readonly addTexts: (name: string, pieces: AsyncIterable<string> | Iterable<string>) => AsyncGenerator<Uint8Array>
  /** An entry that is stored uncompressed, because images are already compressed. */
  readonly addFile: (name: string, bytes: Uint8Array) => Generator<Uint8Array>
  readonly close: () => Generator<Uint8Array>
}

/** An entry that is compressed in one piece, because streaming is slow for a few kilobytes. */
class ShortEntry extends ZipPassThrough {
  override compression = 8
  protected override process(chunk: Uint8Array<ArrayBuffer>, isLast: boolean): void {
    this.ondata(null, deflateRawSync(chunk), isLast)
  }
}

export function createZipWriter(): ZipWriter {
  const chunks: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    chunks.push(chunk)
  })
  const takeChunks = () => chunks.splice(0)
  return {
    *addText(name, text) {
      const entry = new ShortEntry(name)
      zip.add(entry)
      entry.push(Buffer.from(text), true)
      yield* takeChunks()
    },
    async *addTexts(name, pieces) {
      const entry = new ZipDeflate(name, { level: 6 })
      zip.add(entry)
      for await (const piece of pieces) {
        entry.push(Buffer.from(piece))
        yield* takeChunks()
      }
      entry.push(new Uint8Array(), true)
      yield* takeChunks()
    },
    *addFile(name, bytes) {
      const entry = new ZipPassThrough(name)
      zip.add(entry)
      entry.push(bytes, true)
      yield* takeChunks()
    },
    *close() {
      zip.end()
      yield* takeChunks()
    },
  }
}
