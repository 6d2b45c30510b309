/** The public API of this area. */
export {
  listTimeZones,
  recordBrowserTimeZone,
  readSettings,
  changeSettings,
  saveMailSettings,
  disableMail,
  type MailSettings,
} from './settings.ts'
