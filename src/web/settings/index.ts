/** The entry module: what other areas may import. */
export { SettingsSection } from './settings-section.tsx'
