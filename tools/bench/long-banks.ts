/** Fills certifications with a given number of questions, based on the questions in the bank. */
import { randomUUID } from 'node:crypto'
import type { Question } from '#exam/question.ts'
import { listQuestions } from '#server/bank/questions.ts'
import { removeLoadedQuestionsExcept, saveQuestions } from '#server/bank/save-questions.ts'
import { createLog } from '#server/log.ts'
import { readConfig } from '#server/config.ts'
import { openServices } from '#server/services.ts'
import { folders } from './site.ts'
import { transact } from '#server/db/transact.ts'

const modelId = 'mb-800'

/**
 * Replaces the questions of each certification with the given number of questions. These are the questions of MB-800, repeated, starting
 * with a single-choice question. Solution series are left out, because they need their scenario. A server does not overwrite these
 * questions, because it only loads changed content.
 */
export async function fillBanks(dataDir: string, counts: Readonly<Record<string, number>>): Promise<void> {
  const now = new Date()
  const { db, close } = await openServices(readConfig({ DATA_DIR: dataDir }), folders, now, createLog('warn'))
  try {
    const bank = (await listQuestions(db, modelId)).filter(({ type }) => type !== 'solution')
    const first = bank.findIndex(({ type }) => type === 'single_choice')
    const models = [...bank.slice(first), ...bank.slice(0, first)]
    await transact(db, async (transaction) => {
      for (const [certificationId, count] of Object.entries(counts)) {
        const ids = Array.from({ length: count }, () => randomUUID())
        const questions = ids.map((id, i) => ({
          ...(models[i % models.length] as Question),
          id,
          examId: certificationId,
          objective: null,
          caseStudyId: null,
          difficulty: null,
          grounding: null,
          createdAt: new Date(now.getTime() + i).toISOString(),
          state: 'published' as const,
        }))
        await removeLoadedQuestionsExcept(transaction, certificationId, [])
        for (let i = 0; i < count; i += 200) await saveQuestions(transaction, questions.slice(i, i + 200))
      }
    })
  } finally {
    await close()
  }
}
