/** The entry module: what other areas may import. */
export { CertificationList } from './certification-list.tsx'
