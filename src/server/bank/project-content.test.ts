import { describe, expect, test } from 'vitest'
import { createBankReport } from '#exam/bank-report.ts'
import { readContent } from '#server/bank/content-files.ts'
import { ratePageAge } from '#exam/page-age.ts'
import { contentFolder } from '#tests/services.ts'

describe('the content of the project', () => {
  test('is valid', async () => {
    await expect(readContent(contentFolder)).resolves.toBeDefined()
  })

  test('has the twelve certifications of the specification, mb-200 and five newer ones, and knows which are active', async () => {
    const { catalog } = await readContent(contentFolder)
    expect(catalog.value.map(({ id }) => id).toSorted()).toEqual(
      'ab-250 ab-410 mb-200 mb-210 mb-220 mb-230 mb-240 mb-300 mb-310 mb-800 mb-820 mb-910 mb-920 pl-100 pl-200 pl-300 pl-600 pl-900'.split(
        ' ',
      ),
    )
    expect(catalog.value.filter(({ status }) => status === 'active').map(({ id }) => id)).toEqual(
      'mb-800 mb-310 mb-820 mb-230 ab-250 pl-900 ab-410 pl-300'.split(' '),
    )
  })

  test('names only exams that can be taken as replacements', async () => {
    const { catalog } = await readContent(contentFolder)
    const retired = new Set(catalog.value.filter(({ status }) => status === 'retired').map(({ id }) => id))
    expect(catalog.value.filter(({ successorId }) => successorId && retired.has(successorId)).map(({ id }) => id)).toEqual([])
  })

  test('lists only questions that still need a newer second source', async () => {
    const { catalog, banks } = await readContent(contentFolder)
    const refused = banks.flatMap(({ value: { certificationId, questions } }) => {
      const { outlineOf = null } = catalog.value.find(({ id }) => id === certificationId) ?? {}
      return questions.filter(({ state, grounding }) => state === 'published' && ratePageAge(grounding, outlineOf) === 'refused')
    })
    expect(refused.map(({ id }) => id)).toEqual([])
  })

  test('has outlines with the dates of the catalog', async () => {
    const { catalog, outlines } = await readContent(contentFolder)
    for (const { value } of outlines)
      expect(catalog.value.find(({ id }) => id === value.certificationId)?.outlineOf, value.certificationId).toBe(value.version)
  })

  test('meets the targets of every certification and has no near duplicates', async () => {
    const { catalog, outlines, banks } = await readContent(contentFolder)
    const reports = catalog.value.map((certification) => {
      const isOwn = ({ value }: { value: { certificationId: string } }) => value.certificationId === certification.id
      return createBankReport(banks.find(isOwn)?.value.questions ?? [], certification, outlines.find(isOwn)?.value)
    })
    expect(reports.flatMap(({ certificationId, problems }) => problems.map((problem) => `${certificationId}: ${problem}`))).toEqual([])
  })
})
