/** The difference between the old and the new text of cited lines, word by word. */
import { diffWordsWithSpace } from 'diff'
import type { TextChange } from '#exam/freshness.ts'

/** Texts with more differences have too little in common for a useful comparison. */
const editsMax = 400

export function compareTexts(oldText: string, newText: string): TextChange[] {
  const parts = diffWordsWithSpace(oldText, newText, { maxEditLength: editsMax })
  const changes: TextChange[] = parts
    ? parts.map(({ value, added, removed }) => ({ type: added ? 'added' : removed ? 'removed' : 'same', text: value }))
    : [
        { type: 'removed', text: oldText },
        { type: 'added', text: newText },
      ]
  return changes.filter(({ text }) => text !== '')
}

/** The difference for a terminal: `Two [-percent-]{+per cent+}.` */
export function printChanges(changes: readonly TextChange[]): string {
  const print = { same: (text: string) => text, removed: (text: string) => `[-${text}-]`, added: (text: string) => `{+${text}+}` }
  return changes.map(({ type, text }) => print[type](text)).join('')
}
