/** What the help panel needs from the source of its replies: the built-in help, a model, or the bank. */
import type { Attempt } from '#exam/attempt.ts'
import type { HelpRequest } from '#exam/help/help-request.ts'
import type { FollowUpQuestion, TutorAction, TutorSource, TutorTurn } from '#exam/tutor/tutor-contract.ts'

/** One piece of a reply. All texts are plain text, except the question and the options of a follow-up question, which are HTML from the bank. */
export type HelpBlock =
  | { type: 'text'; text: string }
  | { type: 'list'; items: readonly string[]; isNumbered?: boolean }
  | { type: 'quote'; source: string; text: string }
  | { type: 'link'; address: string; text: string }
  | { type: 'sources'; sources: readonly TutorSource[] }
  | { type: 'followUp'; question: FollowUpQuestion }
  /** Why the built-in help completes the reply, or why there is no follow-up question. */
  | { type: 'notice'; text: string }

/** `title`: one line above the reply, such as "Hint 1 of 3". `canKeep`: worth keeping as a note. */
export type FormattedReply = { readonly title?: string; readonly blocks: readonly HelpBlock[]; readonly canKeep?: boolean }

/** What the candidate asks for: an action of the tutor, or a question from the bank on the same topic. */
export type HelpAction = TutorAction | { readonly type: 'followUp' }

/** `turns`: the conversation so far. `seen`: ids of the follow-up questions in it. `version`: the version of the question on screen, if known. */
export type HelpQuery = HelpRequest & {
  readonly action: HelpAction
  readonly turns: readonly TutorTurn[]
  readonly seen: readonly string[]
  readonly attempt: Attempt
  readonly version: number | undefined
}

/**
 * `reply` rejects if there is no reply, and the panel offers to try again. Aborting the signal ends the reply early. An iterable yields the reply as
 * it grows: each value replaces the previous one.
 *
 * Until the answer is revealed, a request has neither the answer key nor the explanations.
 */
export type HelpProvider = {
  readonly reply: (request: HelpQuery, signal: AbortSignal) => Promise<FormattedReply> | AsyncIterable<FormattedReply>
}

/** Yields a reply as it grows, or once if it arrives complete. */
export async function* listReplies<Reply>(replies: Promise<Reply> | AsyncIterable<Reply>): AsyncGenerator<Reply> {
  if (Symbol.asyncIterator in replies) yield* replies
  else yield await replies
}
