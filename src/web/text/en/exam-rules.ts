/** The rules of the real exams on the start page of a simulation. The rules themselves are content. */
import type { ExamRule, ExamRuleName, SimulationRule } from '#exam/exam-rules.ts'
import type { SectionKind } from '#exam/series.ts'

export const examRules = {
  mode: 'Rules',
  modes: {
    open: (hasSeries: boolean) => `Every question stays open until you submit${hasSeries ? ', except in a solution series' : ''}`,
    exam: 'Like the exam',
  },
  choices: {
    sections: {
      label: 'Sections close',
      hint: 'Case studies and series come last. We ask before you leave a section, and you can’t return to it.',
    },
    series: { label: 'Series lock', hint: 'You can’t return to a question in a series.' },
    break: { label: 'Breaks', hint: 'You can take breaks. A break closes the questions you have seen, and the clock keeps running.' },
    documentation: {
      label: 'Open documentation',
      hint: 'You can read Microsoft Learn in other windows. The clock keeps running, and the result shows how long you were away.',
    },
    unscored: {
      label: 'Unscored questions',
      hint: 'One question in ten doesn’t count. The result shows which.',
    },
    language_time: {
      label: 'Extra time, because the exam isn’t in my language',
      hint: '30 extra minutes for a full-length simulation, and less for a shorter one.',
    },
  } satisfies Record<SimulationRule, { label: string; hint: string }>,

  notInFrench: 'This exam isn’t offered in French.',
  missing: (kinds: readonly SectionKind[]) =>
    kinds.length > 1
      ? 'Our bank has no case studies or solution series for this exam, so a simulation has only one section, and only a break closes questions.'
      : `Our bank has no ${kinds[0] === 'series' ? 'solution series' : 'case studies'} for this exam, so a simulation has none.`,

  section: (number: number, total: number, first: number, last: number) =>
    `Section ${number} of ${total}: ${first === last ? `question ${first}` : `questions ${first}–${last}`}`,
  endSection: (number: number) => `End Section ${number}`,
  endSectionTitle: (number: number) => `End section ${number}?`,
  endSectionText: (number: number) => `After this, you can’t return to section ${number}.`,
  openQuestions: (numbers: readonly number[]) =>
    numbers.length === 0
      ? 'All of its questions are answered.'
      : `Not answered: ${numbers.length === 1 ? 'question' : 'questions'} ${numbers.join(', ')}.`,
  keepWorking: 'Keep Working',
  takeBreak: 'Take a Break',
  breakTitle: 'Take a break?',
  breakText: (seen: number, minutes: number) =>
    `The exam time includes ${minutes} minutes for breaks. The clock keeps running, and the ${seen === 1 ? 'question' : `${seen} questions`} you have seen will close, whether answered or not.`,
  breakOffline:
    'You’re offline. The break starts on this device and is sent when you reconnect. Answers already sent from another device are kept.',
  startBreak: 'Start Break',
  break: 'Break',
  breakOver: 'The five minutes are over. The clock keeps running.',
  continueNow: 'Continue Now',
  documentationNotLoaded: 'The documentation couldn’t be opened. Check your connection and try again.',
  allClosed: 'No open questions are left. Review and submit.',
  closedAnswers: (numbers: readonly number[]) =>
    `${numbers.length === 1 ? 'Your answer to question' : 'Your answers to questions'} ${numbers.join(', ')} didn’t count, because the ${numbers.length === 1 ? 'question was' : 'questions were'} already closed: you had moved on, here or on another device.`,

  title: 'Rules of the real exam',
  lede: 'What Microsoft publishes about exams at this level, and what only candidates report.',
  names: {
    duration: 'Time',
    seat_time: 'Time at your seat',
    question_count: 'Questions',
    question_types: 'Question types',
    labs: 'Labs',
    language_time: 'Extra time for language',
    accommodation: 'Accommodations',
    documentation: 'Documentation',
    sections: 'Sections',
    series: 'Series',
    break: 'Breaks',
    hidden_clock: 'Clock',
    unscored: 'Unscored questions',
    points: 'Points',
    no_penalty: 'Wrong answers',
    scale: 'Score',
    scale_meaning: 'What 700 means',
    weakest_areas: 'Score report',
    retake: 'Retakes',
    renewal: 'Renewal',
  } satisfies Record<ExamRuleName, string>,
  certainties: { official: 'Published:', reported: 'Reported by candidates; see also:' } satisfies Record<ExamRule['certainty'], string>,
  seat: (id: string, { minutes, seatMinutes, isAbout }: { minutes: number; seatMinutes: number; isAbout: boolean }) =>
    isAbout
      ? `${id} takes about ${minutes} minutes, so plan for about ${seatMinutes} minutes at your seat. No official page confirms this time.`
      : `${id} takes ${minutes} minutes, so plan for ${seatMinutes} minutes at your seat.`,
  checkedOn: (date: string) => `checked on ${date}`,
  unknown:
    'Not published: how many sections, series, and unscored questions an exam has, and how points become a score. Read the pages above before your exam, because rules change.',
}
