/** Results of practice and the end of a daily review. */
import type { QuestionType } from '#exam/question.ts'
import type { ResultComparison } from '#exam/result-comparison.ts'
import { counted, day, someNumbers } from '#web/text/en/numbers.ts'

export const results = {
  inPlace: (type: QuestionType, correct: number, total: number) =>
    type === 'reorder' ? `${correct} of ${counted(total, 'step')} in place` : `${correct} of ${counted(total, 'pair')} correct`,
  keyHidden: 'You’ll see the correct answer once you answer it.',

  comparison: ({ correct, total, fixed, more }: ResultComparison, isMember: boolean) => {
    // A member may have practiced on other devices, which are not compared.
    const last = `your last ${total === 10 ? 'ten' : total}${isMember ? ' on this device' : ''}`
    const sentences = [
      ...(fixed > 0 ? [`You fixed ${counted(fixed, 'earlier mistake')}.`] : []),
      ...(more !== null && more > 0 ? [`${fixed > 0 ? 'That is ' : ''}${more} more correct than in ${last}.`] : []),
    ]
    if (sentences.length > 0) return sentences.join(' ')
    if (total === 0) return ''
    const wrong = total - correct
    if (wrong === 0) return total === 1 ? 'Your answer is correct.' : `All ${total} answers are correct.`
    return isMember ? `${wrong} ${wrong === 1 ? 'goes' : 'go'} to your daily review.` : `${counted(wrong, 'question')} to look at again.`
  },

  addsTitle: 'What it adds to',
  goal: (answered: number, perDay: number) =>
    answered >= perDay
      ? { title: 'Today’s goal met', text: `You answered ${counted(answered, 'question')} today. Your goal is ${perDay}.` }
      : { title: `${perDay - answered} to go to today’s goal`, text: `You answered ${counted(answered, 'question')} of ${perDay} today.` },
  toReview: (numbers: readonly number[], firstDay: string) => ({
    title: `${numbers.length} ${numbers.length === 1 ? 'goes' : 'go'} to your daily review`,
    text:
      numbers.length === 1
        ? `Question ${numbers[0]} comes back on ${day(firstDay)}.`
        : `Questions ${someNumbers(numbers)}. The first comes back on ${day(firstDay)}.`,
  }),
  rightGuesses: (numbers: readonly number[], firstDay: string) => ({
    title: numbers.length === 1 ? 'One guess was correct' : `${numbers.length} guesses were correct`,
    text:
      numbers.length === 1
        ? `You marked question ${numbers[0]} as a guess, so it comes back on ${day(firstDay)}.`
        : `You marked questions ${someNumbers(numbers)} as guesses. The first comes back on ${day(firstDay)}.`,
  }),

  reviewedTitle: 'Reviewed',
  nothingDue: 'Reviewed. Nothing else is due today',
  moreDue: (count: number) => `Reviewed. ${counted(count, 'more question is', 'more questions are')} due`,
  remembered: (correct: number, total: number) => `You remembered ${correct} of ${total}.`,
  notAnswered: (count: number) => `${counted(count, 'question')} not answered. ${count === 1 ? 'It stays' : 'They stay'} due.`,
  reviewNothing: 'You didn’t answer any questions, so they all stay due.',
  returnsTitle: 'Next on',
  returnsLabel: (returns: readonly { day: string; count: number }[]) =>
    `When the questions come back: ${returns.map(({ day: on, count }) => `${count} on ${day(on)}`).join(', ')}.`,
  nextOn: (on: string) => `Next on ${day(on)}`,
  waiting: 'Once your answers reach your account, you’ll see when each question comes back.',
  reviewMore: 'Review More',
  finishedOn: (date: string, took: string) => `Daily review, finished on ${date} after ${took}`,
}
