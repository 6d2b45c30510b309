/** The confirmations that an administrator makes on one page of the board. */
import { useState } from 'react'
import { callApi } from '#web/admin/call-api.ts'
import { freshnessAdmin as words } from '#web/text/en/admin/freshness.ts'
import type { LatestFreshness, ListedFreshness } from '#server/freshness/index.ts'

/** `version` counts the changes of the question's state. A `problem` says why nothing was changed. */
export type Confirmation = { status: 'open' | 'busy' | 'confirmed'; version: number; problem?: string }

export function useConfirmations(questions: readonly ListedFreshness[], say: (text: string) => void) {
  const [changed, setChanged] = useState<ReadonlyMap<string, Confirmation>>(new Map())
  /** Confirmed questions, the latest last. */
  const [done, setDone] = useState<readonly string[]>([])
  const versionOf = (id: string) => questions.find(({ questionId }) => questionId === id)?.version ?? 0
  const read = (id: string): Confirmation => changed.get(id) ?? { status: 'open', version: versionOf(id) }
  const write = (id: string, value: Confirmation) => setChanged((before) => new Map(before).set(id, value))

  /** @returns the message to announce, and whether the change was saved */
  const send = async (id: string, action: 'confirm' | 'undo'): Promise<{ isSaved: boolean; text: string }> => {
    const before = read(id)
    if (before.status === 'busy') return { isSaved: false, text: words.announceBusy }
    write(id, { status: 'busy', version: before.version })
    const result = await callApi<LatestFreshness>(`/api/freshness/${id}`, 'POST', { action, version: before.version })
    if (!result.ok) {
      const problem = sentenceOf(result.code, result.problem?.current, result.message)
      write(id, { ...before, problem })
      return { isSaved: false, text: problem }
    }
    write(id, { status: action === 'confirm' ? 'confirmed' : 'open', version: result.value.version })
    const confirmed = action === 'confirm' ? [...done, id] : done.filter((one) => one !== id)
    setDone((ids) => (action === 'confirm' ? [...ids, id] : ids.filter((one) => one !== id)))
    const text = action === 'confirm' ? words.announceConfirmed(questions.length - confirmed.length) : words.announceUndone
    return { isSaved: true, text }
  }
  const sendOne = async (id: string, action: 'confirm' | 'undo') => say((await send(id, action)).text)
  /** Sends the questions one after the other. Waiting questions are marked busy, so that no key press sends them a second time. */
  const sendAll = async (ids: readonly string[], action: 'confirm' | 'undo') => {
    for (const id of ids) write(id, { ...read(id), status: 'busy' })
    let saved = 0
    for (const id of ids) if ((await send(id, action)).isSaved) saved += 1
    say(words.announceAll(action, saved, ids.length - saved))
  }

  return {
    read,
    confirm: (id: string) => (read(id).status === 'open' ? sendOne(id, 'confirm') : undefined),
    undo: (id: string) => sendOne(id, 'undo'),
    sendAll,
    latest: done.at(-1),
  }
}

function sentenceOf(code: string | undefined, current: unknown, otherwise: string): string {
  if (code === 'FRESHNESS_CHANGED') return words.changedBy((current as LatestFreshness | undefined)?.email ?? null)
  if (code === 'NOTHING_LEFT') return words.nothingLeft
  return code === 'NOT_CONFIRMED' ? words.notConfirmed : otherwise
}
