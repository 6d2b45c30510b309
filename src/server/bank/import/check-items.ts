/** Checks the items of an imported file one by one, and compares them with the stored questions. Runs in the worker thread. */
import { isDeepStrictEqual } from 'node:util'
import { isRecord, parseItemReferences, toBankItem, type BankQuestion } from '#exam/bank-file/index.ts'
import type { CaseStudy } from '#exam/question.ts'
import type { ArchiveImage } from '#server/bank/images/archived-images.ts'
import {
  checkImages,
  checkNewImages,
  createImageSearch,
  findMissingCaseStudyImages,
  findMissingImages,
  findRefusedImages,
  type RefusedImages,
} from '#server/bank/import/check-images.ts'
import {
  findChangedTranslations,
  readCaseStudyTranslations,
  readItemTranslations,
  type ImportedCaseStudyTranslation,
  type ImportedTranslation,
} from '#server/bank/import/check-translations.ts'
import { createDefaults } from '#server/bank/import/format-defaults.ts'
import { identifyItems, itemDefaults, mergeItem, type ItemIds, type ItemSource } from '#server/bank/import/identify-items.ts'
import { createIssueLimiter, findBias, leftOutShownMax, titleOf, withoutTexts } from '#server/bank/import/import-report.ts'
import {
  unreadable,
  type CheckedImport,
  type ImportBatch,
  type ImportRow,
  type ImportTask,
  type ImportVerdict,
  type StoredItem,
  type VersionedCaseStudy,
} from '#server/bank/import/messages.ts'
import { createBatches } from '#server/bank/import/import-batches.ts'
import { createNearDuplicateSearch, type NearDuplicateSearch } from '#server/bank/import/near-duplicates.ts'
import { openFile, type OpenedFile } from '#server/bank/import/read-file.ts'
import type { ServerFunctions } from '#server/bank/import/worker-client.ts'
import { validateQuestion, type References, type ValidationIssue } from '#server/bank/validate-question.ts'
import { inBatches } from '#server/platform/in-batches.ts'

const idsPerQuery = 500
/** A progress line is sent after this many items. */
const progressStep = 250

type Check = {
  server: ServerFunctions
  references: References
  nowMs: number
  ids: readonly (string | undefined)[]
  /** Index of the first item of each id. */
  firstIndexes: Map<string, number>
  /** Case studies of the file by id. `index` is the item with the case study, `undefined` for `case_studies.json`. */
  caseStudies: Map<string, { caseStudy: CaseStudy; index: number | undefined }>
  storedCaseStudies: ReadonlyMap<string, VersionedCaseStudy>
  findNearDuplicate: NearDuplicateSearch
}

type CheckedItem = Pick<ImportRow, 'verdict' | 'problems' | 'warnings' | 'nearDuplicate'> & {
  question?: BankQuestion
  caseStudy?: CaseStudy | undefined
  translations?: readonly ImportedTranslation[]
  caseStudyTranslations?: readonly ImportedCaseStudyTranslation[]
  /** Whether the question differs from the stored one. */
  isChanged: boolean
}

/** The result of the check, and the data to write. */
export type CheckedItems = CheckedImport & { openBatches: () => Iterator<ImportBatch, undefined>; images: ArchiveImage[] }

/** @throws {ImportProblem} */
export async function checkItems(task: ImportTask, server: ServerFunctions): Promise<CheckedItems> {
  const file = await openFile(task, {
    findColumns: server.findColumns,
    readCertifications: server.readCertifications,
    onProgress: (done) => server.emit({ type: 'progress', stage: 'reading', done, total: 0 }),
  })
  const { items, reading } = file
  const total = items.length
  if (total === 0) throw unreadable(file.format ? `The file has no questions. It was read as ${reading.name}.` : emptyList)
  server.emit({ type: 'progress', stage: 'reading', done: 0, total })
  const check = await prepare(task, file, items, server)
  const hasImage = createImageSearch(new Set(file.images.keys()), server)
  const images = file.format
    ? await checkNewImages(file.images, task.isDryRun, server)
    : { accepted: await checkImages(file.images, task.isDryRun, server), refused: new Map<string, never>() }
  const addDefaults = createDefaults(file, task, check.references)
  server.emit({ type: 'progress', stage: 'reading', done: total, total })

  const rows: ImportRow[] = []
  const limitIssues = createIssueLimiter()
  const limitLeftOut = createIssueLimiter(leftOutShownMax)
  const changed: ImportBatch['questions'][number][] = []
  const shortQuestions: BankQuestion[] = []
  const changedTranslations: ImportedTranslation[] = []
  const ofCaseStudies = new Map(file.caseStudyTranslations.map((one) => [`${one.language} ${one.id}`, one]))
  const counts: Record<ImportVerdict, number> = { new: 0, changed: 0, same: 0, refused: 0 }
  for (let start = 0; start < total; start += idsPerQuery) {
    const storedItems = await findStoredItems(check.ids.slice(start, start + idsPerQuery), server)
    const imported: { row: number; translation: ImportedTranslation }[] = []
    for (let index = start; index < Math.min(start + idsPerQuery, total); index++) {
      const id = check.ids[index] ?? null
      const stored = storedItems.get(id ?? '')
      const item = addDefaults.add(items.get(index), stored)
      const title = titleOf(item, stored)
      const { problems = [], leftOut = [] } = file.format?.notes[index] ?? {}
      const found =
        problems.length > 0 ? refuse(problems) : refuseImages(await checkItem(check, index, item, stored, title), images.refused)
      const { question, caseStudy, translations = [], caseStudyTranslations = [], isChanged, ...checked } = found
      for (const one of translations) imported.push({ row: rows.length, translation: one })
      for (const one of caseStudyTranslations) ofCaseStudies.set(`${one.language} ${one.id}`, one)
      if (question) shortQuestions.push(withoutTexts(question))
      if (question && isChanged && !task.isDryRun) changed.push({ question, version: stored?.version ?? null })
      counts[checked.verdict] += 1
      const warnings = [...checked.warnings, ...(question ? await findMissingImages(question, caseStudy, hasImage) : [])]
      rows.push({
        index,
        ...file.placeOf(index),
        id,
        title,
        ...checked,
        problems: limitIssues(checked.problems),
        warnings: limitIssues(warnings),
        leftOut: limitLeftOut(leftOut),
      })
      if ((index + 1) % progressStep === 0 || index + 1 === total)
        server.emit({ type: 'progress', stage: 'checking', done: index + 1, total })
    }
    const changedHere = await findChangedTranslations(
      imported.map(({ translation }) => translation),
      server.listTranslations,
    )
    for (const { row, translation } of imported) {
      const one = rows[row]
      if (one?.verdict !== 'same' || !changedHere.includes(translation)) continue
      rows[row] = { ...one, verdict: 'changed' }
      counts.same -= 1
      counts.changed += 1
    }
    if (!task.isDryRun) changedTranslations.push(...changedHere)
  }
  const changedCaseStudyTranslations = await findChangedTranslations([...ofCaseStudies.values()], server.listCaseStudyTranslations)

  const caseStudies = [...check.caseStudies.values()]
    .filter(({ caseStudy }) => !isStored(check, caseStudy))
    .map(({ caseStudy }) => ({ caseStudy, version: check.storedCaseStudies.get(caseStudy.id)?.version ?? null }))
  const warnings = rows.reduce((sum, row) => sum + row.warnings.length, 0)
  const setWarnings = [
    ...file.warnings,
    ...addDefaults.warnings(),
    ...(await findMissingCaseStudyImages(file.caseStudies, hasImage)),
    ...findBias(shortQuestions),
  ]
  return {
    report: {
      type: 'report',
      fileName: task.fileName,
      reading,
      total,
      counts,
      warnings,
      rows,
      setWarnings,
      categories: file.format?.categories ?? [],
      columns: file.format?.columns ?? null,
    },
    plan: {
      questions: changed.length,
      caseStudies: caseStudies.length,
      examIds: [...new Set(shortQuestions.map(({ examId }) => examId))],
      translations: changedTranslations.length + changedCaseStudyTranslations.length,
      certifications: file.certifications,
    },
    openBatches: () => createBatches(changed, caseStudies, changedTranslations, changedCaseStudyTranslations),
    images: images.accepted,
  }
}

const emptyList = 'The list is empty. There is nothing to import.'

/** A question that shows an unusable image is refused. */
function refuseImages(checked: CheckedItem, refused: RefusedImages): CheckedItem {
  if (!checked.question || refused.size === 0) return checked
  const problems = findRefusedImages(checked.question, checked.caseStudy, refused)
  return problems.length > 0 ? refuse(problems, checked.warnings) : checked
}

async function prepare({ references, nowMs }: ImportTask, file: OpenedFile, items: ItemSource, server: ServerFunctions): Promise<Check> {
  const itemIds = identifyItems(items, nowMs)
  const importedIds = new Set([...file.caseStudies.keys(), ...(await listItemCaseStudies(items, itemIds, nowMs, server))])
  return {
    server,
    references: {
      certifications: new Map([...file.certifications.map((one) => [one.id, one] as const), ...references.certifications]),
      caseStudyIds: new Set([...references.caseStudyIds, ...importedIds]),
    },
    nowMs,
    ids: itemIds.ids,
    firstIndexes: new Map(),
    caseStudies: new Map([...file.caseStudies].map(([id, caseStudy]) => [id, { caseStudy, index: undefined }])),
    storedCaseStudies: await findStoredCaseStudies([...importedIds], server),
    findNearDuplicate: createNearDuplicateSearch(itemIds.ids, server),
  }
}

/** Ids of the case studies in items, including invalid items. */
async function listItemCaseStudies(
  items: ItemSource,
  { ids, withCaseStudy }: ItemIds,
  nowMs: number,
  server: ServerFunctions,
): Promise<Set<string>> {
  const found = new Set<string>()
  for (const indexes of inBatches(withCaseStudy, idsPerQuery)) {
    const stored = await findStoredItems(
      indexes.map((index) => ids[index]),
      server,
    )
    for (const index of indexes) {
      const item = mergeItem(stored.get(ids[index] ?? ''), items.get(index))
      const caseStudy = parseItemReferences(item, itemDefaults(nowMs, index))?.caseStudy
      if (caseStudy) found.add(caseStudy.id)
    }
  }
  return found
}

async function findStoredItems(ids: readonly (string | undefined)[], server: ServerFunctions): Promise<ReadonlyMap<string, StoredItem>> {
  const found = await server.listItems([...new Set(ids)].filter((id) => id !== undefined))
  return new Map(found.map((stored) => [stored.item.id, stored]))
}

async function findStoredCaseStudies(ids: readonly string[], server: ServerFunctions): Promise<ReadonlyMap<string, VersionedCaseStudy>> {
  const found: VersionedCaseStudy[] = []
  for (const some of inBatches(ids, idsPerQuery)) found.push(...(await server.listCaseStudies(some)))
  return new Map(found.map((stored) => [stored.caseStudy.id, stored]))
}

/** Without an id in the file, the id comes from the texts. */
function explainDuplicate(firstIndex: number, hasId: boolean): ValidationIssue {
  return hasId
    ? { field: 'id', reason: `is the same as the id of item ${firstIndex + 1}, or the questions are identical` }
    : { field: 'text', reason: `is the same question as item ${firstIndex + 1} of the file` }
}

async function checkItem(check: Check, index: number, item: unknown, stored: StoredItem | undefined, title: string): Promise<CheckedItem> {
  const id = check.ids[index]
  const firstIndex = id === undefined ? undefined : check.firstIndexes.get(id)
  if (id !== undefined && firstIndex === undefined) check.firstIndexes.set(id, index)

  const identified = isRecord(item) ? { ...item, id: id ?? item['id'] } : item
  const validated = validateQuestion(mergeItem(stored, identified), check.references, itemDefaults(check.nowMs, index))
  // For a question with errors, the errors are more useful than a note that it is a duplicate.
  if (!validated.ok) return refuse(validated.refusals, validated.warnings)
  const { question, caseStudy, warnings } = validated
  if (firstIndex !== undefined) return refuse([explainDuplicate(firstIndex, isRecord(item) && item['id'] !== undefined)], warnings)
  const conflict = caseStudy && findCaseStudyConflict(check, caseStudy, index)
  if (conflict) return refuse([conflict], warnings)

  const merged = mergeItem(stored, identified)
  const { translations, problems } = readItemTranslations(merged, question)
  const ofCaseStudy = caseStudy && isRecord(merged) ? readCaseStudyTranslations(merged['case_study'], caseStudy) : undefined
  const refused = [...problems, ...(ofCaseStudy?.problems ?? [])]
  if (refused.length > 0) return refuse(refused, warnings)

  const isChanged = !stored || !isDeepStrictEqual(toBankItem(question), stored.item)
  const isSame = !isChanged && (!caseStudy || isStored(check, caseStudy))
  const verdict = !stored ? 'new' : isSame ? 'same' : 'changed'
  const similar = await check.findNearDuplicate(question, index, title)
  // The near duplicate of an unchanged question is omitted, because every import would report it again.
  return {
    verdict,
    problems: [],
    warnings,
    nearDuplicate: (isChanged && similar) || null,
    question,
    caseStudy,
    translations,
    caseStudyTranslations: ofCaseStudy?.translations ?? [],
    isChanged,
  }
}

function refuse(problems: readonly ValidationIssue[], warnings: readonly ValidationIssue[] = []): CheckedItem {
  return { verdict: 'refused', problems, warnings, nearDuplicate: null, isChanged: false }
}

/** Several items may contain the same case study, but not with different texts. */
function findCaseStudyConflict(check: Check, caseStudy: CaseStudy, index: number): ValidationIssue | undefined {
  const other = check.caseStudies.get(caseStudy.id)
  if (!other) check.caseStudies.set(caseStudy.id, { caseStudy, index })
  if (!other || isDeepStrictEqual(other.caseStudy, caseStudy)) return undefined
  const where = other.index === undefined ? 'case_studies.json' : `item ${other.index + 1}`
  return { field: 'case_study', reason: `differs from the case study with the same id in ${where}` }
}

function isStored(check: Check, caseStudy: CaseStudy): boolean {
  return isDeepStrictEqual(check.storedCaseStudies.get(caseStudy.id)?.caseStudy, caseStudy)
}
