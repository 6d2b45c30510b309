/**
 * Provides the help replies on practice pages: from the model if one is connected, otherwise from the built-in help. If the model does not
 * complete its reply, a notice says why, and the built-in help replies instead. Follow-up questions come from the server.
 */
import { composeHelp } from '#exam/help/help.ts'
import { followUpsSeenMax, type FollowUpResponse, type TutorAction } from '#exam/tutor/tutor-contract.ts'
import { builtInProvider } from '#web/practice/help/built-in-provider.ts'
import { formatHelpReply } from '#web/practice/help/format-help-reply.ts'
import { formatModelReply } from '#web/practice/help/format-model-reply.ts'
import { listReplies, type FormattedReply, type HelpAction, type HelpProvider, type HelpQuery } from '#web/practice/help/help-provider.ts'
import { askModel, type ModelEnd, type ModelReply } from '#web/practice/help/model-reply.ts'
import { readTutorStatus } from '#web/practice/help/tutor-status.ts'
import { help } from '#text/help.ts'

const followUpTimeoutMs = 15_000

export const pageProvider: HelpProvider = {
  reply: async function* (query, signal) {
    if (!isForTutor(query)) return yield await replyWithQuestion(query, signal)
    const tutor = await readTutorStatus()
    if (!tutor) return yield* listReplies(builtInProvider.reply(query, signal))
    const replies = askModel(query, tutor, signal)
    const title = titleOf(query.action)
    let latest: ModelReply | undefined
    for (;;) {
      const next = await replies.next()
      if (next.done) {
        if (next.value.reason === 'complete' && latest) return yield { ...title, blocks: formatModelReply(latest), canKeep: true }
        return yield { ...title, ...continueBuiltIn(query, next.value, latest) }
      }
      latest = next.value
      yield { ...title, blocks: formatModelReply(latest) }
    }
  },
}

function isForTutor(query: HelpQuery): query is HelpQuery & { action: TutorAction } {
  return query.action.type !== 'followUp'
}

function titleOf(action: HelpAction): { title: string } | undefined {
  return action.type === 'hint' ? { title: help.reply.hintOf(action.stage) } : undefined
}

/** If a reply was cut off, the part that arrived stays. If the model refused, or the reply was withheld, its text is removed. */
function continueBuiltIn(query: HelpQuery, end: ModelEnd, partial: ModelReply | undefined): Omit<FormattedReply, 'title'> {
  const stays = end.reason === 'cutOff' || end.reason === 'interrupted' || end.reason === 'timedOut'
  const notice = help.ends[end.reason === 'complete' ? 'unavailable' : end.reason]
  const text = typeof notice === 'function' ? notice(end.retryAfterSeconds ?? 0) : notice
  const blocks = [...(stays && partial ? formatModelReply(partial) : []), { type: 'notice' as const, text }]
  return { blocks: [...blocks, ...formatHelpReply(composeHelp(query)).blocks], canKeep: true }
}

async function replyWithQuestion({ question, seen }: HelpQuery, signal: AbortSignal): Promise<FormattedReply> {
  const params = new URLSearchParams({ question: question.id, seen: seen.slice(-followUpsSeenMax).join(',') })
  if (!navigator.onLine) return { blocks: [{ type: 'notice', text: help.followUp.offline }] }
  const response = await fetch(`/api/tutor/follow-up?${params}`, {
    signal: AbortSignal.any([signal, AbortSignal.timeout(followUpTimeoutMs)]),
  })
  if (!response.ok) throw new Error(`The server answered with ${response.status}`)
  const { question: followUp } = (await response.json()) as FollowUpResponse
  return { blocks: [followUp ? { type: 'followUp', question: followUp } : { type: 'text', text: help.followUp.none }] }
}
