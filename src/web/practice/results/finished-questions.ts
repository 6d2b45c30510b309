/**
 * The questions of a finished attempt. Results do not wait for the questions that the candidate has left out, because in a large bank, loading
 * all of them can take a minute: until they are loaded, the index has what results need.
 */
import type { Attempt } from '#exam/attempt.ts'
import type { CaseStudy, Question } from '#exam/question.ts'
import type { QuestionKey, QuestionLookup } from '#exam/question-status.ts'
import type { LoadedQuestions } from '#web/bank/index.ts'

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

/** Whether the results can be shown. */
export function areResultsLoaded(attempt: Attempt, loaded: LoadedQuestions, isIndexLoaded: boolean): boolean {
  const needed = isIndexLoaded ? listTouchedIds(attempt) : attempt.questionIds
  return !needed.some(loaded.isPending)
}

/** `loaded` has the letters of the bank, and `questions` has those on screen. A question that is not loaded has a blank text. */
export function listFinishedQuestions(attempt: Attempt, loaded: LoadedQuestions, questions: QuestionLookup): FinishedQuestions {
  const placeholderOf = (id: string) => {
    const key = loaded.isPending(id) ? questions.getKey(id) : undefined
    return key ? [createPlaceholder(key)] : []
  }
  const graded = attempt.questionIds.flatMap((id) => loaded.get(id) ?? placeholderOf(id))
  const caseStudyIds = new Set(graded.flatMap(({ caseStudyId }) => caseStudyId ?? []))
  return {
    graded,
    shown: attempt.questionIds.flatMap((id) => questions.get(id) ?? placeholderOf(id)),
    caseStudies: [...caseStudyIds].flatMap((id) => loaded.getCaseStudy(id) ?? []),
  }
}

function createPlaceholder({ id, type, answerKey, skillArea, caseStudyId }: QuestionKey): Question {
  const texts = { text: '', options: [], pairs: null, explanation: '', optionExplanations: [], reference: '', skill: '' }
  return { id, type, answerKey, skillArea, caseStudyId, ...texts }
}
