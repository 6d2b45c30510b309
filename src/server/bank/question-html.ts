/** The texts of a question that contain HTML. */
import type { Question } from '#exam/question.ts'

export function htmlOf(question: Question): string[] {
  const { text, options, explanation, optionExplanations, pairs, completion } = question
  const others = [...(pairs?.left ?? []), ...(pairs?.right ?? []), ...(completion ? [completion.content] : [])]
  return [text, ...options, explanation, ...optionExplanations, ...others].filter((html) => html !== null)
}
