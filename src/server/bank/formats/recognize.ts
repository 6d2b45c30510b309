/** Recognizes the format of a file from its content. */
import { decode, detectEncoding } from '#server/bank/formats/decode.ts'
import type { BankFormat, FormatSample } from '#server/bank/formats/format.ts'
import { formats } from '#server/bank/formats/formats.ts'
import { describeOtherText, describeOtherXml } from '#server/bank/formats/other-files.ts'
import { findRootName } from '#server/bank/formats/xml.ts'
import { unreadable } from '#server/bank/import/messages.ts'

const sampleLength = 200_000

export function isZip(bytes: Buffer): boolean {
  return bytes.subarray(0, 2).toString('latin1') === 'PK'
}

/** Whether a file is JSON, or is meant to be. A GIFT question can also start with a bracket. */
export function isJson({ kind, ...sample }: FormatSample): boolean {
  if (kind !== 'text' || !('text' in sample)) return false
  return /^\s*(?:$|"|-?\d+\s*$|(?:true|false|null)\s*$|\[\s*(?:$|[[\]{"\d-]|(?:true|false|null)\b)|\{\s*(?:$|["}]))/.test(sample.text)
}

export function isKnown(sample: FormatSample): boolean {
  return formats.some((format) => format.recognizes(sample))
}

export function takeSample(bytes: Buffer): FormatSample {
  let text = ''
  for (const piece of decode(bytes, detectEncoding(bytes).name)) {
    text += piece
    if (text.length >= sampleLength) break
  }
  text = text.slice(0, sampleLength)
  const root = findRootName(text)
  return root !== undefined && /^\s*<[?!a-z]/i.test(text) ? { kind: 'xml', root, text } : { kind: 'text', text }
}

/**
 * The chosen format, or else the first of `formats` that recognizes the file.
 *
 * @throws {ImportProblem}
 */
export function recognizeFormat(sample: FormatSample, chosen: string | undefined): BankFormat {
  const named = formats.find(({ id }) => id === chosen)
  if (chosen !== undefined && !named) throw unreadable(`The format ${JSON.stringify(chosen)} is unknown.`)
  const format = named ?? formats.find((one) => one.recognizes(sample))
  if (format) return format
  const names = [...new Set(formats.map(({ name }) => name))].join(', ')
  const what = describeSample(sample)
  // Spec §5 defines the first two sentences.
  throw unreadable(`Invalid file format. Expected an array of questions.${what} Other tools' files can be ${names}.`)
}

function describeSample(sample: FormatSample): string {
  if (sample.kind === 'archive') return ''
  const advice = sample.kind === 'xml' ? describeOtherXml(sample.root) : undefined
  // Markdown can start with an HTML element.
  const text = advice === undefined ? describeOtherText(sample.text) : undefined
  if (text !== undefined || sample.kind !== 'xml') return text === undefined ? '' : ` The file ${text}`
  const root = ` The first element is <${sample.root}>, which is no known format.`
  return advice === undefined ? root : `${root} The file ${advice}`
}
