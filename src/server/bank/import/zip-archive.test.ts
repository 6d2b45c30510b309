import { zipSync } from 'fflate'
import type { Zippable } from 'fflate'
import { describe, expect, test } from 'vitest'
import { ArchiveProblem, readArchive } from '#server/bank/import/zip-archive.ts'

const bytesMax = 1_000_000
const entriesMax = 10_000
const list = Buffer.from('[]')
const zip = (files: Zippable) => Buffer.from(zipSync(files))

function problemOf(bytes: Buffer): string {
  try {
    readArchive(bytes, bytesMax, entriesMax)
  } catch (error) {
    if (error instanceof ArchiveProblem) return error.message
    throw error
  }
  return 'none'
}

const broken = 'The file is not a zip archive, or it is cut off or damaged; make it anew.'

describe('an archive', () => {
  test('is read with what we know of, packed or not', () => {
    const files = {
      'questions.json': [Buffer.from('[1]'), { level: 0 }],
      'case_studies.json': list,
      'certifications.json': list,
      images: { '3f9c.png': Buffer.from('png'), '3f9d.JPG': list, deep: { 'x.png': list } },
      'readme.txt': list,
      'nested.zip': zip({ 'questions.json': list }),
    } satisfies Zippable
    const archive = readArchive(zip(files), bytesMax, entriesMax)
    expect(archive.questions.toString()).toBe('[1]')
    expect(archive.caseStudies?.toString()).toBe('[]')
    expect([...archive.images].map(([name, bytes]) => [name, bytes.toString()])).toEqual([['3f9c.png', 'png']])
    expect(archive.leftOut).toEqual(['images/3f9d.JPG', 'images/deep/x.png', 'readme.txt', 'nested.zip'])
  })

  test.each(['../questions.json', 'images/../../x.png', '/etc/passwd', 'C:/x.png', 'images\\x.png'])(
    'is refused with the path %s',
    (name) => {
      expect(problemOf(zip({ 'questions.json': list, [name]: list }))).toContain('leads outside')
    },
  )

  test('is refused with a link, encrypted, or in a way of packing that is not known', () => {
    const link = zip({ 'questions.json': [list, { os: 3, attrs: (0o120777 << 16) >>> 0 }] })
    expect(problemOf(link)).toBe('The archive holds a link, "questions.json"; take it out.')
    const good = zip({ 'questions.json': list })
    expect(problemOf(changed(good, 8, (flags) => flags | 1))).toBe('The archive is encrypted; make it anew without a password.')
    expect(problemOf(changed(good, 10, () => 14))).toContain('packed in a way that is not understood')
  })

  test('is refused without questions, or with two entries of a name', () => {
    expect(problemOf(zip({ 'a/questions.json': list }))).toContain('The archive holds no questions.json')
    const twice = zip({ 'questions.json': list, 'questions.jsoN': list })
    expect(problemOf(Buffer.from(twice.toString('latin1').replaceAll('questions.jsoN', 'questions.json'), 'latin1'))).toContain('twice')
  })

  test('makes no more bytes than it may, whatever it says about them', () => {
    const bomb = zip({ 'questions.json': Buffer.alloc(200_000_000, ' ') })
    expect(bomb.length).toBeLessThan(bytesMax)
    expect(problemOf(bomb)).toBe('questions.json makes the archive longer than 1,000,000 bytes when it is unpacked; split it.')
    // The size in the directory is a lie.
    expect(problemOf(changed(bomb, 24, () => 10))).toContain('longer than 1,000,000 bytes')
    const shared = zip({ 'questions.json': Buffer.alloc(600_000, ' '), 'case_studies.json': Buffer.alloc(600_000, ' ') })
    expect(problemOf(shared)).toContain('case_studies.json makes the archive longer')
    const stored = zip({ 'questions.json': [Buffer.alloc(1_000_001, ' '), { level: 0 }] })
    expect(problemOf(stored)).toContain('longer than 1,000,000 bytes')
  })

  test('is refused with more entries than anybody needs', () => {
    const many = Object.fromEntries(Array.from({ length: 10_001 }, (_, i) => [`${i}`, new Uint8Array()]))
    expect(problemOf(zip(many))).toBe('The archive holds 10001 entries; at most 10000 can be imported at once.')
  })

  test('is refused damaged, wherever it is cut or changed', () => {
    const good = zip({ 'questions.json': Buffer.from('[{"text":"some words that can be packed, words, words"}]') })
    expect(problemOf(Buffer.from('hello'))).toBe(broken)
    expect(problemOf(Buffer.alloc(0))).toBe(broken)
    for (let length = 0; length < good.length; length++) expect(problemOf(good.subarray(0, length))).not.toBe('none')
    for (let at = 0; at < good.length; at++) {
      const other = Buffer.from(good)
      other[at] = (other[at] ?? 0) ^ 0xff
      // Changed times and attributes do no harm; everything else is an ArchiveProblem, never another error.
      problemOf(other)
    }
  })
})

/** A number of the first entry of the directory, two bytes long, changed. */
function changed(archive: Buffer, at: number, change: (value: number) => number): Buffer {
  const bytes = Buffer.from(archive)
  const directory = bytes.lastIndexOf(Buffer.from('PK\x01\x02', 'latin1'))
  bytes.writeUInt16LE(change(bytes.readUInt16LE(directory + at)), directory + at)
  return bytes
}
