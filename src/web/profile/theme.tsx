/** Dark or as the device has it: kept in the browser, and applied before a page is painted. */
import { createContext, use } from 'react'

const storageKey = 'praxam-theme'

/** The nonce that scripts written into a page carry; nobody needs it in the browser. */
export const ScriptNonce = createContext<string | undefined>(undefined)

/**
 * The same text on every page: cached pages allow it by its hash. It follows other tabs, too. It does without the signs
 * that are written differently in HTML, so it arrives as it stands here.
 */
export const applyTheme = [
  'function applyTheme(){try{',
  `if(localStorage.getItem(\`${storageKey}\`)===\`dark\`)document.documentElement.dataset.theme=\`dark\`;`,
  'else delete document.documentElement.dataset.theme',
  '}catch{}}',
  'applyTheme();addEventListener(`storage`,applyTheme)',
].join('')

/** Stands in the head, before anything is painted. */
export function ThemeScript() {
  return (
    <script nonce={use(ScriptNonce)} suppressHydrationWarning>
      {applyTheme}
    </script>
  )
}

/** Whether the person has chosen the dark look on this device. */
export function isDarkChosen(): boolean {
  return document.documentElement.dataset['theme'] === 'dark'
}

/** Tells of each change of the look, also one made in another tab. Gives the function that ends it. */
export function followTheme(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange)
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  return () => observer.disconnect()
}

/** Chooses the dark look, or what the device says. Where nothing can be kept, it lasts as long as the page. */
export function chooseDark(isDark: boolean): void {
  if (isDark) document.documentElement.dataset['theme'] = 'dark'
  else delete document.documentElement.dataset['theme']
  try {
    if (isDark) localStorage.setItem(storageKey, 'dark')
    else localStorage.removeItem(storageKey)
  } catch {
    // The look is chosen all the same.
  }
}
