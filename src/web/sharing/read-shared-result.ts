/** Prepares a shared result for display, with the current outline of the certification. */
import { computeShare } from '#exam/answer-share.ts'
import type { Db } from '#server/db/tables.ts'
import { kindOfSet } from '#web/sharing/shown-result.ts'
import { findCertificationRow, readCertification } from '#server/catalogue/index.ts'
import type { ShareableResult, SharedResult } from '#server/sharing/index.ts'

/** `correctedOn` is missing in a result that is not shared yet. */
export async function readSharedResult(db: Db, result: ShareableResult & Partial<Pick<SharedResult, 'correctedOn'>>) {
  const { certificationId, set, finishedOn, correct, total, percent, areas, correctedOn = null } = result
  const row = await findCertificationRow(db, certificationId)
  const certification = row && readCertification(row)
  const outline = certification?.skillAreas ?? []
  const outlined = new Map(outline.map(({ name, weightMin, weightMax }, i) => [name, { number: i + 1, weightMin, weightMax }]))
  const isCurrent = areas.every(({ skillArea }) => outlined.has(skillArea))
  const names = isCurrent ? outline.map(({ name }) => name) : areas.map(({ skillArea }) => skillArea)
  return {
    certificationId,
    /** `undefined` when the certification was removed. */
    family: certification?.family,
    kind: kindOfSet(set),
    finishedOn,
    correct,
    total,
    percent,
    correctedOn,
    areas: names.map((name) => {
      const { correct = 0, total = 0 } = areas.find(({ skillArea }) => skillArea === name) ?? {}
      return { name, ...computeShare(correct, total), outlined: isCurrent ? outlined.get(name) : undefined }
    }),
  }
}
