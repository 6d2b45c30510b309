/** Refuses one letter too many, and asks for confirmation before revealing an answer with too few letters. */
import { useState } from 'react'
import { findSurplusLetter, hasTooFewLetters } from '#exam/choice-guard.ts'
import { isSameSequence, type AnswerInput, type Question } from '#exam/question.ts'
import { useTexts } from '#web/text/texts.ts'

type Guard = { questionId: string; answer: AnswerInput; text: string; isAsking: boolean }

/** `message` disappears with the next change of the answer. */
export function useChoiceGuard(question: Question, answer: AnswerInput) {
  const { exam } = useTexts()
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
    /** Whether the answer may be revealed. With too few letters, the first request asks for confirmation and the second one is allowed. */
    allowsReveal: (): boolean => {
      const isAllowed = !hasTooFewLetters(answer, question) || guard?.isAsking === true
      if (isAllowed) setLatest(undefined)
      else show(exam.revealAnyway(answer.length, count), true)
      return isAllowed
    },
  }
}
