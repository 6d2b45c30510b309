import { describe, expect, test } from 'vitest'
import { moodleXml } from '#server/bank/formats/moodle/read-moodle.ts'
import { readWith } from '#tests/format-file.ts'

const answer = (fraction: number, text: string) => `<answer fraction="${fraction}"><text>${text}</text></answer>`
const question = (type: string, text: string, ...more: string[]) =>
  `<question type="${type}"><questiontext><text>${text}</text></questiontext>${more.join('')}</question>`
const category = (path: string) => `<question type="category"><category><text>${path}</text></category></question>`
const read = async (...questions: string[]) => (await readWith(moodleXml, `<quiz>${questions.join('')}</quiz>`)).items

describe('a question of Moodle', () => {
  test('of the type for several answers is a multiple choice', async () => {
    const [item] = await read(question('oumultiresponse', 'Which two?', answer(100, 'one'), answer(100, 'two'), answer(0, 'three')))
    expect(item).toMatchObject({ item: { question_type: 'multiple_choice', correct_answer: ['A', 'B'] }, problems: [] })
  })

  test('with a number that its category has already is identified by its texts', async () => {
    const numbered = (text: string) => question('truefalse', text, '<idnumber>7</idnumber>', answer(100, 'true'), answer(0, 'false'))
    const items = await read(numbered('One?'), numbered('Two?'), category('$course$/top/Sales'), numbered('Three?'))
    expect(items.map(({ sourceId, leftOut }) => [sourceId, leftOut])).toEqual([
      ['[[],"7"]', []],
      ['["","Two?",["true","false"]]', [{ field: 'idnumber', reason: '"7" is the number of an earlier question; it is left out' }]],
      ['[["Sales"],"7"]', []],
    ])
  })
})
