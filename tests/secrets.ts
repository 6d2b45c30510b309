/** Texts that a reply must not contain before the reveal. */
import { listSentences } from '#exam/help/help-texts.ts'
import { plainText } from '#exam/plain-text.ts'
import type { CaseStudy, Question } from '#exam/question.ts'

/** Sentences that occur only in the explanations. */
export function listSecrets({ text, options, explanation, optionExplanations }: Question, caseStudy: CaseStudy | undefined): string[] {
  const visible = plainText([text, ...options, caseStudy?.content ?? ''].join(' '))
  return [explanation, ...optionExplanations]
    .flatMap((html) => listSentences(html ?? ''))
    .filter((sentence) => sentence.length > 20 && !visible.includes(sentence))
}
