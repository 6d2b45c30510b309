/** The media types of exported files. */
import type { ExportFormat } from '#exam/export-format.ts'

export const exportTypes: Readonly<Record<ExportFormat, string>> = {
  json: 'application/json; charset=utf-8',
  zip: 'application/zip',
  xml: 'application/xml; charset=utf-8',
  gift: 'text/plain; charset=utf-8',
  'qti.zip': 'application/zip',
  'qti21.zip': 'application/zip',
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  html: 'text/html; charset=utf-8',
}
