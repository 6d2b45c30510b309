/**
 * Tells which chunks of a bank have changed, without reading their questions. The content of a chunk depends on the versions of its questions
 * and case studies, on their freshness and languages, and on the outline of the exam; a chunk with translations also on their texts.
 */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { chunkPosition, countChunks } from '#exam/question-chunks.ts'
import { listOutlineFacts } from '#server/bank/question-source.ts'
import { selectPublished } from '#server/bank/questions.ts'
import { listOutlines } from '#server/catalogue/index.ts'
import type { Db } from '#server/db/tables.ts'
import { yieldToRequests } from '#server/db/yield-to-requests.ts'

/** The ids in a chunk. `version` changes whenever the content of the chunk changes. */
export type ChunkMembers = {
  readonly questionIds: readonly string[]
  readonly caseStudyIds: readonly string[]
  readonly version: string
}

type Versioned = { id: string; version: string }

/** The members of each chunk, and the ids of all published questions in display order. */
export async function listChunkMembers(db: Db, certificationId: string): Promise<{ ids: readonly string[]; chunks: ChunkMembers[] }> {
  const questions = await readInPages(db, certificationId, (rows) =>
    rows.select(
      sql<string>`concat_ws(' ', version,
        (select concat_ws(' ', reason, checked_on) from question_freshness where question_id = questions.id),
        (select string_agg(language, ' ' order by language) from question_translations where question_id = questions.id)
      )`.as('version'),
    ),
  )
  const caseStudyIds = new Set(questions.flatMap(({ caseStudyId }) => caseStudyId ?? []))
  const caseStudies =
    caseStudyIds.size === 0
      ? []
      : await db
          .selectFrom('case_studies')
          .select(['id', sql<string>`version::text`.as('version')])
          .where('id', 'in', [...caseStudyIds])
          .orderBy('id')
          .execute()
  const outline = await readOutlineVersion(db, certificationId)
  return { ids: questions.map(({ id }) => id), chunks: distribute(questions, caseStudies, countChunks(questions.length), outline) }
}

/** The members of each chunk with translations into a language. Empty if no published question is translated. */
export async function listTranslationMembers(db: Db, certificationId: string, language: string): Promise<ChunkMembers[]> {
  const questions = await readInPages(db, certificationId, (rows) =>
    rows.select([
      'version',
      sql<string | null>`(
        select md5(jsonb_build_array(original_hash, text, options, pairs, completion, explanation, option_explanations)::text)
        from question_translations where question_id = questions.id and language = ${language}
      )`.as('translation'),
    ]),
  )
  const translated = questions.filter(({ translation }) => translation !== null)
  if (translated.length === 0) return []
  const caseStudyIds = new Set(questions.flatMap(({ caseStudyId }) => caseStudyId ?? []))
  const caseStudies =
    caseStudyIds.size === 0
      ? []
      : await db
          .selectFrom('case_study_translations as translation')
          .innerJoin('case_studies', 'case_studies.id', 'translation.case_study_id')
          .select([
            'case_studies.id',
            sql<string>`concat_ws(' ', version,
              md5(jsonb_build_array(original_hash, translation.title, translation.content)::text))`.as('version'),
          ])
          .where('language', '=', language)
          .where('case_studies.id', 'in', [...caseStudyIds])
          .orderBy('case_studies.id')
          .execute()
  const versioned = translated.map(({ id, version, translation }) => ({ id, version: `${version} ${translation}` }))
  return distribute(versioned, caseStudies, countChunks(questions.length), '')
}

/** How many rows a query reads. Other requests are served between two queries. */
const rowsPerQuery = 1_000

/** The published questions in display order. `select` adds columns to the id and the case study. */
async function readInPages<Row>(
  db: Db,
  certificationId: string,
  select: (rows: ReturnType<typeof selectPlaces>) => { execute: () => Promise<(Place & Row)[]> },
): Promise<(Place & Row)[]> {
  const found: (Place & Row)[] = []
  for (;;) {
    const rows = await select(selectPlaces(db, certificationId, found.at(-1))).execute()
    found.push(...rows)
    if (rows.length < rowsPerQuery) return found
    await yieldToRequests()
  }
}

/** `at` is a text, because a date in JavaScript has no microseconds. */
type Place = { id: string; caseStudyId: string | null; at: string }

function selectPlaces(db: Db, certificationId: string, after: Place | undefined) {
  return selectPublished(db, certificationId)
    .select(['id', 'case_study_id as caseStudyId', sql<string>`created_at::text`.as('at')])
    .$if(after !== undefined, (rows) =>
      rows.where(sql<boolean>`(created_at, id) > (${after?.at}::text::timestamptz, ${after?.id}::text::uuid)`),
    )
    .orderBy('created_at')
    .orderBy('id')
    .limit(rowsPerQuery)
}

/** The chunks keep the order of the lists, so that their contents do not depend on the order in which the database returns rows. */
function distribute(questions: readonly Versioned[], caseStudies: readonly Versioned[], count: number, shared: string): ChunkMembers[] {
  const chunks = Array.from({ length: count }, () => ({
    questionIds: [] as string[],
    caseStudyIds: [] as string[],
    hash: createHash('sha256').update(shared),
  }))
  for (const { id, version } of questions) {
    const chunk = chunks[chunkPosition(id, count)]
    chunk?.questionIds.push(id)
    chunk?.hash.update(`question ${id} ${version}\n`)
  }
  for (const { id, version } of caseStudies) {
    const chunk = chunks[chunkPosition(id, count)]
    chunk?.caseStudyIds.push(id)
    chunk?.hash.update(`case study ${id} ${version}\n`)
  }
  return chunks.map(({ hash, ...members }) => ({ ...members, version: hash.digest('base64url') }))
}

/** Everything that the questions and the index show of the outline. */
async function readOutlineVersion(db: Db, certificationId: string): Promise<string> {
  const facts = (await listOutlineFacts(db, [certificationId])).get(certificationId)
  const outline = (await listOutlines(db, [certificationId])).get(certificationId)
  return JSON.stringify([facts?.outlineOf, outline?.objectives])
}
