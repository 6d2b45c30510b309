/**
 * Scans a JSON list for the position of each entry, without parsing values. Errors name the line and column. We wrote our own because JSON
 * libraries either parse all 512 MB at once or have no limit for nesting, and a malicious file must not use much memory or time.
 *
 * | file | error |
 * |---|---|
 * | `[{"a":1},]` | `The file is not JSON. Line 1, column 10: an entry is missing after the comma; found "]".` |
 * | `{"a":1}` | `Invalid file format. Expected an array of questions.` |
 * | another encoding | `Line 3 is not UTF-8. Save the file as UTF-8.` |
 */
import { isUtf8 } from 'node:buffer'
import { notAList } from '#exam/bank-file/index.ts'
import { ImportProblem, unreadable } from '#server/bank/import/messages.ts'

/** The bytes of one entry: `start` is inclusive, `end` is exclusive. `line` counts from 1. */
export type JsonEntry = { start: number; end: number; line: number }

/** Maximum nesting depth of lists and objects, including the outermost list. */
export const nestingMax = 32

/**
 * The positions of the entries.
 *
 * @throws {ImportProblem} for an error in the list, and for more than `entriesMax` entries
 */
export function findEntries(bytes: Buffer, entriesMax: number): JsonEntry[] {
  requireUtf8(bytes)
  const reader = new Reader(bytes)
  return reader.readAll(entriesMax)
}

/** Parses one entry. */
export function readEntry(bytes: Buffer, { start, end }: JsonEntry): unknown {
  return JSON.parse(bytes.toString('utf8', start, end))
}

function requireUtf8(bytes: Buffer): void {
  if (bytes.length === 0) throw unreadable('The file is empty.')
  const [first, second] = bytes
  const isWide = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff) || first === 0 || second === 0
  if (isWide) throw unreadable('The file is UTF-16. Save it as UTF-8.')
  if (isUtf8(bytes)) return
  let line = 1
  for (let start = 0; start < bytes.length; line++) {
    const feed = bytes.indexOf(0x0a, start)
    const end = feed === -1 ? bytes.length : feed
    if (!isUtf8(bytes.subarray(start, end))) break
    start = end + 1
  }
  throw unreadable(`Line ${line} is not UTF-8. Save the file as UTF-8.`)
}

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf])
const shownLengthMax = 20

const quote = 0x22
const comma = 0x2c
const colon = 0x3a
const backslash = 0x5c
const openList = 0x5b
const closeList = 0x5d
const openObject = 0x7b
const closeObject = 0x7d

/** The JSON grammar of RFC 8259. Line feeds occur only between values, so they are counted only there. */
class Reader {
  readonly #bytes: Buffer
  #at: number
  #line = 1
  #lineStart: number

  constructor(bytes: Buffer) {
    this.#bytes = bytes
    this.#at = bytes.subarray(0, 3).equals(byteOrderMark) ? 3 : 0
    this.#lineStart = this.#at
  }

  readAll(entriesMax: number): JsonEntry[] {
    const entries: JsonEntry[] = []
    this.#skipSpace()
    if (this.#at >= this.#bytes.length) throw unreadable('The file is empty.')
    const isList = this.#bytes[this.#at] === openList
    if (isList) this.#readEntries(entries, entriesMax)
    else this.#readValue(0)
    this.#skipSpace()
    if (this.#at < this.#bytes.length) this.#fail('unexpected content after the end of the list')
    if (!isList) throw new ImportProblem('IMPORT_NOT_A_LIST', notAList)
    return entries
  }

  #readEntries(entries: JsonEntry[], entriesMax: number): void {
    this.#readMembers(closeList, () => {
      if (entries.length === entriesMax) {
        const most = entriesMax.toLocaleString('en')
        throw unreadable(`Line ${this.#line}: the file has more than ${most} questions. Split it.`)
      }
      const [start, line] = [this.#at, this.#line]
      this.#readValue(1)
      entries.push({ start, end: this.#at, line })
    })
  }

  #readValue(depth: number): void {
    const byte = this.#bytes[this.#at]
    if (byte === quote) return this.#readText()
    if (byte !== openObject && byte !== openList) return this.#readPlain()
    if (depth === nestingMax) {
      throw unreadable(`Line ${this.#line}, column ${this.#column()}: lists and objects are nested more than ${nestingMax} deep.`)
    }
    if (byte === openObject) this.#readMembers(closeObject, () => this.#readField(depth + 1))
    else this.#readMembers(closeList, () => this.#readValue(depth + 1))
  }

  /** Reads from an opening bracket to the closing one. `readMember` starts at the first character that is not a space. */
  #readMembers(close: number, readMember: () => void): void {
    this.#at += 1
    this.#skipSpace()
    if (this.#bytes[this.#at] === close) {
      this.#at += 1
      return
    }
    for (;;) {
      if (this.#bytes[this.#at] === close) this.#fail('an entry is missing after the comma')
      readMember()
      this.#skipSpace()
      const byte = this.#bytes[this.#at]
      if (byte !== comma && byte !== close) this.#fail(`"," or "${String.fromCharCode(close)}" is missing`)
      this.#at += 1
      if (byte === close) return
      this.#skipSpace()
    }
  }

  #readField(depth: number): void {
    if (this.#bytes[this.#at] !== quote) this.#fail('a field name in double quotes is missing')
    this.#readText()
    this.#skipSpace()
    if (this.#bytes[this.#at] !== colon) this.#fail('":" is missing')
    this.#at += 1
    this.#skipSpace()
    this.#readValue(depth)
  }

  #readText(): void {
    const bytes = this.#bytes
    for (this.#at += 1; this.#at < bytes.length; this.#at++) {
      const byte = bytes[this.#at] as number
      if (byte === quote) {
        this.#at += 1
        return
      }
      if (byte < 0x20) this.#fail('a string contains a line break or a control character; a closing quote may be missing')
      if (byte === backslash) this.#readEscape()
    }
    this.#fail('the closing quote of a string is missing')
  }

  /** Stops at the last character of the escape. */
  #readEscape(): void {
    const escape = this.#bytes.toString('latin1', this.#at, this.#at + 6)
    if (/^\\u[\da-fA-F]{4}/.test(escape)) this.#at += 5
    else if (/^\\["\\/bfnrt]/.test(escape)) this.#at += 1
    else this.#fail('invalid escape after a backslash')
  }

  /** A number, `true`, `false`, or `null`. */
  #readPlain(): void {
    let end = this.#at
    while (end < this.#bytes.length && isPlain(this.#bytes[end] as number)) end += 1
    // Longer than any meaningful number.
    const text = this.#bytes.toString('latin1', this.#at, Math.min(end, this.#at + 1000))
    if (!/^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/.test(text)) this.#fail('a value is missing')
    this.#at = end
  }

  #skipSpace(): void {
    for (; this.#at < this.#bytes.length; this.#at++) {
      const byte = this.#bytes[this.#at]
      if (byte === 0x0a) {
        this.#line += 1
        this.#lineStart = this.#at + 1
      } else if (byte !== 0x20 && byte !== 0x09 && byte !== 0x0d) return
    }
  }

  #fail(reason: string): never {
    throw unreadable(`The file is not JSON. Line ${this.#line}, column ${this.#column()}: ${reason}; ${this.#found()}.`)
  }

  /** Counts characters from 1. */
  #column(): number {
    return this.#bytes.toString('utf8', this.#lineStart, this.#at).length + 1
  }

  #found(): string {
    if (this.#at >= this.#bytes.length) return 'the file ends here'
    const text = this.#bytes.toString('utf8', this.#at, this.#at + 4 * shownLengthMax)
    return `found ${JSON.stringify(text.slice(0, shownLengthMax))}`
  }
}

/** The characters of numbers, `true`, `false`, and `null`. */
function isPlain(byte: number): boolean {
  return (
    (byte >= 0x30 && byte <= 0x39) || (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a) || [0x2b, 0x2d, 0x2e].includes(byte)
  )
}
