/** The case study of a question, in passages. */
import { listCaseStudySections } from '#exam/case-study-sections.ts'
import { listSentences } from '#exam/help/help-texts.ts'
import type { Db } from '#server/db/tables.ts'
import { passageLengthMax, type TutorPassage } from '#server/tutor/retrieval/passage.ts'

export async function listCaseStudyPassages(db: Db, id: string): Promise<TutorPassage[]> {
  const row = await db.selectFrom('case_studies').select(['title', 'content']).where('id', '=', id).executeTakeFirst()
  if (!row) return []
  const sections = listCaseStudySections(row.content)
  const parts = sections.length > 0 ? sections : [{ title: '', html: row.content }]
  return parts
    .flatMap(({ title, html }) =>
      joinSentences(listSentences(html)).map((text) => ({ title: [row.title, title].filter((part) => part !== '').join(': '), text })),
    )
    .map((part, index) => ({ id: `case-study:${id}:${index}`, kind: 'case-study', ...part, address: null, checkedOn: null }))
}

/** Joins sentences into passages, with as many sentences as fit into each. */
export function joinSentences(sentences: readonly string[]): string[] {
  const joined: string[] = []
  for (const sentence of sentences.flatMap(split)) {
    const last = joined.at(-1)
    if (last !== undefined && last.length + 1 + sentence.length <= passageLengthMax) joined[joined.length - 1] = `${last} ${sentence}`
    else joined.push(sentence)
  }
  return joined
}

/** Splits a sentence that is too long, such as a table without punctuation, into pieces. */
function split(sentence: string): string[] {
  return Array.from({ length: Math.ceil(sentence.length / passageLengthMax) }, (_, i) =>
    sentence.slice(i * passageLengthMax, (i + 1) * passageLengthMax),
  )
}
