/** Texts of a question and its case study that a reply can quote. */
import { listParts, type HelpPart } from '#exam/help/help-parts.ts'
import {
  findAskedSentence,
  listConditionWords,
  listNamedSymbols,
  listSentences,
  listSignificantWords,
  selectRelated,
  stemsOf,
} from '#exam/help/help-texts.ts'
import type { HelpRequest } from '#exam/help/help-request.ts'

/** Plain text and its origin. `part` is the quoted part of the question. */
export type HelpQuote = {
  readonly from: 'question' | 'case-study' | 'part' | 'explanation'
  readonly text: string
  readonly part?: HelpPart
}

const quotesMax = 3

/** The sentences of the question text, except the actual question. */
export function listFacts({ question }: HelpRequest): HelpQuote[] {
  const asked = findAskedSentence(question.text)
  return listSentences(question.text).flatMap((text) => (text === asked ? [] : [{ from: 'question', text }]))
}

export function listCaseStudyQuotes({ caseStudy }: HelpRequest): HelpQuote[] {
  return caseStudy ? listSentences(caseStudy.content).map((text) => ({ from: 'case-study', text })) : []
}

export function listPartQuotes({ question, steps }: HelpRequest): HelpQuote[] {
  return listParts(question, steps).map((part) => ({ from: 'part', text: part.text, part }))
}

/** The sentences of the case study that share words with the question. */
export function selectCaseStudyQuotes(request: HelpRequest, max = quotesMax): HelpQuote[] {
  const { question } = request
  const parts = listPartQuotes(request).map(({ text }) => text)
  const facts = listFacts(request).map(({ text }) => text)
  const stems = stemsOf([findAskedSentence(question.text), ...facts, ...parts, question.skill].join(' '))
  // A heading without text is not worth quoting.
  const sentences = listCaseStudyQuotes(request).filter(({ text }) => listSignificantWords(text).length > 3)
  return selectRelated(sentences, stems, max)
}

/** The sentences that limit which choice fits, or the first sentences if there are none; then up to two sentences of the case study. */
export function listConditions(request: HelpRequest): HelpQuote[] {
  const facts = listFacts(request)
  const strict = facts
    .map((fact) => ({ fact, count: listConditionWords(fact.text).length }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count)
    .slice(0, quotesMax)
    .map(({ fact }) => fact)
  const chosen = strict.length > 0 ? facts.filter((fact) => strict.includes(fact)) : facts.slice(0, quotesMax)
  return [...chosen, ...selectCaseStudyQuotes(request, 2)]
}

/** The texts that contain a symbol that the message names, such as "ampersand". If there are none, the texts that share words with the message. */
export function findQuotes(message: string, texts: readonly HelpQuote[]): HelpQuote[] {
  const symbols = listNamedSymbols(message)
  const withSymbol = texts.filter(({ text }) => symbols.some((symbol) => text.includes(symbol)))
  if (withSymbol.length > 0) return withSymbol.slice(0, quotesMax)
  return selectRelated(texts, stemsOf(message), quotesMax)
}
