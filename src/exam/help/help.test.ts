import { describe, expect, test } from 'vitest'
import { composeHelp } from '#exam/help/help.ts'
import { listSteps } from '#exam/help/help-parts.ts'
import { hideAnswerKey, type HelpRequest } from '#exam/help/help-request.ts'
import type { CaseStudy, Question } from '#exam/question.ts'
import { aMatchingQuestion, aQuestion, aReorderQuestion } from '#tests/factories.ts'

type Asking = { question: Question; isRevealed?: boolean; answer?: string[]; caseStudy?: CaseStudy; hintsGiven?: number }

function ask(message: string, { question, isRevealed = false, answer = [], caseStudy, hintsGiven = 0 }: Asking) {
  const shared = { message, answer, caseStudy, hintsGiven, steps: listSteps(question, { answer, seed: 'one', isShown: false }) }
  const request: HelpRequest = isRevealed
    ? { ...shared, isRevealed, question }
    : { ...shared, isRevealed, question: hideAnswerKey(question) }
  return composeHelp(request)
}

/** A question from a review of the built-in help. */
const closing = aQuestion({
  text: '<p>Brackley Prints closed its fiscal year with the <b>Close Year</b> action. In March, the auditor asks for one more entry. The allowed posting dates still include that day.</p><p>What should the accountant do?</p>',
  options: [
    'Clear <b>Closed</b> for the period, and then run <b>Close Year</b> again',
    'Clear <b>Date Locked</b> for the period, and then lock the date again',
    'Post the entry on 31 December, and then close the income statement again',
    'Post the entry on 1 January, and then select <b>Prior Year Entry</b> by hand',
  ],
  optionExplanations: [
    'The year can’t be reopened.',
    '<b>Date Locked</b> has no effect on posting.',
    null,
    'The entry would fall in the wrong year.',
  ],
  explanation: '<p>Closing a year doesn’t stop postings into it. The income statement is closed again.</p>',
  skill: 'Accounting periods',
})

const filters = aMatchingQuestion({
  text: '<p>She collects filter expressions.</p><p>Which expression belongs to which result? Two expressions are not needed.</p>',
  pairs: {
    left: ['Names starting with "R &amp; D"', 'Everyone'],
    right: ['<code>%me</code>', "<code>'R &amp; D*'</code>", '<code>6110&amp;7200</code>'],
  },
  answerKey: ['0=1', '1=0'],
  explanation: '<p>An ampersand within a value needs quotation marks.</p>',
})

const labelsOf = (parts: readonly { part: { label: string } }[]) => parts.map(({ part }) => part.label)

describe('help before the reveal', () => {
  test('gives three different hints, and repeats the third', () => {
    const hints = [0, 1, 2, 3].map((hintsGiven) => ask('give me a hint', { question: closing, hintsGiven, answer: ['B'] }))
    expect(hints[0]).toMatchObject({
      type: 'hint-focus',
      task: { asked: 'What should the accountant do?', entryCount: 1 },
      terms: ['Closed', 'Date Locked', 'Prior Year Entry'],
    })
    expect(hints[1]).toMatchObject({
      type: 'hint-conditions',
      quotes: [{ from: 'question', text: 'The allowed posting dates still include that day.' }],
      words: ['still'],
    })
    expect(hints[2]).toMatchObject({
      type: 'hint-reconsider',
      chosen: [{ label: 'B' }],
      difference: { first: { label: 'A' }, onlyFirst: ['Closed', 'run Close Year'], onlySecond: ['Date Locked', 'lock the date'] },
    })
    expect(hints[3]).toEqual(hints[2])
  })

  test('finds the sentence with the actual question, even if another sentence follows', () => {
    expect(ask('hint', { question: filters })).toMatchObject({ task: { asked: 'Which expression belongs to which result?' } })
  })

  test('answers a question about words with the texts that contain them', () => {
    const reply = ask('What is a prior-year entry and why does Close Year matter?', { question: closing })
    expect(reply).toMatchObject({ type: 'topic', search: { words: 'prior year entry Close Year' } })
    if (reply.type !== 'topic') return
    expect(reply.quotes.map(({ part }) => part?.label)).toContain('D')
  })

  test('recognizes symbols by name', () => {
    const reply = ask('What does the ampersand do in a filter?', { question: filters })
    expect(reply.type === 'topic' && reply.quotes.map(({ part }) => part?.label)).toEqual(['1', 'B', 'C'])
  })

  test('says that it found nothing, and offers a search', () => {
    expect(ask('What are allocation keys?', { question: closing })).toEqual({
      type: 'topic',
      isSealed: true,
      quotes: [],
      search: { words: 'allocation keys', address: 'https://learn.microsoft.com/en-us/search/?terms=allocation%20keys' },
    })
  })

  test('compares two choices by their wording, without a verdict', () => {
    expect(ask('What is the difference between option A and option B?', { question: closing })).toMatchObject({
      type: 'compare-sealed',
      difference: { first: { label: 'A' }, second: { label: 'B' } },
    })
  })

  test.each(['Why not B?', 'why is b wrong', 'Is B correct?', 'explain option b', 'my answer?'])(
    'does not judge the choice in "%s"',
    (message) => {
      const reply = ask(message, { question: closing, answer: ['B'] })
      expect(reply.type).toBe('parts-sealed')
      expect(reply.type === 'parts-sealed' && labelsOf(reply.parts)).toEqual(['B'])
    },
  )

  test('says which letters the question has', () => {
    expect(ask('Why not F?', { question: closing })).toMatchObject({ unknown: ['F'], known: ['A', 'B', 'C', 'D'] })
  })

  test.each(['What is a dimension?', 'Is there a date that a clerk can use?', 'Is R & D relevant?'])(
    'reads no letter in "%s"',
    (message) => {
      expect(ask(message, { question: closing }).type).toBe('topic')
    },
  )

  test('names prompts by number and items by letter', () => {
    const reply = ask('Why does prompt 1 need item C?', { question: filters })
    expect(reply.type === 'parts-sealed' && labelsOf(reply.parts)).toEqual(['1', 'C'])
  })

  test('names steps by their number in the order on screen', () => {
    const reply = ask('Why is step 1 before step 2?', { question: aReorderQuestion(), answer: ['1', '0'] })
    expect(reply.type === 'parts-sealed' && reply.parts.map(({ part }) => part.text)).toEqual(['Third', 'Second'])
  })

  test('quotes the case study', () => {
    const caseStudy = {
      id: 'one',
      title: 'Skerry Kayaks',
      content:
        '<h3>Finance</h3><p>The office has two desks and a kettle.</p><p>The auditor still asks for an entry after the close of the year.</p>',
    }
    expect(ask('Which part of the case study matters here?', { question: closing, caseStudy })).toEqual({
      type: 'case-study',
      title: 'Skerry Kayaks',
      quotes: [{ from: 'case-study', text: 'The auditor still asks for an entry after the close of the year.' }],
    })
  })

  test('gives away no answer', () => {
    expect(ask('Which one is correct?', { question: closing })).toEqual({ type: 'answer-sealed' })
  })

  test('shows the official page only if its address has no word that points to one choice', () => {
    const page = (name: string) => ({ ...closing, reference: `https://learn.microsoft.com/en-us/${name}` })
    expect(ask('Show the source', { question: page('accounting-periods') })).toMatchObject({
      address: 'https://learn.microsoft.com/en-us/accounting-periods',
    })
    expect(ask('Show the source', { question: page('close-income-statement') })).toMatchObject({ address: undefined })
  })
})

describe('help after the reveal', () => {
  test.each(['Why is B wrong?', 'why not b'])('gives the reason of the choice in "%s"', (message) => {
    expect(ask(message, { question: closing, isRevealed: true })).toMatchObject({
      type: 'parts',
      verdicts: [{ part: { label: 'B' }, isCorrect: false, reason: 'Date Locked has no effect on posting.' }],
    })
  })

  test('recognizes a choice by its words', () => {
    const reply = ask('Why not a reminder term?', { question: aQuestion(), isRevealed: true })
    expect(reply).toMatchObject({ type: 'parts', verdicts: [{ part: { label: 'B' }, reason: 'It chases late payers.' }] })
  })

  test('quotes the sentence of the explanation about a word', () => {
    expect(ask('What does the ampersand do in a filter?', { question: filters, isRevealed: true })).toMatchObject({
      quotes: [{ from: 'explanation', text: 'An ampersand within a value needs quotation marks.' }],
    })
  })

  test('says where a step, a prompt and an item belong', () => {
    expect(ask('Why step 1?', { question: aReorderQuestion(), answer: ['1'], isRevealed: true })).toMatchObject({
      verdicts: [{ part: { text: 'Third' }, place: 3 }],
    })
    expect(ask('Why not item C?', { question: filters, isRevealed: true })).toMatchObject({ verdicts: [{ isCorrect: false, matches: [] }] })
    expect(ask('prompt 1?', { question: filters, isRevealed: true })).toMatchObject({ verdicts: [{ matches: [{ label: 'B' }] }] })
  })

  test('explains simply: the answer, its first reason, and why not the others', () => {
    expect(ask('Explain simply', { question: closing, isRevealed: true })).toMatchObject({
      type: 'simple',
      correct: [{ part: { label: 'C' } }],
      explanation: 'Closing a year doesn’t stop postings into it.',
      others: [{ part: { label: 'A' } }, { part: { label: 'B' } }, { part: { label: 'D' } }],
    })
  })

  test('shows the official page', () => {
    expect(ask('Show the source', { question: closing, isRevealed: true })).toEqual({ type: 'source', address: closing.reference })
    const titled = { ...closing, source: { version: 1, pageTitle: 'Close the books' } }
    expect(ask('Show the source', { question: titled, isRevealed: true })).toMatchObject({ pageTitle: 'Close the books' })
  })
})
