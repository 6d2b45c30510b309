/** A conversation about one question as a value: what was typed, what was asked, and the replies. */
import type { TutorTurn } from '#exam/tutor/tutor-contract.ts'
import { tutorTurnLengthMax, tutorTurnsMax } from '#exam/tutor/tutor-contract.ts'
import { help } from '#text/help.ts'
import type { FormattedReply, HelpAction, HelpBlock } from '#web/practice/help/help-provider.ts'

/** `message`: the request as the candidate sees it. `reply` grows while the exchange is `busy`. */
export type HelpExchange = {
  readonly message: string
  readonly action: HelpAction
  readonly reply: FormattedReply | undefined
  readonly status: 'busy' | 'done' | 'stopped' | 'failed'
}

/** `draft`: text that is typed but not sent. `hintsGiven`: how many hints were shown. */
export type HelpConversation = { readonly draft: string; readonly exchanges: readonly HelpExchange[]; readonly hintsGiven: number }

export const emptyConversation: HelpConversation = { draft: '', exchanges: [], hintsGiven: 0 }

export function isBusy({ exchanges }: HelpConversation): boolean {
  return exchanges.at(-1)?.status === 'busy'
}

export function editDraft(conversation: HelpConversation, draft: string): HelpConversation {
  return { ...conversation, draft }
}

/** Starts an exchange. Nothing changes for an empty message or while a reply is awaited. */
export function askHelp(conversation: HelpConversation, message: string, action?: HelpAction): HelpConversation {
  const text = message.trim()
  if (text === '' || isBusy(conversation)) return conversation
  const exchange: HelpExchange = { message: text, action: action ?? { type: 'message', text }, reply: undefined, status: 'busy' }
  return { ...conversation, exchanges: [...conversation.exchanges, exchange] }
}

/** The latest turns before the current exchange, in the form that a model reads. */
export function listTurns({ exchanges }: HelpConversation): TutorTurn[] {
  return exchanges
    .slice(0, -1)
    .flatMap(({ message, action, reply, status }): TutorTurn[] => {
      if (action.type === 'followUp' || status !== 'done') return []
      const text = reply?.blocks.map(textOfBlock).join('\n').trim() ?? ''
      return [
        { from: 'candidate', text: message },
        ...(text === '' ? [] : [{ from: 'tutor', text: text.slice(0, tutorTurnLengthMax) } as const]),
      ]
    })
    .slice(-tutorTurnsMax)
}

/** The follow-up questions of the conversation, by id. */
export function listFollowUps({ exchanges }: HelpConversation): string[] {
  return exchanges.flatMap(({ reply }) => reply?.blocks ?? []).flatMap((block) => (block.type === 'followUp' ? [block.question.id] : []))
}

/** A block as plain text, for a note or a model. */
export function textOfBlock(block: HelpBlock): string {
  switch (block.type) {
    case 'text':
      return block.text
    case 'list':
      return block.items.map((item, i) => `${block.isNumbered ? `${i + 1}.` : '-'} ${item}`).join('\n')
    case 'quote':
      return help.reply.quoted(block.text)
    case 'link':
      return help.reply.named(block.text, block.address)
    case 'sources':
      return block.sources
        .map(({ number, title, address }) => `[${number}] ${address ? help.reply.named(title, address) : title}`)
        .join('\n')
    case 'followUp':
    case 'notice':
      return ''
  }
}

/** Marks the last exchange as busy again, to retry after a failure or a stop. */
export function retryLast(conversation: HelpConversation): HelpConversation {
  return isBusy(conversation) ? conversation : changeLast(conversation, { reply: undefined, status: 'busy' })
}

/** Sets the reply of the last exchange, or the part of it that has arrived. */
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
