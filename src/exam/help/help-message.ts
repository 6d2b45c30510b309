/** Parses what a candidate asks for in a help message, and which parts of the question the message names. */
import { listParts, type HelpPart } from '#exam/help/help-parts.ts'
import { stemsOf } from '#exam/help/help-texts.ts'
import type { HelpRequest } from '#exam/help/help-request.ts'
import { letterOf, positionOf } from '#exam/question.ts'

/**
 * - `parts`: about parts of the question. `unknown` are labels that the question does not have.
 * - `answer`: which choice is correct, or whether the candidate's answer is correct.
 * - `topic`: any other question, treated as a search for its words.
 */
export type HelpIntent =
  | { readonly type: 'hint' | 'source' | 'case-study' | 'simple' | 'answer' | 'topic' }
  | { readonly type: 'parts' | 'compare'; readonly parts: readonly HelpPart[]; readonly unknown: readonly string[] }

const wants = {
  hint: /\b(?:hints?|clues?|nudge|tips?|stuck)\b|\bwhere (?:do|should|can) i (?:start|begin)\b/i,
  source:
    /\b(?:sources?|docs?|documentation|references?|official page|links?|read more|learn more)\b|\bwhere (?:can|do|could) i (?:read|look)\b/i,
  caseStudy: /\bcase\b|\bscenario\b/i,
  compare: /\b(?:differ\w*|compare\w*|versus|vs|between|distinguish\w*|better|rather|same)\b|\bor\b/i,
  own: /\b(?:my|mine|i chose|i picked|i selected|am i)\b/i,
  answer:
    /\b(?:right|correct|incorrect|wrong)\b|\b(?:answer|solution|key)\s*[?.!]*$|\b(?:the|right|correct) (?:answer|solution|key)\b|\bwhich (?:one|option|choice|step|item)s?\b|\b(?:comes?|goes) (?:first|next|last)\b|\breveal\b/i,
  simple:
    /\b(?:simpl\w*|easier|eli5|plain\w*|summar\w*|rephrase|reword|in other words|confus\w*)\b|\b(?:asked|asking)\b|\bunderstand (?:the|this)\b|\bexplain (?:this|it|the question)?\s*[?.!]*$/i,
}

export function parseHelpMessage(request: HelpRequest): HelpIntent {
  const { message, question, caseStudy, answer } = request
  const parts = listParts(question, request.steps)
  const { named, unknown } = findNamedParts(message, parts)
  if (wants.hint.test(message)) return { type: 'hint' }
  if (named.length > 1 && wants.compare.test(message)) return { type: 'compare', parts: named, unknown }
  if (named.length > 0 || unknown.length > 0) return { type: 'parts', parts: named, unknown }
  if (wants.source.test(message)) return { type: 'source' }
  if (caseStudy && wants.caseStudy.test(message)) return { type: 'case-study' }
  if (wants.simple.test(message)) return { type: 'simple' }
  if (wants.own.test(message) && /^[A-Z]$/.test(answer[0] ?? '')) {
    return { type: 'parts', parts: parts.filter(({ label }) => answer.includes(label)), unknown }
  }
  if (wants.answer.test(message)) return { type: 'answer' }
  const quoted = findQuotedParts(message, parts)
  if (quoted.length > 0) return { type: quoted.length > 1 && wants.compare.test(message) ? 'compare' : 'parts', parts: quoted, unknown }
  return stemsOf(message).size === 0 ? { type: 'simple' } : { type: 'topic' }
}

/** The parts whose labels the message names, each once, in the order of the message. */
function findNamedParts(message: string, parts: readonly HelpPart[]): { named: HelpPart[]; unknown: string[] } {
  const hasNumbers = parts.some(({ kind }) => kind === 'step' || kind === 'prompt' || kind === 'place')
  const labels = [...listLetters(message), ...listNumbers(message, hasNumbers)].toSorted((a, b) => a.at - b.at).map(({ label }) => label)
  const unique = [...new Set(labels)]
  const find = (label: string) => parts.find((part) => part.label === label)
  return {
    named: unique.flatMap((label) => find(label) ?? []),
    unknown: unique.filter((label) => !find(label)),
  }
}

type Label = { readonly label: string; readonly at: number }

const partWords =
  /\b(?:options?|choices?|answers?|items?|letters?)\s*(?:[a-h]\s*(?:,|and|or|vs\.?|versus|&)\s*(?:options?\s*|choices?\s*)?)*["'“(]?$/i
/** Text after an "a" that shows that the "a" is a label, not an article. */
const afterLetter =
  /^["'”)]?\s*(?:$|[?.!,;:)/=]|(?:and|or|vs|versus|is|isn['’]t|was|wrong|right|correct|incorrect|better|instead|not|but|does|doesn['’]t|mean|means|here|too|work|works|would|wouldn['’]t|could|couldn['’]t|can|can['’]t|fit|fits|apply|applies|over|rather|than)\b)/i

/** Letters A to H that name choices: "B", "option a", "a or c". The article "a", "R & D", and "e.g." are ignored. */
function listLetters(message: string): Label[] {
  return [...message.matchAll(/(?<![\p{L}\p{N}&/.'’-])([A-Ha-h])(?![\p{L}\p{N}/'’-]|\.[\p{L}])/gu)].flatMap((match) => {
    const letter = match[1] ?? ''
    const before = message.slice(0, match.index)
    const after = message.slice(match.index + 1)
    const isSymbol = /&\s*$/.test(before) || /^\s*&/.test(after)
    const isArticle = letter.toLowerCase() === 'a' && !partWords.test(before) && !afterLetter.test(after)
    return isSymbol || isArticle ? [] : [{ label: letter.toUpperCase(), at: match.index }]
  })
}

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth']

/**
 * Numbers after a word such as "step" or "slot", "between 2 and 4", and "the third step". If the choices have letters instead of numbers,
 * "option 2" is choice B.
 */
function listNumbers(message: string, hasNumbers: boolean): Label[] {
  const toLabel = (number: number) => (hasNumbers ? String(number) : letterOf(number - 1))
  const words = hasNumbers
    ? 'steps?|prompts?|slots?|places?|rows?|lines?|numbers?|no\\.|options?|items?|pairs?|why not|is'
    : 'options?|choices?'
  const list = new RegExp(
    `\\b(?:${words}|between)\\s*#?(\\d{1,2})(?:\\s*(?:,|and|or|vs\\.?|versus)\\s*(?:step|slot|prompt)?\\s*(\\d{1,2}))?(?!\\d|[.,]\\d)`,
    'gi',
  )
  const numbered = [...message.matchAll(list)].flatMap((match) =>
    [match[1], match[2]].flatMap((digits, i) => (digits ? [{ label: toLabel(Number(digits)), at: match.index + i }] : [])),
  )
  const spelled = [...message.matchAll(/\b(\w+)\s+(?:step|option|choice|prompt|slot|place|row|pair)\b/gi)].flatMap((match) => {
    const position = ordinals.indexOf((match[1] ?? '').toLowerCase())
    return position === -1 ? [] : [{ label: toLabel(position + 1), at: match.index }]
  })
  return [...numbered, ...spelled].filter(({ label }) => hasNumbers || positionOf(label) >= 0)
}

/** The parts that the message quotes: it contains at least 60% of the words of each, including a word that no other part has. */
function findQuotedParts(message: string, parts: readonly HelpPart[]): HelpPart[] {
  const asked = stemsOf(message)
  return parts.filter((part) => {
    const stems = [...stemsOf(part.text)]
    const own = stems.filter((stem) => !parts.some((other) => other !== part && stemsOf(other.text).has(stem)))
    const shared = stems.filter((stem) => asked.has(stem))
    return shared.length * 5 >= stems.length * 3 && own.some((stem) => asked.has(stem))
  })
}
