/** Items as Canvas exports them: blanks in a text, groups, and rows of its form that were left empty. */
import { expect, test } from 'vitest'
import { qti } from '#server/bank/formats/qti/read-qti.ts'
import { readWith } from '#tests/format-file.ts'

const blank1 = '5b1c7a52-3f0e-4d5e-9a43-0c6c1f3e8a01'
const blank2 = '5b1c7a52-3f0e-4d5e-9a43-0c6c1f3e8a02'

const label = (id: string, text: string, attributes = '') =>
  `<response_label ident="${id}" ${attributes}><material><mattext>${text}</mattext></material></response_label>`
const lid = (id: string, prompt: string, labels: string, cardinality = 'Single') =>
  `<response_lid ident="${id}" rcardinality="${cardinality}"><material><mattext>${prompt}</mattext></material><render_choice>${labels}</render_choice></response_lid>`
const scored = (id: string, ...values: string[]) =>
  `<respcondition><conditionvar>${values.map((value) => `<varequal respident="${id}">${value}</varequal>`).join('')}</conditionvar><setvar varname="SCORE" action="Add">50</setvar></respcondition>`

async function readItem(kind: string, text: string, responses: string, processing: string) {
  const item = `<item ident="i1"><itemmetadata><qtimetadata><qtimetadatafield><fieldlabel>question_type</fieldlabel><fieldentry>${kind}</fieldentry></qtimetadatafield></qtimetadata></itemmetadata><presentation><material><mattext>${text}</mattext></material>${responses}</presentation><resprocessing>${processing}</resprocessing></item>`
  const { items } = await readWith(qti, `<questestinterop>${item}</questestinterop>`)
  return { item: items[0]?.item, problem: items[0]?.problems?.[0]?.reason }
}

test('a blank with accepted spellings asks for a typed answer', async () => {
  const responses = lid('response_key', 'key', label('1', 'Customer') + label('2', 'customer'))
  expect((await readItem('fill_in_multiple_blanks_question', 'A [key] buys.', responses, scored('response_key', '1'))).problem).toBe(
    'asks for a typed answer, which this bank does not have',
  )
})

test('blanks with lists have numbers instead of their answers', async () => {
  const list = 'answer_type="dropdown"'
  const responses =
    lid(`response_${blank1}`, 'buys', label('1', 'buys', list) + label('2', 'sells', list)) +
    lid(`response_${blank2}`, 'sells', label('1', 'ships', list) + label('2', 'sells', list))
  const text = `The customer [${blank1}] and the vendor [${blank2}].`
  const processing = scored(`response_${blank1}`, '1') + scored(`response_${blank2}`, '2')
  expect((await readItem('fill_in_multiple_blanks_question', text, responses, processing)).item).toMatchObject({
    text: 'The customer [1] and the vendor [2].',
    pairs: { left: ['[1]', '[2]'], right: ['buys', 'sells', 'ships'] },
    correct_answer: ['0=0', '1=1'],
  })
})

test('entries of several groups become prompts once', async () => {
  const entries = label('1', 'Customer') + label('2', 'Vendor') + label('3', 'Shipment')
  const responses = lid('a', 'Master data', entries, 'Multiple') + lid('b', 'Documents', entries, 'Multiple')
  expect((await readItem('categorization_question', 'Sort.', responses, scored('a', '1', '2') + scored('b', '3'))).item).toMatchObject({
    pairs: { left: ['Customer', 'Vendor', 'Shipment'], right: ['Master data', 'Documents'] },
    correct_answer: ['0=0', '1=0', '2=1'],
  })
})

test('empty rows are no options and no pairs', async () => {
  const labels = label('1', '') + label('2', 'Customer') + label('3', 'Vendor')
  expect((await readItem('multiple_choice_question', 'Who?', lid('r', '', labels), scored('r', '3'))).item).toMatchObject({
    options: ['Customer', 'Vendor'],
    correct_answer: ['B'],
  })
  const responses = lid('p', 'Buys', labels) + lid('q', 'Sells', labels) + lid('s', '', labels)
  const processing = scored('p', '2') + scored('q', '3') + scored('s', '1')
  expect((await readItem('matching_question', 'Match.', responses, processing)).item).toMatchObject({
    pairs: { left: ['Buys', 'Sells'], right: ['Customer', 'Vendor'] },
    correct_answer: ['0=0', '1=1'],
  })
})
