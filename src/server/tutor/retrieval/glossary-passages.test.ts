import { beforeEach, describe, expect, test } from 'vitest'
import { saveQuestions } from '#server/bank/save-questions.ts'
import { saveGlossaries } from '#server/catalogue/index.ts'
import { findPassages } from '#server/tutor/retrieval/find-passages.ts'
import { aQuestion } from '#tests/factories.ts'
import { prepareDatabase } from '#tests/prepared-database.ts'

const page = (name: string) => `https://learn.microsoft.com/en-us/dynamics365/business-central/${name}`
const term = (name: string, definition: string, also: string[] = []) => ({ term: name, also, definition, address: page(name) })
const terms = [
  term('posting group', 'A code that maps records to accounts of the ledger.'),
  term('posting', 'Writing entries to a ledger.'),
  term('stockkeeping unit', 'The settings of an item for one location.', ['SKU']),
  term('budget', 'Planned amounts by account and period.'),
  term('dimension', 'A label with which entries are analyzed.'),
]
const asked = aQuestion({
  id: '01a20000-0000-7000-8000-0000000000a1',
  text: '<p>Contoso uses <b>posting groups</b> and SKUs. What should you set up for planned sums?</p>',
  options: ['Budgets', 'A dimension', 'A forecast of sales'],
  optionExplanations: [null, null, null],
  explanation: '<p>Sums are planned there.</p>',
})

const database = prepareDatabase()
beforeEach(async () => {
  await saveGlossaries(database.db, [{ certificationIds: ['mb-800'], terms }])
  await saveQuestions(database.db, [asked])
})

const find = async (message = '', isRevealed = false, question = asked) => {
  const passages = await findPassages(database.db, { question, message, language: 'en', limit: 20, isRevealed })
  return passages.filter(({ kind }) => kind === 'glossary')
}
const titlesOf = (passages: readonly { title: string }[]) => passages.map(({ title }) => title).toSorted()

describe('the glossary', () => {
  test('defines the terms that the question or the message names, with their page', async () => {
    expect(titlesOf(await find())).toEqual(['Glossary: SKU', 'Glossary: posting', 'Glossary: posting group'])
    const [first] = await find('What is a stockkeeping unit?')
    expect(first).toEqual({
      id: 'glossary:stockkeeping unit',
      kind: 'glossary',
      title: 'Glossary: stockkeeping unit',
      address: page('stockkeeping unit'),
      text: 'stockkeeping unit: The settings of an item for one location.',
      checkedOn: null,
    })
  })

  test('defines no choice before the reveal, not even on request, and every term after it', async () => {
    const message = 'What is a budget? And a dimension?'
    expect(titlesOf(await find(message))).toEqual(titlesOf(await find()))
    expect(titlesOf(await find(message, true))).toEqual(expect.arrayContaining(['Glossary: budget', 'Glossary: dimension']))
  })

  test('gives no definition that mentions a choice before the reveal', async () => {
    const question = { ...asked, options: ['An account', 'A page', 'A report'] }
    expect(titlesOf(await find('', false, question))).toEqual(['Glossary: SKU', 'Glossary: posting'])
    expect(titlesOf(await find('', true, question))).toContain('Glossary: posting group')
  })

  test('gives no definition that says the same as the explanation before the reveal', async () => {
    await saveQuestions(database.db, [{ ...asked, explanation: '<p>The settings of an item are for one location.</p>' }])
    expect(titlesOf(await find())).toEqual(['Glossary: posting', 'Glossary: posting group'])
  })

  test('has at most four definitions, those of the message first', async () => {
    const more = ['alpha', 'beta', 'gamma', 'delta'].map((name) => term(name, `The meaning of this word is something.`))
    await saveGlossaries(database.db, [{ certificationIds: ['mb-800'], terms: [...terms, ...more] }])
    expect(titlesOf(await find('alpha beta gamma delta'))).toEqual(more.map((one) => `Glossary: ${one.term}`).toSorted())
  })

  test('has only terms of the certification', async () => {
    await saveGlossaries(database.db, [{ certificationIds: ['mb-310'], terms }])
    expect(await find('What is a budget?', true)).toEqual([])
  })
})
