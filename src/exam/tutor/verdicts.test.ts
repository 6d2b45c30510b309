import { describe, expect, test } from 'vitest'
import { sealForTutor } from '#exam/tutor/tutor-question.ts'
import { hasVerdict } from '#exam/tutor/verdicts.ts'
import { aMatchingQuestion, aQuestion, aReorderQuestion } from '#tests/factories.ts'

const seal = (question: Parameters<typeof sealForTutor>[0]['question']) =>
  sealForTutor({ question, caseStudy: undefined, answer: [], seed: undefined })
const choice = seal(
  aQuestion({
    options: [
      'Clear Closed for the December period',
      'Clear Date Locked for the December period and lock the date again',
      'Post the entry on December 31',
      'Dimensions',
    ],
  }),
)
const order = seal(aReorderQuestion({ options: ['Create the budget', 'Import the entries', 'Post the journal'] }))
const matching = seal(aMatchingQuestion())

describe('a reply has a verdict', () => {
  test.each([
    'The answer is B.',
    'The correct answer is: **C**.',
    'answer: b',
    'Correct answers: A, D',
    '{"correct_answer": ["B"]}',
    'B',
    'B, D',
    '**B**',
    'It depends.\n\nB.',
    'I can’t say it openly: C',
    'I can’t tell you, but B is correct.',
    'Option A is wrong because the period is closed.',
    'A and C are incorrect.',
    'B looks like the best one.',
    'The second option is correct.',
    'The right answer is the last option.',
    'I would pick D here.',
    'Go with B.',
    'You can rule out option A.',
    'The key was C all along.',
    'La bonne réponse est B.',
    'Die Antwort ist C.',
    'Ｂ is correct',
    'B\u200B is the correct one',
    'B\u0332 is the correct one',
    'The ans\u0000wer is B.',
    'The аnswеr is В.',
    'The right choice: 🅱️',
    '🇧 is correct',
    '🅒 is correct',
    'The answer? B.',
    'You should post the entry on December 31.',
    'Clearing Date Locked for the December period and locking the date again is the best approach.',
  ])('%s', (text) => expect(hasVerdict(text, choice)).toBe(true))

  test.each([
    'Step 2 comes before step 1.',
    'Start with step 3.',
    'The order is 2, 1, 3.',
    order.parts
      .map(({ text }, i) => `${i + 1}. ${text}`)
      .toReversed()
      .join('\n'),
  ])('about an order: %s', (text) => expect(hasVerdict(text, order)).toBe(true))

  test.each(['1 = B', '1 goes with B, 2 with A', 'Prompt 2: C', 'B belongs to 1.'])('about matches: %s', (text) =>
    expect(hasVerdict(text, matching)).toBe(true),
  )
})

describe('a reply has no verdict', () => {
  test.each([
    'I can’t say whether B is right or wrong until you reveal the answer.',
    'Ask what A changes after a year is closed [1].',
    'Option B clears a date lock. Compare it with the date in the question.',
    'A posting date decides where an entry goes.',
    'The question asks for the correct date. A fiscal year has twelve periods.',
    'A gives users the right to post. Compare it with D.',
    'To choose between A and D, look at the dates.',
    'Look for the words “still include that day”.',
    'I don’t know from the sources.',
    'The best way to start is the last sentence of the question.',
    'If B is correct, what would the accountant see? Find out.',
    'Dimensions sort entries. You should read about them first.',
    'Answer it in your own words first. A closed year is explained in [1].',
  ])('%s', (text) => expect(hasVerdict(text, choice)).toBe(false))

  test('that lists the steps as they are on screen', () => {
    const listed = order.parts.map(({ text }, i) => `${i + 1}. ${text}`).join('\n')
    expect(hasVerdict(`These are the steps:\n${listed}`, order)).toBe(false)
    expect(hasVerdict('Ask what must exist before a journal can be posted.', order)).toBe(false)
  })
})
