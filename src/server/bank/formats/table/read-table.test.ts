import { describe, expect, test } from 'vitest'
import type { BankFormat, FormatItem } from '#server/bank/formats/format.ts'
import { guessColumns } from '#server/bank/formats/table/guess-columns.ts'
import { csv, xlsx } from '#server/bank/formats/table/read-table.ts'

async function read(
  text: string,
  format: BankFormat = csv,
  entries: Record<string, string> = {},
): Promise<{ items: FormatItem[]; warnings: string[] }> {
  const warnings: string[] = []
  const items: FormatItem[] = []
  const file = {
    fileName: 'file',
    bytes: Buffer.from(text),
    entries: new Map(Object.entries(entries).map(([name, one]) => [name, Buffer.from(one)])),
    choices: {},
    readText: () => [text],
    warn: (field: string, reason: string) => void warnings.push(`${field}${reason}`),
    addImage: () => Promise.resolve({ address: '' }),
  }
  for await (const item of format.read(file)) items.push(item)
  return { items, warnings }
}

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
    expect(warnings).toEqual(['The columns Points are unknown and were left out.'])
  })

  const header = 'Question,Option 1,Option 2,Option 3,Correct'
  test.each([
    ['letters', 'q,a,b,c,B\nq,a,b,c,c)\nq,a,b,c,Option A', [['B'], ['C'], ['A']]],
    ['numbers from 1', 'q,a,b,c,1\nq,a,b,c,"2,3"', [['A'], ['B', 'C']]],
    ['numbers from 0', 'q,a,b,c,0\nq,a,b,c,2', [['A'], ['C']]],
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

  test('may be a workbook with a title above its header', async () => {
    const cell = (column: string, row: number, text: string) => `<c r="${column}${row}" t="inlineStr"><is><t>${text}</t></is></c>`
    const row = (number: number, texts: string[]) =>
      `<row r="${number}">${texts.map((text, i) => cell('ABCDE'.charAt(i), number, text)).join('')}</row>`
    const sheet = `<worksheet><sheetData>${row(1, ['Quiz template'])}${row(3, ['Question - max 120 characters', 'Answer 1 - max 75 characters', 'Answer 2 - max 75 characters', 'Time limit (sec)', 'Correct answer(s) - choose at least one'])}${row(4, ['Why?', 'one', 'two', '20', '1,2'])}</sheetData></worksheet>`
    const { items, warnings } = await read('', xlsx, { 'xl/workbook.xml': '', 'xl/worksheets/sheet1.xml': sheet })
    expect(items.map(({ item, place }) => [place.line, item['question_type'], item['options'], item['correct_answer']])).toEqual([
      [4, 'multiple_choice', ['one', 'two'], ['A', 'B']],
    ])
    expect(warnings).toEqual(['The columns Time limit (sec) are unknown and were left out.'])
    await expect(
      read('', xlsx, { 'xl/worksheets/sheet1.xml': '<worksheet><row><c t="inlineStr"><is><t>Name</t></is></c></row></worksheet>' }),
    ).rejects.toThrow(/Name a column Question/)
  })
})

test.each([
  [['Question Text', 'Question Type', 'Option 1', 'Option 2', 'Correct Answer', 'Answer explanation'], 'text type key explanation'],
  [['stem', 'a', 'b', 'c', 'answer', 'rationale', 'topic'], 'text key explanation category'],
  [['Prompt', 'Choices', 'Key', 'Source'], 'text options key reference'],
])('columns %j are known', (header, fields) => {
  expect([...(guessColumns(header)?.fields.keys() ?? [])].join(' ')).toBe(fields)
})
