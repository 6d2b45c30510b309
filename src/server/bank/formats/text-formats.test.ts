import { describe, expect, test } from 'vitest'
import { aiken } from '#server/bank/formats/aiken/read-aiken.ts'
import { anki } from '#server/bank/formats/anki/read-anki.ts'
import type { BankFormat } from '#server/bank/formats/format.ts'
import { recognizeFormat, takeSample } from '#server/bank/formats/recognize.ts'
import { text2qti } from '#server/bank/formats/text2qti/read-text2qti.ts'
import { readWith } from '#tests/format-file.ts'

/** Recognizes and reads a text, and returns for each item its line, key, options, explanation, and first problem. */
async function readAs(format: BankFormat, text: string) {
  expect(recognizeFormat(takeSample(Buffer.from(text)), undefined).id).toBe(format.id)
  const { items, warnings } = await readWith(format, text)
  return {
    items,
    warnings,
    rows: items.map(({ place, item, problems }) =>
      problems?.length ? [place.line, problems[0]?.reason] : [place.line, item['text'], item['options'], item['correct_answer']],
    ),
  }
}

describe('a file in Aiken', () => {
  test('has choices, and names the line of what it cannot read', async () => {
    const { items, rows } = await readAs(
      aiken,
      [
        'Which entry is created?',
        'A. A customer ledger entry',
        'B) A budget < entry',
        'ANSWER: A',
        '',
        '2. Which two',
        'apply?',
        'A. one',
        'B. two',
        'which goes on',
        'C. three',
        'Answer: A, C',
        'EXPLANATION: See https://learn.microsoft.com/x.',
        '',
        'No answer',
        'A. one',
        'B. two',
        '',
        'Wrong letter',
        'A. one',
        'B. two',
        'ANSWER: F',
        'No options',
        'ANSWER: A',
      ].join('\r\n'),
    )
    expect(rows).toEqual([
      [1, 'Which entry is created?', ['A customer ledger entry', 'A budget &lt; entry'], ['A']],
      [6, 'Which two<br />apply?', ['one', 'two<br />which goes on', 'three'], ['A', 'C']],
      [15, expect.stringContaining('after the options, a line such as "ANSWER: A" is expected')],
      [19, 'is "F", which is not a letter from A to B'],
      [23, 'has no options such as "A. …" on lines of their own'],
    ])
    expect(items[1]?.item).toMatchObject({ question_type: 'multiple_choice', reference: 'https://learn.microsoft.com/x' })
  })
})

describe('Markdown of text2qti', () => {
  const file = `Quiz title: Ledgers
Quiz description: About *entries*.

% A comment
Title: An addition
Points: 2
1.  What is 2+3?

    \`\`\`
    a) not an option
    \`\`\`
... General feedback.
- Try again.
a)  6
... Too *many*.
b)  1
*c) 5

COMMENT
2. Hidden
END_COMMENT
2.  Which of the following
    are vowels?
[*] a
[ ] b
[*] e

GROUP
pick: 1
3.  In a group?
*a) True
b) False
END_GROUP

4.  Type it.
*   Washington

5.  How much?
=   1.41 +- 0.01

6.  Write.
____
7.  Send.
^^^^
8.  See ![plan](plan.png) and $x^2$.
a) one
b) two
`
  test('has choices with feedback, and the others are refused with reasons', async () => {
    const { items, rows } = await readAs(text2qti, file)
    expect(rows).toEqual([
      [7, '<p>What is 2+3?</p>\n<pre><code>a) not an option\n</code></pre>', ['6', '1', '5'], ['C']],
      [22, '<p>Which of the following\nare vowels?</p>', ['a', 'b', 'e'], ['A', 'C']],
      [30, '<p>In a group?</p>', ['True', 'False'], ['A']],
      [35, expect.stringContaining('typed answer')],
      [38, expect.stringContaining('typed number')],
      [41, expect.stringContaining('essay')],
      [43, expect.stringContaining('asks for a file')],
      [45, expect.stringContaining('no answer gets points')],
    ])
    expect(items[0]?.item).toMatchObject({
      explanation: '<p>General feedback.</p>',
      option_explanations: ['Too <em>many</em>.', null, null],
    })
    const leftOut = items.map((item) => item.leftOut?.map(({ field }) => field).join(' '))
    expect(leftOut[0]).toBe('- Title Points')
    expect(leftOut[2]).toBe('GROUP')
    expect(leftOut[7]).toBe('text text')
  })
})

describe('notes of Anki as text', () => {
  test('have choices when the front lists options, or the note type has them', async () => {
    const { items, rows } = await readAs(
      anki,
      [
        '#separator:tab',
        '#html:true',
        '#guid column:1',
        '#notetype column:2',
        '#deck column:3',
        '#tags column:6',
        'g1\tBasic\tSales::Orders\tWhich one?<br>A) first<br>B) <b>second</b>\tB. <b>second</b><br>Because.\teasy',
        'g2\tBasic\tSales\tWhich two?<div>a. x</div><div>b. y</div><div>c. z</div>\tA, C\t',
        'g3\tBasic\tSales\tCapital of France? <img src="map.png">[sound:a.mp3]\tParis\t',
        'g4\tCloze\tSales\tThe {{c1::ledger}} is posted.\t\t',
      ].join('\n'),
    )
    expect(rows).toEqual([
      [7, 'Which one?', ['first', '<b>second</b>'], ['B']],
      [8, 'Which two?', ['x', 'y', 'z'], ['A', 'C']],
      [9, expect.stringContaining('a front and a back')],
      [10, expect.stringContaining('gaps to remember')],
    ])
    expect(items[0]).toMatchObject({ sourceId: 'g1', categories: ['Sales', 'Orders', 'easy'], item: { explanation: 'Because.' } })
    expect(items[2]?.leftOut?.map(({ reason }) => reason)).toEqual([
      'has a sound, which is left out',
      'shows map.png, which is not in the file; upload it',
    ])
  })

  test('of a multiple choice type have its options and marks', async () => {
    const { rows } = await readAs(anki, '#separator:tab\n#html:false\nWhich?\tTitle\t2\tone\ttwo\t\t\t\t0 1 0 0 0\tSource\tMore')
    expect(rows).toEqual([[3, 'Which?', ['one', 'two'], ['B']]])
  })

  test('of old versions have only a front and a back', async () => {
    const { rows } = await readAs(anki, 'Which <b>one</b>?<br>A) first<br>B) second\tB\n7 x 8 =\t56\n')
    expect(rows).toEqual([
      [1, 'Which <b>one</b>?', ['first', 'second'], ['B']],
      [2, expect.stringContaining('a front and a back')],
    ])
  })

  test('with options in fields without names are refused with what to add', async () => {
    const { rows } = await readAs(anki, '#separator:tab\n#html:false\n7\tWhich?\tone\tBecause.\ttwo | three')
    expect(rows).toEqual([[3, expect.stringMatching(/^are not found in the 5 fields of the note\. Name its columns/)]])
  })

  test('with named columns are a table', async () => {
    const { rows } = await readAs(anki, '#separator:Semicolon\n#html:false\n#columns:Question;Option A;Option B;Answer\nWhich?;one;two;B')
    expect(rows).toEqual([[4, 'Which?', ['one', 'two'], ['B']]])
  })
})
