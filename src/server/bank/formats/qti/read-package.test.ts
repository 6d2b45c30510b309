import { unzipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { restoreOwnParts } from '#server/bank/formats/own-parts.ts'
import { writeQtiPackage } from '#server/bank/formats/qti/write-package.ts'
import { hardCaseStudy, hardQuestions } from '#tests/export-questions.ts'
import { anExportSource } from '#tests/export-source.ts'
import { choice3, choices, correct, item2, item3, manifest, plain, readQti, reasonsOf, resource } from '#tests/qti-samples.ts'

describe('a package of QTI', () => {
  test('is read in the order of its manifest, with images and titles of sections', async () => {
    const body = `<p><img src="../media/a%20b.png" alt="Chart"/><img src="none.png" alt="Gone"/></p>${choices('1', { a: 'x', b: 'y' })}`
    const test21 =
      '<assessmentTest title="Test"><testPart><assessmentSection title="Finance"><assessmentItemRef identifier="r" href="items/one.xml"/></assessmentSection></testPart></assessmentTest>'
    const { items, warnings } = await readQti({
      'p/imsmanifest.xml': manifest(resource('2', 'items/two.xml') + resource('1', 'items/one.xml') + resource('t', 'test.xml')),
      'p/test.xml': test21,
      'p/items/one.xml': item2(correct('single', ['b']), body, '', 'one'),
      'p/items/two.xml': item2(correct('single', ['b']), choices('1', { a: 'x', b: 'y' }), '', 'two'),
      'p/media/a b.png': 'png',
      '__MACOSX/p/items/._one.xml': 'clutter',
    })
    expect(items.map(({ place, sourceId }) => [place, sourceId])).toEqual([
      [{ line: 1, file: 'p/items/two.xml', element: 'two' }, '["pkg","pkg","two"]'],
      [{ line: 1, file: 'p/items/one.xml', element: 'one' }, '["pkg","pkg","one"]'],
    ])
    expect(items[1]?.item['text']).toBe('<p><img src="/images/png" alt="Chart">Gone</p>Which?')
    expect(reasonsOf(items[1]?.leftOut)).toEqual(['text shows p/items/none.png, which is not in the file'])
    expect(items[1]?.categories).toEqual(['Test', 'Finance'])
    expect(warnings).toEqual([])
  })

  test('without a manifest is read with a warning', async () => {
    const { items, warnings } = await readQti({ 'a.xml': plain, 'inner.zip': 'PK' })
    expect(items).toHaveLength(1)
    expect(warnings).toEqual([
      'imsmanifest.xml is not in the package; all files with questions are read',
      'inner.zip is an archive inside the package, which is not read; unpack it and import it alone',
    ])
  })

  test('reports a missing file with its line, and a circle of resources', async () => {
    const circle =
      resource('a', 'a.xml', '<dependency identifierref="b"/>') + '\n' + resource('b', 'b.xml', '<dependency identifierref="a"/>')
    const { items, warnings } = await readQti({ 'imsmanifest.xml': manifest(circle), 'a.xml': plain })
    expect(items[0]).toMatchObject({ place: { line: 2, file: 'imsmanifest.xml' }, problems: [{ field: 'b.xml' }] })
    expect(warnings).toEqual(['imsmanifest.xml, line 1 has resources that depend on each other in a circle: a, b, a'])
  })

  test('refuses only the file that is not XML or declares entities', async () => {
    const bomb = plain.replace('<assessmentItem', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><assessmentItem')
    const { items } = await readQti({ 'imsmanifest.xml': manifest(''), 'a.xml': bomb, 'b.xml': plain.slice(0, -30), 'c.xml': plain })
    expect(items.map(({ place, problems }) => [place.file, problems?.[0]?.reason.slice(0, 50) ?? ''])).toEqual([
      ['a.xml', 'cannot be read: Line 1: the document type declares'],
      ['b.xml', 'cannot be read: The file is not XML. Line 1, colum'],
      ['c.xml', ''],
    ])
  })

  test('without questions is refused', async () => {
    await expect(readQti({ 'imsmanifest.xml': manifest(''), 'x.xml': '<course/>' })).rejects.toThrow(/^The package contains no QTI items/)
  })

  test('keeps items apart whose identifiers are equal', async () => {
    const { items } = await readQti({ 'a.xml': plain, 'b.xml': plain })
    expect(new Set(items.map(({ sourceId }) => sourceId)).size).toBe(2)
  })

  const stimulus = (body: string) =>
    `<qti-assessment-stimulus identifier="S" title="Fabrikam"><qti-stimulus-body>${body}</qti-stimulus-body></qti-assessment-stimulus>`
  const withStimulus = item3(
    `<qti-assessment-stimulus-ref identifier="S" href="s/s.xml" title="S"/><qti-item-body>${choice3}</qti-item-body>`,
  )

  test('has a shared stimulus as case study', async () => {
    const { items } = await readQti({
      'a.xml': withStimulus,
      'b.xml': withStimulus.replace('"q1"', '"q2"'),
      's/s.xml': stimulus('<p>Story <img src="i.png" alt=""/></p>'),
      's/i.png': 'png',
    })
    expect(items.map(({ item }) => item['case_study'])).toEqual(
      [1, 2].map(() => ({ title: 'Fabrikam', content: '<p>Story <img src="/images/png" alt=""></p>' })),
    )
    expect(new Set(items.map(({ item }) => item['case_study_id'])).size).toBe(1)
  })

  test('has a page that an item embeds as case study, and says which pages are left out', async () => {
    const page = (name: string) => `<object data="s/${name}.html" type="text/html"/>`
    const { items } = await readQti({
      'a.xml': item2(correct('single', ['b']), page('one') + page('two') + choices('1', { a: 'x', b: 'y' })),
      's/one.html': '<html><head><title>Islands</title></head><body><p>Seventy islands.</p></body></html>',
      's/two.html': '<html><body><p>More.</p></body></html>',
    })
    expect(items[0]?.item['case_study']).toEqual({ title: 'Islands', content: '<p>Seventy islands.</p>' })
    expect(reasonsOf(items[0]?.leftOut)).toEqual(['text embeds the page s/two.html, which is left out'])
  })

  test.each([
    [{}, 'case_study is missing: s/s.xml is not in the package'],
    [
      {
        's/s.xml': stimulus('<object type="text/html" data="t.html"/>'),
        's/t.html': '<html><body><object type="text/html" data="s.xml"/></body></html>',
      },
      'case_study refers to itself: s/s.xml, then s/t.html, then s/s.xml',
    ],
  ])('refuses a stimulus that is missing or cyclic', async (files, reason) => {
    const { items } = await readQti({ 'a.xml': withStimulus, ...files })
    expect(reasonsOf(items.find(({ place }) => place.file === 'a.xml')?.problems)).toEqual([reason])
  })

  test.each(['2.1', '3.0'] as const)('of our own export %s gives equal answers, ids and tags', async (version) => {
    const pieces: Uint8Array[] = []
    for await (const piece of writeQtiPackage(anExportSource(hardQuestions, [hardCaseStudy]), version)) pieces.push(piece)
    const { items } = await readQti(unzipSync(Buffer.concat(pieces)))
    const known = new Map([['mb-800', { skillAreas: [] }]])
    const restored = items.map((one) => restoreOwnParts(one, known))
    expect(items.flatMap(({ problems }) => problems ?? [])).toEqual([])
    expect(items.map(({ sourceId }) => sourceId)).toEqual(hardQuestions.map(({ id }) => id))
    for (const [i, { found, caseStudyId }] of restored.entries()) {
      const question = hardQuestions[i]
      expect(found.item).toMatchObject({
        question_type: question?.type,
        correct_answer: question?.answerKey,
        explanation: expect.stringContaining(question?.explanation.includes('<u>') ? '<u>' : '') as string,
        ...(question?.optionExplanations.length !== 0 && { option_explanations: question?.optionExplanations }),
        reference: question?.reference,
        state: question?.state,
      })
      expect(caseStudyId ?? null).toBe(question?.caseStudyId ?? null)
    }
  })
})
