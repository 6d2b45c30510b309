/** Light, dark, or as the device has it: kept in the browser, and applied before a page is painted. */
import { createContext, use } from 'react'

export type Theme = 'system' | 'light' | 'dark'

const storageKey = 'praxam-theme'

/** The nonce that scripts written into a page carry; nobody needs it in the browser. */
export const ScriptNonce = createContext<string | undefined>(undefined)

/**
 * The same text on every page: cached pages allow it by its hash. It follows other tabs, too. It does without the signs
 * that are written differently in HTML, so it arrives as it stands here. The colour scheme is set beside the attribute that
 * the styles look at, because it counts for the empty page, too, before there are styles.
 */
export const applyTheme = [
  'function applyTheme(){try{',
  `let t=localStorage.getItem(\`${storageKey}\`),e=document.documentElement;`,
  'if(/^(light|dark)$/.test(t))e.dataset.theme=e.style.colorScheme=t;',
  'else delete e.dataset.theme,e.style.colorScheme=``',
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

/** What the person has chosen on this device. */
export function chosenTheme(): Theme {
  const { theme } = document.documentElement.dataset
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

/** Tells of each change of the look, also one made in another tab. Gives the function that ends it. */
export function followTheme(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange)
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  return () => observer.disconnect()
}

/** Chooses a look, or what the device says. Where nothing can be kept, it lasts as long as the page. */
export function chooseTheme(theme: Theme): void {
  const { dataset, style } = document.documentElement
  if (theme === 'system') delete dataset['theme']
  else dataset['theme'] = theme
  style.colorScheme = theme === 'system' ? '' : theme
  try {
    if (theme === 'system') localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, theme)
  } catch {
    // The look is chosen all the same.
  }
}
