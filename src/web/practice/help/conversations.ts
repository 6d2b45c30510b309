/**
 * Keeps the help conversations, by key, until the page is closed. They outlive the panel, so closing the panel or moving to another question loses
 * nothing, and a reply arrives even if its question is not on screen.
 */
import { isHintRequest } from '#exam/help/help.ts'
import {
  askHelp,
  editDraft,
  emptyConversation,
  endExchange,
  listFollowUps,
  listTurns,
  receiveReply,
  retryLast,
  type HelpConversation,
} from '#web/practice/help/conversation.ts'
import { listReplies, type HelpAction, type HelpProvider, type HelpQuery } from '#web/practice/help/help-provider.ts'

/** A request without the fields that the conversation itself adds. */
export type HelpContext = HelpQuery extends infer Query
  ? Query extends HelpQuery
    ? Omit<Query, 'message' | 'hintsGiven' | 'action' | 'turns' | 'seen'>
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
    const conversation = read(key)
    const last = conversation.exchanges.at(-1)
    if (!last) return
    const { message, action } = last
    const asked = {
      message,
      action,
      hintsGiven: conversation.hintsGiven,
      turns: listTurns(conversation),
      seen: listFollowUps(conversation),
    }
    const full: HelpQuery = { ...context, ...asked }
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
    read,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    edit: (key: string, draft: string) => update(key, editDraft(read(key), draft)),
    /** Without an action, the message is a question in the candidate's own words. */
    ask: (key: string, message: string, context: HelpContext, action?: HelpAction) =>
      start(key, askHelp(read(key), message, action), context),
    retry: (key: string, context: HelpContext) => start(key, retryLast(read(key)), context),
    stop: (key: string) => {
      requests.get(key)?.abort()
      update(key, endExchange(read(key), 'stopped'))
    },
  }
}
