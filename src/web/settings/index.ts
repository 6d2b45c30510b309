/** What other areas may use. */
export { SettingsSection } from './settings-section.tsx'
export { ScriptNonce, ThemeColors, ThemeScript } from './theme.tsx'
