import { describe, expect, test } from 'vitest'
import { parseBankFile } from '#exam/bank-file/index.ts'
import { sealForTutor } from '#exam/tutor/tutor-question.ts'
import { hasVerdict } from '#exam/tutor/verdicts.ts'
import { endText } from '#exam/tutor/withhold-verdicts.ts'
import { aMatchingQuestion, aReorderQuestion } from '#tests/factories.ts'
import { dropDownSamples, sampleItems } from '#tests/sample-questions.ts'

const bank = parseBankFile(sampleItems)
if (!bank.ok) throw new Error('The samples are not a bank file')
const seal = (question: Parameters<typeof sealForTutor>[0]['question']) =>
  sealForTutor({ question, caseStudy: undefined, answer: [], seed: undefined })
const sampleOf = (type: string) => seal(bank.questions.find((question) => question.type === type) ?? aReorderQuestion())
const [statements, dropDown, solution] = [sampleOf('statements'), sampleOf('drop_down'), sampleOf('solution')]
const order = seal(aReorderQuestion({ options: ['Create the budget', 'Import the entries', 'Post the journal'] }))
const matching = seal(aMatchingQuestion())

describe('statements', () => {
  test.each([
    'Statement 1 is true.',
    'Statement 2: No',
    '1. Yes\n2. No\n3. Yes',
    'Yes, No, Yes',
    'The first statement is true.',
    'The first one is a Yes.',
    'Choose No for statement 3.',
    'Statement 2 does not hold.',
    'All statements are true.',
    'Yes.',
    'No, that fails.',
    'eurt si 1 tnemetatS',
  ])('a verdict: %s', (text) => expect(hasVerdict(text, statements)).toBe(true))

  test.each([
    'Statement 1 is about the discount, statement 3 about the due date [1].',
    'Ask for each statement whether it is true.',
    'The discount date and the due date are different [1].',
    'Choose Yes or No for each statement.',
    'No, I can’t tell you which ones are true.',
    'There are 3 statements. 10 days is a discount period.',
    'Yes, that is a good question.',
    'No problem. Look at the dates first.',
    'True, dates matter.',
  ])('no verdict: %s', (text) => expect(hasVerdict(text, statements)).toBe(false))
})

describe('solutions', () => {
  test.each([
    'Yes.',
    'No, it does not.',
    'No, that fails.',
    'Yes, the solution meets the goal.',
    'The solution does not meet the goal.',
    'The goal is met.',
    'The answer is no.',
    'It fails, because everyone could post.',
    'This solution works.',
  ])('a verdict: %s', (text) => expect(hasVerdict(text, solution)).toBe(true))

  test.each([
    'Decide whether the solution meets the goal.',
    'The goal has two parts: who may post, and until when [1].',
    'Does it meet both parts of the goal?',
    'What must be true for the goal to be met? Compare it with the solution.',
    'No, I can’t say that before you reveal the answer.',
    'A setup for everyone applies to all users [1].',
    'Yes, that is a good question.',
    'No problem. Look at the dates first.',
    'True, dates matter.',
  ])('no verdict: %s', (text) => expect(hasVerdict(text, solution)).toBe(false))

  test('a long reply begins with its answer only at its beginning', () => {
    const isWithheld = (start: string) =>
      endText({ text: start + 'No entry is deleted. '.repeat(200), pending: '' }, (part, beginning) =>
        hasVerdict(part, solution, beginning),
      ).isForbidden
    expect([isWithheld('Look at it. '), isWithheld('Yes. ')]).toEqual([false, true])
  })
})

describe('drop-downs', () => {
  test.each([
    'Base Unit of Measure: PCS',
    'Base Unit of Measure should be TRAY.',
    'Choose PCS for blank 1.',
    'Blank 2 is PALLET.',
    'You should enter Cubage.',
    'Qty. per Unit of Measure',
  ])('a verdict: %s', (text) => expect(hasVerdict(text, dropDown)).toBe(true))

  test.each([
    'Base Unit of Measure says how the stock is counted [1].',
    'A pallet is a larger unit than a piece. Compare PCS, TRAY and PALLET.',
    'Cubage is about the space that an item takes [1].',
    'Blank 3 asks for a field of the line.',
  ])('no verdict: %s', (text) => expect(hasVerdict(text, dropDown)).toBe(false))

  test('have the choices of each blank', () => {
    const [{ completion } = {}] = dropDownSamples
    const { blanks } = completion as { blanks: { choices: string[] }[] }
    expect(dropDown.parts.map(({ choices }) => choices)).toEqual(blanks.map(({ choices }) => choices))
  })
})

describe('orders and matches in words', () => {
  test.each([
    'First import the entries, then create the budget.',
    'Import the entries → post the journal.',
    'Create the budget before you post the journal.',
  ])('a verdict: %s', (text) => expect(hasVerdict(text, order)).toBe(true))
  test.each([
    'What must exist before you post the journal?',
    'To create the budget means to plan amounts. To post the journal means to make them final.',
  ])('no verdict: %s', (text) => expect(hasVerdict(text, order)).toBe(false))
  test('name a prompt with its item', () => {
    const [prompt, item] = [
      matching.parts.find(({ kind }) => kind === 'prompt')?.text,
      matching.parts.find(({ kind }) => kind === 'item')?.text,
    ]
    expect(hasVerdict(`${prompt} goes with ${item}.`, matching)).toBe(true)
    expect(hasVerdict(`- ${prompt}: ${item}`, matching)).toBe(true)
    expect(hasVerdict(`Read about ${prompt}. Then ask what ${item} is for.`, matching)).toBe(false)
  })
})
