/** The list with one entry at another position; the same list when there is no such entry or position. */
export function moveEntry<Entry>(entries: readonly Entry[], from: number, to: number): readonly Entry[] {
  const moved = entries[from]
  if (moved === undefined || to < 0 || to >= entries.length) return entries
  return entries.toSpliced(from, 1).toSpliced(to, 0, moved)
}
