/**
 * Reads an item of QTI 2.1, 2.2, or 3.0 (`assessmentItem`, `qti-assessment-item`).
 *
 * | interaction                                | question                                                          |
 * |--------------------------------------------|-------------------------------------------------------------------|
 * | choice, hottext                            | multiple choice, unless `max-choices` is 1 or the response single |
 * | order                                      | reorder                                                           |
 * | match, associate                           | drag and drop, if each entry of one side has at most one match    |
 * | gap match, several inline choices          | drag and drop; the gaps are `[1]`, `[2]` in the text              |
 * | one inline choice                          | single choice; the gap is `[1]`                                   |
 * | text entry, extended text, graphics, other | refused with the reason                                           |
 */
import { plainText, shorten } from '#exam/plain-text.ts'
import { childOf, childrenOf, findAll, type XmlElement } from '#server/bank/formats/xml.ts'
import { takePage, writeBody, type BodyWriter } from '#server/bank/formats/qti/body.ts'
import { isEmptyHtml } from '#server/bank/formats/qti/material.ts'
import { createMatching, type MatchEntry } from '#server/bank/formats/qti/matching.ts'
import { normalizeQti } from '#server/bank/formats/qti/normalize.ts'
import {
  createChoice,
  createNotes,
  describePoints,
  explain,
  QuestionRefusal,
  type ChoiceEntry,
  type Feedback,
  type NoteLeftOut,
  type QtiQuestion,
  type QuestionFields,
} from '#server/bank/formats/qti/question.ts'
import { findFeedbackOptions, readResponses, type QtiResponse } from '#server/bank/formats/qti/responses.ts'

/** `stimulus` is the address of the shared text that the item refers to, as written. */
export type AssessmentItem = QtiQuestion & { stimulus: string | undefined }

/**
 * `element` is the root of the file at `path` in its package. Images have addresses such as `package:images/a.png`.
 *
 * @throws {QuestionRefusal}
 */
export function readAssessmentItem(element: XmlElement, path: string): AssessmentItem {
  const item = normalizeQti(element)
  const { note, list } = createNotes()
  const body = childOf(item, 'item-body')
  if (!body) throw new QuestionRefusal('text', 'is missing: the item has no body')
  if (childOf(item, 'template-processing')) throw new QuestionRefusal('text', 'contains values that are computed for each candidate')
  const found: Found = { interactions: [], gaps: [], feedback: [] }
  const writer = createWriter(path, note, found)
  const text = writeBody(body.children, writer)
  if (item.attributes.get('adaptive') === 'true')
    note('question_type', 'is adaptive (several tries with feedback between them), of which only the question is taken')
  const context: ItemContext = { item, found, writer, note, responses: readResponses(item), title: item.attributes.get('title') ?? '' }
  const fields = createFields(context, text)
  const stimulus = takePage(item, childOf(item, 'assessment-stimulus-ref'), (reason) => note('text', reason))
  return { fields, leftOut: list(), stimulus }
}

type Found = { interactions: XmlElement[]; gaps: XmlElement[]; feedback: XmlElement[] }
type ItemContext = {
  item: XmlElement
  found: Found
  writer: BodyWriter
  note: NoteLeftOut
  responses: ReadonlyMap<string, QtiResponse>
  title: string
}

function createWriter(path: string, note: NoteLeftOut, found: Found): BodyWriter {
  const writer: BodyWriter = {
    path,
    note,
    feedback: (element) => void found.feedback.push(element),
    interaction: (element) => {
      if (element.name === 'gap') {
        found.gaps.push(element)
        return `[${found.gaps.length}]`
      }
      // This interaction ends an attempt, so there is nothing to answer.
      if (element.name === 'end-attempt-interaction') return ''
      if (element.name === 'media-interaction') {
        note('text', 'has a sound or video, which is left out')
        return ''
      }
      found.interactions.push(element)
      if (element.name === 'inline-choice-interaction') return `[${found.interactions.length}]`
      if (element.name === 'gap-match-interaction' || element.name === 'hottext-interaction')
        return writeBody(
          element.children.filter((child) => typeof child === 'string' || !isEntry(child)),
          writer,
        )
      return writeBody(childOf(element, 'prompt')?.children ?? [], writer)
    },
  }
  return writer
}

function isEntry({ name }: XmlElement): boolean {
  return name === 'gap-text' || name === 'gap-img'
}

function createFields(context: ItemContext, written: string): QuestionFields {
  const { interactions } = context.found
  const [first, ...more] = interactions
  const isLater = context.found.feedback.some((element) => findAll(element, ...unsupported.keys(), ...supported).length > 0)
  if (!first && isLater) throw new QuestionRefusal('question_type', 'asks only after an earlier try, in its feedback')
  if (!first) throw new QuestionRefusal('question_type', 'cannot be determined: the item asks nothing')
  const text = isEmptyHtml(written) ? context.title : written
  const areInline = interactions.every(({ name }) => name === 'inline-choice-interaction')
  const refused = interactions.find(({ name }) => unsupported.has(name) || !supported.has(name))
  if (refused) throw new QuestionRefusal('question_type', unsupported.get(refused.name) ?? `is not known in this bank: ${refused.name}`)
  if (more.length > 0 && !areInline)
    throw new QuestionRefusal(
      'question_type',
      `combines ${interactions.length} questions in one item; make each of them an item of its own`,
    )
  switch (first.name) {
    case 'order-interaction':
      return createOrder(context, first, text)
    case 'match-interaction':
      return createMatch(context, first, text)
    case 'associate-interaction':
      return createAssociation(context, first, text)
    case 'gap-match-interaction':
      return createGaps(context, first, text)
    case 'inline-choice-interaction':
      return more.length > 0 ? createInlineGaps(context, text) : createChoiceQuestion(context, first, text, 'inline-choice', false)
    case 'hottext-interaction':
      return createChoiceQuestion(context, first, text, 'hottext', first.attributes.get('max-choices') !== '1')
    default:
      return createChoiceQuestion(context, first, text, 'simple-choice', first.attributes.get('max-choices') !== '1')
  }
}

const supported = new Set(
  ['choice', 'order', 'match', 'associate', 'gap-match', 'inline-choice', 'hottext'].map((name) => `${name}-interaction`),
)
const unsupported = new Map([
  ['text-entry-interaction', 'asks for a typed answer, which this bank does not have'],
  ['extended-text-interaction', 'is an essay, which this bank does not have'],
  ['upload-interaction', 'asks for a file, which this bank does not have'],
  ['drawing-interaction', 'asks for a drawing, which this bank does not have'],
  ['slider-interaction', 'asks for a value on a slider, which this bank does not have'],
  ...['hotspot', 'graphic-order', 'graphic-associate', 'graphic-gap-match', 'select-point', 'position-object'].map(
    (name) => [`${name}-interaction`, 'asks for places on a picture, which this bank does not have'] as const,
  ),
  ...['custom', 'portable-custom'].map((name) => [`${name}-interaction`, 'needs a program of another tool (custom interaction)'] as const),
])

function createChoiceQuestion(context: ItemContext, interaction: XmlElement, text: string, entry: string, isMany: boolean): QuestionFields {
  const options = listEntries(context, interaction, entry)
  const response = findResponse(context, interaction)
  // Some files have no `max-choices`, so the response declaration counts, too.
  const isMultiple = isMany && (response.cardinality !== 'single' || response.correct.length > 1)
  notePoints(context, options, response)
  return createChoice(text, options, response.correct, isMultiple, readFeedback(context, options))
}

function createOrder(context: ItemContext, interaction: XmlElement, text: string): QuestionFields {
  const options = listEntries(context, interaction, 'simple-choice')
  const { correct } = findResponse(context, interaction)
  const key = correct.map((id) => options.findIndex((option) => option.id === id))
  if (key.length === 0 || key.includes(-1)) throw new QuestionRefusal('correct_answer', 'is missing or names a step that does not exist')
  const feedback = readFeedback(context, options)
  return {
    question_type: 'reorder',
    text,
    options: options.map(({ html }) => html),
    correct_answer: key.map(String),
    ...explain(feedback.general),
    ...(feedback.byOption.size > 0 && { option_explanations: options.map(({ id }) => feedback.byOption.get(id) ?? null) }),
  }
}

function createMatch(context: ItemContext, interaction: XmlElement, text: string): QuestionFields {
  const [left, right] = childrenOf(interaction, 'simple-match-set').map((set) => listEntries(context, set, 'simple-associable-choice'))
  const response = findResponse(context, interaction)
  return createPairs(context, text, left ?? [], right ?? [], response, readPairs(response))
}

function createAssociation(context: ItemContext, interaction: XmlElement, text: string): QuestionFields {
  const entries = listEntries(context, interaction, 'simple-associable-choice')
  const response = findResponse(context, interaction)
  const pairs = readPairs(response)
  const left = entries.filter(({ id }) => pairs.some(([first]) => first === id))
  const right = entries.filter((entry) => !left.includes(entry))
  context.note('pairs', 'had no sides; the entries of free pairs became two sides')
  return createPairs(context, text, left, right, response, pairs)
}

function createGaps(context: ItemContext, interaction: XmlElement, text: string): QuestionFields {
  const gaps = context.found.gaps.map(({ attributes }, i) => ({ id: attributes.get('identifier') ?? '', html: `[${i + 1}]` }))
  const items = childrenOf(interaction)
    .filter(isEntry)
    .map((entry) => readEntry(context, entry))
  const response = findResponse(context, interaction)
  // Each pair names the item first, then its gap.
  const pairs = readPairs(response).map(([item, gap]) => [gap, item] as const)
  return createPairs(context, text, gaps, items, response, pairs)
}

function createInlineGaps(context: ItemContext, text: string): QuestionFields {
  const { interactions } = context.found
  const gaps = interactions.map(({ attributes }, i) => ({ id: attributes.get('response-identifier') ?? '', html: `[${i + 1}]` }))
  const items = interactions.flatMap((interaction, i) =>
    listEntries(context, interaction, 'inline-choice').map(({ id, html }) => ({ id: `${i} ${id}`, html })),
  )
  const pairs = interactions.flatMap((interaction, i) => {
    const [correct] = findResponse(context, interaction).correct
    return correct === undefined ? [] : [[gaps[i]?.id ?? '', `${i} ${correct}`] as const]
  })
  if (pairs.length < gaps.length)
    throw new QuestionRefusal('correct_answer', `is missing for ${gaps.length - pairs.length} of ${gaps.length} gaps`)
  context.note('pairs', 'had a list of choices for each gap; now each gap offers all of them')
  return {
    question_type: 'drag_drop',
    text,
    ...createMatching({ left: gaps, right: items, pairs }, context.note),
    ...generalFeedback(context),
  }
}

function createPairs(
  context: ItemContext,
  text: string,
  left: readonly MatchEntry[],
  right: readonly MatchEntry[],
  response: QtiResponse,
  pairs: readonly (readonly [string, string])[],
): QuestionFields {
  const values = new Set([...response.points.values()].filter((value) => value !== 0))
  if (values.size > 1)
    context.note('correct_answer', 'has different points for single pairs, which are left out; only the complete answer earns the point')
  return { question_type: 'drag_drop', text, ...createMatching({ left, right, pairs }, context.note), ...generalFeedback(context) }
}

function readPairs({ correct }: QtiResponse): (readonly [string, string])[] {
  return correct.map((pair) => {
    const [first = '', second = ''] = pair.split(' ')
    return [first, second] as const
  })
}

/** In some tools, a list inside a text starts with an empty choice, which is not an answer. */
function listEntries(context: ItemContext, parent: XmlElement, name: string): ChoiceEntry[] {
  const entries = findAll(parent, name).map((entry) => readEntry(context, entry))
  return name === 'inline-choice' ? entries.filter(({ html }) => !isEmptyHtml(html)) : entries
}

/** Feedback inside an option is collected, and is not part of the option. */
function readEntry({ writer, found }: ItemContext, entry: XmlElement): ChoiceEntry {
  const id = entry.attributes.get('identifier') ?? ''
  const feedback = (element: XmlElement) =>
    void found.feedback.push({ ...element, attributes: new Map([...element.attributes, ['option', id]]) })
  return { id, html: writeBody(entry.children, { ...writer, feedback }) }
}

function findResponse({ responses }: ItemContext, { attributes }: XmlElement): QtiResponse {
  const id = attributes.get('response-identifier') ?? ''
  return responses.get(id) ?? { id, cardinality: 'single', correct: [], points: new Map() }
}

function notePoints({ note }: ItemContext, options: readonly ChoiceEntry[], { correct, points }: QtiResponse): void {
  const isPlain =
    correct.every((id) => points.get(id) === points.get(correct[0] ?? '')) &&
    [...points].every(([id, value]) => correct.includes(id) || value === 0)
  const described = points.size > 0 && !isPlain ? describePoints(options, points) : undefined
  if (described !== undefined) note('correct_answer', described)
}

function generalFeedback(context: ItemContext): { explanation?: string } {
  return explain(readFeedback(context, []).general)
}

/** Modal, inline, and block feedback. Feedback about one option explains that option; other feedback explains the question. */
function readFeedback({ item, found, writer, note }: ItemContext, options: readonly ChoiceEntry[]): Feedback {
  const ids = options.map(({ id }) => id)
  const optionOf = findFeedbackOptions(item, ids)
  const byOption = new Map<string, string>()
  const general: string[] = []
  for (const element of [...childrenOf(item, 'modal-feedback'), ...found.feedback]) {
    const id = element.attributes.get('identifier') ?? ''
    const option = ids.find((one) => one === element.attributes.get('option')) ?? optionOf.get(id)
    const html = writeBody(element.children, { ...writer, interaction: () => '', feedback: () => undefined })
    if (isEmptyHtml(html)) continue
    if (element.attributes.get('show-hide') === 'hide')
      note('explanation', `contains feedback that was shown until a certain answer: ${shorten(plainText(html), 60)}`)
    if (option === undefined) general.push(html)
    else byOption.set(option, [byOption.get(option), html].filter((part) => part !== undefined).join(' '))
  }
  return { byOption, general }
}
