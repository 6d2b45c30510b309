/** Replies before the answer is revealed. They quote what the candidate already sees and point out conditions, but do not say which choices are correct. */
import { compareParts, type PartDifference } from '#exam/help/compare-parts.ts'
import type { HelpIntent } from '#exam/help/help-message.ts'
import { listParts, type HelpPart } from '#exam/help/help-parts.ts'
import {
  findQuotes,
  listCaseStudyQuotes,
  listConditions,
  listFacts,
  listPartQuotes,
  selectCaseStudyQuotes,
  type HelpQuote,
} from '#exam/help/help-quotes.ts'
import {
  findAskedSentence,
  listConditionWords,
  listSignificantWords,
  listTerms,
  selectRelated,
  similarEnough,
  stemsOf,
} from '#exam/help/help-texts.ts'
import type { HelpRequest } from '#exam/help/help-request.ts'
import { mayAddressTell, searchFor, type DocumentationSearch } from '#exam/help/official-page.ts'
import type { QuestionType } from '#exam/question.ts'

/** A part and the sentences that share words with it. */
export type PartFacts = { readonly part: HelpPart; readonly quotes: readonly HelpQuote[]; readonly search: DocumentationSearch }

/** Quotes that share words with the message. Empty when there are none. */
export type TopicReply = {
  readonly type: 'topic'
  readonly isSealed: boolean
  readonly quotes: readonly HelpQuote[]
  readonly search: DocumentationSearch
}

export type HelpTask = { readonly type: QuestionType; readonly entryCount: number; readonly asked: string }

export type SealedReply =
  /** The first hint: what to look for. `terms`: product terms in the choices. */
  | { readonly type: 'hint-focus'; readonly task: HelpTask; readonly skill: string; readonly terms: readonly string[] }
  /** The second hint: which conditions matter. `words`: words in the quotes that limit which choice fits. */
  | { readonly type: 'hint-conditions'; readonly task: HelpTask; readonly quotes: readonly HelpQuote[]; readonly words: readonly string[] }
  /** The third hint: what to reconsider. It names the candidate's choices and the two most similar parts. */
  | {
      readonly type: 'hint-reconsider'
      readonly task: HelpTask
      readonly chosen: readonly HelpPart[]
      readonly difference: PartDifference | undefined
    }
  | {
      readonly type: 'parts-sealed'
      readonly parts: readonly PartFacts[]
      readonly unknown: readonly string[]
      readonly known: readonly string[]
    }
  | { readonly type: 'compare-sealed'; readonly difference: PartDifference; readonly quotes: readonly HelpQuote[] }
  /** `address`: the official page, unless its address could give the answer away. */
  | { readonly type: 'source-sealed'; readonly address: string | undefined; readonly search: DocumentationSearch }
  | { readonly type: 'case-study'; readonly title: string; readonly quotes: readonly HelpQuote[] }
  | { readonly type: 'simple-sealed'; readonly task: HelpTask; readonly facts: readonly HelpQuote[]; readonly terms: readonly string[] }
  | { readonly type: 'answer-sealed' }
  | TopicReply

const termsMax = 4

export function composeSealedReply(request: HelpRequest & { isRevealed: false }, intent: HelpIntent): SealedReply {
  const { question, message, caseStudy } = request
  switch (intent.type) {
    case 'hint':
      return composeHint(request)
    case 'parts':
      return {
        type: 'parts-sealed',
        parts: intent.parts.map((part) => factsOf(request, part)),
        unknown: intent.unknown,
        known: listParts(question, request.steps).flatMap(({ label }) => (label === '' ? [] : [label])),
      }
    case 'compare': {
      const [one, other] = intent.parts
      if (!one || !other) return { type: 'answer-sealed' }
      const difference = compareParts(one, other)
      const stems = stemsOf([...difference.onlyFirst, ...difference.onlySecond].join(' '))
      return { type: 'compare-sealed', difference, quotes: selectRelated(listTexts(request), stems, 2) }
    }
    case 'source': {
      const address = mayAddressTell(question) ? undefined : question.reference
      return { type: 'source-sealed', address, search: searchFor(question.skill) }
    }
    case 'case-study':
      return { type: 'case-study', title: caseStudy?.title ?? '', quotes: selectCaseStudyQuotes(request) }
    case 'simple':
      return { type: 'simple-sealed', task: taskOf(request), facts: listFacts(request), terms: termsOf(request) }
    case 'answer':
      return { type: 'answer-sealed' }
    case 'topic': {
      const quotes = findQuotes(message, [...listTexts(request), ...listPartQuotes(request)])
      return { type: 'topic', isSealed: true, quotes, search: searchFor(listSignificantWords(message).join(' ')) }
    }
  }
}

/** Three hints: what to look for, which conditions matter, what to reconsider. Further requests repeat the third hint. */
function composeHint(request: HelpRequest & { isRevealed: false }): SealedReply {
  const { question, hintsGiven } = request
  if (hintsGiven === 0) return { type: 'hint-focus', task: taskOf(request), skill: question.skill, terms: termsOf(request) }
  if (hintsGiven === 1) {
    const listed = listConditions(request)
    const quotes = listed.length > 0 ? listed : [{ from: 'question' as const, text: findAskedSentence(question.text) }]
    return {
      type: 'hint-conditions',
      task: taskOf(request),
      quotes,
      words: [...new Set(quotes.flatMap(({ text }) => listConditionWords(text)))],
    }
  }
  const parts = listParts(question, request.steps)
  const chosen = parts.filter(({ kind, label }) => kind === 'choice' && request.answer.includes(label))
  return { type: 'hint-reconsider', task: taskOf(request), chosen, difference: findClosest(parts, chosen) }
}

/** The two most similar choices, steps, or items. Pairs of which the candidate chose exactly one are preferred. `undefined` if none are similar. */
function findClosest(parts: readonly HelpPart[], chosen: readonly HelpPart[]): PartDifference | undefined {
  const comparable = parts.filter(({ kind }) => kind !== 'prompt' && kind !== 'place')
  const pairs = comparable.flatMap((one, i) => comparable.slice(i + 1).map((other) => compareParts(one, other)))
  const withChosen = pairs.filter(({ first, second }) => chosen.includes(first) !== chosen.includes(second))
  const [closest] = (withChosen.length > 0 ? withChosen : pairs).toSorted((a, b) => b.similarity - a.similarity)
  return closest && closest.similarity >= similarEnough ? closest : undefined
}

function factsOf(request: HelpRequest, part: HelpPart): PartFacts {
  const [term] = listTerms(part.html)
  const quotes = selectRelated(listTexts(request), stemsOf(part.text), 2)
  return { part, quotes, search: searchFor(term ?? listSignificantWords(part.text).slice(0, 6).join(' ')) }
}

function listTexts(request: HelpRequest): HelpQuote[] {
  return [...listFacts(request), ...listCaseStudyQuotes(request)]
}

/** Product terms that are in the choices, steps, or items but not in the question text. */
function termsOf({ question, steps }: HelpRequest): string[] {
  const used = new Set(listTerms(question.text))
  const terms = listParts(question, steps).flatMap(({ html, kind }) => (kind === 'prompt' ? [] : listTerms(html)))
  return [...new Set(terms)].filter((term) => !used.has(term)).slice(0, termsMax)
}

function taskOf({ question }: HelpRequest & { isRevealed: false }): HelpTask {
  return { type: question.type, entryCount: question.entryCount, asked: findAskedSentence(question.text) }
}
