/**
 * Reads QTI: packages and single files of versions 1.2, 2.1, 2.2, and 3.0, exports of Canvas and Blackboard, and Common Cartridges.
 *
 * | content                                              | questions                                                            |
 * |------------------------------------------------------|----------------------------------------------------------------------|
 * | `<assessmentItem>`, `<qti-assessment-item>`           | one, see `assessment-item.ts`                                        |
 * | `<questestinterop>`, or a part of it as a single file | one for each `<item>`, see `item-12.ts`                              |
 * | `<POOL>` of Blackboard                                | one for each question, see `blackboard-pool.ts`                      |
 * | `<assessmentTest>`, sections                          | none; their titles are categories of the items                       |
 * | a shared stimulus, a `text_only_question` of Canvas   | the case study of the items that refer to it                         |
 * | `imsmanifest.xml`                                     | the order of the files; files that it does not list are read last    |
 * | an `assessment_qti.xml` that Canvas also wrote in full | skipped, because `non_cc_assessments` has the same items              |
 *
 * The source id of an item is its identifier. Unless that is unique on its own, the identifiers of the package and the assessment are added.
 */
import { ImportProblem, unreadable } from '#server/bank/import/messages.ts'
import { decode, detectEncoding } from '#server/bank/formats/decode.ts'
import type { BankFormat, FormatFile, FormatItem } from '#server/bank/formats/format.ts'
import { idOf } from '#server/bank/formats/own-markup.ts'
import { childOf, findRootName, parseXml, readXmlRecords, type XmlElement } from '#server/bank/formats/xml.ts'
import { readAssessmentItem } from '#server/bank/formats/qti/assessment-item.ts'
import { isPoolQuestion, readPoolQuestion } from '#server/bank/formats/qti/blackboard-pool.ts'
import { kindOf, readItem12, readMetadata } from '#server/bank/formats/qti/item-12.ts'
import { listItemSections, titleOfAssessment } from '#server/bank/formats/qti/manifest.ts'
import { writeMaterial } from '#server/bank/formats/qti/material.ts'
import { noPackage, openPackage, type QtiPackage } from '#server/bank/formats/qti/package.ts'
import { createNotes, QuestionRefusal, type QtiQuestion } from '#server/bank/formats/qti/question.ts'
import { readStimulus, type Stimulus } from '#server/bank/formats/qti/stimulus.ts'
import { storeImages } from '#server/bank/formats/qti/store-images.ts'

const itemRoots = new Set(['assessmentItem', 'qti-assessment-item'])
const testRoots = new Set(['assessmentTest', 'qti-assessment-test'])
const listRoots = new Set(['questestinterop', 'POOL'])
/** Parts of `questestinterop` that some tools write without that element. Other kinds of files also have elements with these names. */
const partRoots = new Set(['item', 'section', 'assessment', 'objectbank'])

export const qti: BankFormat = {
  id: 'qti',
  name: 'QTI (also of Canvas and Blackboard)',
  recognizes: (sample) => {
    if (sample.kind === 'xml')
      return (
        itemRoots.has(sample.root) ||
        listRoots.has(sample.root) ||
        (partRoots.has(sample.root) && /<(?:\w+:)?presentation\b/.test(sample.text))
      )
    return sample.kind === 'archive' && sample.names.some((name) => /\.(?:xml|qti|dat)$/i.test(name)) && !sample.names.some(isOtherProgram)
  },
  read,
}

/** Whether an entry shows that the archive is from another program. Such archives also contain XML. */
function isOtherProgram(name: string): boolean {
  return ['[Content_Types].xml', 'mimetype', 'META-INF/MANIFEST.MF', 'collection.anki2', 'h5p.json', 'moodle_backup.xml'].includes(name)
}

type QtiReading = { file: FormatFile; opened: QtiPackage; sections: Map<string, readonly string[]>; seen: Set<string> }
type Source = { path: string; readText: () => Iterable<string> }
/** An item before its images are stored. */
type Draft = {
  line: number
  id: string
  title: string
  scope: string
  categories: readonly string[]
  read: () => QtiQuestion & { stimulus?: Stimulus | undefined }
}

async function* read(file: FormatFile): AsyncGenerator<FormatItem> {
  const isPackage = file.entries.size > 0
  const opened = isPackage ? openPackage(file) : noPackage
  const reading: QtiReading = { file, opened, sections: new Map(), seen: new Set() }
  for (const { line, path, from } of opened.missing)
    yield { place: { line, file: from }, item: {}, problems: [{ field: path, reason: 'is named here, but is not in the package' }] }
  const sources = isPackage ? opened.files.map((path) => sourceOf(file, path)) : [{ path: '', readText: file.readText }]
  for (const source of sources) readSections(reading, source)
  let count = 0
  for (const source of sources) {
    for await (const item of readSource(reading, source)) {
      count += 1
      yield item
    }
  }
  if (count === 0 && opened.missing.length === 0) throw unreadable(nothingFound(isPackage))
}

function nothingFound(isPackage: boolean): string {
  return isPackage
    ? 'The package contains no QTI items, no question bank of Canvas or Blackboard, and no other questions. Export the questions themselves, not only a test or a course. A file of another format, such as Moodle XML, must be unpacked and imported alone.'
    : 'The file contains no QTI items.'
}

function sourceOf({ entries }: FormatFile, path: string): Source {
  const content = entries.get(path) ?? Buffer.alloc(0)
  return { path, readText: () => decode(content, detectEncoding(content).name) }
}

/** Tests can be anywhere in a package, so they are read before the items. If a test cannot be read, only its titles are lost. */
function readSections({ file, sections }: QtiReading, source: Source): void {
  try {
    if (!testRoots.has(findRoot(source) ?? '')) return
    const root = parseXml([...source.readText()].join(''), `${source.path}: `)
    for (const [path, titles] of listItemSections(root, source.path)) sections.set(path, titles)
  } catch (error) {
    if (!(error instanceof ImportProblem)) throw error
    file.warn(source.path, `cannot be read: ${error.message}`)
  }
}

/** The name of the first element. */
function findRoot({ readText }: Source): string | undefined {
  let start = ''
  for (const piece of readText()) {
    start += piece
    const name = findRootName(start)
    if (name !== undefined || start.length > 200_000) return name
  }
  return undefined
}

async function* readSource(reading: QtiReading, source: Source): AsyncGenerator<FormatItem> {
  const { path } = source
  const where = path === '' ? '' : `${path}: `
  try {
    const root = findRoot(source)
    if (itemRoots.has(root ?? ''))
      yield await finish(reading, path, draftItem(reading, parseXml([...source.readText()].join(''), where), path))
    else if (listRoots.has(root ?? '') || (path === '' && partRoots.has(root ?? '')))
      for (const draft of listDrafts(source, where)) yield await finish(reading, path, draft)
  } catch (error) {
    if (!(error instanceof ImportProblem) || path === '') throw error
    yield {
      place: { line: 1, file: path },
      item: {},
      problems: [{ field: '', reason: `cannot be read: ${error.message.replace(where, '').replace(/\.$/, '')}` }],
    }
  }
}

function draftItem({ opened, sections }: QtiReading, element: XmlElement, path: string): Draft {
  const title = element.attributes.get('title') ?? ''
  const own = opened.describe(path)?.categories ?? []
  return {
    line: element.line,
    id: element.attributes.get('identifier') ?? '',
    title,
    scope: opened.id || title,
    categories: own.length > 0 ? own : (sections.get(path) ?? []),
    read: () => {
      const { stimulus, ...question } = readAssessmentItem(element, path)
      if (stimulus === undefined) return question
      const { note, list } = createNotes()
      const found = readStimulus(opened, stimulus, path, note)
      return { fields: question.fields, leftOut: [...question.leftOut, ...list()], stimulus: { ...found, title: found.title || title } }
    },
  }
}

/** In the file, a text without a question precedes the questions about it. A text that no question refers to is refused at the end. */
function* listDrafts({ path, readText }: Source, where: string): Generator<Draft> {
  const stimuli = new Map<string, { draft: Draft; stimulus: Stimulus; isUsed: boolean }>()
  for (const { element, ancestors } of readXmlRecords(readText(), (one) => one.name === 'item' || isPoolQuestion(one), where)) {
    const metadata = readMetadata(element)
    const categories = [...titleOfAssessment(ancestors), ...(metadata.get('bank_title') ? [metadata.get('bank_title') ?? ''] : [])]
    const [outer] = ancestors.filter(({ name }) => ['assessment', 'objectbank', 'POOL'].includes(name))
    const stimulus = stimuli.get(metadata.get('parent_stimulus_item_ident') ?? '')
    if (stimulus) stimulus.isUsed = true
    const draft: Draft = {
      line: element.line,
      id: metadata.get('bbmd_asi_object_id') || (element.attributes.get('ident') ?? element.attributes.get('id') ?? ''),
      title: element.attributes.get('title') ?? '',
      scope: outer?.attributes.get('ident') ?? categories[0] ?? '',
      categories,
      read: () => ({
        ...(element.name === 'item' ? readItem12(element, path) : readPoolQuestion(element, path)),
        stimulus: stimulus?.stimulus,
      }),
    }
    const presentation = childOf(element, 'presentation')
    if (kindOf(metadata) === 'text_only_question' && presentation) {
      const { note } = createNotes()
      stimuli.set(draft.id, {
        draft,
        stimulus: { id: draft.id, title: element.attributes.get('title') ?? '', content: writeMaterial(presentation, { path, note }) },
        isUsed: false,
      })
    } else yield draft
  }
  for (const { draft, isUsed } of stimuli.values()) if (!isUsed) yield draft
}

async function finish({ file, opened, seen }: QtiReading, path: string, draft: Draft): Promise<FormatItem> {
  const place = { line: draft.line, ...(path !== '' && { file: path }), ...(draft.id !== '' && { element: draft.id }) }
  try {
    const { fields, leftOut, stimulus } = draft.read()
    const caseStudy = stimulus && {
      case_study_id: identify(opened, draft.scope, `stimulus ${stimulus.id}`),
      case_study: { title: stimulus.title || stimulus.id, content: stimulus.content },
    }
    const stored = await storeImages({ ...fields, ...caseStudy }, opened, file.addImage)
    const named = draft.id === '' ? undefined : identify(opened, draft.scope, draft.id)
    // Some tools repeat an identifier in several files of a package.
    const sourceId = named !== undefined && seen.has(named) ? `${named} ${path}` : named
    if (sourceId !== undefined) seen.add(sourceId)
    return {
      place,
      item: stored.item,
      sourceId,
      categories: draft.categories,
      tags: opened.describe(path)?.tags ?? [],
      ownCaseStudyId: stimulus && idOf('case', stimulus.id),
      leftOut: [...leftOut, ...stored.leftOut],
      problems: stored.problems,
    }
  } catch (error) {
    if (error instanceof QuestionRefusal)
      return { place, item: { text: draft.title || draft.id }, problems: [{ field: error.field, reason: error.message }] }
    throw error
  }
}

/**
 * Our own identifiers contain the id. Canvas and Blackboard identifiers are unique; others, such as `item1`, are unique only within their
 * package.
 */
function identify({ id }: QtiPackage, scope: string, item: string): string {
  const own = idOf('q', item)
  if (own !== undefined) return own
  return /[\da-f]{20}/i.test(item.replaceAll('-', '')) ? item : JSON.stringify([id, scope, item])
}
