/**
 * Names the blanks in the text of a Canvas item, and refuses blanks with typed answers. A blank is written as `[name]`,
 * and its response has the id `response_name`.
 *
 * | editor          | name                                    | prompt of the response |
 * |-----------------|-----------------------------------------|------------------------|
 * | Classic Quizzes | what the author wrote, such as `color1` | the name               |
 * | New Quizzes     | a UUID                                  | the correct answer     |
 */
import { findAll, type XmlElement } from '#server/bank/formats/xml.ts'
import { QuestionRefusal } from '#server/bank/formats/qti/question.ts'

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/**
 * Refuses blanks with typed answers. The labels of a blank are the accepted spellings, unless the labels are marked as a list of choices.
 *
 * @throws {QuestionRefusal}
 */
export function refuseTypedBlanks(kind: string, responses: readonly XmlElement[]): void {
  const isList = (label: XmlElement) => /^(?:dropdown|wordbank)$/.test(label.attributes.get('answer_type') ?? '')
  const labels = responses.flatMap((response) => findAll(response, 'response_label'))
  if (kind === 'fill_in_multiple_blanks_question' && !labels.every(isList))
    throw new QuestionRefusal('question_type', 'asks for a typed answer, which this bank does not have')
}

/** Replaces each blank that is named with a UUID by a number in the text, and makes the blanks the prompts of their responses. */
export function nameBlanks<Response extends { id: string; prompt: string }>(
  text: string,
  responses: readonly Response[],
): { text: string; responses: Response[] } {
  let named = text
  let unnamed = 0
  const prompted = responses.map((response) => {
    const name = response.id.replace(/^response_/, '')
    if (!text.includes(`[${name}]`)) return response
    if (!uuid.test(name)) return { ...response, prompt: `[${name}]` }
    const prompt = `[${(unnamed += 1)}]`
    named = named.replaceAll(`[${name}]`, prompt)
    return { ...response, prompt }
  })
  return { text: named, responses: prompted }
}
