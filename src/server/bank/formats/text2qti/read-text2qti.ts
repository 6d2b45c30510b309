/**
 * Reads the Markdown format of text2qti.
 *
 * | written                                  | here                                                    |
 * |------------------------------------------|---------------------------------------------------------|
 * | `1.  Question` with `a)` and `*b)`        | single choice                                           |
 * | `[ ]` and `[*]`                          | multiple choice                                         |
 * | `...` after the question, `!` solution   | explanation                                             |
 * | `...` after an option                    | its reason                                              |
 * | `+` for correct, `-` for incorrect answers | explanation; left out                                 |
 * | `Title:`, `Points:`, `GROUP`             | left out, with a note                                   |
 * | `=` number, `*` typed, `____`, `^^^^`    | refused with the reason                                 |
 */
import type { BankFormat, FormatItem } from '#server/bank/formats/format.ts'
import { buildChoice, type FormatAnswer, type QuestionParts } from '#server/bank/formats/item-parts.ts'
import { dropFileImages, hasFormula, joinHtml, markdownToHtml, unwrapParagraph } from '#server/bank/formats/rich-text.ts'
import { readText2qtiBlocks, type Text2qtiBlock } from '#server/bank/formats/text2qti/text2qti-blocks.ts'
import type { ValidationIssue } from '#server/bank/validate-question.ts'

export const text2qti: BankFormat = {
  id: 'text2qti',
  name: 'Markdown of text2qti',
  recognizes: (sample) =>
    sample.kind === 'text' &&
    /^\d+\.[ \t]+\S/m.test(sample.text) &&
    (/^\*[a-zA-Z]\)[ \t]+\S/m.test(sample.text) || /^\[\*\][ \t]+\S/m.test(sample.text) || /^Quiz title:/im.test(sample.text)),
  read: function* ({ readText, warn }) {
    let question: Text2qtiQuestion | undefined
    /** Fields before the number of the question. */
    let fields: Text2qtiBlock[] = []
    let isGroup = false
    for (const block of readText2qtiBlocks(readText())) {
      if (block.kind === 'field' && /^(?:title|points)$/.test(block.mark)) {
        if (question) yield toItem(question)
        question = undefined
        fields.push(block)
      } else if (block.kind === 'question') {
        if (question) yield toItem(question)
        question = { block, fields, isGroup, parts: [] }
        fields = []
      } else if (block.kind === 'group' || block.kind === 'field') {
        if (question) yield toItem(question)
        question = undefined
        if (block.kind === 'group') isGroup = block.mark === 'group'
        else if (block.mark.startsWith('text')) warn(`line ${block.line}`, 'A text between questions was left out.')
      } else if (question) question.parts.push(block)
      else warn(`line ${block.line}`, `The text ${JSON.stringify(block.text.slice(0, 40))} belongs to no question and was left out.`)
    }
    if (question) yield toItem(question)
  },
}

type Text2qtiQuestion = { block: Text2qtiBlock; fields: readonly Text2qtiBlock[]; isGroup: boolean; parts: Text2qtiBlock[] }

function toItem({ block, fields, isGroup, parts }: Text2qtiQuestion): FormatItem {
  const general: string[] = []
  const answers: (FormatAnswer & { kind: string })[] = []
  const leftOut: ValidationIssue[] = []
  for (const { kind, mark, text } of parts) {
    const html = markdownToHtml(text)
    const last = answers.at(-1)
    if (kind === 'choice' || kind === 'box')
      answers.push({ kind, html: unwrapParagraph(html), fraction: mark === '*' ? 100 : 0, feedback: '' })
    else if (kind === 'feedback' && last)
      answers[answers.length - 1] = { ...last, feedback: joinHtml(last.feedback, unwrapParagraph(html)) }
    else if (kind === 'feedback' || kind === 'praise' || kind === 'solution') general.push(html)
    else if (kind === 'hint') leftOut.push({ field: '-', reason: 'the feedback for incorrect answers is left out' })
  }
  const text = markdownToHtml(block.text)
  const points = fields.find(({ mark }) => mark === 'points')?.text
  const title = fields.find(({ mark }) => mark === 'title')?.text
  const built = buildParts(answers, parts, joinHtml(...general))
  const cleaned = dropFileImages({ text, ...built.item })
  return {
    place: { line: block.line, element: `question ${block.mark}` },
    item: cleaned.item,
    leftOut: [
      ...built.leftOut,
      ...leftOut,
      ...cleaned.leftOut,
      ...(title === undefined
        ? []
        : [{ field: 'Title', reason: `${JSON.stringify(title.slice(0, 80))} is left out; questions have no titles here` }]),
      ...(points === undefined || Number(points) === 1
        ? []
        : [{ field: 'Points', reason: `its ${points.slice(0, 20)} points are left out; every question counts the same here` }]),
      ...(isGroup ? [{ field: 'GROUP', reason: 'drawing some questions of the group is left out' }] : []),
      ...(hasFormula(text, ...general) || /(?<![\\$])\$[^\s$][^$\n]*\$/.test(block.text)
        ? [{ field: 'text', reason: 'has a formula, which is shown as it is written' }]
        : []),
    ],
    problems: built.problems,
  }
}

const unsupported: Readonly<Partial<Record<Text2qtiBlock['kind'], string>>> = {
  answer: 'asks for a typed answer; only choosing, ordering, and matching are possible here',
  number: 'asks for a typed number; only choosing, ordering, and matching are possible here',
  essay: 'is an essay, which a person must grade',
  upload: 'asks for a file, which is not possible here',
}

function buildParts(
  answers: readonly (FormatAnswer & { kind: string })[],
  parts: readonly Text2qtiBlock[],
  explanation: string,
): QuestionParts {
  const reason = parts.map(({ kind }) => unsupported[kind]).find((found) => found !== undefined)
  if (answers.length === 0 && reason !== undefined) return { item: {}, leftOut: [], problems: [{ field: 'question_type', reason }] }
  return buildChoice(
    answers,
    answers.every(({ kind }) => kind === 'choice'),
    explanation,
  )
}
