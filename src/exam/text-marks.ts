/** Passages of a text that a candidate marked, as ranges of characters. Marks never overlap and are in the order of the text. */

/** `start` is the position of the first character, and `end` is the position after the last character. Positions count from 0. */
export type TextMark = { readonly start: number; readonly end: number }

/** Adds a mark. Marks that overlap or touch the new mark are merged with it. An empty mark changes nothing. */
export function addMark(marks: readonly TextMark[], added: TextMark): readonly TextMark[] {
  if (added.start >= added.end) return marks
  const isJoined = ({ start, end }: TextMark) => start <= added.end && end >= added.start
  const joined = [added, ...marks.filter(isJoined)]
  const union = { start: Math.min(...joined.map(({ start }) => start)), end: Math.max(...joined.map(({ end }) => end)) }
  return [...marks.filter((mark) => !isJoined(mark)), union].toSorted((a, b) => a.start - b.start)
}

/** Removes the marks that share a character with a range. */
export function removeMarks(marks: readonly TextMark[], { start, end }: TextMark): readonly TextMark[] {
  return marks.filter((mark) => mark.end <= start || mark.start >= end)
}

/** The parts of the marks within a range, with positions relative to its start. */
export function clipMarks(marks: readonly TextMark[], { start, end }: TextMark): TextMark[] {
  return marks
    .filter((mark) => mark.end > start && mark.start < end)
    .map((mark) => ({ start: Math.max(mark.start, start) - start, end: Math.min(mark.end, end) - start }))
}
