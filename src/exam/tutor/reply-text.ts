/**
 * Normalizes and decodes the text of a reply, because a verdict may be written in several forms: plain, backward, in Base64, or with each
 * letter shifted by 13.
 */

/** Letters of other scripts, and the Latin letters that they look like. */
export const lookAlikes = {
  others: 'АВСԀЕԌНІЈКМОРЅТХаеорсухіјѕԁһΑΒΕΗΙΚΜΝΟΡΤΧοᗩᗷᑕᗪ',
  latin: 'ABCDEGHIJKMOPSTXaeopcyxijsdhABEHIKMNOPTXoABCD',
}
/** The code points of A as a white letter in a black circle, in a black box, and as a flag letter. NFKC does not normalize these letters. */
const boxedLetters = [0x1f150, 0x1f170, 0x1f1e6]
/** Clauses that leave a verdict open, such as "whether B is right", up to the next clause. */
const openClauses =
  /\b(?:whether|if|can(?:no|['’])?t (?:say|tell|reveal|confirm)|cannot (?:say|tell|reveal|confirm)|won['’]t (?:say|tell|reveal))\b[^.,;:!?\n–—]*?(?=\bbut\b|[.,;:!?\n–—]|$)/giu
/** `a-n-s-w-e-r`, `a n s w e r`. Separate capital letters are labels, so they are not joined. */
const spelledWord = /(?<![\p{L}\p{N}])(?![A-H] )\p{L}(?:[ .·-]\p{Ll})+(?![\p{L}\p{N}])/gu

/** The reply in Latin letters, without formatting, citations, invisible characters, and clauses that leave a verdict open. */
export function normalizeReply(reply: string): string {
  return reply
    .normalize('NFKC')
    .replace(/[\p{L}\p{So}]/gu, toLatin)
    .replace(/[\p{Cf}\p{M}*`~#]|[^\P{Cc}\s]/gu, '')
    .replaceAll('_', ' ')
    .replace(spelledWord, (word) => word.replace(/[ .·-]/g, ''))
    .replace(/\[\d{1,2}\]/g, '')
    .replace(/["“”«»„]/g, '"')
    .replace(/[^\S\n]+/g, ' ')
    .replace(openClauses, '')
}

/** What a reply could say in a simple code: read backward, with shifted letters, or in Base64. `text` is a normalized reply. */
export function decodeReply(text: string): string[] {
  const backward = Array.from(text).toReversed().join('')
  const shifted = text.replace(/[a-z]/gi, shiftLetter)
  return [backward, shifted, ...(text.match(/[\w+/-]{8,}/g) ?? []).flatMap((word) => decodeBase64(word) ?? [])]
}

function toLatin(letter: string): string {
  const similar = lookAlikes.latin[lookAlikes.others.indexOf(letter)]
  const code = letter.codePointAt(0) ?? 0
  const first = boxedLetters.findLast((start) => code >= start)
  return similar ?? (first !== undefined && code < first + 26 ? String.fromCharCode(65 + code - first) : letter)
}

function shiftLetter(letter: string): string {
  const first = letter < 'a' ? 65 : 97
  return String.fromCharCode(first + ((letter.charCodeAt(0) - first + 13) % 26))
}

const base64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** `undefined` unless the word decodes to printable ASCII characters. Ordinary words do not. */
function decodeBase64(word: string): string | undefined {
  const bits = Array.from(word.replaceAll('-', '+'))
    .map((digit) => base64.indexOf(digit).toString(2).padStart(6, '0'))
    .join('')
  const bytes = bits.match(/[01]{8}/g) ?? []
  const text = String.fromCharCode(...bytes.map((byte) => Number.parseInt(byte, 2)))
  return /^[ -~\n]+$/.test(text) ? text : undefined
}
