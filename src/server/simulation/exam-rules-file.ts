/** Reads the rules of the real exams from `content/exam-rules.json`; `src/exam/exam-rules.ts` documents the fields. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseExamRules, type ExamRule } from '#exam/exam-rules.ts'
import { ContentProblem } from '#server/bank/index.ts'
import { undefinedIfMissing } from '#server/platform/file-store.ts'

/** Content without the file has no rules. @throws {ContentProblem} */
export async function readExamRules(folder: string): Promise<ExamRule[]> {
  const text = await readFile(join(folder, 'exam-rules.json'), 'utf8').catch(undefinedIfMissing)
  if (text === undefined) return []
  const read = parseExamRules(JSON.parse(text))
  if (!read.ok) throw new ContentProblem(read.problems.map((problem) => `exam-rules.json: ${problem}`).join('\n'))
  return read.rules
}
