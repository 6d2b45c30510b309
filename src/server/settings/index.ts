/** The public API of this area. */
export {
  listTimeZones,
  recordBrowserTimeZone,
  readSettings,
  saveSettings,
  changeSettings,
  saveMailSettings,
  disableMail,
  type MailSettings,
} from './settings.ts'
