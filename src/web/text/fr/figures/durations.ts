/** Durations in French. */
import { counted } from '#web/text/fr/numbers.ts'

const locale = 'fr-FR'

/** Milliseconds as hours and minutes: `1 h 22 min`, `4 min`, `moins d’une minute`. */
export function span(ms: number): string {
  const minutes = Math.floor(ms / 60_000)
  if (minutes < 1) return 'moins d’une minute'
  const hours = Math.floor(minutes / 60)
  return hours === 0 ? unit(minutes, 'minute') : `${unit(hours, 'hour')} ${unit(minutes % 60, 'minute')}`
}

function unit(count: number, name: 'hour' | 'minute'): string {
  return new Intl.NumberFormat(locale, { style: 'unit', unit: name, unitDisplay: 'short' }).format(count)
}

/** The days until an exam: `0` → `MB-800, c’est aujourd’hui`, `27` → `MB-800 dans 27 jours`. */
export function daysTo(count: number, id: string): string {
  return count === 0 ? `${id}, c’est aujourd’hui` : `${id} dans ${counted(count, 'jour')}`
}
