/** Lists the documentation pages that the published questions of an exam refer to. */
import { groupPages, type DocumentationArea } from '#exam/documentation.ts'
import { findGroundingAddress } from '#exam/grounding-address.ts'
import { selectPublished } from '#server/bank/questions.ts'
import type { Db } from '#server/db/tables.ts'

/** `outline`: the names of the exam's skill areas, in order. */
export async function listDocumentation(db: Db, certificationId: string, outline: readonly string[]): Promise<DocumentationArea[]> {
  const rows = await selectPublished(db, certificationId).select(['skill_area', 'reference', 'grounding']).execute()
  const cited = rows
    .filter(({ reference }) => reference !== '')
    .map(({ skill_area: skillArea, reference: address, grounding }) => ({
      skillArea,
      address,
      // If an administrator changed the reference, the title of the grounding is that of another page.
      title: grounding && findGroundingAddress(grounding) === address ? grounding.title : undefined,
    }))
  return groupPages(cited, outline)
}
