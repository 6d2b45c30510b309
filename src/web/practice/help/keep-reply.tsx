/** Adds a reply to the candidate's note on the question. Nothing else stores a conversation. */
import { useState } from 'react'
import { noteLengthMax } from '#exam/notes.ts'
import { textOfBlock } from '#web/practice/help/conversation.ts'
import type { FormattedReply } from '#web/practice/help/help-provider.ts'
import { addToNote, readKnownOwner, syncNotes } from '#web/sync/index.ts'
import { help } from '#text/help.ts'

type Props = { reply: FormattedReply; questionId: string; certificationId: string }

export function KeepReply({ reply, questionId, certificationId }: Props) {
  const [state, setState] = useState<'kept' | 'notKept'>()
  const keep = async () => {
    const owner = readKnownOwner()
    const text = reply.blocks
      .map(textOfBlock)
      .filter((line) => line !== '')
      .join('\n')
      .slice(0, noteLengthMax)
    const isStored = await addToNote(owner, { questionId, certificationId, text, changedAt: Date.now() })
    setState(isStored ? 'kept' : 'notKept')
    if (owner !== null) await syncNotes(owner).catch(() => undefined)
  }
  return (
    <p className="small" role="status">
      {state === undefined ? (
        <button className="button" data-kind="quiet" type="button" onClick={() => void keep()}>
          {help.keep}
        </button>
      ) : (
        help[state]
      )}
    </p>
  )
}
