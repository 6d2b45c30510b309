/**
 * Finds the answer key of a QTI 2.x or 3.0 response, and which feedback belongs to which option.
 *
 * The key is the declared correct response. Without one, it is the values to which the mapping gives points, or, for a response of
 * cardinality `single`, the values with the most points. Without such values, it is those for which the response processing sets a positive
 * score.
 */
import { childOf, childrenOf, findAll, textOf, type XmlElement } from '#server/bank/formats/xml.ts'

/** `correct` has option ids, or pairs of ids separated by a space. `points` are the mapped values of individual options. */
export type QtiResponse = {
  id: string
  cardinality: string
  correct: readonly string[]
  points: ReadonlyMap<string, number>
}

export function readResponses(item: XmlElement): ReadonlyMap<string, QtiResponse> {
  const processing = childOf(item, 'response-processing')
  const responses = childrenOf(item, 'response-declaration').map((declaration): [string, QtiResponse] => {
    const id = declaration.attributes.get('identifier') ?? ''
    const points = readPoints(declaration)
    const declared = childrenOf(childOf(declaration, 'correct-response') ?? declaration, 'value').map(clean)
    const cardinality = declaration.attributes.get('cardinality') ?? 'single'
    const correct = declared.length > 0 ? declared : (findMappedKey(points, cardinality) ?? findProcessedKey(processing, id))
    return [id, { id, cardinality, correct: correct.filter((value) => value !== ''), points }]
  })
  return new Map(responses)
}

function readPoints(declaration: XmlElement): Map<string, number> {
  const entries = childrenOf(childOf(declaration, 'mapping') ?? declaration, 'map-entry')
  return new Map(
    entries.flatMap(({ attributes }) => {
      const value = Number(attributes.get('mapped-value'))
      const key = (attributes.get('map-key') ?? '').trim().replace(/\s+/g, ' ')
      return key !== '' && Number.isFinite(value) ? [[key, value] as const] : []
    }),
  )
}

function findMappedKey(points: ReadonlyMap<string, number>, cardinality: string): string[] | undefined {
  const positive = [...points].filter(([, value]) => value > 0)
  if (positive.length === 0) return undefined
  const most = Math.max(...positive.map(([, value]) => value))
  return positive.filter(([, value]) => cardinality !== 'single' || value === most).map(([key]) => key)
}

/** Values that conditions compare with the response before they set a positive score. */
function findProcessedKey(processing: XmlElement | undefined, id: string): string[] {
  const found = listBranches(processing).flatMap((branch) =>
    childrenOf(branch, 'set-outcome-value').some(setsPositiveScore) ? comparedValues(branch, id) : [],
  )
  return [...new Set(found)]
}

function setsPositiveScore(element: XmlElement): boolean {
  const value = childOf(element, 'base-value')
  return (
    /score/i.test(element.attributes.get('identifier') ?? '') &&
    (value ? Number(textOf(value)) > 0 : childOf(element, 'variable') !== undefined)
  )
}

/** The branches of the response processing in order: `response-if`, `response-else-if`. */
function listBranches(processing: XmlElement | undefined): XmlElement[] {
  return processing ? findAll(processing, 'response-if', 'response-else-if') : []
}

/** Values that the condition of this branch compares with the response, except values inside a `not`. */
function comparedValues(branch: XmlElement, id: string): string[] {
  const [condition] = childrenOf(branch)
  return condition ? valuesIn(condition, id) : []
}

function valuesIn(condition: XmlElement, id: string): string[] {
  if (condition.name === 'not') return []
  if (['match', 'equal', 'member', 'contains'].includes(condition.name)) {
    const isAbout = findAll(condition, 'variable').some(({ attributes }) => attributes.get('identifier') === id)
    return isAbout ? findAll(condition, 'base-value').map(clean) : []
  }
  return childrenOf(condition).flatMap((child) => valuesIn(child, id))
}

/** Maps the id of a feedback to the id of the option that it is about: the only option that shows the feedback, or the option with the same id. */
export function findFeedbackOptions(item: XmlElement, optionIds: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const responseIds = [...readResponses(item).keys()]
  for (const branch of listBranches(childOf(item, 'response-processing'))) {
    const [only, ...more] = [...new Set(responseIds.flatMap((id) => comparedValues(branch, id)))]
    if (only === undefined || more.length > 0 || !optionIds.includes(only)) continue
    for (const set of childrenOf(branch, 'set-outcome-value')) for (const value of findAll(set, 'base-value')) found.set(clean(value), only)
  }
  // `<set-outcome-value identifier="FEEDBACK"><variable identifier="RESPONSE"/>`: feedback has the id of its option.
  for (const id of optionIds) if (!found.has(id)) found.set(id, id)
  return found
}

function clean(element: XmlElement): string {
  return textOf(element).trim().replace(/\s+/g, ' ')
}
