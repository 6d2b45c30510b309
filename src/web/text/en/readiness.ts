/** Readiness: the likely score on an exam, and how it is estimated. */
import type { AreaReadiness, PassMarkRelation, ScoreRange } from '#exam/readiness/readiness.ts'
import { counted, number } from '#web/text/en/numbers.ts'
import { day } from '#web/text/en/figures/dates.ts'

const relations: Record<PassMarkRelation, { sentence: string; whole: string }> = {
  above: { sentence: 'above the passing score', whole: 'The whole range is above the passing score.' },
  around: { sentence: 'around the passing score', whole: 'The passing score is within the range.' },
  below: { sentence: 'below the passing score', whole: 'The whole range is below the passing score.' },
}

const percent = (share: number) => `${Math.round(share * 100)}%`
const range = ({ low, high }: ScoreRange) => `${low} to ${high}%`

export const readiness = {
  title: 'Readiness',
  pageTitle: (id: string) => `Readiness for ${id}`,
  likely: (of: ScoreRange) => `Likely ${range(of)}`,
  today: (of: ScoreRange) => `Today: likely ${range(of)}`,
  range,
  rangeName: ({ low, expected, high }: ScoreRange, passMark: number) =>
    `Expected score ${expected} percent, likely between ${low} and ${high} percent, passing score ${passMark} percent`,
  passMark: (passMark: number) => `passing score ${passMark}%`,
  percentMark: (value: number) => `${value}%`,
  thatIs: 'That is ',
  relation: (relation: PassMarkRelation) => relations[relation].sentence,
  whole: (relation: PassMarkRelation) => relations[relation].whole,
  passes: (passMark: number, probability: number) =>
    `. Out of 100 exams like ours, we would expect you to score ${passMark}% or more on about ${Math.round(probability * 20) * 5}.`,
  from: (answers: number) =>
    `From your first answer to each of ${counted(answers, 'question')} in the last 60 days, weighted by the outline. Answers you marked as guesses count as guesses. The range says nothing about questions that we don’t have, and our score isn’t the official scale of 1 to 1,000.`,
  fromShort: (answers: number) => `Based on ${counted(answers, 'first answer')} in the last 60 days.`,
  how: 'How this is estimated',
  details: 'Readiness in detail',
  backToProgress: 'Your progress',

  notEnoughTitle: 'Not enough yet',
  notEnough: (answers: number, needed: number) =>
    answers < needed
      ? `${answers} of ${needed} answers. A range based on so few would be a guess.`
      : 'Some skill areas have too few answers for a range.',
  meter: (answers: number, needed: number) => `${Math.min(answers, needed)} of ${needed} answers`,
  missing: (missing: readonly { area: string; answers: number }[]) =>
    missing.map(({ area, answers }) => `${counted(answers, 'more answer')} in ${area}`),
  missingTitle: 'What is missing',
  outOfDateTitle: 'Out of date',
  outOfDate: (lastDay: string) => `Your last answer is from ${day(lastDay)}. Only answers from the last 60 days count.`,
  practice: (count: number) => `Practice ${count}`,
  practiceArea: 'Practice',
  simulate: 'Simulate',

  narrowTitle: 'What would narrow it down',
  narrow: (answers: number, area: string) => `${counted(answers, 'new question')} in ${area}`,
  narrowText: (points: number) => `Would narrow the range by about ${counted(points, 'point')}.`,
  simulation: 'A simulation',
  simulationText: 'Its new questions count too, and you practice against the clock.',
  allNarrow: 'More answers would hardly narrow the range now.',

  byArea: 'By skill area',
  byAreaText: 'The share of all our questions in an area that you would likely answer correctly.',
  columns: { area: 'Skill area', weight: 'Weight', answers: 'First answers', chart: '0 to 100%, line at 70%', likely: 'Likely' },
  answers: (count: number) => counted(count, 'answer'),
  areaName: ({ name, range: of }: AreaReadiness) => (of ? `${name}: likely between ${of.low} and ${of.high} percent` : name),
  notYet: (needed: number) => `Not enough yet, ${needed} needed`,
  none: '–',

  noOutline: 'The questions for this exam aren’t linked to an outline, so we can’t estimate your readiness.',
}

export const readinessMethod = {
  pageTitle: 'How we estimate readiness, Praxam',
  description: 'What the readiness range means, how we estimate it, and how well it agrees with simulated exam results.',
  title: 'How we estimate readiness',
  lede: 'Readiness is the score that you are likely to get on an exam like ours, as a range. Nine out of ten results should fall within that range.',
  parts: [
    {
      heading: 'What the estimate is based on',
      paragraphs: [
        'Your first answer to each question in the last 60 days. Later answers to the same question don’t count, because they show what you remember of that question.',
        'For each answer, we take into account how difficult the question is and how likely a guess is to be correct. The difficulty is based on the answers of all candidates. Until there are 20, it is the author’s estimate. If you mark an answer as a guess, it counts as one.',
        'Recent answers count more, and we assume that people who practice improve a little. Skill areas count as much as they do in the official outline.',
      ],
    },
    {
      heading: 'What it doesn’t say',
      paragraphs: [
        'The range is about an exam with 50 questions like the ones in our bank. It isn’t a promise about the official exam, which has different questions and reports a score from 1 to 1,000, where 700 isn’t 70% of the questions.',
        'With fewer than 30 answers, or fewer than 5 in a skill area, we show no range.',
      ],
    },
  ],
  simulatedTitle: 'How well it works on simulated learners',
  simulatedText: (learners: number) =>
    `These figures are simulated. ${number(learners)} simulated learners practiced for 60 days and then took an exam. They improve, neglect some areas, make slips, and mark only some of their guesses.`,
  answersColumns: { answers: 'Answers', learners: 'Learners', inside: 'Within the range', width: 'Width of the range' },
  chanceTitle: 'Expected and simulated passes',
  chanceColumns: { expected: 'Expected chance of passing', learners: 'Learners', average: 'Expected on average', passed: 'Passed' },
  all: 'all',
  percent,
  points: (width: number) => `${Math.round(width)} points`,
  count: number,
  realTitle: 'Real results',
  realMissing: (needed: number) =>
    `Members can report how their exam went. Once ${number(needed)} results have been reported, we’ll compare them with what we expected. Until then, the reports are kept separate and don’t change the estimate.`,
  realText: 'These are exams that members took and reported. The reports don’t change the estimate.',
  realColumns: { expected: 'Expected chance of passing', results: 'Results', average: 'Expected on average', passed: 'Passed' },
  group: (from: number, to: number) => `${from} to ${to}%`,
}
