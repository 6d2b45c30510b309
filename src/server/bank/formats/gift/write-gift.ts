/**
 * Writes GIFT, as Moodle 4 exports it: HTML, with the id and the tags in a comment that Moodle reads.
 *
 * ```
 * $CATEGORY: $course$/top/mb-800/Skill area/Skill
 *
 * // [id:01a1f7f8-3000-7dd5-a155-880ff1424826] [tag:state:published] [tag:difficulty:2]
 * ::Name::[html]<p>Question</p>{
 *     =Right option
 *     ~Wrong option#Why it is wrong
 *     ####Explanation
 * }
 * ```
 *
 * Types that GIFT lacks are converted to other types (`plain-types.ts`). A multiple choice has `~%50%` and `~%-100%` instead of `=` and `~`.
 * Reorder and drag-and-drop questions become matching questions (`matches.ts`).
 */
import type { BankQuestion } from '#exam/bank-file/index.ts'
import { letterOf } from '#exam/question.ts'
import type { ExportedQuestion, ExportSource } from '#server/bank/export/source.ts'
import { listMatches } from '#server/bank/formats/matches.ts'
import { printCategory } from '#server/bank/formats/moodle/category.ts'
import { printName } from '#server/bank/formats/moodle/write-moodle.ts'
import { keepParagraph, printExplanation, printText } from '#server/bank/formats/own-markup.ts'
import { toPlainType } from '#server/bank/formats/plain-types.ts'
import { printTags } from '#server/bank/formats/own-tags.ts'

export async function* writeGift(source: ExportSource): AsyncGenerator<string> {
  let category = ''
  for await (const batch of source.listQuestions())
    for (const exported of batch) {
      const next = printCategory(exported.question)
      if (next !== category) yield `$CATEGORY: ${(category = next)}\n\n`
      yield printQuestion(exported)
    }
}

function printQuestion({ question: exported, caseStudy }: ExportedQuestion): string {
  const question = toPlainType(exported)
  const isChoice = question.type === 'single_choice' || question.type === 'multiple_choice'
  const tags = printTags(exported, 'matching').map((tag) => ` [tag:${tag.replaceAll(']', '\\]')}]`)
  const answers = isChoice
    ? printChoices(question)
    : listMatches(question).map(({ prompt, item }) => `=${escapeGift(keepParagraph(prompt))} -> ${escapeGift(keepParagraph(item))}`)
  const explanation = printExplanation(question, { withReasons: !isChoice })
  return [
    `// [id:${question.id}]${tags.join('')}`,
    `::${escapeGift(printName(question))}::[html]${escapeGift(printText(question, caseStudy))}{`,
    ...[...answers, `####${escapeGift(explanation)}`].map((line) => `\t${line}`),
    '}\n\n',
  ].join('\n')
}

function printChoices({ type, options, answerKey, optionExplanations }: BankQuestion): string[] {
  const isSingle = type === 'single_choice'
  const part = Number((100 / answerKey.length).toFixed(5))
  return options.map((html, i) => {
    const isCorrect = answerKey.includes(letterOf(i))
    const mark = isSingle ? (isCorrect ? '=' : '~') : `~%${isCorrect ? part : -100}%`
    const reason = optionExplanations[i]
    return `${mark}${printHtml(html)}${reason ? `#${printHtml(reason)}` : ''}`
  })
}

/** A text that starts with a bracket would otherwise be read as a format. */
function printHtml(html: string): string {
  return `${html.startsWith('[') ? '[html]' : ''}${escapeGift(keepParagraph(html))}`
}

/** Escapes the control characters of GIFT, and line breaks and arrows, which would split an answer. */
function escapeGift(text: string): string {
  return text
    .replaceAll('->', '-&gt;')
    .replace(/[\\#=~{}:]/g, '\\$&')
    .replace(/\r\n?|\n/g, '\\n')
}
