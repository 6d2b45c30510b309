/** Animates list entries to their new places, unless the user prefers reduced motion. */
import { useLayoutEffect, useRef } from 'react'

const durationMs = 120

/** Call the returned function before the entries move. Entries are marked `data-item` with a value that does not change. */
export function useGlide(root: React.RefObject<HTMLElement | null>): () => void {
  const tops = useRef<ReadonlyMap<string, number> | null>(null)
  const listItems = () => [...(root.current?.querySelectorAll<HTMLElement>('[data-item]') ?? [])]
  useLayoutEffect(() => {
    const before = tops.current
    tops.current = null
    if (!before || !root.current) return
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
    for (const item of listItems()) {
      const from = (before.get(item.dataset['item'] ?? '') ?? NaN) - item.getBoundingClientRect().top
      if (from) item.animate([{ translate: `0 ${from}px` }, { translate: '0 0' }], { duration: durationMs, easing: 'ease-out' })
    }
  })
  return () => {
    tops.current = new Map(listItems().map((item) => [item.dataset['item'] ?? '', item.getBoundingClientRect().top]))
  }
}
