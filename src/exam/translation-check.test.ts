import { describe, expect, test } from 'vitest'
import { compareTranslation, listNumbers } from '#exam/translation-check.ts'
import type { TranslatedFields } from '#exam/translation.ts'

const original: TranslatedFields = {
  text: '<p>Select <b>Post</b> for 1,250.00 euros.</p>',
  options: ['One', 'Two', 'Three'],
  pairs: { left: ['Left'], right: ['Right', 'Other'] },
  completion: {
    form: null,
    content: '<p>Use [[1]] or [[2]].</p>',
    blanks: [
      { label: 'Tool', choices: ['a', 'b'] },
      { label: 'Way', choices: ['c', 'd'] },
    ],
  },
  explanation: '<p>Because.</p>',
  optionExplanations: ['Wrong.', null, 'Also wrong.'],
}
const translated: TranslatedFields = {
  text: '<p>Sélectionnez <b>Valider</b> pour 1\u00a0250,00 euros.</p>',
  options: ['Un', 'Deux', 'Trois'],
  pairs: { left: ['Gauche'], right: ['Droite', 'Autre'] },
  completion: {
    form: null,
    content: '<p>Utilisez [[2]] ou [[1]].</p>',
    blanks: [
      { label: 'Outil', choices: ['a', 'b'] },
      { label: 'Façon', choices: ['c', 'd'] },
    ],
  },
  explanation: '<p>Parce que.</p>',
  optionExplanations: ['Faux.', null, 'Faux aussi.'],
}
const problemsOf = (values: Partial<TranslatedFields>) =>
  compareTranslation(original, { ...translated, ...values }).map(({ field, reason }) => `${field}: ${reason}`)

describe('a translation', () => {
  test('may order the blanks of a sentence differently', () => {
    expect(problemsOf({})).toEqual([])
  })

  test('has lists of the same lengths', () => {
    expect(problemsOf({ options: ['Un', 'Deux'] })).toEqual(['options: has 2 options, but the original has 3'])
    expect(problemsOf({ pairs: { left: ['Gauche'], right: ['Droite'] } })).toEqual([
      'pairs: has 1 entries on the right side, but the original has 2',
    ])
    const [tool, way] = translated.completion?.blanks ?? []
    const completion = { form: null, content: '', blanks: [tool, { label: way?.label ?? '', choices: ['c'] }] }
    expect(problemsOf({ completion: completion as NonNullable<TranslatedFields['completion']> })).toEqual([
      'completion: has 1 choices for blank 2, but the original has 2',
    ])
  })

  test('has an explanation of an option where the original has one', () => {
    expect(problemsOf({ optionExplanations: [null, 'Juste.', 'Faux aussi.'] })).toEqual([
      'option_explanations: option A is empty, but the original has a text',
      'option_explanations: option B has a text, but the original has none',
    ])
  })

  test('has as many bold terms, the same numbers and the same blanks', () => {
    expect(problemsOf({ text: '<p>Sélectionnez Valider pour 1\u00a0250,00 euros.</p>' })).toEqual([
      'text: has 0 bold terms, but the original has 1',
    ])
    expect(problemsOf({ text: '<p>Sélectionnez <b lang="en">Post</b> pour 1\u00a0205,00 euros.</p>' })).toEqual([
      'text: has the numbers 1205.00, but the original has 1250.00',
    ])
    const completion = { ...original.completion, content: '<p>Utilisez [[1]].</p>' }
    expect(problemsOf({ completion: completion as NonNullable<TranslatedFields['completion']> })).toEqual([
      'completion: the content has the blanks 1, but the original has 1, 2',
    ])
  })
})

describe('the numbers of a text', () => {
  test.each([
    ['1,250.00 euros and 3.5 %', '1\u00a0250,00 euros et 3,5 %', ['1250.00', '3.5']],
    ['1,000,000', '1\u202f000\u202f000', ['1000000']],
    ['on December 31, 2026', 'le 31 décembre 2026', ['31', '2026']],
    ['at 2:30 PM', 'à 14 h 30', ['14', '30']],
    ['from 9:00 to 14:30', 'de 9 h à 14 h 30', ['9', '14', '30']],
    ['C-31, 09:05', 'C-31, 09:05', ['9', '05', '31']],
    ['8:00:00 AM', '8:00:00', ['8']],
    ['at 9 a.m. and 12 p.m.', 'à 9 h et 12 h', ['9', '12']],
    ['<p>lines 1, 2</p>', '<p>lignes 1, 2</p>', ['1', '2']],
    ['no number, [[1]]', 'pas de nombre, [[1]]', []],
  ])('are the same in %s and %s', (english, french, numbers) => {
    expect(listNumbers(english, 'en')).toEqual(numbers)
    expect(listNumbers(french, 'fr')).toEqual(numbers)
  })

  test('are not counted in the English term after a French one', () => {
    expect(listNumbers('<b>Formulaire 1099</b> (<i lang="en">1099 Form</i>)', 'fr')).toEqual(['1099'])
  })

  test('need a no-break space in French', () => {
    expect(listNumbers('1 250 euros', 'fr')).toEqual(['1', '250'])
  })
})
