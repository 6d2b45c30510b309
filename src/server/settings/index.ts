/** What other areas may use. */
export { listTimeZones, noteTimeZone, readSettings, saveSettings, saveSwitches, switchOff } from './settings.ts'
export type { Switches } from './settings.ts'
