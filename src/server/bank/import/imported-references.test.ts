import { zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { anItem, dryRun, id, linesOf, messageOf, prepareImports, reportIn, words } from '#server/bank/import/import.test-setup.ts'

prepareImports()

describe('case studies', () => {
  const case_study = { title: 'Northwind', content: '<p>Imports.</p>' }

  test('of a partial item are unchanged the second time', async () => {
    await linesOf([anItem(1)])
    const partial = [{ id: id(1), case_study_id: 'northwind', case_study }]
    expect((await linesOf(partial)).at(-1)).toMatchObject({ counts: { changed: 1 } })
    expect((await linesOf(partial)).at(-1)).toMatchObject({ counts: { same: 1 } })
  })

  test('on an invalid item are available to other items', async () => {
    const { rows } = await dryRun([
      anItem(1, { case_study_id: 'x' }),
      anItem(2, { case_study_id: 'x', case_study, question_type: 'essay' }),
    ])
    expect(rows.map(({ verdict }) => verdict)).toEqual(['new', 'refused'])
  })

  const archiveWith = (caseStudyId: string) =>
    zipSync({
      'questions.json': Buffer.from(JSON.stringify([anItem(1, { case_study_id: 'northwind' })])),
      'case_studies.json': Buffer.from(JSON.stringify([{ id: caseStudyId, ...case_study }])),
    })

  test('of an archive are matched by a trimmed id', async () => {
    const lines = await linesOf(archiveWith(' northwind '), { fileName: 'x.zip', isDryRun: true })
    expect(reportIn(lines).counts).toMatchObject({ new: 1 })
  })

  test.each([['a\0b'], ['x'.repeat(101)], ['a\ud800'], ['']])('of an archive are refused with the id %j', async (caseStudyId) => {
    expect(await messageOf(archiveWith(caseStudyId), { fileName: 'x.zip' })).toMatch(/^case_studies.json, line 1: id: /)
  })
})

describe('references of imported questions', () => {
  test('near duplicates are searched in the parsed certification', async () => {
    await linesOf([anItem(1)])
    for (const exam_id of ['MB-800', ''])
      expect((await dryRun([anItem(2, { text: `${words(1)} more`, exam_id })])).rows[0]?.nearDuplicate).toMatchObject({ id: id(1) })
  })

  test('a missing image is a warning in a dry run', async () => {
    const { rows } = await dryRun([
      anItem(1, { text: `<p>${words(1)}</p><img src="/storage/questions/question-images/gone.png" alt="x">` }),
    ])
    expect(rows[0]?.warnings).toContainEqual({ field: 'text', reason: expect.stringContaining('gone.png, which is neither') })
  })

  test('an invalid image of an archive fails a dry run', async () => {
    const archive = zipSync({ 'questions.json': Buffer.from(JSON.stringify([anItem(1)])), 'images/a.png': Buffer.from('<svg/>') })
    expect(await messageOf(archive, { fileName: 'x.zip', isDryRun: true })).toBe(
      'images/a.png is not a supported image; remove it from the archive. Nothing was written.',
    )
  })

  test.each([
    ['a\0b\n.json', 'a b .json'],
    [`${'x'.repeat(99)}😀.json`, `${'x'.repeat(95)}.json`],
    ['a\ud83d.json', 'a .json'],
  ])('the file name %j is cleaned', async (fileName, kept) => {
    const lines = await linesOf([anItem(1)], { fileName })
    expect(reportIn(lines).fileName).toBe(kept)
    expect(lines.at(-1)?.type).toBe('finished')
  })
})
