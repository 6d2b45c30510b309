/** Checks the images of an imported file, and warns about images that a text shows but that do not exist. */
import type { BankQuestion } from '#exam/bank-file/index.ts'
import type { CaseStudy } from '#exam/question.ts'
import type { ArchiveImage } from '#server/bank/images/archived-images.ts'
import { listImageNames } from '#server/bank/images/image-addresses.ts'
import { unreadable } from '#server/bank/import/messages.ts'
import type { ServerFunctions } from '#server/bank/import/worker-client.ts'
import type { ValidationIssue } from '#server/bank/validate-question.ts'

/** An error names at most this many images. */
const problemsShownMax = 5

/**
 * Decodes each image and compares it with the stored image of the same name. Returns the images to store, or none in a dry run.
 *
 * @throws {ImportProblem} when an image cannot be stored
 */
export async function checkImages(images: Map<string, Buffer>, isDryRun: boolean, server: ServerFunctions): Promise<ArchiveImage[]> {
  const { accepted, refused } = await decodeImages(images, isDryRun, server)
  const problems = [...refused].map(([name, { problem, advice }]) => `images/${name} ${problem}; ${advice}.`)
  const more = problems.length - problemsShownMax
  if (more > 0) problems.splice(problemsShownMax, more, `${more} more images have problems.`)
  if (problems.length > 0) throw unreadable(problems.join(' '))
  return accepted
}

export type RefusedImages = ReadonlyMap<string, { problem: string; advice: string }>

/**
 * Like `checkImages`, for formats other than our archive. A stored image needs no check, because a name always belongs to the same
 * bytes. Returns the refused images instead of throwing, so that only the questions that show them are refused.
 */
export async function checkNewImages(
  images: Map<string, Buffer>,
  isDryRun: boolean,
  server: ServerFunctions,
): Promise<{ accepted: ArchiveImage[]; refused: RefusedImages }> {
  const stored = images.size > 0 ? await server.listImageNames() : []
  for (const name of stored ?? []) images.delete(name)
  return decodeImages(images, isDryRun, server)
}

async function decodeImages(images: Map<string, Buffer>, isDryRun: boolean, server: ServerFunctions) {
  const accepted: ArchiveImage[] = []
  const refused = new Map<string, { problem: string; advice: string }>()
  for (const [name, bytes] of images) {
    // A copy, because a message with a slice would include the whole archive.
    const checked = await server.checkImage({ name, bytes: new Uint8Array(bytes) })
    images.delete(name)
    if (!checked.ok) refused.set(name, checked)
    else if (checked.bytes && !isDryRun) accepted.push({ name, bytes: checked.bytes })
  }
  return { accepted, refused }
}

/** The problems of a question that shows images that cannot be stored. */
export function findRefusedImages(question: BankQuestion, caseStudy: CaseStudy | undefined, refused: RefusedImages): ValidationIssue[] {
  return fieldTexts(question, caseStudy).flatMap(([field, texts]) =>
    listImageNames(texts.filter((html) => html !== null)).flatMap((name) => {
      const found = refused.get(name)
      return found ? [{ field, reason: `shows an image that ${found.problem}; save it again as PNG or JPEG` }] : []
    }),
  )
}

export type ImageSearch = (name: string) => Promise<boolean>

/** Creates a function that returns whether an image is in the archive or stored. Always true if the store has too many images to list. */
export function createImageSearch(archived: ReadonlySet<string>, server: ServerFunctions): ImageSearch {
  let stored: Promise<ReadonlySet<string> | undefined> | undefined
  return async (name) => {
    if (archived.has(name)) return true
    stored ??= server.listImageNames().then((names) => names && new Set(names))
    return (await stored)?.has(name) ?? true
  }
}

/** Warnings about missing images in a question and in the case study of the same item. */
export async function findMissingImages(
  question: BankQuestion,
  caseStudy: CaseStudy | undefined,
  hasImage: ImageSearch,
): Promise<ValidationIssue[]> {
  const warnings: ValidationIssue[] = []
  for (const [field, texts] of fieldTexts(question, caseStudy))
    for (const name of listImageNames(texts.filter((html) => html !== null)))
      if (!(await hasImage(name))) warnings.push({ field, reason: missingImage(name) })
  return warnings
}

function fieldTexts(question: BankQuestion, caseStudy: CaseStudy | undefined): [string, readonly (string | null)[]][] {
  const { text, options, pairs, explanation, optionExplanations } = question
  return [
    ['text', [text]],
    ['options', options],
    ['pairs', [...(pairs?.left ?? []), ...(pairs?.right ?? [])]],
    ['explanation', [explanation]],
    ['option_explanations', optionExplanations],
    ['case_study.content', [caseStudy?.content ?? '']],
  ]
}

/** Warnings about missing images in the case studies of an archive. */
export async function findMissingCaseStudyImages(
  caseStudies: ReadonlyMap<string, CaseStudy>,
  hasImage: ImageSearch,
): Promise<ValidationIssue[]> {
  const warnings: ValidationIssue[] = []
  for (const { id, content } of caseStudies.values())
    for (const name of listImageNames([content]))
      if (!(await hasImage(name))) warnings.push({ field: 'case_studies.json', reason: `${id} ${missingImage(name)}` })
  return warnings
}

function missingImage(name: string): string {
  return `shows the image ${name}, which is neither on this site nor in the file; import an archive that contains it, or upload it again`
}
