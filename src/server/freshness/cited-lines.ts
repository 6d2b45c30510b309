/** Compares the cited lines of a page with another version of the page. */
import { createHash } from 'node:crypto'
import { diffArrays } from 'diff'
import { parseLineRanges, type LineRange } from '#exam/bank-file/index.ts'

/** `lines` is the place in the other version, `"12-30,44-51"`; `null` when there is none. */
export type LinesComparison =
  | { outcome: 'unchanged' | 'moved'; lines: string }
  | { outcome: 'changed'; lines: string | null; oldText: string; newText: string }

/** Longer texts are shown only in part. */
const textLengthMax = 4_000
const textLinesMax = 60
/** Shorter blocks, such as a single bracket, may occur anywhere. */
const movedLengthMin = 30
/** Pages with more differences are not aligned line by line. */
const editsMax = 1_000

/** The cited lines of a page. `undefined` when `lines` is not a list of ranges, or a range begins after the end of the page. */
export function pickLines(page: string, lines: string): string[] | undefined {
  const all = splitLines(page)
  const picked = parseLineRanges(lines)?.map(({ from, to }) => all.slice(from - 1, to))
  return picked?.every((block) => block.length > 0) ? picked.flat() : undefined
}

/** The sha256 of lines, as hexadecimal digits. It does not depend on the line endings of the page. */
export function hashLines(lines: readonly string[]): string {
  return createHash('sha256').update(lines.join('\n')).digest('hex')
}

/** Compares the cited lines, ignoring differences in whitespace. The old page must contain the lines; check this with `pickLines`. */
export function compareLines(oldPage: string, newPage: string, lines: string): LinesComparison {
  const [oldLines, newLines] = [splitLines(oldPage), splitLines(newPage)]
  const [oldWords, newWords] = [oldLines.map(normalize), newLines.map(normalize)]
  const positions = alignLines(oldWords, newWords)
  const found = (parseLineRanges(lines) ?? []).map((range) => ({ range, ...findRange(range, oldWords, newWords, positions) }))
  const places = found.flatMap(({ place }) => place ?? [])
  const newPlace = places.length > 0 ? printRanges(places) : null
  const changed = found.filter(({ isSame }) => !isSame)
  if (changed.length === 0 && newPlace !== null) return { outcome: newPlace === lines ? 'unchanged' : 'moved', lines: newPlace }
  const textOf = (from: readonly string[], ranges: readonly (LineRange | undefined)[]) =>
    shortenText(ranges.map((range) => (range ? from.slice(range.from - 1, range.to).join('\n') : '')).join('\n\n'))
  return {
    outcome: 'changed',
    lines: newPlace,
    oldText: textOf(
      oldLines,
      changed.map(({ range }) => range),
    ),
    newText: textOf(
      newLines,
      changed.map(({ place }) => place),
    ),
  }
}

/** The text of lines for people to read: without control characters, and shortened. */
export function shortenText(text: string): string {
  const readable = text.replace(/[^\P{Cc}\t\n]/gu, ' ').replace(/\p{Cs}/gu, ' ')
  const lines = readable.split('\n')
  const shown = lines.slice(0, textLinesMax).join('\n')
  const isCut = lines.length > textLinesMax || shown.length > textLengthMax
  return isCut ? `${shown.slice(0, textLengthMax)}…` : shown
}

function splitLines(page: string): string[] {
  return page.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)
}

function normalize(line: string): string {
  return line.replace(/\s+/g, ' ').trim()
}

function printRanges(ranges: readonly LineRange[]): string {
  return ranges.map(({ from, to }) => `${from}-${to}`).join(',')
}

/** For each old line, its index on the new page; -1 if it is no longer there. */
function alignLines(oldWords: readonly string[], newWords: readonly string[]): number[] {
  const positions: number[] = []
  let position = 0
  for (const { added, removed, count } of diffArrays([...oldWords], [...newWords], { maxEditLength: editsMax }) ?? []) {
    if (removed) positions.push(...Array.from({ length: count }, () => -1))
    else if (!added) positions.push(...Array.from({ length: count }, (_, i) => position + i))
    if (!removed) position += count
  }
  return positions.length > 0 ? positions : oldWords.map(() => -1)
}

type FoundRange = { place: LineRange | undefined; isSame: boolean }

function findRange({ from, to }: LineRange, oldWords: readonly string[], newWords: readonly string[], positions: number[]): FoundRange {
  const block = oldWords.slice(from - 1, to)
  const aligned = positions.slice(from - 1, to)
  const [start = -1] = aligned
  if (start >= 0 && aligned.every((position, i) => position === start + i)) return sameAt(start, block)
  const elsewhere = findBlock(block, newWords, from - 1)
  return elsewhere === undefined ? { place: findChangedPlace(from, to, newWords, positions), isSame: false } : sameAt(elsewhere, block)
}

function sameAt(start: number, block: readonly string[]): FoundRange {
  return { place: { from: start + 1, to: start + block.length }, isSame: true }
}

/** The index of the same lines on the new page. If they occur several times, the index nearest to the old one. `undefined` for short blocks. */
function findBlock(block: readonly string[], newWords: readonly string[], oldStart: number): number | undefined {
  if (block.join('').length < movedLengthMin) return undefined
  const starts = newWords.flatMap((word, start) =>
    word === block[0] && block.every((line, i) => newWords[start + i] === line) ? [start] : [],
  )
  return starts.toSorted((a, b) => Math.abs(a - oldStart) - Math.abs(b - oldStart))[0]
}

/** Where the changed lines are now: between the unchanged neighbors, without empty lines at both ends. */
function findChangedPlace(from: number, to: number, newWords: readonly string[], positions: readonly number[]): LineRange | undefined {
  let first = (positions.slice(0, from - 1).findLast((position) => position >= 0) ?? -1) + 1
  let last = (positions.slice(to).find((position) => position >= 0) ?? newWords.length) - 1
  while (first <= last && newWords[first] === '') first++
  while (last >= first && newWords[last] === '') last--
  return first <= last ? { from: first + 1, to: last + 1 } : undefined
}
