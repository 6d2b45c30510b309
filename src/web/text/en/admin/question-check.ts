/** "Check this question" in the question editor. */
import type { QuestionCheckWarning } from '#exam/tutor/tutor-contract.ts'

export const questionCheck = {
  check: 'Check this question',
  hint: 'A model answers the saved question without seeing the answer key. It can be wrong, and nothing is changed.',
  busy: 'The model is answering the question',
  nothing: 'The model gave the same answer and found no problems.',
  sentence: (warning: QuestionCheckWarning): string => {
    switch (warning.type) {
      case 'disagrees':
        return `The model answered ${warning.answer}; the answer key is ${warning.key}. Read the cited lines again.`
      case 'unanswered':
        return 'The model found no answer in the cited text.'
      case 'ambiguous':
        return `Ambiguous: ${warning.reason}`
      case 'giveaway':
        return `Gives the answer away: ${warning.reason}`
      case 'noCitedText':
        return 'The cited page is not indexed, so the model answered from its own knowledge. Index its folder with npm run index-docs.'
    }
  },
}
