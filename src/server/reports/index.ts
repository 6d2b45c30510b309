/** The public API of this area. */
export {
  changeReport,
  listReports,
  receiveReport,
  reportDaysMax,
  reportMaintenance,
  type ListedReport,
  type ReportChange,
  type ReportListRefusal,
} from './reports.ts'
