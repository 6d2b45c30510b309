/** Reads QTI in tests, and builds items and packages of QTI 2 and 3. */
import type { FormatItem } from '#server/bank/formats/format.ts'
import { qti } from '#server/bank/formats/qti/read-qti.ts'
import { readWith } from '#tests/format-file.ts'

type QtiContent = Parameters<typeof readWith>[1]

/** The bytes of an image become its address. */
export const readQti = (content: QtiContent) => readWith(qti, content)

/** The first item. */
export const readOne = async (content: QtiContent): Promise<FormatItem> => {
  const [item] = (await readQti(content)).items
  if (!item) throw new Error('The file has no item')
  return item
}
export const reasonsOf = (issues: FormatItem['leftOut']) => (issues ?? []).map(({ field, reason }) => `${field} ${reason}`)
export const problemOf = async (content: QtiContent) => reasonsOf((await readOne(content)).problems)[0]

/** An item of QTI 2.1. */
export const item2 = (declaration: string, body: string, rest = '', id = 'q1') =>
  `<?xml version="1.0"?><assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1" identifier="${id}" title="Title">${declaration}<itemBody>${body}</itemBody>${rest}</assessmentItem>`
export const correct = (cardinality: string, values: string[], more = '') =>
  `<responseDeclaration identifier="RESPONSE" cardinality="${cardinality}" baseType="identifier"><correctResponse>${values.map((value) => `<value>${value}</value>`).join('')}</correctResponse>${more}</responseDeclaration>`
export const choices = (max: string, options: Record<string, string>) =>
  `<choiceInteraction responseIdentifier="RESPONSE" maxChoices="${max}"><prompt>Which?</prompt>${Object.entries(options)
    .map(([id, html]) => `<simpleChoice identifier="${id}">${html}</simpleChoice>`)
    .join('')}</choiceInteraction>`
export const plain = item2(correct('single', ['b']), choices('1', { a: 'One', b: 'Two', c: 'Three' }))

/** An item of QTI 3.0. */
export const item3 = (body: string, id = 'q1') =>
  `<qti-assessment-item xmlns="http://www.imsglobal.org/xsd/imsqtiasi_v3p0" identifier="${id}" title="Title"><qti-response-declaration identifier="RESPONSE" cardinality="single" base-type="identifier"><qti-correct-response><qti-value>b</qti-value></qti-correct-response></qti-response-declaration>${body}</qti-assessment-item>`
export const choice3 =
  '<qti-choice-interaction response-identifier="RESPONSE" max-choices="1"><qti-simple-choice identifier="a">A</qti-simple-choice><qti-simple-choice identifier="b">B</qti-simple-choice></qti-choice-interaction>'

export const manifest = (resources: string, id = 'pkg') => `<manifest identifier="${id}"><resources>${resources}</resources></manifest>`
export const resource = (id: string, href: string, inner = '') =>
  `<resource identifier="${id}" type="imsqti_item_xmlv2p1" href="${href}"><file href="${href}"/>${inner}</resource>`
