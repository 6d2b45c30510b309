/** What a correction changed in a question: the reported version compared with the corrected one, as plain text. */
import { wordsOfEntry } from '#exam/entry-words.ts'
import type { TextChange } from '#exam/freshness.ts'
import { plainText } from '#exam/plain-text.ts'
import { letterOf, type Question } from '#exam/question.ts'
import { listStatisticsEntries } from '#exam/statistics/item-tally.ts'
import { questionColumns, readBankQuestion } from '#server/bank/index.ts'
import type { Db } from '#server/db/tables.ts'
import { compareTexts } from '#server/freshness/index.ts'
import { parseStoredVersion } from '#server/practice/index.ts'

export type CorrectedField = { field: 'answerKey' | 'text' | 'options' | 'explanation'; changes: TextChange[] }

/** A correction. `from` and `to`: the versions of the question before and after it. */
type VersionChange = { id: string; questionId: string; from: number; to: number }

/** The changed fields by the `id` of the correction. Corrections are left out if one of their versions is no longer stored. */
export async function listCorrectedFields(db: Db, corrections: readonly VersionChange[]): Promise<ReadonlyMap<string, CorrectedField[]>> {
  const versions = await readVersions(
    db,
    corrections.flatMap(({ questionId, from, to }) => [from, to].map((version) => ({ questionId, version }))),
  )
  return new Map(
    corrections.flatMap(({ id, questionId, from, to }) => {
      const before = versions.get(`${questionId} ${from}`)
      const after = versions.get(`${questionId} ${to}`)
      return before && after ? [[id, compareVersions(before, after)] as const] : []
    }),
  )
}

type WantedVersion = { questionId: string; version: number }

/** The versions by `<question id> <version>`. */
async function readVersions(db: Db, wanted: readonly WantedVersion[]): Promise<ReadonlyMap<string, Question>> {
  const found = new Map<string, Question>()
  if (wanted.length === 0) return found
  const stored = await db
    .selectFrom('question_versions')
    .select(['question_id', 'version', 'item'])
    .where((row) =>
      row(
        row.refTuple('question_id', 'version'),
        'in',
        wanted.map(({ questionId, version }) => row.tuple(questionId, version)),
      ),
    )
    .execute()
  for (const { question_id, version, item } of stored) {
    const question = parseStoredVersion(item)
    if (question) found.set(`${question_id} ${version}`, question)
  }
  const current = await db
    .selectFrom('questions')
    .select([...questionColumns, 'version'])
    .where(
      'id',
      'in',
      wanted.map(({ questionId }) => questionId),
    )
    .execute()
  for (const row of current) found.set(`${row.id} ${row.version}`, readBankQuestion(row))
  return found
}

/** The fields that differ. The answer key is compared as a whole, and texts word by word. */
function compareVersions(before: Question, after: Question): CorrectedField[] {
  const [oldKey, newKey] = [printKey(before), printKey(after)]
  const texts = (['text', 'options', 'explanation'] as const).map((field): CorrectedField => {
    return { field, changes: compareTexts(printField(before, field), printField(after, field)) }
  })
  return [
    ...(oldKey === newKey
      ? []
      : [
          {
            field: 'answerKey' as const,
            changes: [
              { type: 'removed' as const, text: oldKey },
              { type: 'added' as const, text: newKey },
            ],
          },
        ]),
    ...texts.filter(({ changes }) => changes.some(({ type }) => type !== 'same')),
  ]
}

function printKey(question: Question): string {
  return listStatisticsEntries(question.answerKey, question)
    .map((entry) => wordsOfEntry(entry, question))
    .join('\n')
}

function printField(question: Question, field: 'text' | 'options' | 'explanation'): string {
  if (field !== 'options') return plainText(question[field])
  const { options, pairs } = question
  const lines = pairs ? [...pairs.left, ...pairs.right] : options.map((option, i) => `${letterOf(i)}. ${option}`)
  return lines.map(plainText).join('\n')
}
