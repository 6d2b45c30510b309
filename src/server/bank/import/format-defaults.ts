/**
 * Adds fields that our questions need but files from other tools rarely have. New questions get defaults; stored questions keep their values.
 *
 * | field | default for a new question |
 * |---|---|
 * | `state` | `draft`, because an administrator should read it first |
 * | `reference` | the page chosen for the import, else the study guide of the certification |
 */
import { isRecord } from '#exam/bank-file/index.ts'
import type { StoredItem, ImportTask } from '#server/bank/import/messages.ts'
import type { OpenedFile } from '#server/bank/import/read-file.ts'
import type { References, ValidationIssue } from '#server/bank/validate-question.ts'

export type FormatDefaults = {
  add: (item: unknown, stored: StoredItem | undefined) => unknown
  /** Warnings about the references that the defaults filled in. */
  warnings: () => ValidationIssue[]
}

export function createDefaults({ format }: OpenedFile, { choices }: ImportTask, { certifications }: References): FormatDefaults {
  /** How many questions got each page. */
  const pages = new Map<string, number>()
  return {
    add: (item, stored) => {
      if (!format || stored || !isRecord(item)) return item
      if (item['reference']) return { state: 'draft', ...item }
      const examId = String(item['exam_id'])
      const page = choices.reference ?? certifications.get(examId)?.studyGuideUrl ?? ''
      if (page !== '') pages.set(page, (pages.get(page) ?? 0) + 1)
      return { state: 'draft', ...item, reference: page }
    },
    warnings: () =>
      [...pages].map(([page, count]) => ({
        field: 'reference',
        reason: `is missing in ${count === 1 ? '1 new question' : `${count.toLocaleString('en')} new questions`}; ${count === 1 ? 'it gets' : 'they get'} ${page}. Replace it before you publish`,
      })),
  }
}
