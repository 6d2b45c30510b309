import { describe, expect, test } from 'vitest'
import { createNearDuplicateIndex, listWordingBuckets } from '#exam/near-duplicate.ts'

const text = '<p>A vendor grants two percent for payment within ten days. What do you set up so that the discount is suggested?</p>'
const choices = ['A payment method', 'A reminder term', 'Payment terms with a discount', 'A payment tolerance']

describe('near duplicates', () => {
  test.each([
    ['the same words', text, choices],
    ['other markup, capitals and accents', text.toUpperCase().replace('A VENDOR', '<b>À</b>&nbsp;vendor'), choices],
    ['options in another order', text, choices.toReversed()],
    ['a word or two changed', text.replace('vendor', 'supplier').replace('ten', '14'), choices],
    ['the same text and other options', text, ['Yes', 'No']],
  ])('are found with %s', (_, otherText, otherChoices) => {
    const near = createNearDuplicateIndex<string>()
    expect(near.add({ text, choices }, 'first')).toBeUndefined()
    expect(near.add({ text: otherText, choices: otherChoices }, 'second')).toBe('first')
  })

  test.each([
    ['another question', '<p>Which page shows the balance of a bank account on a date in an earlier year?</p>', choices],
    ['a short text with other options', 'What should you do?', ['Post the invoice', 'Close the year']],
    ['no words', '<img src="/x.png">', []],
  ])('do not include %s', (_, otherText, otherChoices) => {
    const near = createNearDuplicateIndex<string>()
    near.add({ text, choices }, 'first')
    near.add({ text: 'What should you do?', choices: ['Release the order', 'Ship the items first'] }, 'second')
    near.add({ text: '', choices: [] }, 'empty')
    expect(near.add({ text: otherText, choices: otherChoices }, 'third')).toBeUndefined()
  })

  test.each([
    [11, false],
    [12, true],
  ])('include the same text of %i words with other options: %s', (length, isFound) => {
    const sameText = Array.from({ length }, (_, i) => `word${i}`).join(' ')
    const otherOptions = (prefix: string) => Array.from({ length: 20 }, (_, i) => `${prefix}${i}`)
    const near = createNearDuplicateIndex<string>()
    near.add({ text: sameText, choices: otherOptions('a') }, 'first')
    expect(near.add({ text: sameText, choices: otherOptions('b') }, 'second')).toBe(isFound ? 'first' : undefined)
  })

  test('are represented by the most similar question', () => {
    const near = createNearDuplicateIndex<string>()
    near.add({ text: text.replace('vendor', 'supplier').replace('ten', '14'), choices }, 'similar')
    near.add({ text: text.replace('ten', '14'), choices }, 'more similar')
    expect(near.add({ text, choices }, 'new')).toBe('more similar')
  })

  test.each([
    [16, false],
    [17, true],
  ])('of 20 words share 17 or more: %i', (shared, isFound) => {
    for (const prefix of ['a', 'b', 'c', 'd', 'e']) {
      const words = (from: number) => Array.from({ length: 20 }, (_, i) => `${prefix}${from + i}`).join(' ')
      const near = createNearDuplicateIndex<string>()
      near.add({ text: '', choices: [words(0)] }, 'first')
      expect(near.add({ text: '', choices: [words(20 - shared)] }, 'second')).toBe(isFound ? 'first' : undefined)
    }
  })
})

describe('the buckets of a wording', () => {
  // If these numbers change, a migration must empty the table `question_buckets`.
  test('stay the same in later versions', () => {
    expect(listWordingBuckets({ text, choices })).toEqual([
      -789641690, -317052599, -1542655749, 1735049583, -521299312, -811751392, 1849433950, 996555393, 1012621397, 164823906, -1276877222,
      -1848504301, 1028099628,
    ])
  })
})
