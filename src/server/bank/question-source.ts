/** Where a question comes from, for the card after its explanation: the official pages, their dates, and the outline of the exam. */
import type { CitedPart, Grounding } from '#exam/bank-file/index.ts'
import { findCourseAddress, findGroundingAddress } from '#exam/grounding-address.ts'
import type { QuestionSource } from '#exam/question.ts'
import { listOutlines } from '#server/catalogue/index.ts'
import type { FreshnessFacts } from '#server/freshness/index.ts'
import type { Db } from '#server/db/tables.ts'

/** The facts about an exam's outline that sources contain. `objectives` maps ids to texts. */
export type OutlineFacts = { readonly outlineOf?: string; readonly objectives: ReadonlyMap<string, string> }

/** The facts by certification id. Dates that could not be verified are left out. */
export async function listOutlineFacts(db: Db, certificationIds: readonly string[]): Promise<ReadonlyMap<string, OutlineFacts>> {
  if (certificationIds.length === 0) return new Map()
  const rows = await db.selectFrom('certifications').select(['id', 'outline_of', 'sources']).where('id', 'in', certificationIds).execute()
  const outlines = await listOutlines(db, certificationIds)
  return new Map(
    rows.map(({ id, outline_of, sources }) => [
      id,
      {
        ...(outline_of && !sources.outlineOf?.isApproximate && { outlineOf: outline_of }),
        objectives: new Map(outlines.get(id)?.objectives.map((objective) => [objective.id, objective.text])),
      },
    ]),
  )
}

type SourcedQuestion = { version: number; reference: string; grounding: Grounding | null; objective: string | null }

/**
 * The source of a question. A grounding in the documentation is ignored unless its page is the question's reference, because administrators
 * can change the reference. A grounding in a course is shown as the second page, because the reference is a documentation page. Freshness
 * facts about another version of the question are ignored.
 */
export function sourceOf(
  { version, reference, grounding, objective }: SourcedQuestion,
  outline: OutlineFacts | undefined,
  freshness?: FreshnessFacts,
): QuestionSource {
  const page = grounding && findGroundingAddress(grounding) === reference ? grounding : undefined
  const second = grounding && findCourseAddress(grounding) !== undefined ? grounding : page?.second_source
  const secondPage = second && findPage(second)
  const hasPage = (page ?? second) !== undefined
  const known = freshness?.version === version ? freshness : undefined
  const checkedOn = known?.checkedOn ?? grounding?.checked_on
  const concern = hasPage || known?.reason?.startsWith('objective') ? known?.reason : undefined
  const objectiveText = outline?.objectives.get(objective ?? '')
  return {
    version,
    ...(page?.title && { pageTitle: page.title }),
    ...(page?.page_date && { pageDate: page.page_date }),
    ...(hasPage && checkedOn && { checkedOn }),
    ...(outline?.outlineOf && { outlineOf: outline.outlineOf }),
    ...(objectiveText && { objective: objectiveText }),
    ...(concern && { concern }),
    ...(secondPage && { secondPage }),
  }
}

/** The date of the page at the question's reference, if the page states one. */
export function findPageDate({ reference, grounding }: Pick<SourcedQuestion, 'reference' | 'grounding'>): string | undefined {
  return grounding && findGroundingAddress(grounding) === reference ? grounding.page_date : undefined
}

function findPage(part: CitedPart): QuestionSource['secondPage'] {
  const address = findGroundingAddress(part) ?? findCourseAddress(part)
  if (address === undefined) return undefined
  return { address, ...(part.title && { title: part.title }), ...(part.page_date && { date: part.page_date }) }
}
