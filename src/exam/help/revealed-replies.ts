/** Replies after the answer is revealed. They quote the explanation, starting with the reasons for the parts that the message names. */
import { listEntered } from '#exam/answer-places.ts'
import { compareParts, type PartDifference } from '#exam/help/compare-parts.ts'
import type { HelpIntent } from '#exam/help/help-message.ts'
import { listParts, type HelpPart } from '#exam/help/help-parts.ts'
import {
  findQuotes,
  listCaseStudyQuotes,
  listFacts,
  listPartQuotes,
  selectCaseStudyQuotes,
  type HelpQuote,
} from '#exam/help/help-quotes.ts'
import { listSentences, listSignificantWords, selectRelated, stemsOf } from '#exam/help/help-texts.ts'
import type { HelpRequest } from '#exam/help/help-request.ts'
import { searchFor } from '#exam/help/official-page.ts'
import type { TopicReply } from '#exam/help/sealed-replies.ts'
import { plainText } from '#exam/plain-text.ts'
import { parsePair, positionOf } from '#exam/question.ts'

/**
 * A part with its verdict. `reason`: the option explanation of this part, or else sentences about it from the question's explanation.
 *
 * `place`: the position of a step in the correct order, from 1; `undefined` for a step that is not needed and for other parts. `matches`: the
 * items of a prompt, or the prompts of an item; empty for other parts. `entered`: the correct entry for a place, such as `Yes`.
 */
export type PartVerdict = {
  readonly part: HelpPart
  readonly isCorrect: boolean
  readonly reason: string
  readonly place: number | undefined
  readonly matches: readonly HelpPart[]
  readonly entered?: string
}

export type RevealedReply =
  | {
      readonly type: 'parts'
      readonly verdicts: readonly PartVerdict[]
      readonly unknown: readonly string[]
      readonly known: readonly string[]
    }
  | { readonly type: 'compare'; readonly difference: PartDifference; readonly verdicts: readonly PartVerdict[] }
  | { readonly type: 'source'; readonly address: string; readonly pageTitle: string | undefined }
  | { readonly type: 'case-study'; readonly title: string; readonly quotes: readonly HelpQuote[] }
  /** `correct`: see `listCorrect`. `others`: why the other choices are wrong, in one sentence each. */
  | {
      readonly type: 'simple'
      readonly correct: readonly PartVerdict[]
      readonly explanation: string
      readonly others: readonly PartVerdict[]
    }
  | { readonly type: 'explained'; readonly correct: readonly PartVerdict[]; readonly explanation: string }
  | TopicReply

type RevealedRequest = HelpRequest & { isRevealed: true }

export function composeRevealedReply(request: RevealedRequest, intent: HelpIntent): RevealedReply {
  const { question, message, caseStudy } = request
  const explanation = plainText(question.explanation)
  switch (intent.type) {
    case 'parts':
      return {
        type: 'parts',
        verdicts: intent.parts.map((part) => verdictOf(request, part)),
        unknown: intent.unknown,
        known: listParts(question, request.steps).flatMap(({ label }) => (label === '' ? [] : [label])),
      }
    case 'compare': {
      const [first, second] = intent.parts
      if (!first || !second) return { type: 'explained', correct: listCorrect(request), explanation }
      return {
        type: 'compare',
        difference: compareParts(first, second),
        verdicts: intent.parts.map((part) => verdictOf(request, part)),
      }
    }
    case 'source':
      return { type: 'source', address: question.reference, pageTitle: question.source?.pageTitle }
    case 'case-study':
      return { type: 'case-study', title: caseStudy?.title ?? '', quotes: selectCaseStudyQuotes(request) }
    case 'simple': {
      const others = listParts(question, request.steps)
        .map((part) => verdictOf(request, part))
        .filter(({ part, isCorrect, reason }) => part.kind === 'choice' && !isCorrect && reason !== '')
      return {
        type: 'simple',
        correct: listCorrect(request),
        explanation: listSentences(question.explanation)[0] ?? '',
        others: others.map((verdict) => ({ ...verdict, reason: listSentences(verdict.reason)[0] ?? '' })),
      }
    }
    case 'hint':
    case 'answer':
      return { type: 'explained', correct: listCorrect(request), explanation }
    case 'topic': {
      const reasons = listParts(question, request.steps).flatMap((part): HelpQuote[] => {
        const reason = part.kind === 'choice' || part.kind === 'place' ? question.optionExplanations[part.index] : null
        return reason ? [{ from: 'part', text: plainText(reason), part }] : []
      })
      const explained = findQuotes(message, [...quoteExplanation(request), ...reasons])
      const texts = [...listFacts(request), ...listCaseStudyQuotes(request), ...listPartQuotes(request)]
      return {
        type: 'topic',
        isSealed: false,
        quotes: explained.length > 0 ? explained : findQuotes(message, texts),
        search: searchFor(listSignificantWords(message).join(' ')),
      }
    }
  }
}

function quoteExplanation({ question }: RevealedRequest): HelpQuote[] {
  return listSentences(question.explanation).map((text) => ({ from: 'explanation', text }))
}

/** The correct choices, the needed steps in their order, all prompts, or all places. */
function listCorrect(request: RevealedRequest): PartVerdict[] {
  return listParts(request.question, request.steps)
    .map((part) => verdictOf(request, part))
    .filter(({ part, isCorrect }) => part.kind === 'prompt' || part.kind === 'place' || (part.kind !== 'item' && isCorrect))
    .toSorted((a, b) => (a.place ?? 0) - (b.place ?? 0))
}

function verdictOf(request: RevealedRequest, part: HelpPart): PartVerdict {
  const { question } = request
  const parts = listParts(question, request.steps)
  const pairs = question.answerKey.flatMap((entry) => parsePair(entry) ?? [])
  switch (part.kind) {
    case 'choice': {
      const isCorrect = question.answerKey.some((letter) => positionOf(letter) === part.index)
      const reason = plainText(question.optionExplanations[part.index] ?? '') || explain(request, part)
      return { part, isCorrect, reason, place: undefined, matches: [] }
    }
    case 'step': {
      const position = question.answerKey.indexOf(String(part.index))
      const place = position === -1 ? undefined : position + 1
      return { part, isCorrect: place !== undefined, reason: explain(request, part), place, matches: [] }
    }
    case 'place': {
      const entered = plainText(listEntered(question, question.answerKey)[part.index] ?? '')
      const reason = plainText(question.optionExplanations[part.index] ?? '') || explain(request, part)
      return { part, isCorrect: true, reason, place: undefined, matches: [], entered }
    }
    case 'prompt':
    case 'item': {
      const matching = pairs.filter(({ left, right }) => (part.kind === 'prompt' ? left : right) === part.index)
      const matches = parts.filter(({ kind, index }) =>
        matching.some(({ left, right }) =>
          part.kind === 'prompt' ? kind === 'item' && index === right : kind === 'prompt' && index === left,
        ),
      )
      const reason = explain(request, part, ...matches)
      return { part, isCorrect: matches.length > 0, reason, place: undefined, matches }
    }
  }
}

/** Up to two sentences of the explanation that share words with these parts. If there are none, the whole explanation. */
function explain(request: RevealedRequest, ...parts: HelpPart[]): string {
  const related = selectRelated(quoteExplanation(request), stemsOf(parts.map(({ text }) => text).join(' ')), 2)
  return related.length > 0 ? related.map(({ text }) => text).join(' ') : plainText(request.question.explanation)
}
