import { zipSync, type Zippable } from 'fflate'
import { describe, expect, test } from 'vitest'
import { readArchive } from '#server/bank/import/zip-archive.ts'
import { ImportProblem } from '#server/bank/import/messages.ts'

const bytesMax = 1_000_000
const entriesMax = 10_000
const list = Buffer.from('[]')
const zip = (files: Zippable) => Buffer.from(zipSync(files))

async function problemOf(bytes: Buffer): Promise<string> {
  try {
    await readArchive(bytes, bytesMax, entriesMax)
  } catch (error) {
    if (error instanceof ImportProblem) return error.message
    throw error
  }
  return 'none'
}

const damaged = 'The file is not a zip archive, or it is incomplete or damaged. Export it again.'

describe('reading an archive', () => {
  test('returns the known entries, compressed or stored', async () => {
    const files = {
      'questions.json': [Buffer.from('[1]'), { level: 0 }],
      'case_studies.json': list,
      'certifications.json': list,
      images: { '3f9c.png': Buffer.from('png'), '3f9d.JPG': list, deep: { 'x.png': list } },
      'readme.txt': list,
      'nested.zip': zip({ 'questions.json': list }),
    } satisfies Zippable
    const archive = await readArchive(zip(files), bytesMax, entriesMax)
    expect(archive.questions.toString()).toBe('[1]')
    expect(archive.caseStudies?.toString()).toBe('[]')
    expect([...archive.images].map(([name, bytes]) => [name, bytes.toString()])).toEqual([['3f9c.png', 'png']])
    expect(archive.ignored).toEqual(['images/3f9d.JPG', 'images/deep/x.png', 'readme.txt', 'nested.zip'])
  })

  test.each(['../questions.json', 'images/../../x.png', '/etc/passwd', 'C:/x.png', 'images\\x.png'])(
    'refuses the path %s',
    async (name) => {
      expect(await problemOf(zip({ 'questions.json': list, [name]: list }))).toContain('unsafe path')
    },
  )

  test('refuses a symbolic link, encryption and an unknown compression method', async () => {
    const link = zip({ 'questions.json': [list, { os: 3, attrs: (0o120777 << 16) >>> 0 }] })
    expect(await problemOf(link)).toBe('The archive contains the symbolic link "questions.json". Remove it.')
    const good = zip({ 'questions.json': list })
    expect(await problemOf(changed(good, 8, (flags) => flags | 1))).toBe('The archive is encrypted. Create it without a password.')
    expect(await problemOf(changed(good, 10, () => 14))).toContain('unsupported compression method')
  })

  test('refuses an archive without questions, or with two entries of one name', async () => {
    expect(await problemOf(zip({ 'a/questions.json': list }))).toContain('The archive has no questions.json')
    const twice = zip({ 'questions.json': list, 'questions.jsoN': list })
    expect(await problemOf(Buffer.from(twice.toString('latin1').replaceAll('questions.jsoN', 'questions.json'), 'latin1'))).toContain(
      'twice',
    )
  })

  test('inflates no more bytes than allowed, whatever the declared sizes are', async () => {
    const bomb = zip({ 'questions.json': Buffer.alloc(200_000_000, ' ') })
    expect(bomb.length).toBeLessThan(bytesMax)
    expect(await problemOf(bomb)).toBe('questions.json makes the unpacked archive larger than 1,000,000 bytes. Split the archive.')
    // The declared size is too small.
    expect(await problemOf(changed(bomb, 24, () => 10))).toContain('larger than 1,000,000 bytes')
    const shared = zip({ 'questions.json': Buffer.alloc(600_000, ' '), 'case_studies.json': Buffer.alloc(600_000, ' ') })
    expect(await problemOf(shared)).toContain('case_studies.json makes the unpacked archive larger')
    const stored = zip({ 'questions.json': [Buffer.alloc(1_000_001, ' '), { level: 0 }] })
    expect(await problemOf(stored)).toContain('larger than 1,000,000 bytes')
  })

  test('refuses an archive with too many entries', async () => {
    const many = Object.fromEntries(Array.from({ length: 10_001 }, (_, i) => [`${i}`, new Uint8Array()]))
    expect(await problemOf(zip(many))).toBe('The archive has 10001 entries; the limit is 10000.')
  })

  test('refuses a damaged archive, wherever it is truncated or changed', async () => {
    const good = zip({ 'questions.json': Buffer.from('[{"text":"some words that can be compressed, words, words"}]') })
    expect(await problemOf(Buffer.from('hello'))).toBe(damaged)
    expect(await problemOf(Buffer.alloc(0))).toBe(damaged)
    for (let length = 0; length < good.length; length++) expect(await problemOf(good.subarray(0, length))).not.toBe('none')
    for (let at = 0; at < good.length; at++) {
      const other = Buffer.from(good)
      other[at] = (other[at] ?? 0) ^ 0xff
      // Changed times and attributes are harmless. Everything else must be an ImportProblem, never another error.
      await problemOf(other)
    }
  })
})

/** Changes a 16-bit number of the first directory entry. */
function changed(archive: Buffer, at: number, change: (value: number) => number): Buffer {
  const bytes = Buffer.from(archive)
  const directory = bytes.lastIndexOf(Buffer.from('PK\x01\x02', 'latin1'))
  bytes.writeUInt16LE(change(bytes.readUInt16LE(directory + at)), directory + at)
  return bytes
}
