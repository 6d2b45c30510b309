/** Runs the reader of a format, and converts what it yields to items of a bank file. */
import { createHash } from 'node:crypto'
import { quote, type RawObject } from '#exam/bank-file/index.ts'
import { cleanItem, type HtmlNotes } from '#server/bank/formats/clean-html.ts'
import { decode, detectEncoding } from '#server/bank/formats/decode.ts'
import type { AddedImage, BankFormat, FormatFile, FormatItem } from '#server/bank/formats/format.ts'
import { restoreOwnParts } from '#server/bank/formats/own-parts.ts'
import { listMissing, type ColumnChoice, type ImportColumns } from '#server/bank/formats/table/column-meanings.ts'
import { createSkillAreaMatcher, type ImportCategory } from '#server/bank/formats/skill-areas.ts'
import { detectImage, isOtherImage } from '#server/bank/images/image-kinds.ts'
import { findOwnImageName, findPicture } from '#server/bank/images/site-images.ts'
import { imageAddress } from '#server/bank/images/image-addresses.ts'
import { deriveId, type ItemSource } from '#server/bank/import/identify-items.ts'
import { unreadable, type ImportPlace, type ImportTask } from '#server/bank/import/messages.ts'
import type { ValidationIssue } from '#server/bank/validate-question.ts'
import { imageBytesMax } from '#server/http/guard.ts'

/** Where an item is in the file, what was left out, and why it cannot be imported. */
export type ItemNotes = { place: ImportPlace; leftOut: readonly ValidationIssue[]; problems: readonly ValidationIssue[] }

export type FormatItems = {
  items: ItemSource
  notes: readonly ItemNotes[]
  categories: readonly ImportCategory[]
  /** Images by the name in their address. */
  images: Map<string, Buffer>
  warnings: readonly ValidationIssue[]
  /** `null` unless the file is a table from another tool. */
  columns: ImportColumns | null
  /** The encoding, such as `UTF-8`; `undefined` for an archive. */
  encoding: string | undefined
}

type FormatBytes = Pick<FormatFile, 'bytes' | 'entries'> & { isText: boolean }

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
/** A reader reports progress after this many items. */
const progressStep = 250

/** What a reader needs from the server. */
export type ReadingServer = {
  /** The meanings that were chosen for the last table with these column names. */
  findColumns: (names: readonly string[]) => Promise<ColumnChoice | undefined>
  onProgress: (done: number) => void
}

/** @throws {ImportProblem} */
export async function readItems(
  task: ImportTask,
  format: BankFormat,
  { bytes, entries, isText }: FormatBytes,
  { findColumns, onProgress }: ReadingServer,
): Promise<FormatItems> {
  const { choices, references } = task
  if (choices.examId !== undefined && !references.certifications.has(choices.examId))
    throw unreadable(
      `${quote(choices.examId)} is not a certification of this site. Known are: ${[...references.certifications.keys()].join(', ')}.`,
    )
  const encoding = isText ? detectEncoding(bytes) : undefined
  const images = new Map<string, Buffer>()
  const warnings: ValidationIssue[] = []
  if (encoding?.isGuessed)
    warnings.push({ field: '', reason: `The file names no encoding and was read as ${encoding.name}. Check its accents.` })
  let columns: ImportColumns | null = null
  const file: FormatFile = {
    fileName: task.fileName,
    bytes,
    entries,
    choices,
    readText: () => decode(bytes, encoding?.name ?? 'utf-8'),
    addImage: (content, name) => addImage(images, content, name),
    readColumns: async (guess) => {
      const { names } = guess
      const fits = (choice: ColumnChoice | undefined) => choice?.meanings.length === names.length
      const remembered = choices.columns ?? (await findColumns(names))
      columns = { ...guess, ...(fits(remembered) && remembered), missing: [] }
      return (columns = { ...columns, missing: listMissing(columns.meanings) })
    },
    warn: (field, reason) => void warnings.push({ field, reason }),
  }
  const matcher = createSkillAreaMatcher(choices)
  const read: Buffer[] = []
  const notes: ItemNotes[] = []
  let simplified = 0
  for await (const written of format.read(file)) {
    if (read.length === task.questionsMax)
      throw unreadable(`Line ${written.place.line}: the file has more than ${task.questionsMax.toLocaleString('en')} questions. Split it.`)
    const { found, caseStudyId } = restoreOwnParts(written, references.certifications)
    const itemNotes: HtmlNotes = { leftOut: [...(found.leftOut ?? [])], problems: [...(found.problems ?? [])] }
    const item = await cleanItem(found.item, file.addImage, itemNotes)
    const examId = typeof item['exam_id'] === 'string' ? item['exam_id'] : choices.examId
    if (examId === undefined) throw unreadable(unknownExam)
    const skill = item['skill_area'] == null ? matcher.match(references.certifications.get(examId), found.categories ?? []) : undefined
    const complete = {
      ...item,
      exam_id: examId,
      ...nameIds(format.id, examId, item, found),
      ...(caseStudyId !== undefined && { case_study_id: caseStudyId }),
      ...nameSkill(skill),
    }
    read.push(Buffer.from(JSON.stringify(complete)))
    notes.push({ place: found.place, leftOut: itemNotes.leftOut, problems: itemNotes.problems })
    if (itemNotes.isSimplified) simplified += 1
    if (read.length % progressStep === 0) onProgress(read.length)
  }
  if (simplified > 0)
    warnings.push({
      field: '',
      reason: `Formatting that this site does not have, such as colors, was removed in ${read.length === 1 ? 'the question' : `${simplified.toLocaleString('en')} of ${read.length.toLocaleString('en')} questions`}. All words are there.`,
    })
  const get = (index: number): unknown => JSON.parse(read[index]?.toString() ?? 'null')
  return {
    items: { length: read.length, get },
    notes,
    categories: matcher.list(),
    images,
    warnings,
    columns,
    encoding: encoding?.name.toUpperCase(),
  }
}

const unknownExam = 'The format does not name a certification. Choose one, or add --exam with its id, such as --exam mb-800.'

/** An empty skill area is left out, so that an import keeps the stored one. */
function nameSkill(skill: { skillArea: string; skill: string } | undefined): RawObject {
  return { ...(skill?.skillArea && { skill_area: skill.skillArea }), ...(skill?.skill && { skill: skill.skill }) }
}

/** Ids that are the same for every import of the file. Without a source id, `identify-items.ts` derives an id from the texts. */
function nameIds(formatId: string, examId: string, item: RawObject, { sourceId }: FormatItem): RawObject {
  const { case_study_id: caseStudyId } = item
  return {
    ...(sourceId && { id: uuid.test(sourceId) ? sourceId.toLowerCase() : deriveId(`${examId} ${formatId} ${sourceId}`) }),
    ...(typeof caseStudyId === 'string' &&
      caseStudyId !== '' && {
        case_study_id: uuid.test(caseStudyId) ? caseStudyId : deriveId(`${examId} ${formatId} case study ${caseStudyId}`),
      }),
  }
}

/** The name of an image is derived from its bytes, so that a second import finds it. Images from our exports keep their names. */
async function addImage(images: Map<string, Buffer>, content: Uint8Array, name: string): Promise<AddedImage> {
  if (content.length === 0) return { problem: `shows ${name}, which is not in the file`, isRefused: false }
  if (content.length > imageBytesMax)
    return { problem: `shows ${name}, which is larger than ${imageBytesMax / 1_000_000} MB; make it smaller`, isRefused: true }
  const extension = await detectImage(content)
  const picture = extension ? undefined : await findPicture(name.slice(name.search(/[\w-]+\.\w+$/)), content)
  if (picture !== undefined) return { address: picture }
  if (!extension)
    return (await isOtherImage(content))
      ? { problem: `shows ${name}, an image of a kind that is left out here; save it as PNG and upload it`, isRefused: false }
      : { problem: `shows ${name}, which is not an image; save it again as PNG or JPEG`, isRefused: true }
  const ownName = findOwnImageName(name)
  const stored = ownName?.endsWith(`.${extension}`)
    ? ownName
    : `${createHash('sha256').update(content).digest('hex').slice(0, 40)}.${extension}`
  images.set(stored, Buffer.from(content))
  return { address: imageAddress + stored }
}
