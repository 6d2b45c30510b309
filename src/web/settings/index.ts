/** What other areas may use. */
export { SettingsSection } from './settings-section.tsx'
