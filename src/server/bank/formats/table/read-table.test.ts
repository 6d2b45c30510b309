import { describe, expect, test } from 'vitest'
import type { ImportChoices } from '#server/bank/formats/format.ts'
import { guessMeanings } from '#server/bank/formats/table/guess-columns.ts'
import { csv, xlsx } from '#server/bank/formats/table/read-table.ts'
import { readWith } from '#tests/format-file.ts'

const read = (text: string, choices?: ImportChoices) => readWith(csv, text, choices)

const keysOf = async (text: string) => (await read(text)).items.map(({ item }) => item['correct_answer'])

describe('a table of another tool', () => {
  test('is recognized by its header, with any delimiter', () => {
    const recognizes = (text: string) => csv.recognizes({ kind: 'text', text })
    expect(recognizes('Question;Option A;Option B;Correct Answer\nx;a;b;A')).toBe(true)
    expect(recognizes('\uFEFFQuestion Text\tAnswer 1\tAnswer 2\tCorrect Answer\n')).toBe(true)
    expect(recognizes('question,options,answer\n"Cut off')).toBe(true)
    expect(recognizes('Question,Comment\nWhat?,none')).toBe(false)
    expect(recognizes('// question: 1\n::Q:: What {=a ~b}')).toBe(false)
  })

  test('has choices with all that its columns say', async () => {
    const { items, warnings } = await read(
      [
        'ID,Question,Option A,Option B,Option C,Correct Answer,Feedback A,Explanation,Category,Points,Difficulty,Reference,Image Link',
        '7,"Is a < b,',
        'or not?",Yes,No,,B,"Too ""fast""",Because.,Finance,5,2,https://learn.microsoft.com/x,http://x/a.png',
        '8,<b>Which</b>?,x,y,z,"A, C",,,,,hard,,',
      ].join('\r\n'),
    )
    expect(items).toEqual([
      {
        place: { line: 2, element: 'row 2' },
        item: {
          question_type: 'single_choice',
          text: 'Is a &lt; b,<br>or not?',
          options: ['Yes', 'No'],
          correct_answer: ['B'],
          explanation: 'Because.',
          option_explanations: ['Too &quot;fast&quot;', null],
          reference: 'https://learn.microsoft.com/x',
          difficulty: 2,
        },
        sourceId: '7',
        categories: ['Finance'],
        leftOut: [{ field: 'text', reason: 'has an image or video in a column, which is left out; upload it' }],
        problems: [],
      },
      expect.objectContaining({
        item: { question_type: 'multiple_choice', text: '<b>Which</b>?', options: ['x', 'y', 'z'], correct_answer: ['A', 'C'] },
        sourceId: '8',
      }),
    ])
    expect(warnings).toEqual(['The column Points is left out.'])
  })

  const header = 'Question,Option 1,Option 2,Option 3,Correct'
  test.each([
    ['letters', 'q,a,b,c,B\nq,a,b,c,c)\nq,a,b,c,Option A', [['B'], ['C'], ['A']]],
    ['numbers from 1', 'q,a,b,c,1\nq,a,b,c,"2,3"', [['A'], ['B', 'C']]],
    ['numbers from 0', 'q,a,b,c,0\nq,a,b,c,2', [['A'], ['C']]],
    ['numbers with a fraction', 'q,a,b,c,1.0\nq,a,b,c,3.0', [['A'], ['C']]],
    ['names of columns', 'q,a,b,c,choice_1\nq,a,b,c,"choice_2,choice_3"', [['A'], ['B', 'C']]],
    ['numbers although options are numbers', 'q,2,1,7,2\nq,x,y,z,3', [['B'], ['C']]],
    ['texts', 'q,Paris,Rome,"A, B","a, b"\nq,2,1,7,2', [['C'], ['A']]],
    ['several texts', 'q,Paris,Rome,Bonn,Paris; Bonn', [['A', 'C']]],
  ])('may name its answers as %s', async (_, rows, keys) => {
    expect(await keysOf(`${header}\n${rows}`)).toEqual(keys)
  })

  test('refuses a row without a usable answer, and types that are no choices', async () => {
    const { items } = await read(
      `${header},Question Type\nq,a,b,,D,Multiple Choice\nq,a,b,,,Multiple Choice\nEssay?,,,,,Open-Ended\nSky?,,,,True,True/False`,
    )
    expect(items.map(({ place, problems, item }) => [place.line, problems?.[0]?.reason, item['options']])).toEqual([
      [2, 'is neither a letter, nor a number, nor the text of an option: "D"', ['a', 'b']],
      [3, 'is missing', ['a', 'b']],
      [4, 'is "Open-Ended", which is not read from a table; only choices are', undefined],
      [5, undefined, ['True', 'False']],
    ])
  })

  test('may be a workbook with a sheet of notes, and a title above its header', async () => {
    const cell = (column: string, row: number, text: string) => `<c r="${column}${row}" t="inlineStr"><is><t>${text}</t></is></c>`
    const row = (number: number, texts: string[]) =>
      `<row r="${number}">${texts.map((text, i) => cell('ABCDE'.charAt(i), number, text)).join('')}</row>`
    const notes = `<worksheet><sheetData>${row(1, ['How to fill in', 'Please', 'Read'])}</sheetData></worksheet>`
    const sheet = `<worksheet><sheetData>${row(1, ['Quiz template'])}${row(3, ['Question - max 120 characters', 'Answer 1 - max 75 characters', 'Answer 2 - max 75 characters', 'Time limit (sec)', 'Correct answer(s) - choose at least one'])}${row(4, ['Why?', 'one', 'two', '20', '1,2'])}</sheetData></worksheet>`
    const { items, warnings } = await readWith(xlsx, {
      'xl/workbook.xml': '',
      'xl/worksheets/sheet1.xml': notes,
      'xl/worksheets/sheet2.xml': sheet,
    })
    expect(items.map(({ item, place }) => [place.line, item['question_type'], item['options'], item['correct_answer']])).toEqual([
      [4, 'multiple_choice', ['one', 'two'], ['A', 'B']],
    ])
    expect(warnings).toEqual(['The column Time limit (sec) is left out.'])
  })

  test('may be a workbook with cells that are numbers and truth values', async () => {
    const number = (text: string) => `<c t="n"><v>${text}</v></c>`
    const truth = (text: string) => `<c t="b"><v>${text}</v></c>`
    const text = (words: string) => `<c t="inlineStr"><is><t>${words}</t></is></c>`
    const rows = [
      ['Question', 'Option 1', 'Option 2', 'Correct', 'Option 3'].map(text),
      [text('Sum?'), number('0.30000000000000004'), number('7.0'), number('2.0')],
      [text('Cold?'), truth('1'), truth('0'), truth('0')],
      [text('Warm?'), truth('true'), truth('false'), truth('true'), truth('')],
    ]
    const sheet = `<worksheet><sheetData>${rows.map((cells) => `<row>${cells.join('')}</row>`).join('')}</sheetData></worksheet>`
    const { items } = await readWith(xlsx, { 'xl/workbook.xml': '', 'xl/worksheets/sheet1.xml': sheet })
    expect(items.map(({ item }) => [item['options'], item['correct_answer']])).toEqual([
      [['0.3', '7'], ['B']],
      [['TRUE', 'FALSE'], ['B']],
      [['TRUE', 'FALSE'], ['A']],
    ])
  })
})

test.each([
  [
    ['Question Text', 'Question Type', 'Option 1', 'Option 2', 'Correct Answer', 'Answer explanation'],
    'text type option option key explanation',
  ],
  [['stem', 'a', 'b', 'c', 'answer', 'rationale', 'topic'], 'text option option option key explanation category'],
  [['Prompt', 'Choices', 'Key', 'Source', 'Owner'], 'text options key reference '],
])('columns %j are known', (header, meanings) => {
  expect(guessMeanings(header).join(' ')).toBe(meanings)
})

describe('a table with names that are unknown', () => {
  const table = 'Aufgabe,Wahl 1,Wahl 2,Loesung,Notiz\nWhy?,one,two,Wahl 2,x\nHow?,three,four,1,y'
  const meanings = ['text', 'option', 'option', 'key', ''] as const

  test('is recognized, refuses its rows, and says which columns to choose', async () => {
    expect(csv.recognizes({ kind: 'text', text: table })).toBe(true)
    expect(csv.recognizes({ kind: 'text', text: 'Dear Ada, hello.\nI send you, as I said, a file.' })).toBe(false)
    const { items, columns } = await read(table)
    expect(columns).toMatchObject({
      names: ['Aufgabe', 'Wahl 1', 'Wahl 2', 'Loesung', 'Notiz'],
      examples: ['Why?', 'one', 'two', 'Wahl 2', 'x'],
      missing: ['text', 'key', 'option'],
    })
    expect(items.map(({ place, problems }) => [place.line, problems?.[0]?.reason])).toEqual([
      [2, expect.stringContaining('no known name for the question and the correct answer and the options')],
      [3, expect.any(String)],
    ])
  })

  test('is read with the chosen columns', async () => {
    const { items, warnings } = await read(table.replace('Wahl 2,x', '2,x'), { columns: { meanings, hasHeader: true } })
    expect(items.map(({ item }) => [item['text'], item['options'], item['correct_answer']])).toEqual([
      ['Why?', ['one', 'two'], ['B']],
      ['How?', ['three', 'four'], ['A']],
    ])
    expect(warnings).toEqual(['The column Notiz is left out.'])
  })

  test('may have no names at all', async () => {
    const { items } = await read('Why?,one,two,2,x\nHow?,three,four,1,y', { columns: { meanings, hasHeader: false } })
    expect(items.map(({ place, item }) => [place.line, item['text']])).toEqual([
      [1, 'Why?'],
      [2, 'How?'],
    ])
  })
})
