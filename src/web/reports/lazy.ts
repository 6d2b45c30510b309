/** Parts of reports that pages with questions download only when an explanation is shown. */

/** The card after an explanation: where the question comes from, and the report of a problem. */
export const loadTrustCard = () => import('#web/reports/trust-card.tsx')

/** The bar about a report that the server refused after it had waited on this device. */
export const loadRefusedReports = () => import('#web/reports/refused-reports.tsx')
