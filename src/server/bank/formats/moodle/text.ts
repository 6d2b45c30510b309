/** Reads the texts of Moodle XML with their files. */
import type { FormatFile } from '#server/bank/formats/format.ts'
import { linesToHtml, markdownToHtml, mixedToHtml } from '#server/bank/formats/rich-text.ts'
import { childOf, childrenOf, innerHtml, textOf, type XmlElement } from '#server/bank/formats/xml.ts'
import type { ValidationIssue } from '#server/bank/validate-question.ts'

export type MoodleText = {
  /** The text of an element as HTML, with the addresses of its images. */
  read: (element: XmlElement | undefined, field?: string) => Promise<string>
  /** The text of an answer, which is read as plain text unless it has markup. */
  readAnswer: (element: XmlElement | undefined, field?: string) => Promise<string>
  /** The image next to a question in Moodle 1 files. */
  readOldImage: (element: XmlElement) => Promise<string>
  readonly leftOut: ValidationIssue[]
  readonly problems: ValidationIssue[]
}

const pluginFile = /@@PLUGINFILE@@\/([^"'\s<>?]+)(?:\?[^"'\s<>]*)?/g

export function createTextReader(addImage: FormatFile['addImage']): MoodleText {
  const leftOut: ValidationIssue[] = []
  const problems: ValidationIssue[] = []

  /** The address of an image; `''` when it cannot be shown. */
  const add = async (base64: string, name: string, field: string): Promise<string> => {
    const added = await addImage(Buffer.from(base64, 'base64'), name)
    if ('address' in added) return added.address
    ;(added.isRefused ? problems : leftOut).push({ field, reason: added.problem })
    return ''
  }

  const placeFiles = async (html: string, element: XmlElement, field: string): Promise<string> => {
    const files = [...childrenOf(element, 'file'), ...childrenOf(childOf(element, 'text') ?? element, 'file')]
    const byPath = new Map(files.map((file) => [(file.attributes.get('path') ?? '/') + (file.attributes.get('name') ?? ''), file]))
    const addresses = new Map<string, string>()
    for (const [, path = ''] of html.matchAll(pluginFile)) {
      if (addresses.has(path)) continue
      const name = decodeName(path)
      const file = byPath.get(`/${name}`) ?? files.find((one) => one.attributes.get('name') === name)
      if (/^(?:mp3|mp4|ogg|oga|webm|wav|m4a|pdf|docx?|xlsx?|pptx?|zip|txt|csv|vtt)$/i.test(name.slice(name.lastIndexOf('.') + 1))) {
        leftOut.push({ field, reason: `has the file ${name}, which is left out; only images can be shown` })
        addresses.set(path, '')
      } else addresses.set(path, await add(file ? textOf(file) : '', `the image ${name}`, field))
    }
    for (const file of files) {
      const name = file.attributes.get('name') ?? ''
      if (!addresses.has(name) && ![...addresses.keys()].some((path) => decodeName(path).endsWith(name)))
        leftOut.push({ field, reason: `has the file ${name}, which no text shows; it is left out` })
    }
    return html.replace(pluginFile, (_, path: string) => addresses.get(path) ?? '')
  }

  const read = async (element: XmlElement | undefined, field = 'text', defaultFormat = 'html') => {
    if (!element) return ''
    const text = childOf(element, 'text')
    const isMarkup = text !== undefined && childrenOf(text).some(({ name }) => name !== 'file')
    const written = text
      ? isMarkup
        ? innerHtml(text)
        : textOf({ ...text, children: text.children.filter((child) => typeof child === 'string') })
      : ownText(element)
    const html = toHtml(written, element.attributes.get('format') ?? defaultFormat)
    return html.includes('@@PLUGINFILE@@') || childOf(element, 'file') ? placeFiles(html, element, field) : html
  }

  return {
    read,
    readAnswer: (element, field) => read(element, field, 'plain_text'),
    readOldImage: async (element) => {
      const base64 = textOf(childOf(element, 'image_base64')).trim()
      if (base64 === '') return ''
      const name = textOf(childOf(element, 'image')).trim() || 'of the question'
      const address = await add(base64, `the image ${name}`, 'text')
      return address === '' ? '' : `<p><img src="${address}" alt="" /></p>`
    },
    leftOut,
    problems,
  }
}

function ownText(element: XmlElement): string {
  return element.children
    .filter((child) => typeof child === 'string')
    .join('')
    .trim()
}

/** Converts a text in one of these formats to HTML. Text in any other format is already HTML. */
function toHtml(text: string, format: string): string {
  switch (format) {
    case 'plain_text':
      return mixedToHtml(text)
    case 'moodle_auto_format':
      return linesToHtml(text)
    case 'markdown':
      return markdownToHtml(text)
    default:
      return text.trim()
  }
}

function decodeName(path: string): string {
  try {
    return decodeURIComponent(path.replaceAll('&amp;', '&'))
  } catch {
    return path
  }
}
