/**
 * Writes a package of QTI 2.1 or 3.0.
 *
 * | entry                       | content                                                                                    |
 * |-----------------------------|--------------------------------------------------------------------------------------------|
 * | `items/q-01a1….xml`         | a question, see `write-item.ts`                                                            |
 * | `stimuli/case-7.xml`        | a case study, only 3.0                                                                     |
 * | `images/3f9c….png`          | an image that a text shows                                                                 |
 * | `imsmanifest.xml`           | lists all entries; exam, skill area and skill of each question as a taxonomy, tags as keywords |
 */
import type { ExportedQuestion, ExportSource } from '#server/bank/export/source.ts'
import { createZipWriter } from '#server/bank/export/zip-writer.ts'
import { ownTaxonomy, printTags } from '#server/bank/formats/own-tags.ts'
import { escapeXml, printElement } from '#server/bank/formats/print-xml.ts'
import { itemIdentifier, printItem, printStimulus, stimulusIdentifier, type QtiVersion } from '#server/bank/formats/qti/write-item.ts'
import { listShownImages, type ShownImage } from '#server/bank/images/site-images.ts'
import { htmlOf } from '#server/bank/question-html.ts'

const formats = {
  '2.1': {
    namespace: 'http://www.imsglobal.org/xsd/imscp_v1p1',
    schemaLocation: 'http://www.imsglobal.org/xsd/qti/qtiv2p1/qtiv2p1_imscpv1p2_v1p0.xsd',
    schema: 'QTIv2.1 Package',
    schemaVersion: '1.0.0',
    type: 'v2p1',
  },
  '3.0': {
    namespace: 'http://www.imsglobal.org/xsd/qti/qtiv3p0/imscp_v1p1',
    schemaLocation: 'https://purl.imsglobal.org/spec/qti/v3p0/schema/xsd/imsqtiv3p0_imscpv1p2_v1p0.xsd',
    schema: 'QTI Package',
    schemaVersion: '3.0.0',
    type: 'v3p0',
  },
} as const

const lomNamespace = 'http://ltsc.ieee.org/xsd/LOM'
const lomSchema = 'https://purl.imsglobal.org/spec/md/v1p3/schema/xsd/imsmd_loose_v1p3p2.xsd'

export async function* writeQtiPackage(source: ExportSource, version: QtiVersion): AsyncGenerator<Uint8Array> {
  const zip = createZipWriter()
  // Lines of the manifest, which is the last entry: about 40 MB for 60,000 questions.
  const resources: string[] = []
  const images = new Map<string, boolean>()
  /** Writes the images that are not in the package yet. Images that cannot be found are not listed in the manifest. */
  async function* addImages(shown: readonly ShownImage[]): AsyncGenerator<Uint8Array> {
    for (const image of shown.filter(({ name }) => !images.has(name))) {
      const bytes = await source.readImage(image)
      images.set(image.name, bytes !== undefined)
      if (bytes) yield* zip.addFile(`images/${image.name}`, bytes)
    }
  }
  const listStored = (shown: readonly ShownImage[]) => shown.map(({ name }) => name).filter((name) => images.get(name))
  for await (const batch of source.listQuestions())
    for (const exported of batch) {
      const { question, caseStudy, isFirst } = exported
      const stimulus = version === '3.0' ? caseStudy : undefined
      if (stimulus && isFirst) {
        const shown = listShownImages([stimulus.content])
        yield* addImages(shown)
        const identifier = stimulusIdentifier(stimulus.id)
        resources.push(printResource('stimulus', identifier, `stimuli/${identifier}.xml`, version, { images: listStored(shown) }))
        yield* zip.addText(`stimuli/${identifier}.xml`, printStimulus(stimulus))
      }
      const shown = listShownImages([...htmlOf(question), ...(caseStudy && !stimulus ? [caseStudy.content] : [])])
      yield* addImages(shown)
      const identifier = itemIdentifier(question.id)
      const parts = {
        images: listStored(shown),
        metadata: printMetadata(exported, source),
        stimulus: stimulus && stimulusIdentifier(stimulus.id),
      }
      resources.push(printResource('item', identifier, `items/${identifier}.xml`, version, parts))
      yield* zip.addText(`items/${identifier}.xml`, printItem(exported, version))
    }
  yield* zip.addTexts('imsmanifest.xml', printManifest(resources, source, version))
  yield* zip.close()
}

type ResourceParts = { images: readonly string[]; metadata?: string; stimulus?: string | undefined }

function printResource(
  kind: 'item' | 'stimulus',
  identifier: string,
  href: string,
  version: QtiVersion,
  { images, metadata, stimulus }: ResourceParts,
): string {
  return printElement(
    'resource',
    { identifier, type: `imsqti_${kind}_xml${formats[version].type}`, href },
    ...(metadata ? [`<metadata>${metadata}</metadata>`] : []),
    ...[href, ...images.map((name) => `images/${name}`)].map((file) => printElement('file', { href: file })),
    ...(stimulus ? [printElement('dependency', { identifierref: stimulus })] : []),
  )
}

/** Learning object metadata. The taxonomy goes from the exam down to the skill. */
function printMetadata({ question }: ExportedQuestion, { certifications }: ExportSource): string {
  const { examId, skillArea, skill } = question
  const string = (text: string) => `<lom:string language="en">${escapeXml(text)}</lom:string>`
  const keywords = printTags(question, 'native').map((tag) => `<lom:keyword>${string(tag)}</lom:keyword>`)
  const taxa = [
    { id: examId, name: certifications.get(examId)?.name ?? examId },
    ...(skillArea === '' ? [] : [{ id: undefined, name: skillArea }]),
    ...(skillArea === '' || skill === '' ? [] : [{ id: undefined, name: skill }]),
  ].map(
    ({ id, name }) =>
      `<lom:taxon>${id === undefined ? '' : `<lom:id>${escapeXml(id)}</lom:id>`}<lom:entry>${string(name)}</lom:entry></lom:taxon>`,
  )
  return [
    '<lom:lom>',
    `<lom:general>${keywords.join('')}</lom:general>`,
    `<lom:classification><lom:taxonPath><lom:source>${string(ownTaxonomy)}</lom:source>${taxa.join('')}</lom:taxonPath></lom:classification>`,
    '</lom:lom>',
  ].join('')
}

function* printManifest(resources: readonly string[], { examId }: ExportSource, version: QtiVersion): Generator<string> {
  const { namespace, schemaLocation, schema, schemaVersion } = formats[version]
  yield '<?xml version="1.0" encoding="UTF-8"?>\n'
  yield `<manifest xmlns="${namespace}" xmlns:lom="${lomNamespace}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"`
  yield ` xsi:schemaLocation="${namespace} ${schemaLocation} ${lomNamespace} ${lomSchema}" identifier="praxam-${examId ?? 'all'}">\n`
  yield `<metadata><schema>${schema}</schema><schemaversion>${schemaVersion}</schemaversion></metadata>\n<organizations/>\n<resources>\n`
  for (const resource of resources) yield `${resource}\n`
  yield '</resources>\n</manifest>\n'
}
