/** Reads a text that several items share: an `assessmentStimulus`, or an HTML page. It becomes a case study. */
import { plainText } from '#exam/plain-text.ts'
import { ImportProblem } from '#server/bank/import/messages.ts'
import { decode, detectEncoding } from '#server/bank/formats/decode.ts'
import { childOf, findAll, parseXml, textOf, type XmlElement } from '#server/bank/formats/xml.ts'
import { takePage, writeBody } from '#server/bank/formats/qti/body.ts'
import { normalizeQti } from '#server/bank/formats/qti/normalize.ts'
import type { QtiPackage } from '#server/bank/formats/qti/package.ts'
import { markImages, resolvePath } from '#server/bank/formats/qti/package-images.ts'
import { QuestionRefusal, type NoteLeftOut } from '#server/bank/formats/qti/question.ts'

export type Stimulus = { id: string; title: string; content: string }

/** `href` is relative to the file at `from`. @throws {QuestionRefusal} */
export function readStimulus(opened: QtiPackage, href: string, from: string, note: NoteLeftOut, way: readonly string[] = []): Stimulus {
  const path = resolvePath(href, from)
  if (way.includes(path)) throw new QuestionRefusal('case_study', `refers to itself: ${[...way, path].join(', then ')}`)
  const content = opened.find(path)
  if (!content) throw new QuestionRefusal('case_study', `is missing: ${path} is not in the package`)
  const text = [...decode(content, detectEncoding(content).name)].join('')
  const root = parsePage(text, path)
  if (!root) return { id: path, title: titleOf(text), content: markImages(bodyOf(text), path) }
  const nested = takePage(root, findAll(root, 'assessment-stimulus-ref')[0], (reason) => note('case_study', reason))
  const more = nested === undefined ? undefined : readStimulus(opened, nested, path, note, [...way, path])
  const body = childOf(root, 'stimulus-body') ?? childOf(root, 'body') ?? root
  const html = writeBody(body.children, {
    path,
    note: (_, reason) => note('case_study', reason),
    interaction: () => '',
    feedback: () => undefined,
  })
  const title = root.attributes.get('title') || textOf(findAll(root, 'title')[0]) || textOf(findAll(body, 'h1', 'h2', 'h3')[0])
  return { id: root.attributes.get('identifier') || path, title: title.replace(/\s+/g, ' ').trim(), content: html + (more?.content ?? '') }
}

/** `undefined` for HTML that is not well-formed. */
function parsePage(text: string, path: string): XmlElement | undefined {
  try {
    return normalizeQti(parseXml(text, `${path}: `))
  } catch (error) {
    if (error instanceof ImportProblem && /\.x?html?$/i.test(path)) return undefined
    throw error
  }
}

function titleOf(html: string): string {
  return plainText(/<title[^>]*>([^<]*)/i.exec(html)?.[1] ?? '')
}

function bodyOf(html: string): string {
  return /<body[^>]*>([^]*?)(?:<\/body>|$)/i.exec(html)?.[1] ?? html
}
