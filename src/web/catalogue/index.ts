/** What other areas may use. */
export { CertificationList } from './certification-list.tsx'
