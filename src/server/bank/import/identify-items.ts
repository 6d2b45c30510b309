/** Finds the ids of imported items, and combines an item with the stored question of the same id. */
import { isRecord, parseItemReferences, type BankItem, type ItemDefaults, type RawObject } from '#exam/bank-file/index.ts'
import type { StoredItem } from '#server/bank/import/messages.ts'
import { deriveUuid as deriveId } from '#server/platform/hash.ts'

export { deriveId }

/** The items of a file. Each `get` parses the JSON again, because thousands of parsed items would need too much memory. */
export type ItemSource = { length: number; get: (index: number) => unknown }

/** `ids` has `undefined` for an item that is not an object. `withCaseStudy` lists the indexes of items with a case study. */
export type ItemIds = { ids: (string | undefined)[]; withCaseStudy: number[] }

export function identifyItems(items: ItemSource, nowMs: number): ItemIds {
  const found: ItemIds = { ids: [], withCaseStudy: [] }
  const choicesById = new Map<string, string>()
  for (let index = 0; index < items.length; index++) {
    const item = items.get(index)
    let id = parseItemReferences(item, itemDefaults(nowMs, index))?.id
    // Questions with the same text, such as "What should you do?", may have different options.
    if (id && isRecord(item) && item['id'] == null) {
      const choices = deriveId(
        JSON.stringify(
          item['completion'] == null ? [item['options'], item['pairs']] : [item['options'], item['pairs'], item['completion']],
        ),
      )
      if ((choicesById.get(id) ?? choices) !== choices) id = deriveId(`${id} ${choices}`)
      else choicesById.set(id, choices)
    }
    found.ids.push(id)
    if (isRecord(item) && item['case_study'] != null) found.withCaseStudy.push(index)
  }
  return found
}

/** The item with the stored values of the fields that it lacks. */
export function mergeItem(stored: StoredItem | undefined, item: unknown): unknown {
  return stored && isRecord(item) ? mergeFields(stored.item, item) : item
}

function mergeFields(stored: BankItem, item: RawObject): RawObject {
  const { correct_answer, sequence, ...rest } = stored
  const imported = Object.entries(item).filter(([name, value]) => value !== null || !['created_at', 'state', 'exam_id'].includes(name))
  // A sequence without a correct_answer is the new answer key, so the stored key must not replace it.
  const hasKey = item['correct_answer'] != null || item['sequence'] != null
  return { ...rest, ...(!hasKey && { correct_answer, sequence }), ...Object.fromEntries(imported), id: stored.id }
}

/** With the derived id, a later import finds the same question. The creation time preserves the order of the file. */
export function itemDefaults(nowMs: number, index: number): ItemDefaults {
  return { makeId: deriveId, createdAt: new Date(nowMs + index).toISOString() }
}
