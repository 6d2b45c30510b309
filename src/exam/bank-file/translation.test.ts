import { describe, expect, test } from 'vitest'
import { parseTranslationFile, printOriginalFields, type Original } from '#exam/bank-file/translation.ts'
import { aQuestion } from '#tests/factories.ts'

const hash = 'a'.repeat(16)
const idOf = (number: number) => `01a1f7f8-3000-7dd5-a155-88000000000${number}`
const original = (number: number): Original => ({ question: aQuestion({ id: idOf(number) }), hash })
const item = (number: number, values: Record<string, unknown> = {}) => ({
  id: idOf(number),
  of: hash,
  text: '<p>Un fournisseur accorde 2 % pour un paiement sous dix jours.</p>',
  options: ['Un mode', 'Un rappel', 'Des conditions', 'Une tolérance'],
  explanation: '<p>Les conditions contiennent l’escompte.</p>',
  option_explanations: ['Non.', 'Non.', null, 'Non.'],
  ...values,
})
const read = (...items: unknown[]) => parseTranslationFile(items, [original(1), original(2), original(3)])
const problemsOf = (...items: unknown[]) => {
  const file = read(...items)
  return file.ok ? [] : file.problems.map(({ id, field, reason }) => `${id ?? '?'} ${field}: ${reason}`)
}

describe('a translation file', () => {
  test('may leave out questions', () => {
    expect(read(item(1), item(3))).toMatchObject({ ok: true, translations: [{ id: idOf(1), isCurrent: true }, { id: idOf(3) }] })
  })

  test('is a list of questions of the bank in its order', () => {
    expect(parseTranslationFile({}, [])).toMatchObject({ ok: false, problems: [{ reason: 'is not a list of translations' }] })
    expect(problemsOf(item(2), item(2), item(1), item(9), 'x')).toEqual([
      `${idOf(2)} id: appears twice in the file`,
      `${idOf(1)} id: is not in the order of the bank file`,
      `${idOf(9)} id: is not the id of a question in the bank file`,
      '? : is not an object',
    ])
  })

  test('names question and field of each problem', () => {
    expect(problemsOf(item(1, { of: 'x', text: '' }), item(2, { options: ['Un mode'] }))).toEqual([
      `${idOf(1)} of: is not a hash of 16 hexadecimal digits: "x"`,
      `${idOf(1)} text: is empty`,
      `${idOf(2)} options: has 1 options, but the original has 4`,
    ])
  })

  test('is accepted with a translation of an earlier original, which is out of date', () => {
    expect(read(item(1, { of: 'b'.repeat(16), options: ['Un mode'] }))).toMatchObject({ ok: true, translations: [{ isCurrent: false }] })
  })
})

test('the hash of an original covers the translated fields as they are written', () => {
  expect(printOriginalFields({ text: 't', explanation: 'e', options: ['o'], reference: 'r' })).toBe('["t",["o"],null,null,"e",null]')
  expect(printOriginalFields({ text: 't', explanation: 'e', options: [], option_explanations: [null] })).toBe(
    '["t",[],null,null,"e",[null]]',
  )
})
