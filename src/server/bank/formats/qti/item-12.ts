/**
 * Reads an item of QTI 1.2, as Canvas, Blackboard, Brightspace, Respondus, and Common Cartridges write it.
 *
 * | responses of the item                                             | question                                         |
 * |-------------------------------------------------------------------|--------------------------------------------------|
 * | one `response_lid`, `rcardinality="Single"`                        | single choice                                    |
 * | one `response_lid`, `rcardinality="Multiple"`                      | multiple choice                                  |
 * | one `response_lid`, `rcardinality="Ordered"`                       | reorder                                          |
 * | several `response_lid`                                            | drag and drop, if each prompt has one item       |
 * | `response_str`, `response_num`, `response_xy`, none               | refused with the kind of question                |
 * | blanks of Canvas whose labels are accepted spellings               | refused; see `canvas-blanks.ts`                  |
 */
import { plainText } from '#exam/plain-text.ts'
import { childOf, childrenOf, findAll, textOf, type XmlElement } from '#server/bank/formats/xml.ts'
import { findScoredValues, readConditions, type Condition } from '#server/bank/formats/qti/conditions.ts'
import { nameBlanks, refuseTypedBlanks } from '#server/bank/formats/qti/canvas-blanks.ts'
import { createMatching } from '#server/bank/formats/qti/matching.ts'
import { isEmptyHtml, writeMaterial, type MaterialWriter } from '#server/bank/formats/qti/material.ts'
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

/** Metadata of an item by label, such as `question_type` of Canvas or `bbmd_questiontype` of Blackboard. */
export function readMetadata(item: XmlElement): ReadonlyMap<string, string> {
  const fields = findAll(item, 'qtimetadatafield').map(
    (field) => [textOf(childOf(field, 'fieldlabel')).trim(), textOf(childOf(field, 'fieldentry')).trim()] as const,
  )
  const direct = childrenOf(childOf(item, 'itemmetadata') ?? item).flatMap((field) =>
    childrenOf(field).length === 0 ? [[field.name, textOf(field).trim()] as const] : [],
  )
  return new Map([...direct, ...fields])
}

type LogicalResponse = { id: string; cardinality: string; prompt: string; labels: readonly ChoiceEntry[] }

type Item12 = {
  item: XmlElement
  metadata: ReadonlyMap<string, string>
  text: string
  responses: readonly LogicalResponse[]
  conditions: readonly Condition[]
  writer: MaterialWriter
  note: NoteLeftOut
}

/**
 * `path`: the path of the file in its package.
 *
 * @throws {QuestionRefusal}
 */
export function readItem12(item: XmlElement, path: string): QtiQuestion {
  const { note, list } = createNotes()
  const writer = { path, note }
  const presentation = childOf(item, 'presentation')
  if (!presentation) throw new QuestionRefusal('text', 'is missing: the item presents nothing')
  const metadata = readMetadata(item)
  const typed = findAll(presentation, 'response_str', 'response_num', 'response_xy', 'response_grp')
  const lids = findAll(presentation, 'response_lid')
  if (typed.length > 0 || lids.length === 0) throw new QuestionRefusal('question_type', explainKind(kindOf(metadata), typed[0]))
  const refused = unfitKinds.find(([name]) => name === kindOf(metadata))
  if (refused) throw new QuestionRefusal('question_type', refused[1])
  refuseTypedBlanks(kindOf(metadata), lids)
  if (findAll(item, 'hint').length > 0) note('explanation', 'has hints, which are left out')
  const blocks = findRightSide(presentation, writer)
  const isOther = (element: XmlElement) => element.name.startsWith('response_') || isRightSide(element) || isRow(element)
  const written = writeMaterial(presentation, writer, isOther) || (item.attributes.get('title') ?? '')
  const { text, responses } = nameBlanks(
    written,
    lids.map((lid) => readResponse(lid, writer, findPrompt(presentation, lid, writer))),
  )
  const context: Item12 = {
    item,
    metadata,
    text,
    responses: blocks.length > 0 ? responses.map((response) => nameLabels(response, blocks)) : responses,
    conditions: readConditions(item),
    writer,
    note,
  }
  return { fields: createFields(context), leftOut: list() }
}

/** The kind of question as its tool names it, in lowercase; `''` if unknown. */
export function kindOf(metadata: ReadonlyMap<string, string>): string {
  return (
    metadata.get('question_type') ??
    metadata.get('bbmd_questiontype') ??
    metadata.get('cc_profile') ??
    metadata.get('qmd_questiontype') ??
    metadata.get('respondusapi_qtype') ??
    ''
  ).toLowerCase()
}

const unfitKinds: readonly (readonly [string, string])[] = [
  ['opinion scale', 'is an opinion scale, which has no correct answer'],
  ['likert', 'is an opinion scale, which has no correct answer'],
]

function explainKind(kind: string, response: XmlElement | undefined): string {
  if (/essay|short response|text_only_question/.test(kind) || kind === 'cc.essay.v0p1')
    return kind === 'text_only_question' ? 'is a text without a question' : 'is an essay, which this bank does not have'
  if (/calculated|formula/.test(kind)) return 'is calculated for each candidate, which this bank does not have'
  if (/upload/.test(kind)) return 'asks for a file, which this bank does not have'
  if (/numer/.test(kind) || response?.name === 'response_num') return 'asks for a number, which this bank does not have'
  if (/hot.?spot/.test(kind) || response?.name === 'response_xy') return 'asks for a place on a picture, which this bank does not have'
  if (response || /fill.?in|blank/.test(kind)) return 'asks for a typed answer, which this bank does not have'
  return 'cannot be determined: the item asks nothing'
}

function createFields(context: Item12): QuestionFields {
  const [first, ...more] = context.responses
  if (!first) throw new QuestionRefusal('question_type', 'cannot be determined: the item asks nothing')
  if (more.length > 0) return createPairs(context)
  if (first.cardinality === 'ordered') return createOrder(context, first)
  return createOptions(context, first)
}

function createOptions(context: Item12, response: LogicalResponse): QuestionFields {
  const { conditions, metadata, note, text } = context
  const scored = findScoredValues(conditions).filter(({ value }) => response.labels.some(({ id }) => id === value))
  // Canvas also exports rows that were left empty in its form.
  const labels = response.labels.filter(({ id, html }) => !isEmptyHtml(html) || scored.some(({ value }) => value === id))
  const isMultiple = response.cardinality === 'multiple' || /multiple.?answer/.test(kindOf(metadata))
  const most = Math.max(...scored.map(({ score }) => score))
  const together = conditions.find(({ values, isAny, score }) => score !== undefined && score > 0 && !isAny && values.length > 1)
  const key = isMultiple
    ? (together?.values.map(({ value }) => value) ?? scored.map(({ value }) => value))
    : scored.filter(({ score }) => score === most).map(({ value }) => value)
  const different = [...new Set(key)].filter((id) => labels.some((label) => label.id === id))
  if (!isMultiple && different.length > 1)
    throw new QuestionRefusal(
      'correct_answer',
      `has ${different.length} options that each earn the point, but a candidate may choose only one`,
    )
  const points = new Map(
    conditions.flatMap(({ values, score }) =>
      score !== undefined && score !== 0 && Number.isFinite(score) && values.length === 1
        ? values.map(({ value }) => [value, score] as const)
        : [],
    ),
  )
  const isPartial = [...points].some(([id, score]) => !different.includes(id) || (isMultiple && score !== points.get(different[0] ?? '')))
  const described = isPartial ? describePoints(labels, points) : undefined
  if (described !== undefined) note('correct_answer', described)
  return createChoice(text, labels, different, isMultiple, readFeedback(context, labels))
}

function createOrder(context: Item12, { id, labels }: LogicalResponse): QuestionFields {
  const ordered = context.conditions.find(
    ({ score, values }) => score !== undefined && score > 0 && values.some(({ response }) => response === id),
  )
  const key = [...new Set(ordered?.values.map(({ value }) => value))].map((value) => labels.findIndex((label) => label.id === value))
  if (key.length === 0 || key.includes(-1)) throw new QuestionRefusal('correct_answer', 'is missing or names a step that does not exist')
  return {
    question_type: 'reorder',
    text: context.text,
    options: labels.map(({ html }) => html),
    correct_answer: key.map(String),
    ...explain(readFeedback(context, []).general),
  }
}

/** A drag-and-drop question from matching, groups, or lists of choices inside a text, such as `[color1]`. */
function createPairs(context: Item12): QuestionFields {
  const { conditions, note, text } = context
  // In some Blackboard files, matches earn no points. Then every named match is correct.
  const scored = findScoredValues(conditions).length > 0 ? conditions : conditions.map((one) => ({ ...one, score: one.score ?? 1 }))
  const keyOf = ({ id, labels }: LogicalResponse) => {
    const values = new Set(findScoredValues(scored, id).map(({ value }) => value))
    return labels.filter((label) => values.has(label.id))
  }
  // Canvas also exports rows that were left empty in its form.
  const isFilled = (response: LogicalResponse) =>
    !isEmptyHtml(response.prompt) || keyOf(response).length === 0 || keyOf(response).some(({ html }) => !isEmptyHtml(html))
  const responses = context.responses.filter(isFilled)
  // The same id, such as A, may be a different text in each response.
  const entryOf = ({ id, html }: ChoiceEntry): ChoiceEntry => ({ id: `${id} ${html}`, html })
  const pairs = responses.flatMap((response) => keyOf(response).map((label) => [response.id, entryOf(label).id] as const))
  const entries = new Map(responses.flatMap(({ labels }) => labels.map(entryOf)).map((entry) => [entry.id, entry]))
  const right = [...entries.values()].filter(({ id, html }) => !isEmptyHtml(html) || pairs.some(([, key]) => key === id))
  const words = plainText(text)
  const left = responses.map(({ id, prompt }, i) => {
    const written = plainText(prompt)
    const isGap = words.includes(`[${written}]`)
    return { id, html: isEmptyHtml(prompt) ? `[${i + 1}]` : isGap ? `[${prompt}]` : prompt }
  })
  const isShared = responses.every(({ labels }) =>
    labels.every(({ html }) => responses.every((other) => other.labels.some((label) => label.html === html))),
  )
  if (!isShared) note('pairs', 'had a list of choices for each prompt; now each prompt offers all of them')
  return {
    question_type: 'drag_drop',
    text,
    ...createMatching({ left, right, pairs }, note),
    ...explain(readFeedback(context, []).general),
  }
}

function readResponse(lid: XmlElement, writer: MaterialWriter, prompt: string): LogicalResponse {
  const labels = findAll(lid, 'response_label').map((label) => ({
    id: label.attributes.get('ident') ?? '',
    html: writeMaterial(label, writer),
  }))
  return {
    id: lid.attributes.get('ident') ?? '',
    cardinality: (lid.attributes.get('rcardinality') ?? 'single').toLowerCase(),
    prompt,
    labels,
  }
}

/** The material of a response outside its labels. If there is none, the material of the row around the response, as in Blackboard files. */
function findPrompt(presentation: XmlElement, lid: XmlElement, writer: MaterialWriter): string {
  const own = writeMaterial(lid, writer, ({ name }) => name.startsWith('render_'))
  if (own !== '') return own
  const row = findAll(presentation, 'flow')
    .filter((flow) => isRow(flow) && findAll(flow, 'response_lid').includes(lid))
    .at(-1)
  return row ? writeMaterial(row, writer, ({ name }) => name.startsWith('response_')) : ''
}

/** A row of a matching question of Blackboard: a prompt and its response in one block. */
function isRow(element: XmlElement): boolean {
  return (
    element.name === 'flow' &&
    element.attributes.get('class') === 'Block' &&
    findAll(element, 'response_lid').length === 1 &&
    childrenOf(element, 'response_lid').length === 1
  )
}

function isRightSide({ attributes }: XmlElement): boolean {
  return attributes.get('class') === 'RIGHT_MATCH_BLOCK'
}

/** Blackboard writes the items of a matching question once, after the responses, whose labels are empty. */
function findRightSide(presentation: XmlElement, writer: MaterialWriter): string[] {
  const block = findAll(presentation, 'flow').find(isRightSide)
  return block ? childrenOf(block).map((entry) => writeMaterial(entry, writer)) : []
}

function nameLabels(response: LogicalResponse, texts: readonly string[]): LogicalResponse {
  return { ...response, labels: response.labels.map(({ id, html }, i) => ({ id, html: isEmptyHtml(html) ? (texts[i] ?? '') : html })) }
}

function readFeedback({ item, conditions, writer }: Item12, labels: readonly ChoiceEntry[]): Feedback {
  const optionOf = new Map<string, string>()
  for (const { values, feedback, score } of conditions) {
    const [only, ...more] = values
    const isAboutOption = only && more.length === 0 && labels.some(({ id }) => id === only.value)
    // Feedback in the condition that gives the points is about the whole question.
    if (isAboutOption && !(score !== undefined && score > 0)) for (const id of feedback) optionOf.set(id, only.value)
  }
  const byOption = new Map<string, string>()
  const general: string[] = []
  for (const element of childrenOf(item, 'itemfeedback')) {
    const id = element.attributes.get('ident') ?? ''
    const html = writeMaterial(element, writer, ({ name }) => name === 'hint')
    const option = optionOf.get(id) ?? labels.find((label) => id === `${label.id}_fb` || id === label.id)?.id
    if (isEmptyHtml(html)) continue
    if (option === undefined) general.push(html)
    else byOption.set(option, html)
  }
  return { byOption, general }
}
