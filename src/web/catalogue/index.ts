/** The public API of this area. */
export { CertificationList } from './certification-list.tsx'
