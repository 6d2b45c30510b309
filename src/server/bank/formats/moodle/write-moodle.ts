/**
 * Writes Moodle XML, as Moodle 4 exports and imports it.
 *
 * | question               | Moodle                                                                                              |
 * |------------------------|-----------------------------------------------------------------------------------------------------|
 * | single, multiple choice| `multichoice`; each correct option has an equal part of 100%, each wrong option of a multiple choice −100% |
 * | reorder                | `ordering`; with surplus steps `matching` of places to steps, because `ordering` uses every step     |
 * | drag and drop          | `matching`; surplus items are answers without a question                                            |
 * | the other types        | converted to one of these, see `plain-types.ts`                                                     |
 * | exam, skill area, skill| categories: `$course$/top/mb-800/Skill area/Skill`                                                  |
 * | id                     | `idnumber`                                                                                          |
 * | images                 | files in base64 beside the text that shows them                                                     |
 *
 * `own-markup.ts` and `own-tags.ts` describe how the case study, the reference, and the other fields are written.
 */
import type { BankQuestion } from '#exam/bank-file/index.ts'
import { plainText, shorten } from '#exam/plain-text.ts'
import { letterOf } from '#exam/question.ts'
import type { ExportedQuestion, ExportSource } from '#server/bank/export/source.ts'
import { hasSurplusSteps, listMatches } from '#server/bank/formats/matches.ts'
import { printCategory } from '#server/bank/formats/moodle/category.ts'
import { keepParagraph, printExplanation, printText } from '#server/bank/formats/own-markup.ts'
import { toPlainType } from '#server/bank/formats/plain-types.ts'
import { printTags } from '#server/bank/formats/own-tags.ts'
import { cdata, escapeXml } from '#server/bank/formats/print-xml.ts'
import { listShownImages } from '#server/bank/images/site-images.ts'

type ReadImage = ExportSource['readImage']

/** Maximum length of a question's name in Moodle. */
const nameLengthMax = 255

export async function* writeMoodle(source: ExportSource): AsyncGenerator<string> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<quiz>\n'
  let category = ''
  for await (const batch of source.listQuestions())
    for (const exported of batch) {
      const next = printCategory(exported.question)
      if (next !== category) yield printCategoryQuestion((category = next))
      yield await printQuestion(exported, source.readImage)
    }
  yield '</quiz>\n'
}

function printCategoryQuestion(path: string): string {
  return `<question type="category"><category><text>${escapeXml(path)}</text></category></question>\n`
}

/** The name that Moodle shows in lists of questions: the start of the text. */
export function printName({ text }: Pick<BankQuestion, 'text'>): string {
  return shorten(plainText(text), nameLengthMax - 1) || 'Question'
}

async function printQuestion({ question: exported, caseStudy }: ExportedQuestion, readImage: ReadImage): Promise<string> {
  const question = toPlainType(exported)
  const isMatching = question.type === 'drag_drop' || hasSurplusSteps(question)
  const type = isMatching ? 'matching' : question.type === 'reorder' ? 'ordering' : 'multichoice'
  const tags = printTags(exported, isMatching ? 'matching' : 'ordering')
  return [
    `<question type="${type}">`,
    `<name><text>${escapeXml(printName(question))}</text></name>`,
    await printHtml('questiontext', printText(question, caseStudy), readImage),
    await printHtml('generalfeedback', printExplanation(question, { withReasons: isMatching }), readImage),
    '<defaultgrade>1</defaultgrade><penalty>0.3333333</penalty><hidden>0</hidden>',
    `<idnumber>${question.id}</idnumber>`,
    await printers[type](question, readImage),
    ...(tags.length > 0 ? [`<tags>${tags.map((tag) => `<tag><text>${escapeXml(tag)}</text></tag>`).join('')}</tags>`] : []),
    '</question>\n',
  ].join('\n')
}

const printers = { multichoice: printChoices, ordering: printSteps, matching: printMatches }

async function printChoices({ type, options, answerKey, optionExplanations }: BankQuestion, readImage: ReadImage): Promise<string> {
  const isSingle = type === 'single_choice'
  const part = Number((100 / answerKey.length).toFixed(5))
  const answers = await Promise.all(
    options.map((html, i) => {
      const fraction = answerKey.includes(letterOf(i)) ? part : isSingle ? 0 : -100
      return printAnswer(fraction, html, optionExplanations[i] ?? '', readImage)
    }),
  )
  return [
    `<single>${isSingle}</single><shuffleanswers>true</shuffleanswers><answernumbering>ABCD</answernumbering>`,
    '<showstandardinstruction>0</showstandardinstruction>',
    ...answers,
  ].join('\n')
}

/** The steps in the correct order, as Moodle needs them. */
async function printSteps({ options, answerKey, optionExplanations }: BankQuestion, readImage: ReadImage): Promise<string> {
  const answers = await Promise.all(
    answerKey.map((step, place) => printAnswer(place + 1, options[Number(step)] ?? '', optionExplanations[Number(step)] ?? '', readImage)),
  )
  return [
    '<layouttype>VERTICAL</layouttype><selecttype>ALL</selecttype><selectcount>0</selectcount>',
    '<gradingtype>ALL_OR_NOTHING</gradingtype><showgrading>SHOW</showgrading><numberingstyle>none</numberingstyle>',
    ...answers,
  ].join('\n')
}

/** Answers of a matching question cannot have files. */
async function printMatches(question: BankQuestion, readImage: ReadImage): Promise<string> {
  const matches = await Promise.all(
    listMatches(question).map(({ prompt, item }) =>
      printHtml('subquestion', keepParagraph(prompt), readImage, `<answer><text>${cdata(keepParagraph(item))}</text></answer>`),
    ),
  )
  return ['<shuffleanswers>true</shuffleanswers>', ...matches].join('\n')
}

async function printAnswer(fraction: number, html: string, reason: string, readImage: ReadImage): Promise<string> {
  const feedback = await printHtml('feedback', keepParagraph(reason), readImage)
  return printHtml('answer', keepParagraph(html), readImage, feedback, ` fraction="${fraction}"`)
}

/** An element with HTML and with the images that the HTML shows. Images that are missing keep their address. */
async function printHtml(element: string, html: string, readImage: ReadImage, more = '', attributes = ''): Promise<string> {
  let written = html
  let files = ''
  for (const image of listShownImages([html])) {
    const { address, name } = image
    const bytes = await readImage(image)
    if (!bytes) continue
    written = written.replaceAll(address, `@@PLUGINFILE@@/${name}`)
    files += `<file name="${escapeXml(name)}" path="/" encoding="base64">${Buffer.from(bytes).toString('base64')}</file>`
  }
  return `<${element}${attributes} format="html"><text>${written === '' ? '' : cdata(written)}</text>${files}${more}</${element}>`
}
