import { describe, expect, test } from 'vitest'
import { parseBankFile } from '#exam/bank-file/index.ts'
import { toFlashcard } from '#server/flashcards/card-html.ts'
import { printFlashcardsCsv } from '#server/flashcards/flashcards-csv.ts'
import { sampleItems } from '#tests/sample-questions.ts'

const samples = parseBankFile(sampleItems)
if (!samples.ok) throw new Error(JSON.stringify(samples.problems))
const [series] = samples.caseStudies
const cardOf = (type: string) => {
  const question = samples.questions.find((one) => one.type === type)
  if (!question) throw new Error(type)
  return toFlashcard(question, question.caseStudyId ? series : undefined)
}

describe('a flashcard', () => {
  test('of statements has them on the front, and Yes or No for each on the back', () => {
    const { choices, answer, reasons } = cardOf('statements')
    expect(choices).toContain('<li>A payment on day twenty earns the discount.</li>')
    expect(choices).not.toMatch(/<td>(?:Yes|No)/)
    expect(answer).toContain('<tr><td>A payment on day twenty earns the discount.</td><td>No</td></tr>')
    expect(reasons).toContain('<li>Day twenty is after the discount date.</li>')
  })

  test('of a drop-down has the numbers of blanks on the front, and fills them on the back', () => {
    const { choices, answer } = cardOf('drop_down')
    expect(choices).toContain('the field <b>[3]</b> is')
    expect(choices).toContain('Qty. per Unit of Measure / Quantity Rounding Precision / Cubage')
    expect(answer).toContain('the field <b>Qty. per Unit of Measure</b> is')
    expect(answer).toContain('<td>Base Unit of Measure</td><td><b>PCS</b></td>')
  })

  test('of a solution has the scenario of its series', () => {
    const { caseStudy, answer } = cardOf('solution')
    expect(caseStudy).toContain('may post in November only')
    expect(answer).toBe('<p>No</p>')
  })
})

test('The table of flashcards names what is correct in each place', () => {
  const table = printFlashcardsCsv(samples.questions)
  expect(table).toContain('1. Yes\n2. No\n3. Yes')
  expect(table).toContain('1. PCS\n2. PALLET\n3. Qty. per Unit of Measure')
})
