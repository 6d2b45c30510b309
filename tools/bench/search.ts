/** Measures the question search of administrators in a large bank, on the embedded database and on PostgreSQL. */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { foldText, plainText } from '#exam/plain-text.ts'
import { saveCertification } from '#server/catalogue/certifications.ts'
import { readCertifications } from '#server/catalogue/certifications-file.ts'
import { openDatabase } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import type { Db } from '#server/db/tables.ts'
import { createLog } from '#server/log.ts'
import type { QuestionSearch } from '#server/bank/question-filter.ts'
import { countStates, findQuestions, questionsPerPage } from '#server/bank/question-search.ts'
import { withServerDatabase } from '#tests/template-database.ts'
import { makeFolder } from './machine.ts'
import { folders, root } from './site.ts'
import { informative, judged, median, notMeasured, printCount, printTimes, type Row } from './table.ts'

const questionCount = 100_000
const rowsPerStatement = 5_000
const repetitions = 15
const budgetMs = 50

const examId = 'mb-800'
const middlePage = questionCount / questionsPerPage / 2

/**
 * Frequent words: two in only the newest questions, and one in questions of every age. The last is in 715 questions, slightly more than
 * `wordLimits.found`.
 */
const addedWords = { newest1000: 'n >= 99000', newest3000: 'n >= 97000', every140th: 'n % 140 = 0' }

/** The measured searches, all in the same certification. */
const calls: Record<string, Partial<QuestionSearch>> = {
  'first page': {},
  'page in the middle': { page: middlePage },
  'last page': { page: Infinity },
  'newest first': { sort: 'newest' },
  'last changed first': { sort: 'changed' },
  'last changed first, page in the middle': { sort: 'changed', page: middlePage },
  'hardest first': { sort: 'hardest' },
  'hardest first, last page': { sort: 'hardest', page: Infinity },
  'a type': { type: 'reorder' },
  'a type, an area, drafts': { type: 'reorder', skillArea: 'Area 0', state: 'draft' },
  'a type, last page': { type: 'reorder', page: Infinity },
  unanswered: { statistics: 'unanswered' },
  hard: { statistics: 'hard' },
  easy: { statistics: 'easy' },
  'flagged for review': { statistics: 'flagged' },
  'hard drafts, hardest first': { statistics: 'hard', state: 'draft', sort: 'hardest' },
  '"word77777", in one question': { search: 'word77777' },
  '"wörd 77777 ÉTÉ", in none': { search: 'wörd 77777 ÉTÉ' },
  '"adjusted", in 1.4 %': { search: 'adjusted' },
  '"ACCRUAL", in 0.6 %': { search: 'ACCRUAL' },
  '"accrual", last page': { search: 'accrual', page: Infinity },
  '"acceptance", last page': { search: 'acceptance', page: Infinity },
  '"addition", last page': { search: 'addition', page: Infinity },
  '"about", in 7 %, last page': { search: 'about', page: Infinity },
  '"the", in nearly all': { search: 'the' },
  '"the", last page': { search: 'the', page: Infinity },
  '"what"': { search: 'what' },
  '"what", newest first, last page': { search: 'what', sort: 'newest', page: Infinity },
  '"what", last changed first': { search: 'what', sort: 'changed' },
  '"what", hardest first': { search: 'what', sort: 'hardest' },
  ...Object.fromEntries(
    Object.keys(addedWords).flatMap((search) =>
      (['oldest', 'newest', 'changed', 'hardest'] as const).map((sort) => [
        `"${search}", ${sort} first, last page`,
        { search, sort, page: Infinity },
      ]),
    ),
  ),
  '"ledger", a type, drafts': { search: 'ledger', type: 'reorder', state: 'draft' },
  '"ledger", hard': { search: 'ledger', statistics: 'hard' },
  '"general ledger entr", several words': { search: 'general ledger entr' },
  '"xyz", three letters in none': { search: 'xyz' },
  '"dge", a part of three letters': { search: 'dge' },
  '"%", letter for letter': { search: '%' },
  '"€", a symbol in none': { search: '€' },
  '".", a symbol in nearly all': { search: '.' },
  '"a", one letter': { search: 'a' },
  '"qu", two letters': { search: 'qu' },
  '"zx", two letters in none': { search: 'zx' },
}

export async function measureSearch(): Promise<Row[]> {
  const embedded = await measureOn('embedded', { dataDir: makeFolder('data'), databaseUrl: undefined })
  const server = process.env['TEST_DATABASE_URL']
  if (!server) return [...embedded, notMeasured('PostgreSQL', 'needs a server: .ci/with-postgres npm run bench -- search')]
  return [...embedded, ...(await withServerDatabase(server, (databaseUrl) => measureOn('PostgreSQL', { dataDir: '', databaseUrl })))]
}

async function measureOn(engine: string, settings: { dataDir: string; databaseUrl: string | undefined }): Promise<Row[]> {
  const { db, withoutTimeouts, close } = await openDatabase(settings, createLog('warn'))
  try {
    await migrate(db, folders.migrations)
    const startedAt = performance.now()
    await withoutTimeouts((db) => db.connection().execute(fillBank))
    const filledIn = `${((performance.now() - startedAt) / 1000).toFixed(0)} s`
    const rows = [informative(`${engine}: ${printCount(questionCount)} questions written and indexed`, filledIn)]
    rows.push(await measureCall(`${engine}: counts of states`, () => countStates(db, examId)))
    for (const [name, call] of Object.entries(calls)) {
      const filter: QuestionSearch = { examId, search: '', sort: 'oldest', page: 1, ...call }
      const { total, isTotalExact } = await findQuestions(db, filter)
      const found = `${printCount(total)}${isTotalExact ? '' : '+'}`
      rows.push(await measureCall(`${engine}: ${name} (${found})`, () => findQuestions(db, filter)))
    }
    return rows
  } finally {
    await close()
  }
}

async function measureCall(figure: string, call: () => Promise<unknown>): Promise<Row> {
  const times: number[] = []
  for (let i = 0; i < repetitions; i++) {
    const startedAt = performance.now()
    await call()
    times.push(performance.now() - startedAt)
  }
  return judged(figure, printTimes(times), `< ${budgetMs} ms`, median(times) < budgetMs)
}

/**
 * Inserts questions of about 2 KB each, which consist of sentences from the bank, a unique word, and some of the added words. Half of the
 * questions have been answered. The database generates the rows and builds the search index afterward; otherwise, this would take ten times
 * as long. Then the tables are vacuumed and analyzed, like after an import.
 */
async function fillBank(db: Db): Promise<void> {
  await saveFirstCertification(db)
  const sentences = readSentences()
  await sql`drop index question_entries_search`.execute(db)
  for (let from = 0; from < questionCount; from += rowsPerStatement) await addQuestions(db, sentences, from)
  await sql`create index question_entries_search on question_entries using gin (search_text gin_trgm_ops)`.execute(db)
  await sql`
    insert into question_statistics (question_id, answered, correct, needs_review)
    select question_id, n % 40 + 1, (n % 40 + 1) * (n % 11) / 10, n % 101 = 0
    from (select question_id, row_number() over (order by question_id) as n from question_entries) as numbered where n % 2 = 1
  `.execute(db)
  for (const table of ['questions', 'question_entries', 'question_statistics']) await sql`vacuum analyze ${sql.table(table)}`.execute(db)
}

async function addQuestions(db: Db, sentences: string[], from: number): Promise<void> {
  const folded = sentences.map(foldText)
  const words = sql.raw(
    Object.entries(addedWords)
      .map(([word, condition]) => `case when ${condition} then ' ${word}' else '' end`)
      .join(' || '),
  )
  await sql`
    with numbered as (
      select n, ('01a1f7f8-3000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid as id,
        (array['single_choice', 'multiple_choice', 'reorder', 'drag_drop'])[1 + n % 4] as type,
        'Area ' || n % 5 as area,
        case when n % 10 = 0 then 'draft' else 'published' end as state,
        timestamptz '2026-01-01' + (n / 50) * interval '1 second' as created_at,
        case when n % 3 = 0 then timestamptz '2026-02-01' + (n::bigint * 7919 % 100000) * interval '1 second' end as updated_at
      from generate_series(${from}::int, ${from + rowsPerStatement - 1}::int) as n
    ), filled as (
      select numbered.*, html, folded from numbered, lateral (
        select array_agg((${sentences}::text[])[place] order by i) as html, array_agg((${folded}::text[])[place] order by i) as folded
        from (select i, 1 + (abs(hashint4(n * 12 + i)::bigint) % ${sentences.length})::int as place from generate_series(1, 12) as i) as picks
      ) as picked
    ), added as (
      insert into questions (id, exam_id, question_type, text, options, correct_answer, explanation, option_explanations, reference,
        skill_area, skill, created_at, state, updated_at)
      select id, ${examId}, type, '<p>' || html[1] || '</p><p>' || html[2] || '</p>', to_jsonb(html[9:12]), '["A"]',
        '<p>' || array_to_string(html[3:8], '</p><p>') || '</p><p>Case word' || n || '.</p>', '[]', 'https://learn.microsoft.com/', area, '',
        created_at, state, updated_at
      from filled returning id
    )
    insert into question_entries (question_id, exam_id, created_at, question_type, skill_area, state, updated_at, search_text)
    select id, ${examId}, created_at, type, area, state, updated_at, array_to_string(folded[1:8], ' ') || ' case word' || n || '.' || ${words} from filled
  `.execute(db)
}

async function saveFirstCertification(db: Db): Promise<void> {
  const read = readCertifications(JSON.parse(readFileSync(join(root, 'content/certifications.json'), 'utf8')))
  const certification = read.ok ? read.value.find(({ id }) => id === examId) : undefined
  if (!certification) throw new Error(`The catalog has no ${examId}`)
  await saveCertification(db, certification, 0)
}

/** The distinct sentences of all bank files. */
function readSentences(): string[] {
  const folder = join(root, 'content/bank')
  const texts = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => {
      const items = JSON.parse(readFileSync(join(folder, name), 'utf8')) as { text: string; explanation: string }[]
      return items.flatMap(({ text, explanation }) => [plainText(text), plainText(explanation)])
    })
  return [...new Set(texts.flatMap((text) => text.split(/(?<=[.?!]) /)))]
}
