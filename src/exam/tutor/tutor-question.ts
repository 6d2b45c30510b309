/**
 * What the tutor may know about a question. `SealedTutorQuestion`, used before the reveal, has no answer key, explanation, or reasons. Fields
 * are copied one by one, so the tutor does not get a new field of a question until the field is added here.
 */
import { listParts, listSteps, type HelpPart } from '#exam/help/help-parts.ts'
import { listEntered } from '#exam/answer-places.ts'
import { parseArrangement } from '#exam/arrangement.ts'
import { printCompletion } from '#exam/completion.ts'
import { plainText } from '#exam/plain-text.ts'
import { isPositional, parsePair, type AnswerInput, type CaseStudy, type Question, type QuestionType } from '#exam/question.ts'
import { readableText } from '#exam/tutor/readable-text.ts'

/** A choice, step, prompt, item, or place with its label on screen, `''` for an unused step. Plain text. */
export type TutorPart = Pick<HelpPart, 'kind' | 'label' | 'text' | 'choices'>

/** All texts are plain text. `asks`: how many entries a complete answer has. `answer`: what the candidate entered, in labels on screen. */
export type SealedTutorQuestion = {
  readonly type: QuestionType
  readonly text: string
  readonly parts: readonly TutorPart[]
  readonly asks: number
  readonly skillArea: string
  readonly skill: string
  readonly caseStudy: { readonly title: string; readonly text: string } | null
  readonly answer: readonly string[]
  readonly isRevealed: false
}

/** `key`: the answer key as labels on screen or as texts. `reasons`: the explanations of options and places, each with its label. */
export type RevealedTutorQuestion = Omit<SealedTutorQuestion, 'isRevealed'> & {
  readonly isRevealed: true
  readonly key: readonly string[]
  readonly explanation: string
  readonly reasons: readonly string[]
}

export type TutorQuestion = SealedTutorQuestion | RevealedTutorQuestion

/** What is on screen: the question with its options in the order of the attempt, and the answer with the letters on screen. */
type OnScreen = { question: Question; caseStudy: CaseStudy | undefined; answer: AnswerInput; seed: string | undefined }

export function sealForTutor({ question, caseStudy, answer, seed }: OnScreen): SealedTutorQuestion {
  const steps = listSteps(question, { answer, seed, isShown: false })
  const { type, text, skillArea, skill } = question
  return {
    type,
    text: readableText(question.completion ? `${text}${printCompletion(question.completion, (blank) => `[blank ${blank + 1}]`)}` : text),
    parts: listOnScreen(question, steps),
    asks: question.answerKey.length,
    skillArea,
    skill,
    caseStudy: caseStudy ? { title: caseStudy.title, text: readableText(caseStudy.content) } : null,
    answer: formatAnswer(question, answer),
    isRevealed: false,
  }
}

export function revealForTutor(shown: OnScreen): RevealedTutorQuestion {
  const { question } = shown
  const { explanation, optionExplanations } = question
  const sealed = sealForTutor(shown)
  const choices = listParts(question, []).filter(({ kind }) => kind === 'choice' || kind === 'place')
  return {
    ...sealed,
    isRevealed: true,
    key: formatKey(question),
    explanation: readableText(explanation),
    reasons: choices.flatMap(({ label, index }) => {
      const reason = optionExplanations[index]
      return reason ? [`${label}: ${readableText(reason)}`] : []
    }),
  }
}

function listOnScreen(question: Question, steps: readonly (number | null)[]): TutorPart[] {
  const parts = listParts(question, steps)
  const inOrder = question.type === 'reorder' ? orderSteps(question, steps).flatMap((step) => parts[step] ?? []) : parts
  return inOrder.map(({ kind, label, text, choices }) => ({ kind, label, text, ...(choices && { choices }) }))
}

/**
 * Indexes of the options of a reorder question in their order on screen, because the order in the bank could give the answer away. Unused
 * steps come last, sorted by text. `steps`: the steps on screen.
 */
export function orderSteps({ options }: Question, steps: readonly (number | null)[]): number[] {
  const shown = steps.filter((step) => step !== null)
  const texts = options.map(plainText)
  const unused = texts.flatMap((text, step) => (shown.includes(step) ? [] : [{ text, step }]))
  const inOrder = unused.toSorted((a, b) => (a.text === b.text ? a.step - b.step : a.text < b.text ? -1 : 1))
  return [...shown, ...inOrder.map(({ step }) => step)]
}

/** Letters, the texts of steps in the candidate's order, pairs such as `1 with C`, or entries such as `2: Yes`. Blank entries are left out. */
function formatAnswer(question: Question, answer: AnswerInput): string[] {
  if (question.type === 'reorder')
    return parseArrangement(question, answer).flatMap((step) => (step === null ? [] : [readableText(question.options[step] ?? '')]))
  if (question.type === 'drag_drop') return answer.flatMap((entry) => formatPair(entry) ?? [])
  if (isPositional(question.type)) return formatEntered(question, answer)
  return answer.filter((letter) => /^[A-Z]$/.test(letter))
}

/** `2: Yes` for a statement or blank, `Yes` for a solution. */
function formatEntered(question: Question, answer: AnswerInput): string[] {
  return listEntered(question, answer).flatMap((html, place) => {
    if (html === undefined) return []
    return question.type === 'solution' ? [readableText(html)] : [`${place + 1}: ${readableText(html)}`]
  })
}

function formatPair(entry: string): string | undefined {
  const pair = parsePair(entry)
  return pair && `${pair.left + 1} with ${String.fromCharCode(65 + pair.right)}`
}

function formatKey(question: Question): string[] {
  const { type, answerKey, options, pairs } = question
  const textAt = (texts: readonly string[] | undefined, index: number) => readableText(texts?.[index] ?? '')
  if (type === 'reorder') return answerKey.map((step, place) => `${place + 1}. ${textAt(options, Number(step))}`)
  if (type === 'drag_drop')
    return answerKey.flatMap((entry) => {
      const pair = parsePair(entry)
      return pair ? [`${formatPair(entry)}: ${textAt(pairs?.left, pair.left)} with ${textAt(pairs?.right, pair.right)}`] : []
    })
  if (isPositional(type)) return formatEntered(question, answerKey)
  return answerKey.map((letter) => `${letter}: ${textAt(options, letter.charCodeAt(0) - 65)}`)
}
