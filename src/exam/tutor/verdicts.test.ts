import { describe, expect, test } from 'vitest'
import { sealForTutor } from '#exam/tutor/tutor-question.ts'
import { lookAlikes } from '#exam/tutor/reply-text.ts'
import { hasVerdict } from '#exam/tutor/verdicts.ts'
import { endText } from '#exam/tutor/withhold-verdicts.ts'
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
    'Post the entry on December 31',
    'Post the entry on December 31 is what solves it.',
    'Select the option that clears Date Locked for the December period and locks the date again.',
    'The second one.',
    'Look at the first source [1]. It says more. The second one.',
    'Look at the dates. B. Good luck.',
    'It is the second one.',
    'The second choice. That one is right.',
    'Option 2 is correct.',
    'The answer is 2.',
    'The one after A is right.',
    'I would choose the date lock option.',
    'All but B fail.',
    'Only B meets both conditions.',
    'Not A, not C, not D.',
    'B works.',
    'Hence B.',
    'key=B',
    'A: no, B: yes, C: no',
    'A ✗\nB ✓\nC ✗',
    '- [x] B',
    'A 10%, B 90%',
    'B > A > C',
    'I rate B highest.',
    '1. A: wrong\n2. B: right',
    'Die zweite Option ist richtig.',
    'La deuxième option est correcte.',
    'La segunda opción es correcta.',
    'La risposta è B.',
    'Ответ: B.',
    '答案是B。',
    '.B si rewsna ehT',
    'Gur nafjre vf O.',
    'Decode QW5zd2VyOiBC at home.',
    'T h e  a n s w e r  i s  B.',
    'The a-n-s-w-e-r is B.',
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
    'Option A reopens a period [1]. Option B clears a lock on dates [2]. Compare what each of them changes.',
    'A: clears a field of the period.\nB: clears a field and sets it again.',
    'Only users with the right permission can post to a closed year [1].',
    'The first condition is about the year, and the second one is about the accounts.',
    'Take the options one by one and ask what is there after each.',
    'So what happens to the balance when an entry is added later?',
    'It is right to start with the dates.',
    'The discount is 20 percent [1].',
    'I would take the dates one by one.',
  ])('%s', (text) => expect(hasVerdict(text, choice)).toBe(false))

  test('although it is long, wherever its last part begins', () => {
    const text = 'Look at the date. Next, compare it with the period. '.repeat(100)
    const isWithheld = (end: string) =>
      endText({ text, pending: end }, (part, beginning) => hasVerdict(part, choice, beginning)).isForbidden
    expect(Array.from({ length: 52 }, (_, i) => isWithheld('y'.repeat(i + 1)))).not.toContain(true)
  })

  test('that lists the steps as they are on screen', () => {
    const listed = order.parts.map(({ text }, i) => `${i + 1}. ${text}`).join('\n')
    expect(hasVerdict(`These are the steps:\n${listed}`, order)).toBe(false)
    expect(hasVerdict('Ask what must exist before a journal can be posted.', order)).toBe(false)
  })
})

test('each letter of another script has a Latin letter', () => {
  expect(lookAlikes.latin).toHaveLength(lookAlikes.others.length)
})
