/** The functions and types that other areas may use. */
export { listTimeZones, recordBrowserTimeZone, readSettings, saveSettings, saveMailSettings, disableMail } from './settings.ts'
export type { MailSettings } from './settings.ts'
