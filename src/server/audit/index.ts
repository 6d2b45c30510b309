/** The public API of this area. */
export { auditActions, listAuditLog, recordAudit, recordAudits } from './audit.ts'
export type { AuditAction, AuditDetail, AuditGroup, AuditLine } from './audit.ts'
