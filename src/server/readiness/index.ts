/** The public API of this area. */
export { readReadiness } from './readiness.ts'
export { listReportedResults, minReportedResults, recordReportedResult, type ReportedGroup } from './reported-results.ts'
