/**
 * The `completion` field of drop-down questions in bank files.
 *
 * | field     | shape                                                                                                       |
 * |-----------|-------------------------------------------------------------------------------------------------------------|
 * | `content` | HTML with a mark such as `[[1]]` at the place of each blank; may be missing when there is a form             |
 * | `form`    | a drawn form: `{ "title", "subtitle", "groups": [{ "name", "fields": [{ "label", "value" }] }] }`, or `null` |
 * | `blanks`  | `[{ "label", "choices": [text] }]`, in the order of the marks' numbers                                       |
 *
 * Only `content` is HTML. All other texts are plain text, so `<` is an ordinary character. `subtitle`, `value`, and the `name` of the first
 * group may be missing. Each blank has one mark, in `content` or in a `value` of the form. A blank has a label, because screen readers
 * announce the blank without the text around it.
 */
import {
  isRecord,
  lengthsMax,
  parseJson,
  parseRequiredText,
  parseText,
  parseTexts,
  quote,
  type RawObject,
  type ReportProblem,
} from '#exam/bank-file/fields.ts'
import { findMarkProblem, type Blank, type Completion, type DrawnForm } from '#exam/completion.ts'
import type { QuestionType } from '#exam/question.ts'

export const blanksMax = 10
const groupsMax = 10
const fieldsMax = 20
const choicesMin = 2

/** `undefined` for other question types, and for a value that is not an object. */
export function parseCompletion(written: unknown, type: QuestionType | undefined, report: ReportProblem): Completion | undefined {
  if (type !== 'drop_down') return undefined
  const value = parseJson(written)
  if (!isRecord(value)) {
    report('completion', value == null ? 'is missing' : 'is not an object with content, form, and blanks')
    return undefined
  }
  let hasProblem = false
  const reportHere: ReportProblem = (_, reason) => {
    hasProblem = true
    report('completion', reason)
  }
  const completion = {
    form: parseForm(value['form'], reportHere),
    content: parseText(value['content'], '', lengthsMax.text, named(reportHere, 'content')),
    blanks: parseObjects(value['blanks'], 'blanks', blanksMax, reportHere).map((blank, i) => parseBlank(blank, i, reportHere)),
  }
  if (!hasProblem && completion.blanks.length === 0) reportHere('', 'has no blanks')
  const problem = hasProblem ? undefined : findMarkProblem(completion)
  if (problem) reportHere('', problem)
  return completion
}

function parseBlank(blank: RawObject, position: number, report: ReportProblem): Blank {
  const name = `blank ${position + 1}`
  const label = parseRequiredText(blank['label'], '', lengthsMax.title, named(report, `the label of ${name}`)).trim()
  const choices = parseTexts(blank['choices'], '', (i) => `choice ${i + 1} of ${name}`, report).map((choice) => choice.trim())
  if (choices.length < choicesMin) report('', `has fewer than ${choicesMin} choices for ${name}`)
  const repeated = choices.find((choice, i) => choices.indexOf(choice) !== i)
  if (repeated !== undefined) report('', `has the same choice twice in ${name}`)
  return { label, choices }
}

function parseForm(written: unknown, report: ReportProblem): DrawnForm | null {
  if (written == null) return null
  if (!isRecord(written)) {
    report('', 'has a form that is not an object with title and groups')
    return null
  }
  const parse = (value: unknown, name: string, isRequired: boolean) =>
    (isRequired ? parseRequiredText : parseText)(value, '', lengthsMax.title, named(report, name)).trim()
  return {
    title: parse(written['title'], 'the title of the form', true),
    subtitle: parse(written['subtitle'], 'the subtitle of the form', false),
    groups: parseObjects(written['groups'], 'groups of the form', groupsMax, report).map((group, i) => ({
      name: parse(group['name'], 'the name of a group', i > 0),
      fields: parseObjects(group['fields'], 'fields of a group', fieldsMax, report).map((field) => ({
        label: parseLabel(parse(field['label'], 'the label of a field', true), report),
        value: parse(field['value'], 'the value of a field', false),
      })),
    })),
  }
}

/**
 * When administrators edit a form as text, a colon ends a label and `#` starts a group (`drawn-form-text.ts`), so a label cannot contain a
 * colon or start with `#`.
 */
function parseLabel(label: string, report: ReportProblem): string {
  if (label.includes(':') || label.startsWith('#')) report('', `has a field whose label contains ":" or starts with "#": ${quote(label)}`)
  return label
}

function parseObjects(value: unknown, name: string, countMax: number, report: ReportProblem): RawObject[] {
  if (value == null) return []
  if (!Array.isArray(value) || !value.every(isRecord)) {
    report('', `has ${name} that are not a list of objects`)
    return []
  }
  if (value.length <= countMax) return value
  report('', `has ${value.length} ${name}; the limit is ${countMax}`)
  return []
}

/** Names the text in problems, instead of the field: "the label of blank 2 is empty". */
function named(report: ReportProblem, name: string): ReportProblem {
  return (_, reason) => report('', `has a problem: ${name} ${reason}`)
}
