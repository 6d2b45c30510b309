/**
 * Reads GIFT, the text format of Moodle that many tools write.
 *
 * | GIFT                                 | here                                                      |
 * |--------------------------------------|-----------------------------------------------------------|
 * | `{=right ~wrong#why}`                | single choice; feedback about wrong options becomes their reasons |
 * | `{~%50%one ~%50%two ~%-100%three}`   | multiple choice                                           |
 * | `{T}`, `{FALSE#why}`                 | single choice of True and False                           |
 * | `{=prompt -> item}`                  | matching; an item without a prompt is a surplus item      |
 * | `Grant is {=buried ~born} here.`     | the braces become the blank `_____`                       |
 * | `####text`                           | explanation                                               |
 * | `$CATEGORY: path`                    | skill area, if a name of the path is one                  |
 * | `// [id:…] [tag:…]`                  | id and tags                                               |
 * | `{#3.14}`, `{=typed}`, `{}`, no braces | refused with the reason                                 |
 */
import { plainText } from '#exam/plain-text.ts'
import type { BankFormat, FormatItem } from '#server/bank/formats/format.ts'
import { readGiftBlocks, type GiftBlock } from '#server/bank/formats/gift/gift-blocks.ts'
import { giftHtml, hideEscapes, readFormat, showEscapes, type GiftTextFormat } from '#server/bank/formats/gift/gift-text.ts'
import { buildChoice, buildMatching, type FormatAnswer, type QuestionParts } from '#server/bank/formats/item-parts.ts'
import { noteTags, readTags } from '#server/bank/formats/own-tags.ts'
import { latexStart } from '#server/bank/formats/other-files.ts'
import { dropFileImages, hasFormula, isBlankHtml, plainToHtml, unwrapParagraph } from '#server/bank/formats/rich-text.ts'

export const gift: BankFormat = {
  id: 'gift',
  name: 'GIFT',
  recognizes: (sample) => sample.kind !== 'archive' && isGift(sample.text),
  read: function* ({ readText }) {
    for (const block of readGiftBlocks(readText())) yield readQuestion(block)
  },
}

/** Whether there is a category, or braces with answers: `{=`, `{~`, `{T}`, `{#`. Code and formulas have other content in braces. */
function isGift(text: string): boolean {
  const lines = text.split(/\r\n|\n|\r/).filter((line) => !line.trimStart().startsWith('//'))
  const shown = hideEscapes(lines.join('\n'))
  if (/^\s*[{[]\s*"/.test(shown)) return false
  // LaTeX, whose braces would be escaped in GIFT.
  if (latexStart.test(shown)) return false
  return (
    /^[ \t]*\$CATEGORY[ \t]*:/im.test(shown) ||
    /\{[^{}]*\n[ \t]*~/.test(shown) ||
    /\{\s*(?:[=~][^{}]*|#[^{}]*|(?:T|F|TRUE|FALSE)(?:#[^{}]*)?\s*)\}/.test(shown) ||
    /^::[^:\n]+::[^{}]{0,500}\{\s*\}/m.test(shown)
  )
}

function readQuestion({ line, text, categories, id, tags }: GiftBlock): FormatItem {
  const [whole = '', title = ''] = /^\s*::([^]*?)::/.exec(text) ?? []
  const name = showEscapes(title).trim()
  const { format, text: body } = readFormat(text.slice(whole.length), 'moodle')
  const start = body.indexOf('{')
  const end = body.indexOf('}', start)
  const answers = body.slice(start + 1, end)
  const before = body.slice(0, start === -1 ? undefined : start)
  const after = start === -1 || end === -1 ? '' : body.slice(end + 1)
  const space = /^\s*[.,;:!?)]/.test(after) ? '' : ' '
  const shown = after.trim() === '' ? before : `${before.trimEnd()} _____${space}${after.trimStart()}`
  const feedbackAt = answers.indexOf('####')
  const [choices, general] = feedbackAt === -1 ? [answers, ''] : [answers.slice(0, feedbackAt), answers.slice(feedbackAt + 4)]
  const explanation = unwrapBlank(giftHtml(general, format))
  const problem = findProblem(body, start, end)
  const parts = problem === undefined ? buildParts(choices, format, explanation) : refuse('text', problem)
  const html = giftHtml(shown, format)
  const { item, leftOut } = dropFileImages({ text: isBlankHtml(html) ? plainToHtml(name) : html, ...parts.item })
  return {
    place: { line, ...(name !== '' && { element: `"${name.slice(0, 60)}"` }) },
    item,
    sourceId: id === undefined || id === '' ? JSON.stringify([name, plainText(html), plainText(answers)]) : nameSource(id, categories),
    categories: [...categories, ...readTags(tags).others],
    tags,
    leftOut: [
      ...parts.leftOut,
      ...leftOut,
      ...noteTags(tags),
      ...(hasFormula(html, explanation) ? [{ field: 'text', reason: 'has a formula, which is shown as it is written' }] : []),
    ],
    problems: parts.problems,
  }
}

/** A Moodle id is unique within its category. */
function nameSource(id: string, categories: readonly string[]): string {
  return /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id) ? id : JSON.stringify([categories, id])
}

function findProblem(body: string, start: number, end: number): string | undefined {
  if (start === -1) return 'is a text without a question: it has no braces { } with answers'
  if (end === -1) return 'has an opening brace { that is never closed; close it, or write \\{ for a brace in a text'
  if (body.indexOf('{', start + 1) !== -1)
    return 'has more than one opening brace {; ask one thing at a time, and write \\{ for a brace in a text'
  return undefined
}

function buildParts(answers: string, format: GiftTextFormat, explanation: string): QuestionParts {
  const trimmed = answers.trim()
  if (trimmed === '') return refuse('question_type', 'is an essay, which a person must grade')
  if (trimmed.startsWith('#'))
    return refuse('question_type', 'asks for a typed number; only choosing, ordering, and matching are possible here')
  const marked = splitAnswers(trimmed)
  if (trimmed.includes('~')) {
    const [unmarked = ''] = /^[^=~]+/.exec(trimmed) ?? []
    if (unmarked !== '')
      return refuse(
        'options',
        `have ${JSON.stringify(showEscapes(unmarked.trim()).slice(0, 60))} without = for a correct or ~ for a wrong answer`,
      )
    const isSingle = marked.some(({ mark }) => mark === '=')
    return buildChoice(
      marked.map((one) => readAnswer(one, format)),
      isSingle,
      explanation,
    )
  }
  if (trimmed.includes('=') && trimmed.includes('->')) return buildPairs(marked, format, explanation)
  const [, truth] = /^(T|F|TRUE|FALSE)\s*(?:#|$)/i.exec(trimmed) ?? []
  if (truth !== undefined) return buildTruth(truth.toUpperCase().startsWith('T'), trimmed.split('#').slice(1), format, explanation)
  return refuse('question_type', 'asks for a typed answer; only choosing, ordering, and matching are possible here')
}

type MarkedAnswer = { readonly mark: '=' | '~'; readonly text: string }

/** Each answer starts with `=` or `~`. An equals sign in an attribute of a tag does not start an answer. */
function splitAnswers(answers: string): MarkedAnswer[] {
  const found: { mark: '=' | '~'; from: number; end: number }[] = []
  for (const { index, 0: match } of answers.matchAll(/<\/?[a-z][^<>]*>|[=~]/gi)) {
    if (match !== '=' && match !== '~') continue
    const last = found.at(-1)
    if (last) last.end = index
    found.push({ mark: match, from: index + 1, end: answers.length })
  }
  // "~=right" is one answer.
  return found.map(({ mark, from, end }) => ({ mark, text: answers.slice(from, end).trim() })).filter(({ text }) => text !== '')
}

function readAnswer({ mark, text }: MarkedAnswer, format: GiftTextFormat): FormatAnswer {
  const [weight = '', percent] = /^%\s*(-?\d*[.,]?\d+)\s*%/.exec(text) ?? []
  const [answer = '', ...feedback] = text.slice(weight.length).split('#')
  return {
    html: unwrapParagraph(giftHtml(answer, format)),
    fraction: percent === undefined ? (mark === '=' ? 100 : 0) : Number(percent.replace(',', '.')),
    feedback: unwrapBlank(giftHtml(feedback.join('#'), format)),
  }
}

function buildPairs(answers: readonly MarkedAnswer[], format: GiftTextFormat, explanation: string): QuestionParts {
  const pairs: { left: string; right: string }[] = []
  const items: string[] = []
  const leftOut: { field: string; reason: string }[] = []
  for (const { text } of answers) {
    const at = text.indexOf('->')
    const [right = '', feedback] = at === -1 ? [] : splitFeedback(text.slice(at + 2))
    const [prompt, item] = [text.slice(0, Math.max(at, 0)), right].map((part) => unwrapParagraph(giftHtml(part, format)))
    if (!prompt && !item) continue
    if (feedback) leftOut.push({ field: 'pairs', reason: 'the feedback of a pair is left out' })
    items.push(item ?? '')
    if (prompt) pairs.push({ left: prompt, right: item ?? '' })
  }
  const parts = buildMatching(pairs, [], explanation, items)
  return { ...parts, leftOut: [...parts.leftOut, ...leftOut] }
}

function splitFeedback(text: string): [string, string?] {
  const at = text.indexOf('#')
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1).trim()]
}

/** The first feedback is for the wrong answer, the second for the right one. */
function buildTruth(isTrue: boolean, feedback: readonly string[], format: GiftTextFormat, explanation: string): QuestionParts {
  const [wrong = '', right = ''] = feedback.map((text) => unwrapBlank(giftHtml(text, format)))
  const answers = ['True', 'False'].map((html) => {
    const isCorrect = (html === 'True') === isTrue
    return { html, fraction: isCorrect ? 100 : 0, feedback: isCorrect ? right : wrong }
  })
  return buildChoice(answers, true, explanation)
}

function unwrapBlank(html: string): string {
  return isBlankHtml(html) ? '' : html
}

function refuse(field: string, reason: string): QuestionParts {
  return { item: {}, leftOut: [], problems: [{ field, reason }] }
}
