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
  const caseStudies = await listCaseStudyVersions(db, questions)
  const outline = await readOutlineVersion(db, certificationId)
  return { ids: questions.map(({ id }) => id), chunks: distribute(questions, caseStudies, countChunks(questions.length), outline) }
}

/** The members of each chunk with translations into a language. Empty if no published question is translated. */
export async function listTranslationMembers(db: Db, certificationId: string, language: string): Promise<ChunkMembers[]> {
  const questions = await readInPages(db, certificationId, (rows) =>
    rows.select([
      'version',
      sql<string | null>`(
        select ${hashOf('original_hash, text, options, pairs, completion, explanation, option_explanations')}
        from question_translations where question_id = questions.id and language = ${language}
      )`.as('translation'),
    ]),
  )
  const translated = questions.filter(({ translation }) => translation !== null)
  if (translated.length === 0) return []
  const caseStudies = await listCaseStudyVersions(db, questions, language)
  const versioned = translated.map(({ id, version, translation }) => ({ id, version: `${version} ${translation}` }))
  return distribute(versioned, caseStudies, countChunks(questions.length), '')
}

/**
 * The versions of the case studies of these questions, or of their translations into a language. They are hashes, because a case study that was
 * deleted and loaded again starts with version 1.
 */
async function listCaseStudyVersions(db: Db, questions: readonly Place[], language?: string): Promise<Versioned[]> {
  const ids = [...new Set(questions.flatMap(({ caseStudyId }) => caseStudyId ?? []))]
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('case_studies')
    .$if(language !== undefined, (studies) =>
      studies.where(
        sql<boolean>`exists (select from case_study_translations where case_study_id = case_studies.id and language = ${language})`,
      ),
    )
    .select([
      'id',
      sql<string>`concat_ws(' ', ${hashOf('title, content')}, (
        select ${hashOf('original_hash, title, content')} from case_study_translations
        where case_study_id = case_studies.id and language = ${language ?? ''}
      ))`.as('version'),
    ])
    .where('id', 'in', ids)
    .execute()
  return rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

/** A hash of several columns. Not `md5`, which some servers refuse. */
function hashOf(columns: string) {
  return sql`encode(sha256(convert_to(jsonb_build_array(${sql.raw(columns)})::text, 'UTF8')), 'hex')`
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

/** `at` is a string, because a JavaScript `Date` has only milliseconds. */
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

/** The parts of the outline that questions and the index contain. */
async function readOutlineVersion(db: Db, certificationId: string): Promise<string> {
  const facts = (await listOutlineFacts(db, [certificationId])).get(certificationId)
  const outline = (await listOutlines(db, [certificationId])).get(certificationId)
  return JSON.stringify([facts?.outlineOf, outline?.objectives])
}
