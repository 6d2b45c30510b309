/** The cited sources in the database, and the results of comparing them. */
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { isSamePlace, pageOutcomes, pageParts } from '#exam/freshness.ts'
import { insertedValues } from '#server/db/inserted-values.ts'
import type { Tables } from '#server/db/tables.ts'
import { transact } from '#server/db/transact.ts'
import { inBatches } from '#server/platform/in-batches.ts'
import type { CitedSource, PageCheck } from '#server/freshness/check-pages.ts'
import { latestConfirmation, lockRatedQuestions, rateQuestions, readPlaces } from '#server/freshness/rate-questions.ts'

const questionsPerBatch = 200
const checksPerTransaction = 100

/** All cited places to compare, including those of drafts. Reads the questions in batches. */
export async function* listCitedSources(db: Kysely<Tables>): AsyncGenerator<CitedSource> {
  let after: string | undefined
  do {
    const rows = await db
      .selectFrom('questions')
      .select(['id', 'exam_id', 'grounding'])
      .select(latestConfirmation.as('confirmation'))
      .$if(after !== undefined, (query) => query.where('id', '>', after ?? ''))
      .orderBy('id')
      .limit(questionsPerBatch)
      .execute()
    for (const row of rows)
      for (const { part, place, sha256 } of readPlaces(row).places)
        yield { questionId: row.id, examId: row.exam_id, part, cited: place, ...(sha256 !== undefined && { lines_sha256: sha256 }) }
    after = rows.at(-1)?.id
  } while (after !== undefined)
}

const text = z.string().max(10_000)
const checksShape = z.array(
  z.object({
    questionId: z.uuid(),
    part: z.enum(pageParts),
    cited: z.object({ repository: text, path: text, commit: text, lines: text }),
    sha256: text,
    outcome: z.enum(pageOutcomes),
    newestCommit: text,
    newestPath: text.nullable(),
    newestLines: text.nullable(),
    newestSha256: text.nullable(),
    oldText: text.nullable(),
    newText: text.nullable(),
  }),
)

/** The checks in the body of a command. @throws when the body has another shape */
export function parsePageChecks(body: unknown): PageCheck[] {
  return z.object({ checks: checksShape }).parse(body).checks
}

/** `skipped`: checks of questions that were deleted or now cite another place. */
export type StoredChecks = { stored: number; skipped: number }

/** Stores checks and the states that follow from them. Storing the same checks again changes only their time. */
export async function storePageChecks(db: Kysely<Tables>, checks: readonly PageCheck[], at: Date): Promise<StoredChecks> {
  let stored = 0
  for (const some of inBatches(checks, checksPerTransaction)) stored += await storeSome(db, some, at)
  return { stored, skipped: checks.length - stored }
}

function storeSome(db: Kysely<Tables>, checks: readonly PageCheck[], at: Date): Promise<number> {
  return transact(db, async (transaction) => {
    const ids = [...new Set(checks.map(({ questionId }) => questionId))]
    await lockRatedQuestions(transaction, ids)
    const rows = await transaction
      .selectFrom('questions')
      .select(['id', 'grounding'])
      .select(latestConfirmation.as('confirmation'))
      .where('id', 'in', ids)
      .execute()
    const places = new Map(rows.map((row) => [row.id, readPlaces(row).places]))
    const valid = checks.filter(({ questionId, part, cited }) =>
      places.get(questionId)?.some((one) => one.part === part && isSamePlace(one.place, cited)),
    )
    if (valid.length === 0) return 0
    const earlier = await transaction.selectFrom('page_checks').selectAll().where('question_id', 'in', ids).execute()
    const isSame = ({ questionId, part, outcome, newestPath, newestSha256 }: PageCheck) =>
      earlier.some(
        (row) =>
          row.question_id === questionId &&
          row.part === part &&
          row.outcome === outcome &&
          row.newest_path === newestPath &&
          row.newest_lines_sha256 === newestSha256,
      )
    const news = new Set(valid.filter((check) => !isSame(check)).map(({ questionId }) => questionId))
    await transaction
      .insertInto('page_checks')
      .values(
        valid.map(({ questionId, part, cited, sha256, outcome, ...found }) => ({
          question_id: questionId,
          part,
          ...cited,
          lines_sha256: sha256,
          outcome,
          newest_commit: found.newestCommit,
          newest_path: found.newestPath,
          newest_lines: found.newestLines,
          newest_lines_sha256: found.newestSha256,
          old_text: found.oldText,
          new_text: found.newText,
          checked_at: at,
        })),
      )
      .onConflict((conflict) => conflict.columns(['question_id', 'part']).doUpdateSet(insertedValues(checkColumns)))
      .execute()
    const ratedIds = [...new Set(valid.map(({ questionId }) => questionId))]
    await rateQuestions(transaction, ratedIds, { setBy: 'check-sources', at, isNews: (id) => news.has(id) })
    return valid.length
  })
}

const checkColumns = [
  'repository',
  'path',
  'commit',
  'lines',
  'lines_sha256',
  'outcome',
  'newest_commit',
  'newest_path',
  'newest_lines',
  'newest_lines_sha256',
  'old_text',
  'new_text',
  'checked_at',
] as const
