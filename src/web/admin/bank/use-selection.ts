/** The selected questions of the list. */
import { useState } from 'react'
import type { ListedQuestion } from '#server/bank/index.ts'

/** The selected ids whose rows are still in the list. */
export function useSelection(
  questions: readonly ListedQuestion[],
): [selected: ReadonlySet<string>, select: (ids: readonly string[], isSelected: boolean) => void] {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [known, setKnown] = useState(questions)
  if (known !== questions) {
    setKnown(questions)
    setSelected(new Set(questions.filter(({ id }) => selected.has(id)).map(({ id }) => id)))
  }
  const select = (ids: readonly string[], isSelected: boolean) => {
    const others = [...selected].filter((id) => !ids.includes(id))
    setSelected(new Set(isSelected ? [...others, ...ids] : others))
  }
  return [selected, select]
}
