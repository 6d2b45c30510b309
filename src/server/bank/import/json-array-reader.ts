/**
 * Reads the bytes of a JSON list piece by piece: where each entry stands, and what is wrong where. The whole file is
 * looked through before anything of it is made into values, so that a deep or endless one costs nothing.
 *
 * | found | said |
 * |---|---|
 * | `[{"a":1},]` | `Line 1, column 10: a value is missing before "]".` |
 * | `{"a":1}` | `Invalid file format. Expected an array of questions.` |
 * | bytes of another encoding | `Line 3 is not UTF-8; save the file as UTF-8.` |
 */
import { isUtf8 } from 'node:buffer'

/** One entry: from `start` up to, not including, `end`. `line` counts from 1. */
export type Entry = { start: number; end: number; line: number }

/** The bytes are no list that could be read. The message is one sentence for people that names the place. */
export class ListProblem extends Error {}

/** The bytes are JSON, but no list. */
export class NotAListProblem extends ListProblem {}

/** Deepest nesting of lists and objects, the outermost list counted. */
export const nestingMax = 32

/** Said when a file is JSON but not a list. Source: spec §5, import. */
const notAList = 'Invalid file format. Expected an array of questions.'

/**
 * Places of the entries.
 *
 * @throws {ListProblem} also when there are more than `entriesMax`
 */
export function findEntries(bytes: Buffer, entriesMax: number): Entry[] {
  requireUtf8(bytes)
  const reader = new Reader(bytes)
  return reader.readAll(entriesMax)
}

/** The value of an entry that was found. */
export function readEntry(bytes: Buffer, { start, end }: Entry): unknown {
  return JSON.parse(bytes.toString('utf8', start, end))
}

function requireUtf8(bytes: Buffer): void {
  if (bytes.length === 0) throw new ListProblem('The file is empty.')
  const [first, second] = bytes
  const isWide = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff) || first === 0 || second === 0
  if (isWide) throw new ListProblem('The file is UTF-16; save it as UTF-8.')
  if (isUtf8(bytes)) return
  let line = 1
  for (let start = 0; start < bytes.length; line++) {
    const feed = bytes.indexOf(0x0a, start)
    const end = feed === -1 ? bytes.length : feed
    if (!isUtf8(bytes.subarray(start, end))) break
    start = end + 1
  }
  throw new ListProblem(`Line ${line} is not UTF-8; save the file as UTF-8.`)
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

/** The grammar of JSON, RFC 8259. Line feeds stand between values alone, so only there are they counted. */
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

  readAll(entriesMax: number): Entry[] {
    const entries: Entry[] = []
    this.#skipSpace()
    if (this.#at >= this.#bytes.length) throw new ListProblem('The file is empty.')
    const isList = this.#bytes[this.#at] === openList
    if (isList) this.#readEntries(entries, entriesMax)
    else this.#readValue(0)
    this.#skipSpace()
    if (this.#at < this.#bytes.length) this.#fail('nothing may follow the end of the list')
    if (!isList) throw new NotAListProblem(notAList)
    return entries
  }

  #readEntries(entries: Entry[], entriesMax: number): void {
    this.#readMembers(closeList, () => {
      if (entries.length === entriesMax) {
        const most = entriesMax.toLocaleString('en')
        throw new ListProblem(`Line ${this.#line}: one file may hold at most ${most} questions, and here begins one more; split it.`)
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
      throw new ListProblem(`Line ${this.#line}, column ${this.#column()}: lists and objects are nested more than ${nestingMax} deep.`)
    }
    if (byte === openObject) this.#readMembers(closeObject, () => this.#readField(depth + 1))
    else this.#readMembers(closeList, () => this.#readValue(depth + 1))
  }

  /** From an opening bracket to the closing one; `readMember` starts on something that is not a space. */
  #readMembers(close: number, readMember: () => void): void {
    this.#at += 1
    this.#skipSpace()
    if (this.#bytes[this.#at] === close) {
      this.#at += 1
      return
    }
    for (;;) {
      if (this.#bytes[this.#at] === close) this.#fail('something is missing after the comma')
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
    if (this.#bytes[this.#at] !== quote) this.#fail('the name of a field in double quotes is missing')
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
      if (byte < 0x20) this.#fail('a text runs over the end of the line or holds a control character; a closing quote may be missing')
      if (byte === backslash) this.#readEscape()
    }
    this.#fail('the closing quote of a text is missing')
  }

  /** Leaves the place on the last character of the escape. */
  #readEscape(): void {
    const escape = this.#bytes.toString('latin1', this.#at, this.#at + 6)
    if (/^\\u[\da-fA-F]{4}/.test(escape)) this.#at += 5
    else if (/^\\["\\/bfnrt]/.test(escape)) this.#at += 1
    else this.#fail('a backslash is followed by what may not follow it')
  }

  /** A number, `true`, `false` or `null`. */
  #readPlain(): void {
    let end = this.#at
    while (end < this.#bytes.length && isPlain(this.#bytes[end] as number)) end += 1
    // Far longer than any number that means something.
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
    throw new ListProblem(`The file is not JSON. Line ${this.#line}, column ${this.#column()}: ${reason}; ${this.#found()}.`)
  }

  /** Counts characters from 1. */
  #column(): number {
    return this.#bytes.toString('utf8', this.#lineStart, this.#at).length + 1
  }

  #found(): string {
    if (this.#at >= this.#bytes.length) return 'the file ends there'
    const text = this.#bytes.toString('utf8', this.#at, this.#at + 4 * shownLengthMax)
    return `there stands ${JSON.stringify(text.slice(0, shownLengthMax))}`
  }
}

/** Letters, digits and signs that a number or a word is made of. */
function isPlain(byte: number): boolean {
  return (
    (byte >= 0x30 && byte <= 0x39) || (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a) || [0x2b, 0x2d, 0x2e].includes(byte)
  )
}
