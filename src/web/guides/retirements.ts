/** Creates the items of a drawing: when the exams of the catalog were retired, the earliest first, and which exams are active. */
import { isApproximate } from '#exam/certification.ts'
import type { CatalogSummary } from '#server/catalogue/index.ts'
import { day, monthOfYear } from '#web/text/fr/figures/dates.ts'
import { guide as words, list } from '#web/text/fr/guides.ts'

export function drawRetirements(all: readonly CatalogSummary[]): { label: string; note: string }[] {
  const groups = new Map<string, string[]>()
  const retired = all.filter(({ status }) => status === 'retired')
  // Exams without a date come first: they were retired before we first checked.
  for (const entry of retired.toSorted((one, other) => (one.retiredOn ?? '').localeCompare(other.retiredOn ?? ''))) {
    const { retiredOn, id } = entry
    const label =
      retiredOn === null
        ? words.unknownDate
        : isApproximate(entry, 'retiredOn')
          ? words.approximately(monthOfYear(retiredOn))
          : day(retiredOn)
    groups.set(label, [...(groups.get(label) ?? []), id.toUpperCase()])
  }
  const open = all.filter(({ status }) => status === 'active').map(({ id }) => id.toUpperCase())
  return [
    ...[...groups].map(([label, ids]) => ({ label, note: words.retiredThen(list(ids.toSorted()), ids.length) })),
    { label: words.today, note: words.openNow(list(open.toSorted())) },
  ]
}
