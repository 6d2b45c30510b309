/**
 * Translations of questions. A translation has the texts of a question in another language; answer key, order, and lengths are those of the
 * original. A translation is made from one version of the original. Once the texts of the question change, the translation is out of date.
 */
import type { Completion } from '#exam/completion.ts'
import type { CaseStudy, Question } from '#exam/question.ts'

/** ISO codes of the languages into which questions are translated. */
export const translationLanguages = ['fr'] as const
export type TranslationLanguage = (typeof translationLanguages)[number]

/** The fields of a question that are translated. */
export type TranslatedFields = Pick<Question, 'text' | 'options' | 'pairs' | 'completion' | 'explanation' | 'optionExplanations'>

/** A translation with the id of its question. */
export type QuestionTranslation = TranslatedFields & { readonly id: string }

/** A translation as sent to candidates. `isOutdated`: the question has changed since. */
export type DeliveredTranslation = QuestionTranslation & { readonly isOutdated?: true }

/** The translation of a case study, with its id. */
export type DeliveredCaseStudy = CaseStudy & { readonly isOutdated?: true }

/** A translation of a sealed question, without the texts that explain the answer key. */
export type SealedTranslation = Pick<DeliveredTranslation, 'id' | 'text' | 'options' | 'pairs' | 'completion' | 'isOutdated'>

/** Removes from a translation what `sealQuestion` removes from its question. */
export function sealTranslation({ id, text, options, pairs, completion, isOutdated }: DeliveredTranslation): SealedTranslation {
  return { id, text, options, pairs, ...(completion && { completion }), ...(isOutdated && { isOutdated }) }
}

/** The translated fields of a case study as one text, for its hash. */
export function printOriginalCaseStudy({ title, content }: Pick<CaseStudy, 'title' | 'content'>): string {
  return JSON.stringify([title, content])
}

/**
 * The translated fields of a question as one text, for its hash. Equal texts give an equal result, regardless of the order in which fields
 * were stored.
 */
export function printOriginal({ text, options, pairs, completion, explanation, optionExplanations }: TranslatedFields): string {
  const form = completion?.form
  return JSON.stringify([
    text,
    options,
    pairs && [pairs.left, pairs.right],
    completion
      ? [
          completion.content,
          form
            ? [form.title, form.subtitle, form.groups.map(({ name, fields }) => [name, fields.map(({ label, value }) => [label, value])])]
            : null,
          completion.blanks.map(({ label, choices }) => [label, choices]),
        ]
      : null,
    explanation,
    optionExplanations,
  ])
}

/**
 * Whether a translation can be shown for a question: every list has the length of the original. An out-of-date translation may not fit.
 * Explanations of options may be missing on either side.
 */
export function fitsQuestion(translation: TranslatedFields, question: TranslatedFields): boolean {
  return JSON.stringify(shapeOf(translation)) === JSON.stringify(shapeOf(question))
}

function shapeOf({ options, pairs, completion }: TranslatedFields): unknown {
  return [options.length, pairs && [pairs.left.length, pairs.right.length], completion ? shapeOfCompletion(completion) : null]
}

function shapeOfCompletion({ form, blanks }: Completion): unknown {
  return [form && form.groups.map(({ fields }) => fields.length), blanks.map(({ choices }) => choices.length)]
}
