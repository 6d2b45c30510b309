import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Question } from '#exam/question.ts'
import { hashOriginal } from '#server/bank/original-hash.ts'
import { saveTranslations } from '#server/bank/translations.ts'
import { saveCaseStudy, saveQuestions } from '#server/bank/save-questions.ts'
import { saveCertification } from '#server/catalogue/certifications.ts'
import { loader } from '#web/practice/paper/paper.tsx'
import { aCertification, aQuestion } from '#tests/factories.ts'
import { openTestServices, type TestServices } from '#tests/services.ts'
import { askRoute } from '#tests/site-routes.ts'
import { openVisitor } from '#tests/visitor.ts'

let services: TestServices
const [area = { name: '' }] = aCertification().skillAreas
const idOf = (last: number) => `01a20000-0000-7000-8000-0000000000a${last}`
const caseId = '01a20000-0000-7000-8000-0000000000c1'

beforeAll(async () => {
  services = await openTestServices()
  await saveCertification(services.db, aCertification(), 0)
  await saveCaseStudy(services.db, { id: caseId, title: 'Contoso', content: '<p>A wholesaler.</p>' })
  const caseStudyIds = [null, caseId, null]
  for (const [i, caseStudyId] of caseStudyIds.entries())
    await saveQuestions(services.db, [
      aQuestion({ id: idOf(i + 1), caseStudyId, skillArea: area.name, createdAt: `2026-11-2${i}T08:00:00Z` }),
    ])
})
afterAll(() => services.close())

async function read(query: string) {
  const address = `/exam/mb-800/paper${query}`
  const { data } = await askRoute(services, openVisitor(services), loader, { pattern: '/exam/:certificationId/paper', address })
  return data as { request: object | undefined; questions: Question[]; caseStudies: { id: string }[] }
}
const idsOf = ({ questions }: { questions: Question[] }) => questions.map(({ id }) => id)

describe('a question paper', () => {
  test('has the chosen questions by their numbers, with their case studies', async () => {
    const paper = await read('?questions=3,2')
    expect(idsOf(paper)).toEqual([idOf(3), idOf(2)])
    expect(paper.caseStudies.map(({ id }) => id)).toEqual([caseId])
    expect((await read('?questions=1')).caseStudies).toEqual([])
  })

  test('of a draw has the questions of the area with shuffled choices', async () => {
    expect(idsOf(await read('?area=1')).toSorted()).toEqual([1, 2, 3].map(idOf))
    expect((await read('?area=2')).questions).toEqual([])
    const orders = await Promise.all([1, 2, 3, 4].map(async (draw) => (await read(`?draw=${draw}`)).questions[0]?.options.join()))
    expect(new Set(orders).size).toBeGreaterThan(1)
  })

  test('has translated questions in the chosen language, with the same letters', async () => {
    const question = aQuestion({ id: idOf(1), skillArea: area.name })
    const options = question.options.map((option) => `${option} en français`)
    await saveTranslations(services.db, 'fr', [{ ...question, text: '<p>Texte</p>', options, originalHash: hashOriginal(question) }])
    const find = ({ questions }: { questions: Question[] }, id: string) => questions.find((one) => one.id === id)
    const [english, french, both] = [await read('?draw=2'), await read('?draw=2&language=fr'), await read('?draw=2&language=both')]
    const before = find(english, idOf(1))
    expect(before?.text).toBe(question.text)
    expect(find(french, idOf(1))?.text).toBe('<div class="book" lang="fr"><p>Texte</p></div>')
    expect(find(french, idOf(1))?.options).toEqual(before?.options.map((option) => `<span lang="fr">${option} en français</span>`))
    expect(find(french, idOf(1))?.answerKey).toEqual(before?.answerKey)
    expect(find(both, idOf(1))?.text).toContain(question.text)
    expect(find(french, idOf(2))).toEqual(find(english, idOf(2)))
  })

  test('with an invalid query has no questions', async () => {
    expect(await read('?count=1000')).toMatchObject({ request: undefined, questions: [] })
  })
})
