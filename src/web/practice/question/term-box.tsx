/** The box with the French term of a marked word. Screen readers read the term in the text instead. */
import { useEffect, useRef } from 'react'
import '#web/styles/question-language.css'

const gapPx = 6
const edgePx = 8

export function TermBox() {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => (box.current ? followTerms(box.current) : undefined), [])
  return <div ref={box} className="term-box" popover="manual" lang="fr" aria-hidden />
}

/** Shows the box for the term that has the pointer or the focus, until the returned function is called. */
function followTerms(box: HTMLElement): () => void {
  let shown: Element | undefined
  const termAt = (target: EventTarget | null) => (target instanceof Element && target.closest('.term')) || undefined
  const hide = () => {
    shown = undefined
    if (box.matches(':popover-open')) box.hidePopover()
  }
  const show = (term: Element) => {
    if (term === shown) return
    shown = term
    box.textContent = /^ \((.*)\)$/.exec(term.lastElementChild?.textContent ?? '')?.[1] ?? ''
    box.showPopover()
    place(box, term)
  }
  const follow = ({ target }: Event) => {
    const term = termAt(target)
    if (term) show(term)
    // The box stays while the pointer is over it, or while its word has the focus.
    else if (target !== box && shown !== document.activeElement) hide()
  }
  const leave = ({ relatedTarget }: FocusEvent) => {
    if (!termAt(relatedTarget)) hide()
  }
  const hideOnEscape = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') hide()
  }
  const listeners = new AbortController()
  const { signal } = listeners
  for (const type of ['pointerover', 'focusin', 'click'] as const) document.addEventListener(type, follow, { signal })
  document.addEventListener('focusout', leave, { signal })
  document.addEventListener('keydown', hideOnEscape, { signal })
  document.addEventListener('scroll', hide, { signal, capture: true, passive: true })
  return () => {
    listeners.abort()
    hide()
  }
}

/** Places the box below the first line of the word, or above it at the bottom of the screen, and within the width of the screen. */
function place(box: HTMLElement, term: Element): void {
  const [line = term.getBoundingClientRect()] = term.getClientRects()
  const { width, height } = box.getBoundingClientRect()
  const { clientWidth, clientHeight } = document.documentElement
  const below = line.bottom + gapPx
  box.style.left = `${Math.max(edgePx, Math.min(line.left, clientWidth - width - edgePx))}px`
  box.style.top = `${below + height > clientHeight ? line.top - height - gapPx : below}px`
}
