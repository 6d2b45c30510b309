/** Prepares a shared result for display, with the current outline of the certification. */
import { computeShare } from '#exam/progress.ts'
import type { Db } from '#server/db/tables.ts'
import { kindOfSet } from '#web/sharing/shown-result.ts'
import { findCertificationRow, readCertification } from '#server/catalogue/index.ts'
import type { ShareableResult } from '#server/sharing/index.ts'

export async function readSharedResult(db: Db, result: ShareableResult) {
  const { certificationId, set, finishedOn, correct, total, percent, areas } = result
  const row = await findCertificationRow(db, certificationId)
  const certification = row && readCertification(row)
  const outline = certification?.skillAreas ?? []
  const isToScale = areas.every(({ skillArea }) => outline.some(({ name }) => name === skillArea))
  const names = isToScale ? outline.map(({ name }) => name) : areas.map(({ skillArea }) => skillArea)
  return {
    certificationId,
    /** `undefined` when the certification was removed. */
    family: certification?.family,
    kind: kindOfSet(set),
    finishedOn,
    correct,
    total,
    percent,
    areas: names.map((name) => {
      const { correct = 0, total = 0 } = areas.find(({ skillArea }) => skillArea === name) ?? {}
      const { weightMin = 0, weightMax = 0 } = outline.find((area) => area.name === name) ?? {}
      return { name, ...computeShare(correct, total), weightMin, weightMax }
    }),
    /** Whether the areas are those of the current outline, so that they can be drawn to scale. */
    isToScale,
  }
}
