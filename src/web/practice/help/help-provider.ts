/** What the help panel needs from the source of its replies: the built-in help or a model. */
import type { HelpRequest } from '#exam/help/help-request.ts'

/** One piece of a reply. All texts are plain text. */
export type HelpBlock =
  | { type: 'text'; text: string }
  | { type: 'list'; items: readonly string[]; isNumbered?: boolean }
  | { type: 'quote'; source: string; text: string }
  | { type: 'link'; address: string; text: string }

/** `title`: one line above the reply, such as "Hint 1 of 3". */
export type FormattedReply = { readonly title?: string; readonly blocks: readonly HelpBlock[] }

/**
 * `reply` rejects when there is no reply; the panel then offers to try again. It ends early when the signal is aborted. An iterable
 * yields the reply as it grows: each value replaces the one before.
 *
 * Until the answer is revealed, a request has neither the answer key nor the explanations.
 */
export type HelpProvider = {
  readonly label: 'builtIn' | 'model'
  readonly reply: (request: HelpRequest, signal: AbortSignal) => Promise<FormattedReply> | AsyncIterable<FormattedReply>
}
