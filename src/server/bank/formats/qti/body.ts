/**
 * Writes the body of a QTI item as HTML, without the elements that only a test player needs.
 *
 * | element                                    | result                                                     |
 * |--------------------------------------------|------------------------------------------------------------|
 * | an interaction, a gap                      | what `write.interaction` returns for it                     |
 * | `<feedback-block>`, `<feedback-inline>`    | removed and handed to `write.feedback`                      |
 * | `<rubric-block>`                           | removed, with a note                                        |
 * | `<img src="a.png">`, `<object>` of an image | an image of the package, see `package-images.ts`           |
 * | audio, video, `<style>`, SVG, frames       | removed, with a note                                        |
 * | `<math>`                                   | its text, such as `x/2`, with a note                        |
 * | `<printed-variable>`, `<template-block>`   | `QuestionRefusal`: the text is computed for each candidate  |
 */
import { escapeHtml, shorten } from '#exam/plain-text.ts'
import { childrenOf, findAll, textOf, type XmlElement, type XmlNode } from '#server/bank/formats/xml.ts'
import { formatMath } from '#server/bank/formats/qti/math.ts'
import { packageImage } from '#server/bank/formats/qti/package-images.ts'
import { QuestionRefusal, type NoteLeftOut } from '#server/bank/formats/qti/question.ts'
import { restoreXhtml } from '#server/bank/formats/qti/xhtml.ts'

export type BodyWriter = {
  /** Path of the file that contains the body; addresses are relative to it. */
  path: string
  note: NoteLeftOut
  /** HTML that takes the place of an interaction or a gap. */
  interaction: (element: XmlElement) => string
  feedback: (element: XmlElement) => void
}

const computed = new Set(['printed-variable', 'template-block', 'template-inline', 'math-variable'])
/** Elements whose content is kept without their tag. */
const transparent = new Set('item-body stimulus-body content-body prompt span font bdo bdi ruby rb label template-body'.split(' '))
const silent = new Set(
  'catalog-info companion-materials-info comment param source track rt rp stylesheet script link meta title head'.split(' '),
)
const attributes = new Set('src alt width height href colspan rowspan scope start'.split(' '))
const voidTags = new Set(['img', 'br', 'hr', 'col', 'wbr'])

export function writeBody(nodes: readonly XmlNode[], write: BodyWriter): string {
  return restoreXhtml(nodes)
    .map((node) => (typeof node === 'string' ? escapeHtml(node) : writeElement(node, write)))
    .join('')
    .trim()
}

function writeInside({ children }: XmlElement, write: BodyWriter): string {
  return children.map((node) => (typeof node === 'string' ? escapeHtml(node) : writeElement(node, write))).join('')
}

function writeElement(element: XmlElement, write: BodyWriter): string {
  const { name } = element
  if (name.endsWith('-interaction') || name === 'gap') return write.interaction(element)
  if (computed.has(name)) throw new QuestionRefusal('text', 'contains values that are computed for each candidate')
  if (name === 'feedback-block' || name === 'feedback-inline') {
    write.feedback(element)
    return ''
  }
  if (name === 'rubric-block') {
    write.note('text', 'has a rubric block (instructions for candidates or graders), which is left out')
    return ''
  }
  if (name === 'math') {
    write.note('text', 'has a formula, which became plain text; compare it with the original')
    return escapeHtml(formatMath(element))
  }
  const media = writeMedia(element, write)
  if (media !== undefined) return media
  if (silent.has(name)) return ''
  if (name === 'style') {
    write.note('text', 'has a style sheet, which is left out')
    return ''
  }
  const inside = writeInside(element, write)
  if (transparent.has(name) || name.includes('-')) return inside
  const written = [...element.attributes].filter(([key, value]) => attributes.has(key) || isOwn(key, value))
  const start = `<${name}${written.map(([key, value]) => ` ${key}="${escapeHtml(value)}"`).join('')}>`
  return voidTags.has(name) ? start : `${start}${inside}</${name}>`
}

/** Classes and identifiers of our own exports, see `own-markup.ts`. */
function isOwn(key: string, value: string): boolean {
  return (key === 'class' && value.startsWith('praxam-')) || (key === 'id' && /^case[-_]/.test(value))
}

/** The pages that an item or a text embeds. `writeBody` leaves them to `takePage`. */
function listPages(element: XmlElement): XmlElement[] {
  return findAll(element, 'object', 'include').filter(isPage)
}

function isPage({ name, attributes: given }: XmlElement): boolean {
  return name === 'include' || /html/.test(given.get('type') ?? '') || /\.x?html?$/i.test(given.get('data') ?? '')
}

/** The address of the shared text of an item: its reference, otherwise the first page that it embeds. Other pages are left out, with a note. */
export function takePage(element: XmlElement, reference: XmlElement | undefined, note: (reason: string) => void): string | undefined {
  const [first, ...others] = [...(reference ? [reference] : []), ...listPages(element)].map(
    ({ attributes: given }) => given.get('href') ?? given.get('data') ?? '',
  )
  for (const address of others) note(`embeds the page ${shorten(address, 80)}, which is left out`)
  return first
}

const imageFile = /\.(?:png|jpe?g|gif|webp|avif|svg)$/i

/** Images, sounds, and other files. `undefined` for every other element. */
function writeMedia(element: XmlElement, write: BodyWriter): string | undefined {
  const { name, attributes: given } = element
  const address = given.get('src') ?? given.get('data') ?? ''
  switch (name) {
    case 'img':
      return imageTag(address, element, write)
    case 'object':
    case 'embed':
    case 'include': {
      const isImage = given.get('type')?.startsWith('image/') ?? imageFile.test(address)
      if (isImage) return imageTag(address, element, write)
      if (isPage(element)) return ''
      write.note('text', `embeds the file ${shorten(address, 80)}, which is left out`)
      return ''
    }
    case 'audio':
    case 'video': {
      const source = address || (findAll(element, 'source')[0]?.attributes.get('src') ?? '')
      write.note('text', `has the ${name} ${shorten(source, 80)}, which is left out`)
      return ''
    }
    case 'iframe':
    case 'svg':
    case 'canvas':
      write.note('text', `embeds ${name === 'svg' ? 'an SVG drawing' : 'a page'}, which is left out`)
      return ''
    case 'picture':
      return childrenOf(element, 'img')
        .map((image) => imageTag(image.attributes.get('src') ?? '', image, write))
        .join('')
    default:
      return undefined
  }
}

/** Attributes keep their order. `data` of an object is the address of its image. */
function imageTag(address: string, element: XmlElement, write: BodyWriter): string {
  const alt = (element.attributes.get('alt') ?? textOf(element)).replace(/\s+/g, ' ').trim()
  const values = new Map([
    ['src', packageImage(address, write.path)],
    ['alt', alt],
  ])
  for (const name of ['title', 'width', 'height']) {
    const value = element.attributes.get(name)
    if (value !== undefined && (name === 'title' || /^\d+$/.test(value))) values.set(name, value)
  }
  const names = [...element.attributes.keys()].map((name) => (name === 'data' ? 'src' : name))
  const written = [...new Set([...names, ...values.keys()])].flatMap((name) => {
    const value = values.get(name)
    return value === undefined ? [] : [` ${name}="${escapeHtml(value)}"`]
  })
  return `<img${written.join('')}>`
}
