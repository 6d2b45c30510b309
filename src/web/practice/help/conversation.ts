/** A conversation about one question as a value: what was typed, what was asked, and the replies. */
import type { FormattedReply } from '#web/practice/help/help-provider.ts'

/** `reply` grows while the exchange is `busy`. */
export type HelpExchange = {
  readonly message: string
  readonly reply: FormattedReply | undefined
  readonly status: 'busy' | 'done' | 'stopped' | 'failed'
}

/** `draft`: text that is typed but not sent. `hintsGiven`: hints that were shown. */
export type HelpConversation = { readonly draft: string; readonly exchanges: readonly HelpExchange[]; readonly hintsGiven: number }

export const emptyConversation: HelpConversation = { draft: '', exchanges: [], hintsGiven: 0 }

export function isBusy({ exchanges }: HelpConversation): boolean {
  return exchanges.at(-1)?.status === 'busy'
}

export function editDraft(conversation: HelpConversation, draft: string): HelpConversation {
  return { ...conversation, draft }
}

/** Starts an exchange. Nothing changes for an empty message or while a reply is awaited. */
export function askHelp(conversation: HelpConversation, message: string): HelpConversation {
  if (message.trim() === '' || isBusy(conversation)) return conversation
  return { ...conversation, exchanges: [...conversation.exchanges, { message: message.trim(), reply: undefined, status: 'busy' }] }
}

/** Asks the last message again after a failure or a stop. */
export function retryLast(conversation: HelpConversation): HelpConversation {
  return isBusy(conversation) ? conversation : changeLast(conversation, { reply: undefined, status: 'busy' })
}

/** A reply, or the part of it that has arrived. */
export function receiveReply(conversation: HelpConversation, reply: FormattedReply): HelpConversation {
  return changeLast(conversation, { reply })
}

/** Ends the exchange. `isHint`: the reply was a hint. Ignored unless a reply is awaited. */
export function endExchange(conversation: HelpConversation, status: 'done' | 'stopped' | 'failed', isHint = false): HelpConversation {
  if (!isBusy(conversation)) return conversation
  return { ...changeLast(conversation, { status }), hintsGiven: conversation.hintsGiven + (isHint ? 1 : 0) }
}

/** The built-in help has this many hints. */
export const hintsMax = 3

function changeLast(conversation: HelpConversation, changes: Partial<HelpExchange>): HelpConversation {
  const { exchanges } = conversation
  return { ...conversation, exchanges: exchanges.map((one, i) => (i === exchanges.length - 1 ? { ...one, ...changes } : one)) }
}
