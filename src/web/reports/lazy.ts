/** Parts of this area that pages download only when they are needed. */

/** The card after an explanation: where the question comes from, and a button to report a problem. */
export const loadTrustCard = () => import('#web/reports/trust-card.tsx')

/** The bar shown when the server refused a report that had waited on this device. */
export const loadRefusedReports = () => import('#web/reports/refused-reports.tsx')
