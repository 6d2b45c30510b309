/** Where a question comes from, for the card after its explanation: the official page, its date, and the outline of the exam. */
import type { Grounding } from '#exam/bank-file/index.ts'
import { findGroundingAddress } from '#exam/bank-report.ts'
import type { QuestionSource } from '#exam/question.ts'
import type { Db } from '#server/db/tables.ts'

/** By certification id: the ISO date from which the outline is effective. Dates that could not be verified are left out. */
export async function listOutlineDates(db: Db, certificationIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (certificationIds.length === 0) return new Map()
  const rows = await db.selectFrom('certifications').select(['id', 'outline_of', 'sources']).where('id', 'in', certificationIds).execute()
  return new Map(
    rows.flatMap(({ id, outline_of, sources }) => (outline_of && !sources.outlineOf?.isApproximate ? [[id, outline_of] as const] : [])),
  )
}

type SourcedQuestion = { version: number; reference: string; grounding: Grounding | null }

/** A grounding counts only while the question's reference is the same page. Administrators may have changed the reference since. */
export function sourceOf({ version, reference, grounding }: SourcedQuestion, outlineOf: string | undefined): QuestionSource {
  const page = grounding && findGroundingAddress(grounding) === reference ? grounding : undefined
  return {
    version,
    ...(page?.title && { pageTitle: page.title }),
    ...(page?.page_date && { pageDate: page.page_date }),
    ...(page?.checked_on && { checkedOn: page.checked_on }),
    ...(outlineOf && { outlineOf }),
  }
}
