/** The places that a question is compared with: those in its grounding, or newer places with which a person confirmed the question. */
import type { Grounding } from '#exam/bank-file/index.ts'
import { isSamePlace, type CitedPlace, type ConfirmedPage, type PagePart } from '#exam/freshness.ts'

export type QuestionPlace = { part: PagePart; cited: CitedPlace; place: CitedPlace; sha256: string | undefined }

/** A confirmation counts as long as the grounding cites the place that the confirmation replaced. */
export function listPlaces(grounding: Grounding | null, confirmed: readonly ConfirmedPage[]): QuestionPlace[] {
  if (!grounding) return []
  const parts = [
    { part: 'page' as const, source: grounding },
    ...(grounding.second_source ? [{ part: 'second-source' as const, source: grounding.second_source }] : []),
  ]
  return parts.map(({ part, source }) => {
    const { repository, path, commit, lines } = source
    const cited = { repository, path, commit, lines }
    const newer = confirmed.find((page) => page.part === part && isSamePlace(page.cited, cited))
    return newer ? { part, cited, place: newer.place, sha256: newer.sha256 } : { part, cited, place: cited, sha256: source.lines_sha256 }
  })
}
