/** The built-in help as a provider. It works offline. */
import { composeHelp } from '#exam/help/help.ts'
import { formatHelpReply } from '#web/practice/help/format-help-reply.ts'
import type { HelpProvider } from '#web/practice/help/help-provider.ts'

/** Source: spec §9, reply delay. */
export const replyDelayMs = 1500

export const builtInProvider: HelpProvider = {
  async reply(request, signal) {
    await delay(replyDelayMs, signal)
    return { ...formatHelpReply(composeHelp(request)), canKeep: true }
  },
}

/** Rejects when the signal is aborted. */
function delay(durationMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    setTimeout(resolve, durationMs)
    signal.addEventListener('abort', () => reject(new Error('Stopped')))
  })
}
