/**
 * After a reveal, scrolls to the verdict if it is below the visible part of the page. On a phone, the reveal button is always on screen, and the
 * verdict may be far below.
 */
import { useEffect, useRef } from 'react'

/** @returns a function to call when the answer is revealed */
export function useVerdictInView(card: React.RefObject<HTMLElement | null>): () => void {
  const isRequested = useRef(false)
  useEffect(() => {
    if (!isRequested.current) return
    isRequested.current = false
    const verdict = card.current?.querySelector('[data-verdict], .explanation')
    // The bar with the button covers the bottom of a phone's screen.
    const barTop = document.querySelector('.attempt-actions')?.getBoundingClientRect().top ?? Infinity
    if (!verdict || verdict.getBoundingClientRect().bottom <= Math.min(barTop, window.innerHeight)) return
    const isReduced = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    verdict.scrollIntoView({ block: 'start', behavior: isReduced ? 'auto' : 'smooth' })
  })
  return () => {
    isRequested.current = true
  }
}
