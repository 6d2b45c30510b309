/** The color theme: light, dark, or the device setting. Saved in the browser and applied before the page is painted. */

export type Theme = 'system' | 'light' | 'dark'

export const themeKey = 'praxam-theme'

/** Defined on every page by an inline script of `script-texts.server.ts`. */
declare function applyTheme(theme: Theme): void

/** The theme that the user chose on this device. */
export function chosenTheme(): Theme {
  const { theme } = document.documentElement.dataset
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

/** Calls `onChange` when the theme changes, in this tab or another. Returns a function that unsubscribes. */
export function followTheme(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange)
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  return () => observer.disconnect()
}

/** Changes the theme. Without storage, the choice lasts until the page is closed. */
export function chooseTheme(theme: Theme): void {
  applyTheme(theme)
  try {
    if (theme === 'system') localStorage.removeItem(themeKey)
    else localStorage.setItem(themeKey, theme)
  } catch {
    // The theme still applies to this page.
  }
}
