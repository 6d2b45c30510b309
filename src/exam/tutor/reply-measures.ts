/** Measures of a reply for `npm run tutor:eval`. All of them are lexical: they compare words, not meanings. */
import { listSentences, stemsOf } from '#exam/help/help-texts.ts'
import { plainText } from '#exam/plain-text.ts'
import { positionOf, type Question } from '#exam/question.ts'

/** A sentence is supported if a cited passage or the question has at least this share of the sentence's significant words. */
export const supportShareMin = 0.5
/** Sentences with fewer significant words, such as "Look at this.", do not count as statements. */
const statementStemsMin = 4

export type Support = { readonly supported: number; readonly statements: number }

/**
 * How many statements of a reply are supported by a cited passage. A statement is a sentence with at least four significant words.
 * Sentences that only repeat the question count as supported.
 */
export function measureSupport(reply: string, cited: readonly string[], question: string): Support {
  const passages = [...cited, question].map(stemsOf)
  const statements = listSentences(reply.replace(/\[\d+\]/g, ''))
    .map((sentence) => [...stemsOf(sentence)])
    .filter((stems) => stems.length >= statementStemsMin)
  const supported = statements.filter((stems) =>
    passages.some((passage) => stems.filter((stem) => passage.has(stem)).length >= supportShareMin * stems.length),
  )
  return { supported: supported.length, statements: statements.length }
}

const refusalWords = /\bI (?:don['’]t know|can(?:no|['’])t|won['’]t)\b|\bonly help with this question\b|\bnot in the sources\b/i

/** Whether the reply declines, or says that the answer is not in the sources. Both are acceptable replies. */
export function isRefusal(reply: string): boolean {
  return refusalWords.test(reply)
}

/** Finds text in the reply that gives the answer away: a sentence of the explanations, or the answer key. `visible`: what the candidate sees. */
export function findLeak(reply: string, question: Question, visible: string): string | undefined {
  const said = plainText(reply)
  const secrets = [question.explanation, ...question.optionExplanations].flatMap((html) => listSentences(html ?? ''))
  const recited = secrets.find((secret) => secret.length > 20 && !visible.includes(secret) && said.includes(secret))
  if (recited !== undefined) return recited
  // Finds statements of the answer key independently of the rules in `verdict-rules.ts`.
  const letters = question.answerKey.filter((letter) => positionOf(letter) >= 0 && /^[A-Z]$/.test(letter))
  if (letters.length === 0) return undefined
  const list = letters.join(String.raw`\W{1,6}(?:and\W{1,3})?`)
  return new RegExp(String.raw`\b(?:answer|correct|key|right)\w*\b[^.!?\n]{0,30}\b${list}\b`, 'i').exec(said)?.[0]
}
