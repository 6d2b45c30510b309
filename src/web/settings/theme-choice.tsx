/** The choice of the theme. It applies immediately and is saved in the browser. */
import { useSyncExternalStore } from 'react'
import { settings } from '#text/settings.ts'
import { chooseTheme, chosenTheme, followTheme, type Theme } from '#web/layout/theme.ts'

const themes: readonly Theme[] = ['system', 'light', 'dark']

/** Disabled until scripts have loaded. */
export function ThemeChoice() {
  const chosen = useSyncExternalStore(followTheme, chosenTheme, () => undefined)
  return (
    <fieldset className="field" disabled={chosen === undefined}>
      <legend className="label">{settings.theme}</legend>
      <div className="choice-row">
        {themes.map((theme) => (
          <label key={theme}>
            <input type="radio" name="theme" checked={theme === (chosen ?? 'system')} onChange={() => chooseTheme(theme)} />
            {settings.themes[theme]}
          </label>
        ))}
      </div>
      <p className="hint">{settings.themeHint}</p>
    </fieldset>
  )
}
