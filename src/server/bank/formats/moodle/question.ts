/** Reads one question of Moodle XML. */
import { plainText } from '#exam/plain-text.ts'
import type { FormatFile, FormatItem } from '#server/bank/formats/format.ts'
import { buildChoice, buildMatching, buildOrdering, type FormatAnswer, type QuestionParts } from '#server/bank/formats/item-parts.ts'
import { buildGaps } from '#server/bank/formats/moodle/gaps.ts'
import { noteTags, readTags } from '#server/bank/formats/own-tags.ts'
import { createTextReader, type MoodleText } from '#server/bank/formats/moodle/text.ts'
import { hasFormula, isBlankHtml, plainToHtml, unwrapParagraph } from '#server/bank/formats/rich-text.ts'
import { childOf, childrenOf, textOf, type XmlElement } from '#server/bank/formats/xml.ts'
import type { ValidationIssue } from '#server/bank/validate-question.ts'

/** Why types that our questions cannot express are refused. */
const unsupported: Readonly<Record<string, string>> = {
  essay: 'is an essay, which a person must grade',
  shortanswer: 'asks for a typed answer; only choosing, ordering, and matching are possible here',
  numerical: 'asks for a typed number; only choosing, ordering, and matching are possible here',
  calculated: 'is calculated from changing numbers, which are not possible here',
  calculatedsimple: 'is calculated from changing numbers, which are not possible here',
  calculatedmulti: 'is calculated from changing numbers, which are not possible here',
  multianswer: 'is a cloze text with answers in it; write its parts as separate questions',
  cloze: 'is a cloze text with answers in it; write its parts as separate questions',
  description: 'is a text without a question',
  random: 'draws a random question; import the questions themselves',
  randomsamatch: 'draws random short answers; import a matching question',
  ddimageortext: 'is dragging onto an image, which is not possible here',
  ddmarker: 'is marking places in an image, which is not possible here',
}

/** `numbers`: the idnumbers of earlier questions, each with its category. The idnumber of this question is added. */
export async function readMoodleQuestion(
  element: XmlElement,
  categories: readonly string[],
  numbers: Set<string>,
  addImage: FormatFile['addImage'],
): Promise<FormatItem> {
  const type = element.attributes.get('type')?.trim() ?? ''
  const reader = createTextReader(addImage)
  const text = await reader.read(childOf(element, 'questiontext'))
  const oldImage = await reader.readOldImage(element)
  const explanation = await reader.read(childOf(element, 'generalfeedback'))
  const parts = await buildParts(type, element, reader, { text: text + oldImage, explanation })
  const name = textOf(childOf(element, 'name')).trim()
  const tags = listTags(element)
  const written = [parts.item['text'], explanation].filter((html) => typeof html === 'string')
  const number = textOf(childOf(element, 'idnumber')).trim()
  const numbered = number === '' ? undefined : uuid.test(number) ? number : JSON.stringify([categories, number])
  // Moodle drops an idnumber that another question in the category already has.
  const isRepeated = numbered !== undefined && numbered !== number && numbers.has(numbered)
  if (numbered !== undefined) numbers.add(numbered)
  return {
    place: { line: element.line, element: name === '' ? type : `${type} "${name.slice(0, 60)}"` },
    item: { text: isBlankHtml(text + oldImage) ? plainToHtml(name) : text + oldImage, ...parts.item },
    sourceId: numbered === undefined || isRepeated ? identifyByTexts(element, name) : numbered,
    categories: [...categories, ...readTags(tags).others],
    tags,
    leftOut: [
      ...parts.leftOut,
      ...reader.leftOut,
      ...listLeftOut(element),
      ...(isRepeated
        ? [{ field: 'idnumber', reason: `${JSON.stringify(number.slice(0, 40))} is the number of an earlier question; it is left out` }]
        : []),
      ...(hasFormula(...written) ? [{ field: 'text', reason: 'has a formula, which is shown as it is written' }] : []),
    ],
    problems: [...parts.problems, ...reader.problems],
  }
}

type Texts = { text: string; explanation: string }

async function buildParts(type: string, element: XmlElement, reader: MoodleText, { text, explanation }: Texts): Promise<QuestionParts> {
  switch (type) {
    case 'multichoice':
    case 'multichoiceset':
    case 'oumultiresponse': {
      const isSingle = type === 'multichoice' && /^(?:true|1|)$/.test(textOf(childOf(element, 'single')).trim())
      return buildChoice(await readAnswers(element, reader), isSingle, explanation)
    }
    case 'truefalse':
      return buildChoice((await readAnswers(element, reader)).map(nameTruth), true, explanation)
    case 'matching':
    case 'ddmatch':
      return buildPairs(element, reader, explanation)
    case 'ordering': {
      const answers = await readAnswers(element, reader)
      const steps = answers.some(({ fraction }) => fraction > 0) ? answers.toSorted((a, b) => a.fraction - b.fraction) : answers
      return buildOrdering(
        steps.map(({ html }) => html),
        explanation,
        steps.map(({ feedback }) => feedback),
      )
    }
    case 'ddwtos':
    case 'gapselect':
      return buildGaps(element, text, explanation)
    default: {
      const reason = unsupported[type] ?? `has the question type ${JSON.stringify(type.slice(0, 40))}, which is not possible here`
      return { item: {}, leftOut: [], problems: [{ field: 'question_type', reason }] }
    }
  }
}

async function readAnswers(element: XmlElement, reader: MoodleText): Promise<FormatAnswer[]> {
  const answers: FormatAnswer[] = []
  for (const answer of childrenOf(element, 'answer')) {
    const html = unwrapParagraph(await reader.read(answer, 'options'))
    const feedback = unwrapParagraph(await reader.read(childOf(answer, 'feedback'), 'option_explanations'))
    const fraction = Number(answer.attributes.get('fraction') ?? textOf(childOf(answer, 'fraction')))
    // Moodle leaves empty fields of its form in some exports.
    if (!isBlankHtml(html)) answers.push({ html, fraction: Number.isFinite(fraction) ? fraction : 0, feedback })
  }
  return answers
}

function nameTruth(answer: FormatAnswer): FormatAnswer {
  const word = plainText(answer.html).toLowerCase()
  return { ...answer, html: word === 'true' ? 'True' : word === 'false' ? 'False' : answer.html }
}

async function buildPairs(element: XmlElement, reader: MoodleText, explanation: string): Promise<QuestionParts> {
  const pairs: { left: string; right: string }[] = []
  const items: string[] = []
  for (const subquestion of childrenOf(element, 'subquestion')) {
    const left = unwrapParagraph(await reader.read(subquestion, 'pairs'))
    const right = unwrapParagraph(await reader.readAnswer(childOf(subquestion, 'answer'), 'pairs'))
    if (isBlankHtml(right)) continue
    items.push(right)
    if (!isBlankHtml(left)) pairs.push({ left, right })
  }
  return buildMatching(pairs, [], explanation, items)
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** The source id of a question that has no idnumber of its own. */
function identifyByTexts(element: XmlElement, name: string): string {
  // The answers are included, because many questions share a name or a text.
  const answers = [...childrenOf(element, 'answer'), ...childrenOf(element, 'subquestion'), ...childrenOf(element, 'dragbox')]
  return JSON.stringify([name, textOf(childOf(childOf(element, 'questiontext'), 'text')), answers.map(answerText)])
}

function answerText(answer: XmlElement): string {
  return textOf(childOf(answer, 'text')) + textOf(childOf(childOf(answer, 'answer'), 'text'))
}

function listTags(element: XmlElement): string[] {
  return childrenOf(childOf(element, 'tags') ?? emptyElement, 'tag').map((tag) => textOf(tag).trim())
}

const emptyElement: XmlElement = { name: '', attributes: new Map(), children: [], line: 0 }

const standardFeedback = new Set(['', 'your answer is correct.', 'your answer is partially correct.', 'your answer is incorrect.'])
const combinedFeedback = ['correctfeedback', 'partiallycorrectfeedback', 'incorrectfeedback']

/** What the Moodle question has but our questions do not support. */
function listLeftOut(element: XmlElement): ValidationIssue[] {
  const found: ValidationIssue[] = []
  const value = (name: string) => textOf(childOf(element, name)).trim()
  const hints = childrenOf(element, 'hint').filter((hint) => textOf(childOf(hint, 'text')).trim() !== '')
  if (hints.length > 0)
    found.push({ field: 'hint', reason: hints.length === 1 ? '1 hint is left out' : `${hints.length} hints are left out` })
  for (const name of combinedFeedback)
    if (!standardFeedback.has(plainText(textOf(childOf(childOf(element, name), 'text'))).toLowerCase()))
      found.push({ field: name, reason: 'the feedback for the whole answer is left out' })
  const grade = Number(value('defaultgrade') || 1)
  if (Number.isFinite(grade) && grade !== 1)
    found.push({ field: 'defaultgrade', reason: `its ${grade} points are left out; every question counts the same here` })
  if (/^(?:0|false)$/.test(value('shuffleanswers')))
    found.push({ field: 'shuffleanswers', reason: 'the fixed order is left out; options may be shuffled here' })
  if (/^(?:1|2|RANDOM|CONTIGUOUS)$/i.test(value('selecttype')))
    found.push({ field: 'selecttype', reason: 'showing only some of the steps is left out; all are shown' })
  if (/^1$/.test(value('hidden')))
    found.push({ field: 'hidden', reason: 'is an old or deleted question in Moodle; delete the draft if you do not need it' })
  return [...found, ...noteTags(listTags(element))]
}
