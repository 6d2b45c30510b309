import { describe, expect, test } from 'vitest'
import { fitsQuestion, printOriginal, sealTranslation, type TranslatedFields } from '#exam/translation.ts'
import { aMatchingQuestion, aQuestion } from '#tests/factories.ts'

const form = { title: 'Item', subtitle: '', groups: [{ name: '', fields: [{ label: 'No', value: '[[1]]' }] }] }
const completion = { form, content: '', blanks: [{ label: 'No', choices: ['a', 'b'] }] }

describe('the text of an original', () => {
  test('does not depend on the order of stored fields', () => {
    const stored = {
      blanks: [{ choices: ['a', 'b'], label: 'No' }],
      content: '',
      form: { subtitle: '', title: 'Item', groups: form.groups },
    }
    expect(printOriginal(aQuestion({ type: 'drop_down', completion: stored }))).toBe(
      printOriginal(aQuestion({ type: 'drop_down', completion })),
    )
  })

  test('changes with every translated field, and with nothing else', () => {
    const question = aMatchingQuestion({ completion, optionExplanations: ['x'], options: ['o'] })
    const changes: Partial<TranslatedFields>[] = [
      { text: 'other' },
      { options: ['other'] },
      { pairs: { left: question.pairs?.left ?? [], right: ['other'] } },
      { completion: { ...completion, blanks: [{ label: 'No', choices: ['b', 'a'] }] } },
      { completion: { ...completion, form: null } },
      { explanation: 'other' },
      { optionExplanations: ['other'] },
    ]
    const texts = [question, ...changes.map((change) => ({ ...question, ...change }))].map(printOriginal)
    expect(new Set(texts).size).toBe(changes.length + 1)
    const others = { answerKey: ['0=0'], reference: 'other', skill: 'other' }
    expect(printOriginal({ ...question, ...others })).toBe(texts[0])
  })
})

test('a translation fits a question with the same numbers of options, items and choices', () => {
  const question = aMatchingQuestion({ completion })
  expect(fitsQuestion({ ...question, text: 'autre', optionExplanations: ['autre'] }, question)).toBe(true)
  for (const change of [
    { options: ['one more'] },
    { pairs: null },
    { completion: { ...completion, blanks: [{ label: 'No', choices: ['a', 'b', 'c'] }] } },
    { completion: { ...completion, form: null } },
  ])
    expect(fitsQuestion({ ...question, ...change }, question), JSON.stringify(change)).toBe(false)
})

test('a sealed translation explains nothing', () => {
  const sealed = sealTranslation({ ...aQuestion({ completion }), isOutdated: true })
  expect(Object.keys(sealed).toSorted()).toEqual(['completion', 'id', 'isOutdated', 'options', 'pairs', 'text'])
})
