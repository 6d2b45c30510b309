/**
 * Searches for near duplicates of imported questions, in the bank and in the file itself. For a large file, all questions of the exam are read
 * once. For a small file, the database finds the stored questions that may be similar, so that its check takes as long in a large bank.
 */
import type { BankQuestion } from '#exam/bank-file/index.ts'
import { createNearDuplicateIndex, listWordingBuckets, wordingOf, type NearDuplicateIndex } from '#exam/near-duplicate.ts'
import { firstWords } from '#server/bank/import/import-report.ts'
import type { ImportRow, StoredWording } from '#server/bank/import/messages.ts'
import type { ServerFunctions } from '#server/bank/import/worker-client.ts'

/** Each question of a small file needs a query, and reading a bank of 20,000 questions takes as long as a thousand queries. */
const smallFileMax = 300

type NearDuplicate = NonNullable<ImportRow['nearDuplicate']>

/** Adds the question to the index of its certification, and returns a similar question that is stored or precedes it in the file. */
export type NearDuplicateSearch = (question: BankQuestion, index: number, title: string) => Promise<NearDuplicate | undefined>

type Server = Pick<
  ServerFunctions,
  'emit' | 'countQuestions' | 'listWordings' | 'listWordingsWithoutBuckets' | 'saveBuckets' | 'listSimilarWordings'
>

/** The index of a certification. `addStored` adds questions of the bank, each one once, and ignores questions that the file replaces. */
type KnownQuestions = Pick<NearDuplicateIndex<NearDuplicate>, 'add'> & { addStored: (wordings: readonly StoredWording[]) => void }

/** `importedIds`: the ids of the questions in the file, which replace questions in the bank. */
export function createNearDuplicateSearch(importedIds: readonly (string | undefined)[], server: Server): NearDuplicateSearch {
  const isSmallFile = importedIds.length <= smallFileMax
  const ids = importedIds.filter((id) => id !== undefined)
  const byCertification = new Map<string, KnownQuestions>()
  return async (question, index, title) => {
    const { id, examId } = question
    const wording = wordingOf(question)
    let known = byCertification.get(examId)
    if (!known) {
      known = createKnownQuestions(ids)
      byCertification.set(examId, known)
      await (isSmallFile ? addMissingBuckets(examId, known, server) : addAllStored(examId, known, server))
    }
    if (isSmallFile) known.addStored(await server.listSimilarWordings(examId, listWordingBuckets(wording), ids))
    return known.add(wording, { id, index, title })
  }
}

function createKnownQuestions(importedIds: readonly string[]): KnownQuestions {
  const index = createNearDuplicateIndex<NearDuplicate>()
  const ignored = new Set(importedIds)
  return {
    add: index.add,
    addStored: (wordings) => {
      for (const { id, version: _, ...wording } of wordings) {
        if (ignored.has(id)) continue
        ignored.add(id)
        index.add(wording, { id, index: null, title: firstWords(wording.text) })
      }
    },
  }
}

async function addAllStored(examId: string, known: KnownQuestions, server: Server): Promise<void> {
  await readPages(examId, server, server.listWordings, async (page) => known.addStored(page))
}

/** Stores the buckets of the questions that were added or changed since the last import of a small file. */
async function addMissingBuckets(examId: string, known: KnownQuestions, server: Server): Promise<void> {
  await readPages(examId, server, server.listWordingsWithoutBuckets, async (page) => {
    const rows = page.map(({ id, version, ...wording }) => ({ id, version, buckets: listWordingBuckets(wording) }))
    if (!(await server.saveBuckets(examId, rows))) known.addStored(page)
  })
}

async function readPages(
  examId: string,
  server: Server,
  readPage: Server['listWordings'],
  use: (page: readonly StoredWording[]) => Promise<void>,
): Promise<void> {
  let total: number | undefined
  let after = '00000000-0000-0000-0000-000000000000'
  for (let done = 0; ;) {
    const page = await readPage(examId, after)
    const last = page.at(-1)
    if (!last) return
    await use(page)
    after = last.id
    done += page.length
    total ??= await server.countQuestions(examId)
    server.emit({ type: 'progress', stage: 'comparing', done, total: Math.max(done, total) })
  }
}
