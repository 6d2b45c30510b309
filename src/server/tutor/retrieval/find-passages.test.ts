import { describe, expect, test } from 'vitest'
import { saveCaseStudy, saveQuestions } from '#server/bank/save-questions.ts'
import { saveOutline } from '#server/catalogue/outlines.ts'
import { findPassages } from '#server/tutor/retrieval/find-passages.ts'
import { anOutline, aQuestion } from '#tests/factories.ts'
import { prepareDatabase } from '#tests/prepared-database.ts'

const ids = ['a1', 'a2', 'a3'].map((end) => `01a20000-0000-7000-8000-0000000000${end}`)
const [askedId = '', otherId = '', thirdId = ''] = ids
const asked = aQuestion({
  id: askedId,
  objective: 'posting-groups',
  text: '<p>Which page connects customers with accounts of the ledger?</p>',
  options: ['Posting groups', 'Dimensions', 'Number series'],
  explanation: '<p>Own explanation about zebras.</p>',
  optionExplanations: [null, 'Own reason about lemurs.', null],
})
const other = aQuestion({
  id: otherId,
  objective: 'posting-groups',
  text: '<p>A vendor invoice is posted. Where does the amount appear first?</p>',
  options: ['The bank ledger', 'The payables account', 'A budget', 'A forecast'],
  answerKey: ['B'],
  explanation: '<p>A posting group connects each vendor with a payables account.</p>',
  optionExplanations: ['The bank is paid later.', null, null, null],
  reference: 'https://learn.microsoft.com/en-us/dynamics365/business-central/vendors',
})

const database = prepareDatabase()

const ask = (values: { message?: string; limit?: number } = {}) =>
  findPassages(database.db, { question: asked, message: '', language: 'en', limit: 20, isRevealed: false, ...values })

describe('the passages for a question', () => {
  test('are explanations and option reasons of other questions of the objective, with their page', async () => {
    await saveQuestions(database.db, [asked, other, { ...other, id: thirdId, objective: 'dimensions' }])
    const passages = await ask({ message: 'What about the bank and posting?' })
    expect(passages).toEqual([
      {
        id: `explanation:${otherId}`,
        kind: 'explanation',
        title: other.skill,
        address: other.reference,
        text: 'A posting group connects each vendor with a payables account.',
        checkedOn: null,
      },
      expect.objectContaining({ id: `option-reason:${otherId}:0`, text: 'The bank ledger: The bank is paid later.' }),
    ])
  })

  test('are of the same skill if the question has no objective', async () => {
    await saveQuestions(database.db, [
      { ...asked, objective: null },
      { ...other, objective: null },
      { ...other, id: thirdId, objective: null, skill: 'Another skill' },
    ])
    expect((await ask()).map(({ id }) => id)).toEqual([`explanation:${otherId}`, `option-reason:${otherId}:0`])
  })

  test('do not come from drafts', async () => {
    await saveQuestions(database.db, [asked, { ...other, state: 'draft' }])
    expect(await ask()).toEqual([])
  })

  test('change with the questions', async () => {
    await saveQuestions(database.db, [asked, other])
    await saveQuestions(database.db, [{ ...other, explanation: '<p>Posting has other words now.</p>' }])
    expect((await ask()).map(({ text }) => text)).toContain('Posting has other words now.')
    await database.db.deleteFrom('questions').where('id', '=', otherId).execute()
    expect(await ask()).toEqual([])
  })

  test('include the case study, section by section', async () => {
    await saveCaseStudy(database.db, {
      id: 'fabrikam',
      title: 'Fabrikam',
      content: '<h3>Company</h3><p>They sell tents.</p><h3>Needs</h3><p>The accounts of customers must be correct.</p>',
    })
    await saveQuestions(database.db, [{ ...asked, caseStudyId: 'fabrikam' }])
    expect(await ask()).toMatchObject([
      { id: 'case-study:fabrikam:1', kind: 'case-study', title: 'Fabrikam: Needs', text: 'The accounts of customers must be correct.' },
    ])
    expect((await ask({ message: 'Who sells tents?' })).map(({ title }) => title)).toEqual(['Fabrikam: Company', 'Fabrikam: Needs'])
  })

  test('include the objective, with the address of the outline', async () => {
    const address = 'https://learn.microsoft.com/en-us/credentials/certifications/resources/study-guides/mb-800'
    const outline = anOutline({ source: { source: 'Study guide', address, checkedOn: '2026-11-20', isApproximate: false } })
    const [objective] = outline.objectives
    await saveOutline(database.db, outline)
    await saveQuestions(database.db, [{ ...asked, objective: objective?.id ?? null }])
    const [passage] = await ask({ message: objective?.text ?? '' })
    expect(passage).toMatchObject({ kind: 'outline', address, checkedOn: '2026-11-20' })
    expect(passage?.text).toContain(objective?.text)
  })

  test('have at most as many as the request allows', async () => {
    await saveQuestions(database.db, [asked, other])
    expect(await ask({ limit: 1 })).toHaveLength(1)
  })

  test('are none for a deleted question without matching words', async () => {
    expect(await ask()).toEqual([])
  })
})

describe('the own explanation', () => {
  test('comes first once it was revealed, and never before', async () => {
    await saveQuestions(database.db, [asked, other])
    const message = 'zebras and lemurs'
    const revealed = await findPassages(database.db, { question: asked, message, language: 'en', limit: 20, isRevealed: true })
    expect(revealed.slice(0, 2)).toMatchObject([
      { kind: 'explanation', text: 'Own explanation about zebras.' },
      { kind: 'option-reason', text: 'B. Dimensions: Own reason about lemurs.' },
    ])
    expect(JSON.stringify(await ask({ message }))).not.toMatch(/zebra|lemur/)
  })
})
