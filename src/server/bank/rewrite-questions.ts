/** Rewrites many questions in the transaction of another change, such as a renamed skill area. */
import type { BankQuestion } from '#exam/bank-file/index.ts'
import type { Author } from '#server/catalogue/index.ts'
import type { Db } from '#server/db/tables.ts'
import { inBatches } from '#server/platform/in-batches.ts'
import { lockQuestions, storeVersions } from '#server/bank/question-history.ts'
import { readBankQuestion } from '#server/bank/question-rows.ts'
import { saveQuestions } from '#server/bank/save-questions.ts'

const rowsPerStatement = 50

/** Each question gets a new version, so that an administrator who is editing the question is warned. */
export async function rewriteQuestions(
  transaction: Db,
  ids: readonly string[],
  change: (question: BankQuestion) => BankQuestion,
  author: Author,
): Promise<void> {
  for (const some of inBatches(ids, rowsPerStatement)) {
    const rows = await lockQuestions(transaction, some)
    await storeVersions(transaction, rows)
    await saveQuestions(
      transaction,
      rows.map((row) => change(readBankQuestion(row))),
      author,
    )
  }
}
