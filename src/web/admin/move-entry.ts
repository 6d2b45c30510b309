/** The list with the entry at `from` moved to `to`. Returns the same list if either position is outside of it. */
export function moveEntry<Entry>(entries: readonly Entry[], from: number, to: number): readonly Entry[] {
  const moved = entries[from]
  if (moved === undefined || to < 0 || to >= entries.length) return entries
  return entries.toSpliced(from, 1).toSpliced(to, 0, moved)
}
