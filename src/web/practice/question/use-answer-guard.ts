/**
 * Refuses a letter beyond the allowed number, and asks for confirmation before the candidate reveals an incomplete answer or leaves a blank question
 * that will be locked.
 */
import { useState } from 'react'
import { findSurplusLetter } from '#exam/option-limit.ts'
import { isBlank, isPartial, isSameSequence, type AnswerInput, type Question } from '#exam/question.ts'
import { exam } from '#text/practice.ts'

type Guard = { questionId: string; answer: AnswerInput; text: string; isAsking: boolean }

/** `message` disappears with the next change of the answer. */
export function useAnswerGuard(question: Question, answer: AnswerInput) {
  const [latest, setLatest] = useState<Guard>()
  const count = question.answerKey.length
  const guard = latest?.questionId === question.id && isSameSequence(latest.answer, answer) ? latest : undefined
  const show = (text: string, isAsking: boolean) => setLatest({ questionId: question.id, answer, text, isAsking })
  return {
    message: guard?.text,
    /** Whether the answer may be recorded. */
    allows: (next: AnswerInput): boolean => {
      const letter = findSurplusLetter(answer, next, question)
      if (letter !== undefined) show(exam.clearFirst(count, answer, letter), false)
      else setLatest(undefined)
      return letter === undefined
    },
    /** Whether the candidate may leave a question that is then locked. Without an answer, the first request asks for confirmation. */
    allowsLeaving: (number: number): boolean => {
      const isAllowed = !isBlank(answer) || guard?.isAsking === true
      if (isAllowed) setLatest(undefined)
      else show(exam.lockAnyway(number), true)
      return isAllowed
    },
    /** Whether the answer may be revealed. For an incomplete answer, the first request asks for confirmation and the second one is allowed. */
    allowsReveal: (): boolean => {
      const isAllowed = !isPartial(answer, question) || guard?.isAsking === true
      if (isAllowed) setLatest(undefined)
      else show(exam.revealAnyway(question.type, answer.filter((entry) => entry !== '').length, count), true)
      return isAllowed
    },
  }
}
