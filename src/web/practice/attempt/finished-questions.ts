/**
 * The questions of a finished attempt. Results do not wait for the questions that the candidate has left out, because in a large bank, loading
 * all of them can take a minute: until they are loaded, the index has what results need.
 */
import { hasFinished, type Attempt } from '#exam/attempt.ts'
import type { IndexedQuestion } from '#exam/question-chunks.ts'
import type { CaseStudy, Question } from '#exam/question.ts'
import type { QuestionLookup } from '#exam/question-status.ts'
import type { LoadedQuestions } from '#web/bank/index.ts'

type Indexed = readonly IndexedQuestion[] | undefined

type FinishedQuestions = {
  /** The questions with the letters on screen, in the order of the attempt. */
  shown: readonly Question[]
  /** The same with the letters of the bank. */
  graded: readonly Question[]
  caseStudies: readonly CaseStudy[]
}

/** The ids of the questions that the candidate answered, revealed, or marked. */
export function listTouchedIds({ questionIds, answers, revealed, flagged, guessed }: Attempt): string[] {
  const touched = new Set([...Object.keys(answers), ...revealed, ...flagged, ...guessed])
  return questionIds.filter((id) => touched.has(id))
}

/** Whether the results can be shown. `index` is `undefined` until it is loaded. */
export function hasLoadedResults(attempt: Attempt, loaded: LoadedQuestions, index: Indexed): boolean {
  const needed = index ? listTouchedIds(attempt) : attempt.questionIds
  return !needed.some(loaded.isPending)
}

/** A question that is not loaded has a blank text. All lists are empty while the attempt is in progress. */
export function listFinishedQuestions(
  attempt: Attempt,
  loaded: LoadedQuestions,
  questions: QuestionLookup,
  index: Indexed,
): FinishedQuestions {
  const ids = hasFinished(attempt) ? attempt.questionIds : []
  const indexed = new Map(index?.map((question) => [question.id, question]))
  const placeholderOf = (id: string) => {
    const known = loaded.isPending(id) ? indexed.get(id) : undefined
    return known ? [createPlaceholder(known)] : []
  }
  const graded = ids.flatMap((id) => loaded.get(id) ?? placeholderOf(id))
  const caseStudyIds = new Set(graded.flatMap(({ caseStudyId }) => caseStudyId ?? []))
  return {
    graded,
    shown: ids.flatMap((id) => questions.get(id) ?? placeholderOf(id)),
    caseStudies: [...caseStudyIds].flatMap((id) => loaded.getCaseStudy(id) ?? []),
  }
}

function createPlaceholder({ id, type, answerKey, skillArea, caseStudyId }: IndexedQuestion): Question {
  const texts = { text: '', options: [], pairs: null, explanation: '', optionExplanations: [], reference: '', skill: '' }
  return { id, type, answerKey, skillArea, caseStudyId, ...texts }
}
