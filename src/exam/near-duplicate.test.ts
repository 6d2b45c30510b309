import { describe, expect, test } from 'vitest'
import { makeNearIndex } from '#exam/near-duplicate.ts'

const text = '<p>A vendor grants two percent for payment within ten days. What do you set up so that the discount is suggested?</p>'
const choices = ['A payment method', 'A reminder term', 'Payment terms with a discount', 'A payment tolerance']

describe('questions that say nearly the same', () => {
  test.each([
    ['the same words', text, choices],
    ['other markup, capitals and accents', text.toUpperCase().replace('A VENDOR', '<b>À</b>&nbsp;vendor'), choices],
    ['options in another order', text, choices.toReversed()],
    ['a word or two changed', text.replace('vendor', 'supplier').replace('ten', '14'), choices],
    ['the same question above other options', text, ['Yes', 'No']],
  ])('are found with %s', (_, otherText, otherChoices) => {
    const near = makeNearIndex<string>()
    expect(near.add({ text, choices }, 'first')).toBeUndefined()
    expect(near.add({ text: otherText, choices: otherChoices }, 'second')).toBe('first')
  })

  test.each([
    ['another question', '<p>Which page shows the balance of a bank account on a date that lies in an earlier year?</p>', choices],
    ['the same few words above other options', 'What should you do?', ['Post the invoice', 'Close the year']],
    ['no words at all', '<img src="/x.png">', []],
  ])('are not %s', (_, otherText, otherChoices) => {
    const near = makeNearIndex<string>()
    near.add({ text, choices }, 'first')
    near.add({ text: 'What should you do?', choices: ['Release the order', 'Ship the items first'] }, 'second')
    near.add({ text: '', choices: [] }, 'empty')
    expect(near.add({ text: otherText, choices: otherChoices }, 'third')).toBeUndefined()
  })

  test('are led by the most similar one', () => {
    const near = makeNearIndex<string>()
    near.add({ text: text.replace('vendor', 'supplier').replace('ten', '14'), choices }, 'similar')
    near.add({ text: text.replace('ten', '14'), choices }, 'more similar')
    expect(near.add({ text, choices }, 'asked')).toBe('more similar')
  })
})
