/**
 * Checks a reply while it streams, before the answer is revealed. A sentence is released only when the next sentence is complete, so that a
 * verdict across two sentences is found before it is shown.
 */

/** `text`: released so far. `pending`: not released yet. */
export type WithholdState = { readonly text: string; readonly pending: string }

export const nothingWithheld: WithholdState = { text: '', pending: '' }

/** Verdicts are assumed to be shorter than this. Limits the time of the checks, because the reply is checked again after each sentence. */
const checkedLengthMax = 3_000

/** Whether a text must not be shown: the reply or its last part. `beginning`: the beginning of the reply. */
export type IsForbidden = (text: string, beginning: string) => boolean

type WithholdStep = { readonly state: WithholdState; readonly released: string; readonly isForbidden: boolean }

export function addText({ text, pending }: WithholdState, piece: string, isForbidden: IsForbidden): WithholdStep {
  const waiting = pending + piece
  const ends = [...waiting.matchAll(/[.!?…]["'”’)\]]*\s+|\n+/g)].map((end) => end.index + end[0].length)
  const last = ends.at(-1)
  // As long as no further sentence ends, nothing more is released.
  if (last === undefined || last <= pending.length - piece.length) return step(text, waiting, 0, false)
  if (isReplyForbidden(text + waiting.slice(0, last), isForbidden)) return step(text, waiting, 0, true)
  return step(text, waiting, ends.at(-2) ?? 0, false)
}

export function endText({ text, pending }: WithholdState, isForbidden: IsForbidden): WithholdStep {
  const isWithheld = isReplyForbidden(text + pending, isForbidden)
  return step(text, pending, isWithheld ? 0 : pending.length, isWithheld)
}

function isReplyForbidden(reply: string, isForbidden: IsForbidden): boolean {
  return isForbidden(lastPart(reply), reply.slice(0, checkedLengthMax))
}

/** The last part of a text, from the beginning of a sentence. */
function lastPart(text: string): string {
  if (text.length <= checkedLengthMax) return text
  const part = text.slice(-checkedLengthMax)
  // If a sentence is longer than this part, only the text within the part is checked.
  const start = /(?:[.!?…]["'”’)\]]*\s+|\n+)(?=\S)/.exec(part)
  return start ? part.slice(start.index + start[0].length) : part
}

function step(text: string, waiting: string, length: number, isForbidden: boolean): WithholdStep {
  const released = waiting.slice(0, length)
  return { state: { text: text + released, pending: waiting.slice(length) }, released, isForbidden }
}
