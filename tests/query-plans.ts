/** Records the queries of a database, and finds those that read a big table from end to end. */
import type { PoolClient } from 'pg'
import type { TestDatabase } from '#tests/services.ts'

/** Tables that grow with the number of members and their activity. A request must not read all of such a table. */
export const bigTables: ReadonlySet<string> = new Set([
  'users',
  'sessions',
  'identities',
  'verifications',
  'second_factors',
  'passkeys',
  'rate_limits',
  'rate_limit_counts',
  'known_devices',
  'user_profiles',
  'attempts',
  'attempt_moves',
  'imported_questions',
  'archived_journals',
  'final_answers',
  'review_cards',
  'question_notes',
  'exam_dates',
  'renewal_dates',
  'reported_results',
  'shared_results',
  'rescored_attempts',
  'correction_notices',
  'announced_retirements',
  'contact_messages',
  'question_reports',
  'challenges',
  'challenge_reports',
  'audit_log',
  'removals',
  // These tables grow with the bank.
  'question_freshness',
  'page_checks',
  'question_confirmations',
])

/** Tables that stay small, or grow with the bank, its certifications or the documents of the operator. */
export const otherTables: ReadonlySet<string> = new Set([
  'certifications',
  'skill_areas',
  'outlines',
  'glossary_terms',
  'announced_statuses',
  'content_files',
  'content_versions',
  'secret_fingerprints',
  'shared_folders',
  'stored_editions',
  'signing_keys',
  'tutor_usage',
  'import_columns',
  'rescores',
  'kysely_migration',
  'kysely_migration_lock',
  'case_studies',
  'case_study_translations',
  'questions',
  'question_buckets',
  'question_entries',
  'question_translations',
  'question_versions',
  'image_uses',
  'question_statistics',
  'item_tallies',
  'item_recounts',
  'documents',
  'document_passages',
])

/** Tables with many rows per member. */
const biggestTables = ['attempts', 'attempt_moves', 'final_answers', 'review_cards']

type RecordedQuery = { text: string; values: unknown[] }
export type QueryRecorder = {
  queries: () => RecordedQuery[]
  /** Stops recording permanently. */
  stop: () => void
  /** Runs work of the test itself without recording its queries. */
  pauseDuring: <Result>(work: () => Promise<Result>) => Promise<Result>
}

/** Records each statement that reads or writes rows once, with the values of its first use. */
export function recordQueries({ pool }: Pick<TestDatabase, 'pool'>): QueryRecorder {
  const recorded = new Map<string, RecordedQuery>()
  const watched = new WeakSet<PoolClient>()
  const connect = pool.connect.bind(pool)
  let isRecording = true
  const watch = (client: PoolClient) => {
    if (watched.has(client)) return
    watched.add(client)
    const query = client.query.bind(client) as (...args: unknown[]) => unknown
    client.query = ((...args: unknown[]) => {
      const [text, values] = args
      if (isRecording && typeof text === 'string' && /^\s*(?:select|insert|update|delete|with|merge|\()/i.test(text) && !recorded.has(text))
        recorded.set(text, { text, values: Array.isArray(values) ? values : [] })
      return query(...args)
    }) as typeof client.query
  }
  // The queries of requests are sent by Kysely, which calls `connect` without a callback.
  const connectWatched = (callback?: Parameters<typeof connect>[0]) =>
    callback
      ? connect(callback)
      : connect().then((client) => {
          watch(client)
          return client
        })
  pool.connect = connectWatched as typeof pool.connect
  return {
    queries: () => [...recorded.values()],
    stop: () => {
      isRecording = false
    },
    pauseDuring: async (work) => {
      isRecording = false
      return work().finally(() => (isRecording = true))
    },
  }
}

/** The parts of `EXPLAIN (FORMAT JSON)` that matter here. */
type PlanNode = {
  'Node Type': string
  'Relation Name'?: string
  'Join Type'?: string
  'Index Name'?: string
  'Index Cond'?: string
  'Actual Rows'?: number
  'Actual Loops'?: number
  Filter?: string
  Plans?: PlanNode[]
}

/**
 * Lists how the queries read big tables from end to end: `Seq Scan on attempts: select …`. For small tables, as in a test, the database
 * would always choose such scans. So it is told to avoid them, and that the biggest tables have a million rows. A scan then remains only if
 * no index helps. The database user must be a superuser.
 */
export async function listFullScans({ pool }: Pick<TestDatabase, 'pool'>, queries: readonly RecordedQuery[]): Promise<string[]> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    await client.query('SET LOCAL enable_seqscan = off; SET LOCAL enable_mergejoin = off; SET LOCAL enable_hashjoin = off')
    // The planner multiplies the rows per page in these statistics by the real number of pages. Otherwise, reading a whole small table
    // would be cheap.
    await client.query(
      'UPDATE pg_class SET reltuples = 1000000, relpages = pg_relation_size(oid) / 8192 WHERE oid = ANY (SELECT unnest($1::text[])::regclass) AND pg_relation_size(oid) > 0',
      [biggestTables],
    )
    const { rows } = await client.query<{ name: string }>(
      "SELECT relname::text AS name FROM pg_class JOIN pg_index ON indexrelid = pg_class.oid WHERE indpred IS NOT NULL AND relnamespace = 'public'::regnamespace",
    )
    const partialIndexes = new Set(rows.map(({ name }) => name))
    const found: string[] = []
    for (const { text, values } of queries) {
      const explained = await client.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(`EXPLAIN (FORMAT JSON) ${text}`, values)
      const plan = explained.rows[0]?.['QUERY PLAN'][0]?.Plan
      if (!plan) throw new Error(`There is no plan for ${text}`)
      for (const scan of listScans(plan, false, partialIndexes)) found.push(`${scan}: ${text}`)
    }
    return found
  } finally {
    await client.query('ROLLBACK')
    client.release()
  }
}

/** `isLimited`: whether only the first rows of the node are read. */
function listScans(node: PlanNode, isLimited: boolean, partialIndexes: ReadonlySet<string>): string[] {
  const table = node['Relation Name'] ?? ''
  const isFull = bigTables.has(table) && isFullScan(node, isLimited, partialIndexes)
  const below = (node.Plans ?? []).flatMap((child, index) => listScans(child, isChildLimited(node, index, isLimited), partialIndexes))
  return isFull ? [`${node['Node Type']} on ${table}`, ...below] : below
}

function isChildLimited(node: PlanNode, index: number, isLimited: boolean): boolean {
  if (node['Node Type'] === 'Limit') return true
  if (/^(?:Result|LockRows|Subquery Scan)$/.test(node['Node Type'])) return isLimited && node.Filter === undefined
  // Each row of the first input becomes at least one row.
  return isLimited && node['Join Type'] === 'Left' && index === 0
}

/**
 * Whether the node reads a whole table or index. An index without a condition is read completely, unless it is partial or only its first
 * entries are needed.
 */
function isFullScan(node: PlanNode, isLimited: boolean, partialIndexes: ReadonlySet<string>): boolean {
  if (node['Node Type'] === 'Seq Scan') return !isLimited || node.Filter !== undefined
  if (node['Node Type'] === 'Bitmap Heap Scan') return listBitmaps(node).some((bitmap) => isFullScan(bitmap, false, partialIndexes))
  if (node['Node Type'] === 'Bitmap Index Scan') return node['Index Cond'] === undefined && !partialIndexes.has(node['Index Name'] ?? '')
  if (!node['Node Type'].startsWith('Index') || node['Index Cond'] !== undefined) return false
  return !partialIndexes.has(node['Index Name'] ?? '') && (!isLimited || node.Filter !== undefined)
}

export type PlanScan = { type: string; table: string; index: string | undefined; rows: number }

/** Runs the query again and undoes its changes. Returns its time and how it read each table. */
export async function explainQuery(
  { pool }: Pick<TestDatabase, 'pool'>,
  { text, values }: RecordedQuery,
): Promise<{ ms: number; nodes: PlanScan[] }> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    const explained = await client.query<{ 'QUERY PLAN': { Plan: PlanNode; 'Execution Time': number }[] }>(
      `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
      values,
    )
    const [result] = explained.rows[0]?.['QUERY PLAN'] ?? []
    if (!result) throw new Error(`There is no plan for ${text}`)
    return { ms: result['Execution Time'], nodes: listTableScans(result.Plan) }
  } finally {
    await client.query('ROLLBACK')
    client.release()
  }
}

function listTableScans(node: PlanNode): PlanScan[] {
  const below = (node.Plans ?? []).flatMap(listTableScans)
  const table = node['Relation Name']
  if (table === undefined) return below
  const rows = (node['Actual Rows'] ?? 0) * (node['Actual Loops'] ?? 1)
  return [{ type: node['Node Type'], table, index: node['Index Name'], rows: Math.round(rows) }, ...below]
}

function listBitmaps(node: PlanNode): PlanNode[] {
  return (node.Plans ?? []).flatMap((child) => (child['Node Type'] === 'Bitmap Index Scan' ? [child] : listBitmaps(child)))
}
