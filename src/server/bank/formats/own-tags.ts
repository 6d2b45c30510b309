/**
 * Writes and reads tags for the fields of a question that other formats lack. All formats with tags or keywords use the same tags.
 *
 * | tag                  | field                                                                                              |
 * |----------------------|----------------------------------------------------------------------------------------------------|
 * | `state:published`    | the state, `published` or `draft`; questions of other tools become drafts                          |
 * | `difficulty:2`       | the difficulty                                                                                     |
 * | `objective:vat-rates`| the objective of the outline                                                                       |
 * | `reorder`            | the type, if the steps are written as the items of a matching question with places as prompts      |
 * | `type:statements`    | the type, if the question is converted to another type, see `plain-types.ts`                       |
 * | `steps:2-0-1`        | the answer key of a reorder question whose steps are written in the correct order                  |
 */
import type { BankQuestion } from '#exam/bank-file/index.ts'
import { isRestoredType, restoredTypes, type RestoredType } from '#server/bank/formats/plain-types.ts'
import type { ValidationIssue } from '#server/bank/validate-question.ts'

/** The name of the taxonomy of exam, skill area, and skill in metadata. */
export const ownTaxonomy = 'Praxam outline'

/** How a format writes the steps of a reorder question. */
export type ReorderForm = 'matching' | 'ordering' | 'native'

export function printTags(question: BankQuestion, reorderForm: ReorderForm): string[] {
  const { state, difficulty, objective, type, answerKey } = question
  return [
    `state:${state}`,
    ...(difficulty === null ? [] : [`difficulty:${difficulty}`]),
    ...(objective === null ? [] : [`objective:${objective}`]),
    ...(isRestoredType(type) ? [`type:${type}`] : []),
    ...(type === 'reorder' && reorderForm === 'matching' ? ['reorder'] : []),
    ...(type === 'reorder' && reorderForm === 'ordering' ? [`steps:${answerKey.join('-')}`] : []),
  ]
}

/** The fields in tags. Absent fields are `undefined`; unknown tags are in `others`. */
export type TaggedFields = {
  readonly state: string | undefined
  readonly difficulty: number | undefined
  readonly objective: string | undefined
  readonly type: RestoredType | undefined
  readonly isReorder: boolean
  /** Answer key of a reorder question whose steps are in the correct order. */
  readonly steps: readonly string[] | undefined
  readonly others: readonly string[]
}

export function readTags(tags: readonly string[]): TaggedFields {
  const find = (pattern: RegExp) => tags.map((tag) => pattern.exec(tag)?.[1]).find((value) => value !== undefined)
  const difficulty = find(/^difficulty:([123])$/)
  const known =
    /^(?:state:(?:published|draft)|reorder|type:(?:statements|drop_down|solution)|difficulty:[123]|objective:.+|steps:\d+(?:-\d+)*)$/
  return {
    state: find(/^state:(published|draft)$/),
    difficulty: difficulty === undefined ? undefined : Number(difficulty),
    objective: find(/^objective:(.+)$/),
    type: restoredTypes.find((type) => tags.includes(`type:${type}`)),
    isReorder: tags.includes('reorder'),
    steps: find(/^steps:(\d+(?:-\d+)*)$/)?.split('-'),
    others: tags.filter((tag) => !known.test(tag)),
  }
}

/** Reports the tags that are not fields. The import also looks them up as names of skill areas. */
export function noteTags(tags: readonly string[]): ValidationIssue[] {
  const { others } = readTags(tags)
  return others.length === 0 ? [] : [{ field: 'tags', reason: `are left out unless they name a skill area: ${others.join(', ')}` }]
}
