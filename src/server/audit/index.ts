/** The functions and types that other areas may use. */
export { auditActions, listAuditLog, recordAudit, recordAudits } from './audit.ts'
export type { AuditAction, AuditDetail, AuditGroup, AuditLine } from './audit.ts'
