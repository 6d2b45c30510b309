/**
 * Reads the response processing of QTI 1.2: which answers earn points, and which feedback belongs to which answer.
 *
 * | written                                                     | values                                      |
 * |-------------------------------------------------------------|---------------------------------------------|
 * | `<varequal respident="r">A</varequal>`                      | A of r                                      |
 * | `<varsubset respident="r">A,B</varsubset>`                  | A and B of r                                |
 * | `<and>`, `<or>`                                             | the values of the conditions inside         |
 * | `<not>`                                                     | none: an option that must not be chosen     |
 * | `<varequal respident="A"/>` (Blackboard, feedback only)     | A                                           |
 */
import { childOf, childrenOf, findAll, textOf, type XmlElement } from '#server/bank/formats/xml.ts'

export type Condition = {
  /** Values, each with its response, in the order of the file. */
  values: readonly { response: string; value: string }[]
  /** Whether one of several values is enough. */
  isAny: boolean
  /** `undefined` when the condition sets no score. `Infinity` for the maximum. */
  score: number | undefined
  feedback: readonly string[]
}

export function readConditions(item: XmlElement): Condition[] {
  return childrenOf(item, 'resprocessing').flatMap((processing) => childrenOf(processing, 'respcondition').map(readCondition))
}

function readCondition(condition: XmlElement): Condition {
  const test = childOf(condition, 'conditionvar')
  const scores = childrenOf(condition, 'setvar').flatMap(readScore)
  return {
    values: test ? listValues(test) : [],
    isAny: test !== undefined && findAll(test, 'or').length > 0,
    score: scores.length > 0 ? Math.max(...scores) : undefined,
    feedback: childrenOf(condition, 'displayfeedback').map(({ attributes }) => attributes.get('linkrefid') ?? ''),
  }
}

function readScore(set: XmlElement): number[] {
  // Respondus also counts wrong matches.
  if (/incorrect|wrong/i.test(set.attributes.get('varname') ?? '')) return []
  const text = textOf(set).trim()
  const sign = set.attributes.get('action') === 'Subtract' ? -1 : 1
  if (/max/i.test(text)) return [sign * Infinity]
  const value = Number(text)
  return text !== '' && Number.isFinite(value) ? [sign * value] : []
}

function listValues(test: XmlElement): { response: string; value: string }[] {
  return childrenOf(test).flatMap((child) => {
    const response = child.attributes.get('respident') ?? ''
    const text = textOf(child).trim()
    switch (child.name) {
      case 'and':
      case 'or':
        return listValues(child)
      case 'varequal':
      case 'varsubstring':
        return text === '' ? [{ response: '', value: response }] : [{ response, value: text }]
      case 'varsubset':
        return text.split(',').map((value) => ({ response, value: value.trim() }))
      default:
        return []
    }
  })
}

/** Values that earn points, for one response or for all. */
export function findScoredValues(conditions: readonly Condition[], response?: string): { value: string; score: number }[] {
  return conditions.flatMap(({ values, score }) =>
    score === undefined || score <= 0
      ? []
      : values.filter((one) => response === undefined || one.response === response).map(({ value }) => ({ value, score })),
  )
}
