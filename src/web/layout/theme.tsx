/** The color theme: light, dark or the device setting. Saved in the browser and applied before the page is painted. */
import { createContext, use } from 'react'

export type Theme = 'system' | 'light' | 'dark'

const storageKey = 'praxam-theme'

/** The nonce of inline scripts. Used only during server rendering. */
export const ScriptNonce = createContext<string | undefined>(undefined)

/**
 * Applies the saved theme, and follows changes in other tabs. The text is the same on every page, because cached pages allow it
 * by its hash. It avoids the characters that HTML escapes. It also sets `color-scheme`, which colors the empty page before the
 * styles load. It selects one of the `ThemeColors`, which React renders before every script.
 */
export const themeScript = [
  'function applyTheme(theme){const {dataset,style}=document.documentElement;',
  'const isChosen=/^(light|dark)$/.test(theme);',
  'if(isChosen)dataset.theme=style.colorScheme=theme;',
  'else delete dataset.theme,style.colorScheme=``;',
  'for(const meta of document.querySelectorAll(`[data-scheme]`)){const {scheme}=meta.dataset;',
  'meta.media=isChosen?scheme===theme?`all`:`not all`:`(prefers-color-scheme: ${scheme})`}}',
  `function applySaved(){try{applyTheme(localStorage.getItem(\`${storageKey}\`))}catch{}}`,
  'applySaved();addEventListener(`storage`,applySaved)',
].join('')

/** The script above defines it on every page. */
declare function applyTheme(theme: Theme): void

/** Belongs in the head, so that it runs before the first paint. */
export function ThemeScript() {
  return (
    <script nonce={use(ScriptNonce)} suppressHydrationWarning>
      {themeScript}
    </script>
  )
}

/** The color of the browser window: `--paper` of tokens.css for each theme, as in the manifest. */
export function ThemeColors() {
  return (
    <>
      <meta name="theme-color" data-scheme="light" media="(prefers-color-scheme: light)" content="#f5f9f7" />
      <meta name="theme-color" data-scheme="dark" media="(prefers-color-scheme: dark)" content="#0f1414" />
    </>
  )
}

/** The theme that the user chose on this device. */
export function chosenTheme(): Theme {
  const { theme } = document.documentElement.dataset
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

/** Calls `onChange` when the theme changes, in this tab or another. Returns the function that stops it. */
export function followTheme(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange)
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  return () => observer.disconnect()
}

/** Changes the theme. Without storage the choice lasts until the page is closed. */
export function chooseTheme(theme: Theme): void {
  applyTheme(theme)
  try {
    if (theme === 'system') localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, theme)
  } catch {
    // The theme still applies to this page.
  }
}
