/** The public API of this area. */
export { SettingsSection } from './settings-section.tsx'
