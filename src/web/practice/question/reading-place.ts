/** Where a candidate stopped reading a case study: the tab, and the scroll position of each tab in pixels. */

export type ReadingPlace = { readonly tab: number; readonly tops: Readonly<Record<number, number>> }

const start: ReadingPlace = { tab: 0, tops: {} }

/** Without storage, places last until the page is closed. */
const places = new Map<string, ReadingPlace>()

export function readReadingPlace(key: string): ReadingPlace {
  try {
    const saved = sessionStorage.getItem(`praxam-case ${key}`)
    if (saved) return { ...start, ...(JSON.parse(saved) as Partial<ReadingPlace>) }
  } catch {
    // The place is in memory, in `places`.
  }
  return places.get(key) ?? start
}

export function saveReadingPlace(key: string, place: ReadingPlace): void {
  places.set(key, place)
  try {
    sessionStorage.setItem(`praxam-case ${key}`, JSON.stringify(place))
  } catch {
    // The place is in memory, in `places`.
  }
}
