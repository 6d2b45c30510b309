/** The help dialog of a question. A file of its own, because it loads with the dialog. */
export const help = {
  title: 'Ask AI for Help',
  input: 'Ask a question about this topic...',
  inputLabel: 'Your question',
  send: 'Send',
  you: 'You',
  assistant: 'Built-in help',
  notice: 'This built-in help is not an AI model. It uses this question’s own material and won’t give the answer until you reveal it.',
  busy: 'Searching this question’s material',
  reply: {
    asked: (sentence: string) => `The question: ${sentence}`,
    situation: 'What the scenario says:',
    area: (skillArea: string, skill: string) => `It covers “${skill}” in the skill area “${skillArea}”.`,
    choose: (count: number) =>
      count === 1
        ? 'One answer is correct. Check each option against every condition, and rule out any that breaks one.'
        : `The answer has ${count} parts. Check each option against every condition, and rule out any that breaks one.`,
    notYet: 'Reveal the answer and I can quote the explanation.',
    explained: 'From the explanation:',
    option: (letter: string, why: string) => `${letter}: ${why}`,
    source: 'Source:',
    prevails: 'If in doubt, trust the question’s explanation.',
  },
}
