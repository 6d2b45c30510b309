/** Searches for near duplicates of imported questions, in the bank and in the file itself. */
import type { BankQuestion } from '#exam/bank-file/index.ts'
import { createNearDuplicateIndex, wordingOf, type NearDuplicateIndex } from '#exam/near-duplicate.ts'
import { firstWords } from '#server/bank/import/import-report.ts'
import type { ImportRow } from '#server/bank/import/messages.ts'
import type { ServerFunctions } from '#server/bank/import/worker-client.ts'

type NearDuplicate = NonNullable<ImportRow['nearDuplicate']>

/** Adds the question to the index of its certification, and returns a similar question that is stored or precedes it in the file. */
export type NearDuplicateSearch = (question: BankQuestion, index: number, title: string) => Promise<NearDuplicate | undefined>

/** `importedIds`: the ids of the questions in the file, which replace questions in the bank. */
export function createNearDuplicateSearch(
  importedIds: readonly (string | undefined)[],
  server: Pick<ServerFunctions, 'listWordings'>,
): NearDuplicateSearch {
  const ids = new Set(importedIds)
  const byCertification = new Map<string, NearDuplicateIndex<NearDuplicate>>()
  return async (question, index, title) => {
    const { id, examId } = question
    const known = byCertification.get(examId) ?? (await indexStoredQuestions(examId, ids, server))
    byCertification.set(examId, known)
    return known.add(wordingOf(question), { id, index, title })
  }
}

/** The stored questions of a certification, without those that the file replaces. */
async function indexStoredQuestions(
  examId: string,
  importedIds: ReadonlySet<string | undefined>,
  server: Pick<ServerFunctions, 'listWordings'>,
): Promise<NearDuplicateIndex<NearDuplicate>> {
  const known = createNearDuplicateIndex<NearDuplicate>()
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const page = await server.listWordings(examId, after)
    for (const { id, ...wording } of page)
      if (!importedIds.has(id)) known.add(wording, { id, index: null, title: firstWords(wording.text) })
    const last = page.at(-1)
    if (!last) return known
    after = last.id
  }
}
