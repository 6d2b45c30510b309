/** The public API of this area. */
export { listReportTabs } from './tabs.ts'
