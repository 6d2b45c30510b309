/** The help with a question. A separate file, because it loads with the help. */
const list = (words: readonly string[], last: 'and' | 'or' = 'and') =>
  new Intl.ListFormat('en-US', { type: last === 'and' ? 'conjunction' : 'disjunction' }).format(words)
const quoted = (text: string) => `“${text}”`

/** A rough duration: "5 minutes", "3 hours". */
const waitOf = (seconds: number) => {
  const [amount, unit] = seconds < 5_400 ? [Math.ceil(seconds / 60), 'minute'] : [Math.round(seconds / 3_600), 'hour']
  return `${amount} ${unit}${amount === 1 ? '' : 's'}`
}

const tasks = {
  single_choice: () => 'one choice',
  multiple_choice: (count: number) => `${count} choices`,
  reorder: (count: number) => `the order of ${count} steps`,
  drag_drop: (count: number) => (count === 1 ? 'an item for the prompt' : `an item for each of ${count} prompts`),
  statements: (count: number) => (count === 1 ? 'Yes or No for the statement' : `Yes or No for each of ${count} statements`),
  drop_down: (count: number) => (count === 1 ? 'a choice for the blank' : `a choice for each of ${count} blanks`),
  solution: () => 'Yes or No, depending on whether the solution meets the goal',
}

const advice = {
  single_choice: 'Answer it in your own words first. Then look for the choice that says the same thing.',
  multiple_choice: 'Check each choice on its own: does it meet the conditions without the others?',
  reorder: 'For each step, ask what must exist before it can start.',
  drag_drop: 'For each prompt, say what it needs before you look at the items.',
  statements: 'Judge each statement on its own. A statement that is only sometimes true is not true.',
  drop_down: 'Say what belongs in a blank before you open its list.',
  solution: 'Name the goal and its limits first. Then check the solution against each of them.',
}

export const help = {
  title: (number: number) => `Help with question ${number}`,
  labels: { builtIn: 'Built in', model: 'Model' },
  close: 'Close help',
  sealed: 'The answer stays hidden until you reveal it.',
  revealed: 'The answer is revealed.',
  sealedModel: 'The answer stays hidden until you reveal it. The model isn’t given the answer key.',
  notice: {
    builtIn: 'Replies are built in: they quote this question, its case study, and its explanation. No AI model is connected.',
    model: (name: string, left: number, max: number) =>
      `${name} writes the replies and can be wrong. Check the sources. ${left} of ${max} replies left today.`,
  },
  welcome: 'Choose an action below or ask your own question. You can name choices by their letters and steps by their numbers.',
  question: 'The question',
  conversation: 'Conversation',
  you: 'You asked: ',

  quick: 'Quick actions',
  hint: 'Hint',
  nextHint: 'Next Hint',
  whyNot: (letter: string) => `Why not ${letter}?`,
  why: (letter: string) => `Why ${letter}?`,
  simply: 'Explain simply',
  compare: 'Compare two options',
  compareTwo: (one: string, other: string) => `Compare ${one} and ${other}`,
  compareFirst: 'First option',
  compareSecond: 'Second option',
  compareNow: 'Compare',
  docs: 'Show me in the docs',
  quiz: 'Quiz me on this',

  writing: 'Writing',
  sources: 'Sources',
  checkedOn: (date: string) => `checked ${date}`,
  keep: 'Add to my note',
  kept: 'Added to your note on this question.',
  notKept: 'Your browser couldn’t save the note, so it will be lost when you close this page.',

  followUp: {
    title: 'From the question bank',
    options: 'Choose one',
    correct: 'Correct.',
    incorrect: (letter: string) => `Not correct. The answer is ${letter}.`,
    none: 'The bank has no other short question on this topic.',
    offline: 'Follow-up questions need a connection. Hints and explanations work offline.',
  },

  /** Why the model's reply ended. The built-in help continues after it. */
  ends: {
    cutOff: 'The reply reached its limit. The built-in help adds:',
    interrupted: 'The connection to the model was lost. The built-in help continues:',
    unavailable: 'The model didn’t respond. The built-in help replies:',
    timedOut: 'The model took too long. The built-in help replies:',
    refused: 'The model declined to reply. The built-in help replies:',
    withheld: 'The model’s reply would have given the answer away. The built-in help replies:',
    busy: 'The model is busy. Try again in a moment. The built-in help replies:',
    tooMany: (seconds: number) =>
      `You have used up your model replies for now${seconds > 0 ? `. You’ll get more in ${waitOf(seconds)}` : ''}. The built-in help has no limit:`,
    overBudget: 'This month’s budget for the model is used up. The built-in help replies:',
    simulation: 'This question is part of a simulation in progress, so the model isn’t available. The built-in help replies:',
    unknownQuestion: 'The model doesn’t know this version of the question. The built-in help replies:',
    notConnected: 'The model is no longer connected. The built-in help replies:',
    offline: 'You are offline, and the model needs a connection. The built-in help replies:',
  },

  input: 'Ask a question about this topic...',
  inputLabel: 'Your question',
  send: 'Send',
  stop: 'Stop',
  tryAgain: 'Try Again',
  busy: 'Looking through this question',
  stopped: 'You stopped this reply.',
  failed: 'Help didn’t respond. Your question is still here. Try again.',

  reply: {
    from: {
      question: 'From the question',
      'case-study': 'From the case study',
      explanation: 'From the explanation',
      part: 'From the choices',
    },
    hintOf: (number: number) => `Hint ${number} of 3: ${['what to look for', 'which conditions decide', 'what to reconsider'][number - 1]}`,
    asked: (sentence: string) => `The question asks: ${quoted(sentence)}`,
    find: (type: keyof typeof tasks, count: number, skill: string) =>
      `You’re looking for ${tasks[type](count)}. The skill being tested is “${skill}”.`,
    terms: (terms: readonly string[]) =>
      `Say in your own words what each of these does: ${list(terms).replace(/\.$/, '')}. Then compare them.`,
    advice: (type: keyof typeof advice) => advice[type],
    conditions: {
      single_choice: 'Test each choice against these sentences. A choice that breaks one of them can’t be correct.',
      multiple_choice: 'Test each choice against these sentences. A choice that breaks one of them can’t be correct.',
      reorder: 'Test your order against these sentences.',
      drag_drop: 'Test each of your pairs against these sentences.',
      statements: 'Test each statement against these sentences.',
      drop_down: 'Test each of your choices against these sentences.',
      solution: 'Test the solution against these sentences.',
    },
    watch: (words: readonly string[]) => `Pay attention to the ${words.length === 1 ? 'word' : 'words'} ${list(words.map(quoted))}.`,
    reconsider: (labels: readonly string[]) =>
      `You chose ${list(labels)}. Before you keep ${labels.length === 1 ? 'it' : 'them'}, find the words in the question that make ${labels.length === 1 ? 'it' : 'each'} necessary.`,
    notChosen: 'Rule out the choices that break a condition. Then decide between the rest.',
    orderCheck: 'Read your order again. For each pair of neighbors, ask whether the second step could come first.',
    pairCheck: 'Read each of your pairs aloud as one sentence. If one doesn’t sound quite right, look at it again.',
    placeCheck: 'Read each of your answers as a full sentence. If one doesn’t sound quite right, look at it again.',
    closest: (one: string, other: string) => `${one} and ${other} are the most alike.`,
    onlyIn: (name: string, runs: readonly string[]) => `Only in ${name}: ${list(runs.map(quoted))}.`,
    sameWords: 'They use the same words, so look at their order.',
    decideDifference: 'Decide why this difference matters for the question.',
    lastHint: 'That was the last hint. Reveal the answer when you’re ready.',
    quoted,
    part: (name: string, text: string) => `${name}: ${quoted(text)}`,
    names: {
      choice: (label: string) => label,
      item: (label: string) => `item ${label}`,
      prompt: (label: string) => `prompt ${label}`,
      place: (label: string) => `number ${label}`,
    },
    step: (label: string, text: string) => (label === '' ? quoted(text) : `step ${label}`),
    noVerdict: 'I can’t say which choices are correct until you reveal the answer.',
    related: 'What the question says about it:',
    notRelated: {
      choice: 'The question doesn’t mention it. Look up what it does, and ask whether a condition in the question calls for it.',
      prompt: 'Say what it needs in your own words. Then look for the item that provides exactly that.',
      place: 'Look up what the product does here, and compare it with the conditions of the question.',
    },
    lookUp: (words: string) => `Search the official documentation for ${quoted(words)}`,
    unknown: (labels: readonly string[], known: readonly string[]) => `This question has no ${list(labels, 'or')}. It has ${list(known)}.`,
    noLabels: (labels: readonly string[]) => `This question has no ${list(labels, 'or')}. Quote the choice instead.`,
    addressSealed:
      'The address of the official page could give the answer away, so I’ll show it after you reveal the answer. Until then, you can search.',
    officialPage: 'The official page on this topic:',
    cited: 'The explanation is based on this official page:',
    caseStudy: (title: string) => `What the case study ${quoted(title)} says about this question:`,
    caseStudySilent: (title: string) =>
      `I found no sentence in the case study ${quoted(title)} that uses the words of this question. Open the case study and look for the requirement.`,
    facts: 'What you know:',
    pick: (type: keyof typeof tasks, count: number) => `What you need to find: ${tasks[type](count)}.`,
    answerSealed: 'I can’t give you the answer before you reveal it. Ask for a hint, or press Reveal Answer.',
    topic: (words: string) => `What this question says about ${quoted(words)}:`,
    topicSealed: 'After you reveal the answer, I can quote the explanation too.',
    nothing: (words: string) =>
      `I found nothing about ${quoted(words)} in this question. Try a word from the question, or search the official documentation.`,
    answerIs: (name: string, answer: string) => `The answer for ${name} is ${quoted(answer)}.`,
    isCorrect: (name: string) => `${name} is correct.`,
    isWrong: (name: string) => `${name} is not correct.`,
    place: (name: string, place: number) => `${name} goes in place ${place}.`,
    notNeeded: (name: string) => `${name} is not needed.`,
    goesWith: (name: string, others: readonly string[]) => `${name} belongs with ${list(others)}.`,
    correctAnswer: 'The correct answer:',
    why: 'Why:',
    notOthers: 'Why not the others:',
    named: (name: string, text: string) => `${name}: ${text}`,
  },
}
