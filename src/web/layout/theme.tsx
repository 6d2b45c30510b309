/** Light, dark, or as the device has it: kept in the browser, and applied before a page is painted. */
import { createContext, use } from 'react'

export type Theme = 'system' | 'light' | 'dark'

const storageKey = 'praxam-theme'

/** The nonce that scripts written into a page carry; nobody needs it in the browser. */
export const ScriptNonce = createContext<string | undefined>(undefined)

/**
 * The same text on every page: cached pages allow it by its hash. It follows other tabs, too. It does without the signs
 * that are written differently in HTML, so it arrives as it stands here. The colour scheme is set beside the attribute that
 * the styles look at, because it counts for the empty page, too, before there are styles. The colour of the window around
 * the page is that of the look which counts: React writes `ThemeColors` before every script.
 */
export const themeScript = [
  'function applyTheme(theme){const {dataset,style}=document.documentElement;',
  'const isChosen=/^(light|dark)$/.test(theme);',
  'if(isChosen)dataset.theme=style.colorScheme=theme;',
  'else delete dataset.theme,style.colorScheme=``;',
  'for(const meta of document.querySelectorAll(`[data-scheme]`)){const {scheme}=meta.dataset;',
  'meta.media=isChosen?scheme===theme?`all`:`not all`:`(prefers-color-scheme: ${scheme})`}}',
  `function applyKept(){try{applyTheme(localStorage.getItem(\`${storageKey}\`))}catch{}}`,
  'applyKept();addEventListener(`storage`,applyKept)',
].join('')

/** What the script above has made; it is there on every page. */
declare function applyTheme(theme: Theme): void

/** Stands in the head, before anything is painted. */
export function ThemeScript() {
  return (
    <script nonce={use(ScriptNonce)} suppressHydrationWarning>
      {themeScript}
    </script>
  )
}

/** `--paper` of tokens.css for each look; the manifest has it, too. */
export function ThemeColors() {
  return (
    <>
      <meta name="theme-color" data-scheme="light" media="(prefers-color-scheme: light)" content="#f5f9f7" />
      <meta name="theme-color" data-scheme="dark" media="(prefers-color-scheme: dark)" content="#0f1414" />
    </>
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
  applyTheme(theme)
  try {
    if (theme === 'system') localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, theme)
  } catch {
    // The look is chosen all the same.
  }
}
