/** The public API of this area. */
export {
  auditActions,
  listAuditLog,
  recordAudit,
  recordAudits,
  type AuditAction,
  type AuditDetail,
  type AuditGroup,
  type AuditLine,
} from './audit.ts'
