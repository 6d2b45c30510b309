/**
 * The help conversations of this page, by key. They outlive the panel, so closing it or moving to another question loses nothing, and a
 * reply arrives even if its question is not on screen.
 */
import { isHintRequest } from '#exam/help/help.ts'
import type { HelpRequest } from '#exam/help/help-request.ts'
import {
  askHelp,
  editDraft,
  emptyConversation,
  endExchange,
  receiveReply,
  retryLast,
  type HelpConversation,
} from '#web/practice/help/conversation.ts'
import type { HelpProvider } from '#web/practice/help/help-provider.ts'

/** A request without the fields that the conversation itself adds. */
export type HelpContext = HelpRequest extends infer Request
  ? Request extends HelpRequest
    ? Omit<Request, 'message' | 'hintsGiven'>
    : never
  : never

export function createConversations(provider: HelpProvider) {
  const conversations = new Map<string, HelpConversation>()
  const requests = new Map<string, AbortController>()
  const listeners = new Set<() => void>()

  const read = (key: string) => conversations.get(key) ?? emptyConversation
  const update = (key: string, next: HelpConversation) => {
    conversations.set(key, next)
    for (const listener of listeners) listener()
  }

  const request = async (key: string, context: HelpContext) => {
    const { hintsGiven, exchanges } = read(key)
    const full: HelpRequest = { ...context, message: exchanges.at(-1)?.message ?? '', hintsGiven }
    const abort = new AbortController()
    requests.set(key, abort)
    try {
      for await (const reply of listReplies(provider.reply(full, abort.signal))) {
        if (abort.signal.aborted) return
        update(key, receiveReply(read(key), reply))
      }
      if (!abort.signal.aborted) update(key, endExchange(read(key), 'done', isHintRequest(full)))
    } catch {
      if (!abort.signal.aborted) update(key, endExchange(read(key), 'failed'))
    }
  }
  const start = (key: string, next: HelpConversation, context: HelpContext) => {
    if (next === read(key)) return
    update(key, next)
    void request(key, context)
  }

  return {
    label: provider.label,
    read,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    edit: (key: string, draft: string) => update(key, editDraft(read(key), draft)),
    ask: (key: string, message: string, context: HelpContext) => start(key, askHelp(read(key), message), context),
    retry: (key: string, context: HelpContext) => start(key, retryLast(read(key)), context),
    stop: (key: string) => {
      requests.get(key)?.abort()
      update(key, endExchange(read(key), 'stopped'))
    },
  }
}

async function* listReplies<Reply>(replies: Promise<Reply> | AsyncIterable<Reply>): AsyncGenerator<Reply> {
  if (Symbol.asyncIterator in replies) yield* replies
  else yield await replies
}
