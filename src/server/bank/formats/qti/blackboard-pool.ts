/**
 * Reads a question of a Blackboard pool that is not QTI (`<POOL>`). The element of a question has the name of its kind, such as
 * `QUESTION_MULTIPLECHOICE`; its texts have flags that say whether they are HTML.
 */
import { escapeHtml } from '#exam/plain-text.ts'
import { childOf, childrenOf, findAll, textOf, type XmlElement } from '#server/bank/formats/xml.ts'
import { createMatching } from '#server/bank/formats/qti/matching.ts'
import { markImages } from '#server/bank/formats/qti/package-images.ts'
import {
  createChoice,
  createNotes,
  explain,
  QuestionRefusal,
  type ChoiceEntry,
  type QtiQuestion,
} from '#server/bank/formats/qti/question.ts'

const refusals = new Map([
  ['QUESTION_ESSAY', 'is an essay, which this bank does not have'],
  ['QUESTION_FILLINBLANK', 'asks for a typed answer, which this bank does not have'],
  ['QUESTION_NUMERIC', 'asks for a number, which this bank does not have'],
  ['QUESTION_CALCULATED', 'is calculated for each candidate, which this bank does not have'],
])

export function isPoolQuestion({ name }: XmlElement): boolean {
  return /^QUESTION_[A-Z]+$/.test(name)
}

/**
 * `path`: the path of the file in its package.
 *
 * @throws {QuestionRefusal}
 */
export function readPoolQuestion(element: XmlElement, path: string): QtiQuestion {
  const { note, list } = createNotes()
  const refusal = refusals.get(element.name)
  if (refusal !== undefined) throw new QuestionRefusal('question_type', refusal)
  const body = childOf(element, 'BODY')
  const text = body ? writeText(body, path) : ''
  const answers = listEntries(element, 'ANSWER', path)
  const gradable = childOf(element, 'GRADABLE')
  const correct = gradable ? childrenOf(gradable, 'CORRECTANSWER').map(({ attributes }) => attributes) : []
  const key = correct.map((attributes) => attributes.get('answer_id') ?? '')
  const general = gradable
    ? ['FEEDBACK_WHEN_CORRECT', 'FEEDBACK_WHEN_INCORRECT'].map((name) => markImages(textOf(childOf(gradable, name)), path))
    : []
  switch (element.name) {
    case 'QUESTION_MATCH': {
      const pairs = correct.map((attributes) => [attributes.get('answer_id') ?? '', attributes.get('choice_id') ?? ''] as const)
      const fields = createMatching({ left: answers, right: listEntries(element, 'CHOICE', path), pairs }, note)
      return { fields: { question_type: 'drag_drop', text, ...fields, ...explain(general) }, leftOut: list() }
    }
    case 'QUESTION_ORDER': {
      const order = correct.toSorted((a, b) => Number(a.get('order')) - Number(b.get('order')))
      const steps = order.map((attributes) => answers.findIndex(({ id }) => id === attributes.get('answer_id')))
      if (steps.length === 0 || steps.includes(-1))
        throw new QuestionRefusal('correct_answer', 'is missing or names a step that does not exist')
      const options = answers.map(({ html }) => html)
      return {
        fields: { question_type: 'reorder', text, options, correct_answer: steps.map(String), ...explain(general) },
        leftOut: list(),
      }
    }
    case 'QUESTION_TRUEFALSE':
    case 'QUESTION_EITHEROR':
    case 'QUESTION_MULTIPLECHOICE':
    case 'QUESTION_MULTIPLEANSWER': {
      const isMultiple = element.name === 'QUESTION_MULTIPLEANSWER'
      return { fields: createChoice(text, answers, key, isMultiple, { byOption: new Map(), general }), leftOut: list() }
    }
    default:
      throw new QuestionRefusal('question_type', `is not known in this bank: ${element.name}`)
  }
}

function listEntries(element: XmlElement, name: string, path: string): ChoiceEntry[] {
  return childrenOf(element, name).map((entry) => ({ id: entry.attributes.get('id') ?? '', html: writeText(entry, path) }))
}

function writeText(element: XmlElement, path: string): string {
  const text = textOf(childOf(element, 'TEXT')).trim()
  const flag = findAll(element, 'ISHTML')[0]?.attributes.get('value')
  const isHtml = flag === undefined ? /<\/?[a-z][^>]*>/i.test(text) : flag === 'true'
  return isHtml ? markImages(text, path) : escapeHtml(text).replace(/\r?\n/g, '<br>')
}
