/**
 * Detects the encoding of text files, and decodes them.
 *
 * | file                                           | read as                                              |
 * |------------------------------------------------|------------------------------------------------------|
 * | a byte order mark of UTF-8 or UTF-16           | that encoding                                        |
 * | every other byte of the first four is 0        | UTF-16                                               |
 * | other bytes that are 0                         | error: not text                                      |
 * | `<?xml … encoding="iso-8859-1"?>`              | the declared encoding                                |
 * | valid UTF-8                                    | UTF-8                                                |
 * | other bytes, no multi-byte letter              | Windows-1252; an error for XML                       |
 * | anything else                                  | error with the first line that is not UTF-8          |
 */
import { isUtf8 } from 'node:buffer'
import { unreadable } from '#server/bank/import/messages.ts'

/** `name` is a label of the Encoding standard. `isGuessed`: neither a declaration, nor a byte order mark, nor valid UTF-8 shows the encoding. */
export type TextEncodingGuess = { readonly name: string; readonly isGuessed: boolean }

const pieceBytes = 1 << 16
/** How many bytes are searched for a zero byte, which binary files have near the start. */
const binaryLength = 4096

const noText = 'The file is neither text nor a zip archive, or it is damaged. Export it again.'

/** @throws {ImportProblem} */
export function detectEncoding(bytes: Buffer): TextEncodingGuess {
  const [first, second, third] = bytes
  if (first === 0xff && second === 0xfe) return { name: 'utf-16le', isGuessed: false }
  if (first === 0xfe && second === 0xff) return { name: 'utf-16be', isGuessed: false }
  const hasMark = first === 0xef && second === 0xbb && third === 0xbf
  const isWide = (zero: number) => bytes.length > 1 && bytes[zero] === 0 && (bytes[zero + 2] ?? 0) === 0 && bytes[1 - zero] !== 0
  if (!hasMark && (isWide(0) || isWide(1))) return { name: isWide(0) ? 'utf-16be' : 'utf-16le', isGuessed: true }
  if (bytes.subarray(0, binaryLength).includes(0)) throw unreadable(noText)
  const declared = hasMark ? undefined : findDeclaredEncoding(bytes)
  if (declared && declared !== 'utf-8') return { name: declared, isGuessed: false }
  if (isUtf8(bytes)) return { name: 'utf-8', isGuessed: false }
  const isXml = bytes.toString('latin1', 0, 200).trimStart().startsWith('<?xml')
  if (hasMark || isXml || hasLetterOfSeveralBytes(bytes))
    throw unreadable(`Line ${findBadLine(bytes)} is not UTF-8. Save the file as UTF-8.`)
  return { name: 'windows-1252', isGuessed: true }
}

/** The text in pieces. @throws {ImportProblem} */
export function* decode(bytes: Buffer, encoding: string): Generator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  let done = 0
  try {
    for (; done < bytes.length; done += pieceBytes) {
      // A copy, because the file can be in shared memory.
      const text = decoder.decode(Uint8Array.from(bytes.subarray(done, done + pieceBytes)), { stream: true })
      if (text.includes('\0')) throw unreadable('The file contains NUL characters, so it is not a text file.')
      yield text
    }
    yield decoder.decode()
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw unreadable(`The file is not ${encoding.toUpperCase()} near byte ${done.toLocaleString('en')}. Save it as UTF-8.`)
  }
}

/** The standard name of the encoding in the XML declaration, if there is one. */
function findDeclaredEncoding(bytes: Buffer): string | undefined {
  const [, label] = /^\s*<\?xml[^>]{0,100}\bencoding\s*=\s*["']([^"']{1,40})["']/.exec(bytes.toString('latin1', 0, 200)) ?? []
  if (label === undefined) return undefined
  try {
    const name = new TextDecoder(label).encoding
    // A declaration that can be read byte by byte is not in UTF-16.
    return name.startsWith('utf-16') ? 'utf-8' : name
  } catch {
    throw unreadable(`The file names an unknown encoding, ${JSON.stringify(label)}. Save it as UTF-8.`)
  }
}

/** Whether there is a multi-byte UTF-8 letter. Text in other encodings rarely contains such bytes. */
function hasLetterOfSeveralBytes(bytes: Buffer): boolean {
  return /[\xC3-\xF4][\x80-\xBF]/.test(bytes.toString('latin1', 0, 10_000_000))
}

function findBadLine(bytes: Buffer): number {
  for (let line = 1, start = 0; ; line++) {
    const feed = bytes.indexOf(0x0a, start)
    if (feed === -1 || !isUtf8(bytes.subarray(start, feed))) return line
    start = feed + 1
  }
}
