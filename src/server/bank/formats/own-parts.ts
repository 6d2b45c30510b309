/** Restores the fields that our exports wrote as markup, tags, and categories (`own-markup.ts`, `own-tags.ts`). */
import type { RawObject } from '#exam/bank-file/index.ts'
import type { Certification } from '#exam/certification.ts'
import { parsePair } from '#exam/question.ts'
import type { FormatItem } from '#server/bank/formats/format.ts'
import { readExplanation, readText } from '#server/bank/formats/own-markup.ts'
import { fromPlainType } from '#server/bank/formats/plain-types.ts'
import { readTags } from '#server/bank/formats/own-tags.ts'

type Certifications = ReadonlyMap<string, Pick<Certification, 'skillAreas'>>

/** The item with the restored fields. Items of other tools stay the same. `caseStudyId`: the id of the case study on the exporting site. */
export function restoreOwnParts(found: FormatItem, certifications: Certifications): { found: FormatItem; caseStudyId: string | undefined } {
  const { caseStudy, ...text } = readText(textIn(found.item, 'text'))
  const { reasons, ...explanation } = readExplanation(textIn(found.item, 'explanation'))
  const tags = readTags(found.tags ?? [])
  const item: RawObject = {
    ...found.item,
    ...('text' in found.item && text),
    ...('explanation' in found.item && explanation),
    ...(caseStudy && { case_study_id: caseStudy.id, case_study: { title: caseStudy.title, content: caseStudy.content } }),
    ...(tags.state !== undefined && { state: tags.state }),
    ...(tags.difficulty !== undefined && { difficulty: tags.difficulty }),
    ...(tags.objective !== undefined && { objective: tags.objective }),
    ...findOwnCategories(found, certifications),
  }
  const ordered = tags.isReorder
    ? restoreReorder(item)
    : tags.steps
      ? restoreSteps(item, tags.steps)
      : tags.type
        ? fromPlainType(item, tags.type)
        : item
  return {
    found: { ...found, item: reasons ? restoreReasons(ordered, reasons) : ordered },
    caseStudyId: caseStudy?.id ?? found.ownCaseStudyId,
  }
}

function textIn(item: RawObject, field: string): string {
  const value = item[field]
  return typeof value === 'string' ? value : ''
}

function listIn(item: RawObject, field: string): string[] {
  const value = item[field]
  return Array.isArray(value) ? value.map((entry) => (typeof entry === 'string' ? entry : '')) : []
}

/** Our categories are the id of the exam, the skill area, and the skill. */
function findOwnCategories({ categories = [], tags = [] }: FormatItem, certifications: Certifications): RawObject {
  const [exam = '', area = '', skill = ''] = categories
  const certification = certifications.get(exam)
  if (!certification) return {}
  if (!certification.skillAreas.some(({ name }) => name === area)) return { exam_id: exam }
  // Some formats list their tags after the categories.
  return { exam_id: exam, skill_area: area, ...(skill !== '' && !tags.includes(skill) && { skill }) }
}

/** Converts a matching question of places and steps back to a reorder question. */
function restoreReorder(item: RawObject): RawObject {
  const pairs = item['pairs'] as { right?: unknown } | null | undefined
  if (!Array.isArray(pairs?.right)) return item
  const key = listIn(item, 'correct_answer').flatMap((entry) => parsePair(entry) ?? [])
  const inOrder = key.toSorted((one, other) => one.left - other.left).map(({ right }) => String(right))
  return { ...item, question_type: 'reorder', options: pairs.right, pairs: null, correct_answer: inOrder }
}

/** Puts steps that are listed in the correct order back in the order of the question. `steps` is the answer key. */
function restoreSteps(item: RawObject, steps: readonly string[]): RawObject {
  const written = listIn(item, 'options')
  if (item['question_type'] !== 'reorder' || steps.toSorted((a, b) => Number(a) - Number(b)).some((step, i) => Number(step) !== i))
    return item
  if (written.length !== steps.length) return item
  const restore = <Entry>(list: readonly Entry[]) => list.map((_, position) => list[steps.indexOf(String(position))])
  const reasons = item['option_explanations']
  return {
    ...item,
    options: restore(written),
    correct_answer: steps,
    ...(Array.isArray(reasons) && reasons.length > 0 && { option_explanations: restore(reasons) }),
  }
}

function restoreReasons(item: RawObject, reasons: ReadonlyMap<number, string>): RawObject {
  return { ...item, option_explanations: listIn(item, 'options').map((_, position) => reasons.get(position) ?? null) }
}
