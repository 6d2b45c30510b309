/**
 * Finds replies that say which choice is correct or wrong. Before the reveal, such a reply is withheld: the model was not given the answer
 * key, but it may guess. The rules know only what the candidate sees and treat all choices alike, so withholding a reply reveals nothing.
 *
 * The rules find plain statements and simple codes, not every disguise. The real protection is that the model does not have the answer key.
 *
 * | reply                                                     | verdict |
 * |-----------------------------------------------------------|---------|
 * | `The answer is B.`, `**B**`, `Pick C`, `.B si rewsna ehT` | yes     |
 * | `Option A is wrong because …`, `B ✓`, `Only B works`      | yes     |
 * | `The second option is correct`, `the second one`          | yes     |
 * | `You should <words of an option>.`, only the option       | yes     |
 * | `Step 3 comes before step 1`, `1 → C`, `Statement 2: No`  | yes     |
 * | `Yes, the solution meets the goal.`                       | yes     |
 * | `I can’t say whether B is right.`                         | no      |
 * | `Ask what A changes after a year is closed`               | no      |
 */
import { listSentences, stemsOf } from '#exam/help/help-texts.ts'
import type { QuestionType } from '#exam/question.ts'
import { decodeReply, normalizeReply } from '#exam/tutor/reply-text.ts'
import type { SealedTutorQuestion } from '#exam/tutor/tutor-question.ts'
import {
  bareLabels,
  bareOrdinal,
  beginsWithAnswer,
  choiceRules,
  matchRules,
  matchWords,
  orderRules,
  plainChoiceRules,
  sequenceWords,
  solutionRules,
  statementRules,
} from '#exam/tutor/verdict-rules.ts'

type VerdictQuestion = Pick<SealedTutorQuestion, 'type' | 'parts'>

/** Words that, in a sentence with the words of a choice, say that the choice is correct or wrong. */
const advice =
  /\b(?:should|must|need to|have to|has to|recommend\w*|answers?|solutions?|keys?|responses?|respond|(?:choose|select|pick|go with|opt for) the (?:option|choice|one))\b|\b(?:is|are) (?:the |not )?(?:correct|right|best|wrong|incorrect|what (?:solves|you need))\b|\bcorrect ?[:=]/iu

/** The rules for the codes that `decodeReply` reads. */
const codedRules: Partial<Record<QuestionType, readonly RegExp[]>> = { statements: statementRules, solution: solutionRules }

/** A choice with fewer significant words is treated as a term, which a reply may mention for other reasons. */
const choiceStemsMin = 3

/** `reply`: a reply or its last part. `beginning`: the beginning of the reply. */
export function hasVerdict(reply: string, question: VerdictQuestion, beginning = reply): boolean {
  const text = normalizeReply(reply)
  const sentences = listSentences(text)
  const isBare = (one: string) => bareLabels.test(one) || bareOrdinal.test(one)
  if (isBare(text) || sentences.some(isBare) || isOnlyChoice(text, question)) return true
  const coded = codedRules[question.type] ?? plainChoiceRules
  if (statesAnswer(text, question) || answersAtOnce(beginning, question)) return true
  if (decodeReply(text).some((form) => coded.some((rule) => rule.test(form)))) return true
  return sentences.some(
    (sentence) => advisesChoice(sentence, question) || statesPair(sentence, question) || statesOrder(sentence, question),
  )
}

function statesAnswer(text: string, question: VerdictQuestion): boolean {
  const states = (rules: readonly RegExp[]) => rules.some((rule) => rule.test(text))
  switch (question.type) {
    case 'single_choice':
    case 'multiple_choice':
      return states(choiceRules)
    case 'reorder':
      return states(choiceRules) || states(orderRules) || listsOtherOrder(text, question)
    case 'drag_drop':
      return states(choiceRules) || states(matchRules)
    case 'statements':
      return states(statementRules)
    case 'solution':
      return states(solutionRules)
    case 'drop_down':
      return states(choiceRules) || listSentences(text).some((sentence) => entersChoice(sentence, question))
  }
}

function answersAtOnce(beginning: string, { type }: VerdictQuestion): boolean {
  return (type === 'statements' || type === 'solution') && beginsWithAnswer.test(normalizeReply(beginning))
}

function listStems({ parts }: VerdictQuestion, ...kinds: readonly string[]): string[][] {
  return parts.filter(({ kind }) => kinds.includes(kind)).map(({ text }) => [...stemsOf(text)])
}

const hasAll = (said: ReadonlySet<string>, stems: readonly string[]) => stems.length > 0 && stems.every((stem) => said.has(stem))

function advisesChoice(sentence: string, question: VerdictQuestion): boolean {
  if (!advice.test(sentence)) return false
  const said = stemsOf(sentence)
  const choices = listStems(question, 'choice', 'step', 'item', 'place')
  const named = choices.filter((stems) => stems.length >= choiceStemsMin && hasAll(said, stems))
  return named.length > 0 && named.length < choices.length
}

/** Whether a reply, so far, consists only of a choice. */
function isOnlyChoice(text: string, question: VerdictQuestion): boolean {
  const said = stemsOf(text)
  const choices = [
    ...listStems(question, 'choice'),
    ...question.parts.flatMap(({ choices: entries = [] }) => entries.map((entry) => [...stemsOf(entry)])),
  ]
  return choices.some((stems) => hasAll(said, stems) && said.size - stems.length <= (stems.length >= choiceStemsMin ? 1 : 0))
}

/** What comes between the name of a blank and its choice. */
const entryWords = [':', ' is', ' =', ' →', ' should be', ' must be', ' to']

/** The text in lowercase. Everything except letters, digits, and the signs that assign a value becomes a space. */
function simplify(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}=:→]+/gu, ' ')
    .trim()
}

/** Whether a sentence assigns a choice to a blank: `Costing Method: FIFO`, `Choose FIFO for blank 1`. */
function entersChoice(sentence: string, { parts }: VerdictQuestion): boolean {
  const said = ` ${simplify(sentence)} `
  return parts.some(({ text, label, choices = [] }) => {
    const named = choices.filter((choice) => said.includes(` ${simplify(choice)} `))
    if (named.length === 0 || named.length === choices.length) return false
    const names = [text.slice(0, text.indexOf(':')), `blank ${label}`].map(simplify)
    const isAssigned = names.some((blank) => entryWords.some((word) => said.includes(` ${blank}${word} `)))
    return isAssigned || advice.test(sentence) || /\b(?:blank|gap|field|box) \d/i.test(sentence)
  })
}

function statesPair(sentence: string, question: VerdictQuestion): boolean {
  if (question.type !== 'drag_drop') return false
  const said = stemsOf(sentence)
  const prompts = listStems(question, 'prompt').filter((stems) => hasAll(said, stems))
  const items = listStems(question, 'item')
  const named = items.filter((stems) => hasAll(said, stems))
  if (prompts.length === 0 || named.length === 0 || named.length === items.length) return false
  const others = said.size - new Set([...prompts, ...named].flat()).size
  return matchWords.test(sentence) || others <= 1
}

function statesOrder(sentence: string, question: VerdictQuestion): boolean {
  if (question.type !== 'reorder' || !sequenceWords.test(sentence)) return false
  const said = stemsOf(sentence)
  return listStems(question, 'step').filter((stems) => stems.length > 1 && hasAll(said, stems)).length > 1
}

/** Whether a text contains a numbered list of steps in a different order than on screen. */
function listsOtherOrder(text: string, question: VerdictQuestion): boolean {
  const steps = listStems(question, 'step')
  const listed = [...text.matchAll(/^\s*\d{1,2}[.)] (.+)$/gm)].flatMap(([, line = '']) => {
    const position = steps.findIndex((stems) => hasAll(stemsOf(line), stems))
    return position === -1 ? [] : [position]
  })
  return listed.some((position, i) => position < (listed[i - 1] ?? -1))
}
