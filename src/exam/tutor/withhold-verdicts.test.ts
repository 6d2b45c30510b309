import { describe, expect, test } from 'vitest'
import { addText, endText, nothingWithheld } from '#exam/tutor/withhold-verdicts.ts'

const isForbidden = (text: string) => /answer\?\s*B/.test(text)

function run(pieces: readonly string[]) {
  let state = nothingWithheld
  let shown = ''
  for (const piece of pieces) {
    const next = addText(state, piece, isForbidden)
    if (next.isForbidden) return { shown, isWithheld: true }
    state = next.state
    shown += next.released
  }
  const end = endText(state, isForbidden)
  return { shown: shown + end.released, isWithheld: end.isForbidden }
}

describe('a reply before the reveal', () => {
  test('is released a sentence later, and completely in the end', () => {
    const text = 'Look at the dates. They decide. Read [1].'
    expect(addText(nothingWithheld, 'Look at the dates. They', isForbidden).released).toBe('')
    expect(addText(nothingWithheld, 'Look at the dates. They decide. R', isForbidden).released).toBe('Look at the dates. ')
    expect(run([text])).toEqual({ shown: text, isWithheld: false })
    expect(run(text.split(''))).toEqual({ shown: text, isWithheld: false })
  })

  test.each([[['Fine. The answer? B. Good.']], [['Fine. The answer? ', 'B. ', 'Good.']], ['Fine. The answer? B'.split('')]])(
    'shows no part of a verdict, however it is split',
    (pieces) => {
      const { shown, isWithheld } = run(pieces)
      expect(isWithheld).toBe(true)
      expect(shown).not.toMatch(/B/)
    },
  )

  test('is checked in its last part when it is long', () => {
    const lengths: number[] = []
    const text = 'Look at it. '.repeat(1_000)
    addText(nothingWithheld, text, (checked) => {
      lengths.push(checked.length)
      return false
    })
    endText({ text, pending: 'End' }, (checked) => lengths.push(checked.length) === 0)
    expect(lengths).toHaveLength(2)
    for (const length of lengths) expect(length).toSatisfy((one: number) => one > 2_900 && one <= 3_000)
    expect(run([text, 'The answer? ', 'B. ', 'More.'])).toMatchObject({ isWithheld: true })
  })

  test('is checked from the beginning of a sentence, and its beginning as such', () => {
    const check = (text: string) => {
      let checked = ['', '']
      endText({ text, pending: '' }, (...texts) => {
        checked = texts
        return false
      })
      return checked
    }
    for (let i = 0; i < 30; i++) {
      const [part = '', beginning = ''] = check(`Yes${'!'.repeat(i)} ${'Look at the date. Next, read.\n'.repeat(200)}`)
      expect(part).toMatch(/^(?:Look|Next)/)
      expect(beginning).toMatch(/^Yes/)
    }
    expect(check(`Look. ${'x'.repeat(4_000)}. `)[0]).toHaveLength(3_000)
  })
})
