/**
 * Filters the citations of a reply while it streams: only citations of sources that the model was given are kept.
 *
 * | written, with two sources        | becomes       | removed |
 * |----------------------------------|---------------|---------|
 * | `a page [1].`                    | `a page [1].` | 0       |
 * | `a page [3].`                    | `a page.`     | 1       |
 * | `[1, 3]`, `[1-3]`                | `[1]`, `[1][2]` | 1     |
 * | `【1†source】`, `[1](https://…)`   | `[1]`         | 0       |
 * | `see https://invented.example`   | `see`         | 1       |
 * | `[text](https://invented.example)` | `text`      | 1       |
 * | `see www.invented.example/page`  | `see`         | 1       |
 *
 * The address of a source is kept. A citation may be split across any number of pieces, so text that could become a citation is held back.
 */

/** `pending`: text that is held back. */
export type CitationState = { readonly pending: string; readonly kept: number; readonly removed: number }

/** Sources are numbered from 1, in the order of the list. */
export type CitableSource = { readonly address: string | null }

export const noCitations: CitationState = { pending: '', kept: 0, removed: 0 }

type FilteredText = { readonly state: CitationState; readonly text: string }

/** The text that can be shown after this piece. */
export function filterCitations(state: CitationState, piece: string, sources: readonly CitableSource[]): FilteredText {
  return filter(state, piece, sources, false)
}

/** The rest of the text, at the end of the reply. */
export function finishCitations(state: CitationState, sources: readonly CitableSource[]): FilteredText {
  return filter(state, '', sources, true)
}

/** Longer text is not held back. */
const heldLengthMax = 2_000

/** How addresses begin. The scheme of well-known sites is often omitted. */
const addressBeginnings = ['https://', 'http://', 'www.', 'learn.microsoft.com/', 'docs.microsoft.com/']
const addressBeginning = String.raw`(?<![\p{L}\p{N}.-])(?:${addressBeginnings.map(escapeDots).join('|')})`
/** Where a citation may begin, with the spaces before it. */
const beginning = new RegExp(String.raw`(?<![ \t])[ \t]*(?:[[【]|\(?${addressBeginning})`, 'iu')
/** Text at the end of a piece that the next piece may turn into such a beginning. */
const partOfBeginning = new RegExp(
  String.raw`(?<![ \t])[ \t]*\(?(?:(?<![\p{L}\p{N}.-])(?:${addressBeginnings.map(matchStart).join('|')}))?$`,
  'iu',
)
/** The beginning of a citation that the next piece may continue. */
const unfinished = new RegExp(String.raw`^(?:[ \t]*[[【][^\]】\n]{0,200}(?:[\]】](?:\([^)\s]*)?)?|[ \t]*\(?${addressBeginning}\S*)$`, 'iu')

const marker = String.raw`[[【](?<numbers>\d{1,4}(?:[\s,;–-]+\d{1,4})*)(?:†[^\]】\n]*)?[\]】](?:\([^)\s]*\))?`
const link = String.raw`\[(?<label>[^\]\n]{1,200})\]\((?<target>https?:\/\/[^)\s]*)\)`
const address = String.raw`(?<open>\(?)(?<address>${addressBeginning}[^\s<>"')\]]*[^\s<>"')\].,;:!?])(?<close>\)?)`
const citation = new RegExp(String.raw`^(?<space>[ \t]*)(?:${marker}|${link}|${address})`, 'iu')

function escapeDots(text: string): string {
  return text.replaceAll('.', String.raw`\.`)
}

/** A pattern that matches the first characters of a text, at least one. `www.` → `w(?:w(?:w(?:\.)?)?)?` */
function matchStart(text: string): string {
  const [first = '', ...rest] = text
  return escapeDots(first) + (rest.length === 0 ? '' : `(?:${matchStart(rest.join(''))})?`)
}

function filter(state: CitationState, piece: string, sources: readonly CitableSource[], isEnd: boolean): FilteredText {
  let rest = state.pending + piece
  let { kept, removed } = state
  let text = ''
  for (;;) {
    const start = rest.search(beginning)
    if (start === -1) break
    text += rest.slice(0, start)
    rest = rest.slice(start)
    if (!isEnd && rest.length <= heldLengthMax && unfinished.test(rest)) return { state: { pending: rest, kept, removed }, text }
    const found = citation.exec(rest)
    const checked = found && checkCitation(found.groups ?? {}, sources)
    const length = found?.[0].length ?? beginning.exec(rest)?.[0].length ?? 1
    text += checked?.text ?? rest.slice(0, length)
    kept += checked?.kept ?? 0
    removed += checked?.removed ?? 0
    rest = rest.slice(length)
  }
  const held = isEnd ? 0 : (partOfBeginning.exec(rest)?.[0].length ?? 0)
  return { state: { pending: rest.slice(rest.length - held), kept, removed }, text: text + rest.slice(0, rest.length - held) }
}

type CitationParts = Partial<Record<'space' | 'numbers' | 'label' | 'target' | 'open' | 'address' | 'close', string>>
type CheckedCitation = { text: string; kept: number; removed: number }

function checkCitation(parts: CitationParts, sources: readonly CitableSource[]): CheckedCitation {
  const { space = '', numbers, label, target = '', open = '', address: written = '', close = '' } = parts
  if (numbers !== undefined) {
    const all = listNumbers(numbers)
    const given = all.filter((number) => number >= 1 && number <= sources.length)
    const text = given.map((number) => `[${number}]`).join('')
    return { text: text && space + text, kept: given.length, removed: all.length - given.length }
  }
  const cited = label === undefined ? written : target
  const isSource = sources.some((source) => source.address !== null && isSameAddress(source.address, cited))
  const counts = { kept: isSource ? 1 : 0, removed: isSource ? 0 : 1 }
  if (label !== undefined) return { text: space + label + (isSource ? ` (${target})` : ''), ...counts }
  if (isSource) return { text: space + open + written + close, ...counts }
  // If there is only one of the two parentheses, it is part of the surrounding text.
  return { text: open && close ? '' : space.slice(0, open.length) + open + close, ...counts }
}

/** A longer range is not a list of citations. */
const rangeMax = 20

/** `1, 3–5` → 1, 3, 4, 5 */
function listNumbers(written: string): number[] {
  return [...written.matchAll(/(\d+)(?:\s*[–-]\s*(\d+))?/g)].flatMap(([, from, to]) => {
    const [first, last] = [Number(from), Number(to ?? from)]
    return last <= first || last - first > rangeMax ? [first] : Array.from({ length: last - first + 1 }, (_, i) => first + i)
  })
}

function isSameAddress(one: string, other: string): boolean {
  const normalize = (written: string) =>
    written
      .replace(/^https?:\/\//i, '')
      .replace(/[#?].*$/, '')
      .replace(/\/$/, '')
      .toLowerCase()
  return normalize(one) === normalize(other)
}
