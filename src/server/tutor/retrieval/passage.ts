/** What the tutor may quote. */
import type { Question } from '#exam/question.ts'

/**
 * - `explanation`, `option-reason`: from a question of our bank.
 * - `case-study`: a part of the scenario of the question.
 * - `outline`: the objective of the question, as the outline of the exam words it.
 * - `glossary`: the definition of a product term.
 * - `document`: from documentation that the operator indexed with `npm run index-docs`.
 */
export type PassageKind = 'explanation' | 'option-reason' | 'case-study' | 'outline' | 'glossary' | 'document'

/** `text` is plain text. `address` is an https address. `checkedOn`: the ISO day on which we last compared the text with the page. */
export type TutorPassage = {
  readonly id: string
  readonly kind: PassageKind
  readonly title: string
  readonly address: string | null
  readonly text: string
  readonly checkedOn: string | null
}

/** The part of a question that every candidate sees before the answer is revealed. */
export type AskedQuestion = Pick<Question, 'id' | 'text' | 'options' | 'pairs' | 'completion'>

export function askedPartOf({ id, text, options, pairs, completion }: Question): AskedQuestion {
  return { id, text, options, pairs, ...(completion && { completion }) }
}

/** A question with the parts that become visible with the answer. */
export type RevealedQuestion = AskedQuestion & Pick<Question, 'explanation' | 'optionExplanations' | 'reference'>

/**
 * `message`: what the candidate asks; may be empty. `language`: the language of the interface, such as `en` or `fr-CA`. Only a revealed
 * question has an explanation, so none of it can be found before the reveal.
 */
export type PassageRequest = { readonly message: string; readonly language: string; readonly limit: number } & (
  | { readonly isRevealed: false; readonly question: AskedQuestion }
  | { readonly isRevealed: true; readonly question: RevealedQuestion }
)

/** Maximum length of a passage in characters, so that a prompt has room for several. The question's own passages may be twice as long. */
export const passageLengthMax = 1_200
