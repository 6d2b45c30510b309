/** Sizes of the controls that a pointer can press: links, buttons, and fields. */
import type { Page } from '@playwright/test'

/**
 * Controls on screen that are smaller than 24 px in a direction, with their sizes: `18 px high: <a href="/login">`.
 *
 * A link inside a sentence may be smaller, but not a link that is alone on its line. The label of a radio button or checkbox counts as part
 * of the control. Source: WCAG 2.2, 2.5.8, without its exception for space around a target.
 */
export async function findSmallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const minimumPx = 24
    const selector = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=radio], [role=tab]'
    const isShown = (element: Element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !element.closest('.visually-hidden, [inert]')

    /** Whether the link is in a line with other words, not only with other controls or signs. */
    const isInSentence = (element: Element): boolean => {
      if (getComputedStyle(element).display !== 'inline') return false
      let block = element.parentElement
      while (block && getComputedStyle(block).display === 'inline') block = block.parentElement
      const copy = block?.cloneNode(true) as Element | undefined
      for (const control of copy?.querySelectorAll('a[href], button') ?? []) control.remove()
      return /\p{L}{2,}/u.test(copy?.textContent ?? '')
    }

    return [...document.querySelectorAll(selector)].flatMap((element) => {
      const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : []
      const parts = [element, ...labels].filter(isShown).map((part) => part.getBoundingClientRect())
      const [width, height] = [Math.max(...parts.map((part) => part.width)), Math.max(...parts.map((part) => part.height))]
      // Rounding may take half a pixel. An element of one pixel is visually hidden.
      const isSmall = Math.min(width, height) < minimumPx - 0.5 && Math.min(width, height) > 1
      if (!isSmall || isInSentence(element)) return []
      return [`${width.toFixed(1)} × ${height.toFixed(1)} px: ${element.outerHTML.slice(0, 160)}`]
    })
  })
}
