import { expect, test } from 'vitest'
import { parseCaseStudyTranslations } from '#exam/bank-file/case-study-translation.ts'

const hash = 'a'.repeat(16)
const originals = [{ caseStudy: { id: 'x', title: 'Northwind', content: '<p>It has <b>34</b> employees.</p>' }, hash }]
const item = (values: Record<string, unknown> = {}) => ({
  id: 'x',
  of: hash,
  title: 'Northwind',
  content: '<p>Elle a <b>34</b> employés.</p>',
  ...values,
})
const problemsOf = (...items: unknown[]) => {
  const file = parseCaseStudyTranslations(items, originals)
  return file.ok ? [] : file.problems.map(({ id, field, reason }) => `${id ?? '?'} ${field}: ${reason}`)
}

test('translations of case studies are read, and say whether they are current', () => {
  expect(parseCaseStudyTranslations([item()], originals)).toMatchObject({ ok: true, caseStudies: [{ id: 'x', isCurrent: true }] })
  expect(parseCaseStudyTranslations([item({ of: 'b'.repeat(16), content: 'x' })], originals)).toMatchObject({
    ok: true,
    caseStudies: [{ isCurrent: false }],
  })
  expect(parseCaseStudyTranslations({}, originals)).toMatchObject({ ok: false, problems: [{ reason: 'is not a list of translations' }] })
})

test('each problem names the case study and the field', () => {
  expect(problemsOf(item({ id: 'y' }), 'z', item({ of: '1' }), item())).toEqual([
    'y id: is not the id of a case study in the bank file',
    '? : is not an object',
    'x of: is not a hash of 16 hexadecimal digits: "1"',
    'x id: appears twice in the file',
  ])
  expect(problemsOf(item({ title: '', content: '<p>35</p>' }))).toEqual(['x title: is empty'])
  expect(problemsOf(item({ content: '<p>Elle a 35 employés.</p>' }))).toEqual([
    'x content: has 0 bold terms, but the original has 1',
    'x content: has the numbers 35, but the original has 34',
  ])
})
