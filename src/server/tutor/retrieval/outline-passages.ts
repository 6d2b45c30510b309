/** The objective of a question, from the outline of its exam, as a passage. */
import { listOutlines } from '#server/catalogue/index.ts'
import type { Db } from '#server/db/tables.ts'
import type { QuestionPlaceInBank } from '#server/tutor/retrieval/find-passages.ts'
import type { TutorPassage } from '#server/tutor/retrieval/passage.ts'

/** Empty for a question without an objective. The objectives of the same skill are part of the passage. */
export async function findOutlinePassages(db: Db, { certificationId, objective }: QuestionPlaceInBank): Promise<TutorPassage[]> {
  if (objective === null) return []
  const outline = (await listOutlines(db, [certificationId])).get(certificationId)
  const own = outline?.objectives.find(({ id }) => id === objective)
  if (!outline || !own) return []
  const beside = outline.objectives.filter(
    ({ id, skillArea, skill }) => id !== own.id && skillArea === own.skillArea && skill === own.skill,
  )
  const others = beside.map(({ text }) => text).join('; ')
  return [
    {
      id: `outline:${certificationId}:${objective}`,
      kind: 'outline',
      title: `Outline of exam ${certificationId.toUpperCase()}`,
      address: outline.source.address ?? null,
      text: `${own.skillArea}: ${own.skill}: ${own.text}.${others && ` The same skill also has: ${others}.`}`,
      checkedOn: outline.source.checkedOn,
    },
  ]
}
