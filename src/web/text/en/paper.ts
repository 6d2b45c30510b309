/** Question papers to print. */
import type { QuestionType } from '#exam/question.ts'
import { counted } from '#web/text/en/numbers.ts'

export const paper = {
  pageTitle: (id: string) => `${id} question paper, Praxam`,
  title: (id: string) => `${id} question paper`,
  link: 'Print a Question Paper',
  linkTitle: 'On paper',
  linkText: 'Questions weighted like the exam, with room for answers. The answer key is on its own pages at the end.',
  printSet: 'Print This Set',
  setCut: (max: number) => `Only the first ${max} are printed.`,
  lede: 'Choose what to print. The answer key starts on a new page, so you can leave it out.',
  length: 'Number of questions',
  area: 'Skill area',
  allAreas: 'All, by exam weight',
  update: 'Update Paper',
  print: 'Print',
  another: 'Draw Different Questions',
  needsScript: 'To print, use your browser’s menu.',
  invalid: 'The address of this paper isn’t valid. Choose the questions below.',
  empty: 'No questions match. Choose another skill area.',
  summary: (name: string, count: number) => `${name}, ${counted(count, 'question')}`,
  name: 'Name',
  date: 'Date',
  questions: 'Questions',
  caseStudy: (title: string) => `Case study: ${title}`,
  hint: (type: QuestionType, keyLength: number) => {
    switch (type) {
      case 'single_choice':
        return 'Choose one.'
      case 'multiple_choice':
        return `Choose ${keyLength}.`
      case 'reorder':
        return `Put ${keyLength} steps in order. Write their letters.`
      case 'drag_drop':
        return 'Write the letter of the matching item beside each number.'
      case 'statements':
        return 'Mark Yes or No for each statement.'
      case 'drop_down':
        return 'Write the letter of a choice beside each number.'
      case 'solution':
        return 'Mark Yes or No.'
    }
  },
  yes: 'Yes',
  no: 'No',
  key: 'Answer key',
  keyOf: (number: number) => `Question ${number}`,
  source: 'Source:',
}
