/**
 * Built-in help, in the browser only: replies composed from the question's own texts and its case study. Hints are in sealed-replies.ts.
 *
 * Before the answer is revealed, replies are composed from an `UnrevealedQuestion`, which has neither the answer key nor the explanations.
 * Therefore, no reply can reveal which choice is correct.
 */
import { composeRevealedReply, type RevealedReply } from '#exam/help/revealed-replies.ts'
import { composeSealedReply, type SealedReply } from '#exam/help/sealed-replies.ts'
import { parseHelpMessage } from '#exam/help/help-message.ts'
import type { HelpRequest } from '#exam/help/help-request.ts'

export type HelpReply = SealedReply | RevealedReply

export function composeHelp(request: HelpRequest): HelpReply {
  const intent = parseHelpMessage(request)
  return request.isRevealed ? composeRevealedReply(request, intent) : composeSealedReply(request, intent)
}

/** Whether the message asks for a hint. Hints are only given before the answer is revealed. */
export function isHintRequest(request: HelpRequest): boolean {
  return !request.isRevealed && parseHelpMessage(request).type === 'hint'
}
