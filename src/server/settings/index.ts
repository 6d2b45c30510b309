/** The public API of this area. */
export { listTimeZones, recordBrowserTimeZone, readSettings, saveSettings, saveMailSettings, disableMail } from './settings.ts'
export type { MailSettings } from './settings.ts'
