/** Checks a model's reply while it streams: removes citations of sources that the model was not given and, before the reveal, withholds verdicts. */
import { filterCitations, finishCitations, noCitations, type CitableSource } from '#exam/tutor/citations.ts'
import type { TutorEndReason } from '#exam/tutor/tutor-contract.ts'
import type { SealedTutorQuestion } from '#exam/tutor/tutor-question.ts'
import { hasVerdict } from '#exam/tutor/verdicts.ts'
import { addText, endText, nothingWithheld, type IsForbidden } from '#exam/tutor/withhold-verdicts.ts'
import type { ModelEvent, ModelUsage } from '#server/tutor/model.ts'
import { createRepetitionCheck } from '#server/tutor/retrieval/giveaways.ts'

/** `secrets`: sentences of the explanations, which a reply must not repeat before the reveal. */
export type ReplySeal = { readonly question: SealedTutorQuestion; readonly secrets: readonly string[] }

/** Control characters, which notes cannot store, and characters that change the direction of text around the reply. */
const unsafeCharacters = /[^\P{Cc}\n\t]|\p{Bidi_Control}/gu

export type CheckedEvent =
  | { type: 'text'; text: string }
  | { type: 'usage'; usage: ModelUsage }
  | { type: 'end'; reason: TutorEndReason | 'stopped'; removedCitations: number }

/** Yields text that can be shown, the usage unless the model had to be stopped, and finally one end. `sealed`: `undefined` after the reveal. */
export async function* checkReply(
  events: AsyncGenerator<ModelEvent, void>,
  sources: readonly CitableSource[],
  sealed: ReplySeal | undefined,
): AsyncGenerator<CheckedEvent, void> {
  const isForbidden = sealed ? createCheck(sealed) : () => false
  let citations = noCitations
  let withheld = nothingWithheld
  let hasText = false
  for await (const event of events) {
    if (event.type === 'text') {
      const next = filterCitations(citations, event.text.replaceAll(unsafeCharacters, ''), sources)
      citations = next.state
      const step = sealed ? addText(withheld, next.text, isForbidden) : { state: withheld, released: next.text, isForbidden: false }
      withheld = step.state
      // Leaving the loop stops the model. It then reports no usage, so the reservation stays counted in full.
      if (step.isForbidden) return yield { type: 'end', reason: 'withheld', removedCitations: citations.removed }
      if (step.released !== '') {
        hasText ||= step.released.trim() !== ''
        yield { type: 'text', text: step.released }
      }
      continue
    }
    yield { type: 'usage', usage: event.usage }
    const last = finishCitations(citations, sources)
    const held = sealed ? addText(withheld, last.text, isForbidden) : { state: withheld, released: last.text, isForbidden: false }
    const rest = sealed && !held.isForbidden ? endText(held.state, isForbidden) : { released: '', isForbidden: held.isForbidden }
    const { removed: removedCitations } = last.state
    if (rest.isForbidden) return yield { type: 'end', reason: 'withheld', removedCitations }
    const text = held.released + rest.released
    hasText ||= text.trim() !== ''
    if (text !== '') yield { type: 'text', text }
    const isEmpty = event.reason === 'complete' && !hasText
    return yield { type: 'end', reason: isEmpty ? 'unavailable' : event.reason, removedCitations }
  }
}

function createCheck({ question, secrets }: ReplySeal): IsForbidden {
  const repeats = createRepetitionCheck(secrets)
  return (text, beginning) => hasVerdict(text, question, beginning) || repeats(text)
}
