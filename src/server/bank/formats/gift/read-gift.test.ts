import { describe, expect, test } from 'vitest'
import type { FormatItem } from '#server/bank/formats/format.ts'
import { recognizeFormat, takeSample } from '#server/bank/formats/recognize.ts'
import { gift } from '#server/bank/formats/gift/read-gift.ts'
import { readWith } from '#tests/format-file.ts'

const read = async (text: string) => (await readWith(gift, text)).items
const readOne = async (text: string): Promise<FormatItem> => {
  const [item, ...more] = await read(text)
  if (!item || more.length > 0) throw new Error(`The text has ${more.length + 1} questions`)
  return item
}
const keyOf = async (text: string) => {
  const { item } = await readOne(text)
  return [item['question_type'], item['options'], item['correct_answer']]
}
const problemOf = async (text: string) => (await readOne(text)).problems?.[0]?.reason
const leftOutOf = async (text: string) => (await readOne(text)).leftOut?.map(({ field, reason }) => `${field} ${reason}`)

describe('a question in GIFT', () => {
  test('with one right answer is a single choice with reasons and an explanation', async () => {
    expect(
      await readOne(
        '// question: 12  name: Ledger\n::Ledger::Which entry\\: a or b?{\n\t=A \\#1#Right.\n\t~B#Too late\n\t~C\n\t####Posting creates it.\n}',
      ),
    ).toEqual({
      place: { line: 2, element: '"Ledger"' },
      item: {
        text: 'Which entry: a or b?',
        question_type: 'single_choice',
        options: ['A #1', 'B', 'C'],
        correct_answer: ['A'],
        explanation: '<p>Posting creates it.</p><p>Right.</p>',
        option_explanations: [null, 'Too late', null],
      },
      sourceId: expect.any(String) as string,
      categories: [],
      tags: [],
      leftOut: [],
      problems: [],
    })
  })

  test.each([
    ['{T}', ['True', 'False'], ['A']],
    ['{FALSE#wrong#right}', ['True', 'False'], ['B']],
    ['{~one =two ~three}', ['one', 'two', 'three'], ['B']],
    ['{=Grant~no one#why~%0%Napoleon}', ['Grant', 'no one', 'Napoleon'], ['A']],
    ['{\n=yes\n\n~no\n}', ['yes', 'no'], ['A']],
    ['{=<b class="x">yes</b> ~a \\= b}', ['<b class="x">yes</b>', 'a = b'], ['A']],
  ])('%s is a choice', async (answers, options, key) => {
    expect(await keyOf(`Which? ${answers}`)).toEqual(['single_choice', options, key])
  })

  test('with weights is a multiple choice, and what they say is left out', async () => {
    const text = 'Which two? {~%50%one ~%50%two ~%-100%three}'
    expect(await keyOf(text)).toEqual(['multiple_choice', ['one', 'two', 'three'], ['A', 'B']])
    expect((await leftOutOf(text))?.join('; ')).toMatch(/points for a part.*points off/)
    expect((await leftOutOf('Which? {=one ~%25%two}'))?.[0]).toContain('partial points are left out; wrong here: 25%')
  })

  test('with arrows is matching', async () => {
    expect((await readOne('Match. {=cat -> meow =dog -> bark = -> moo}')).item).toMatchObject({
      question_type: 'drag_drop',
      pairs: { left: ['cat', 'dog'], right: ['meow', 'bark', 'moo'] },
      correct_answer: ['0=0', '1=1'],
    })
  })

  test('may have its answers inside its text', async () => {
    expect((await readOne('Grant is {=buried ~born} in the tomb.')).item['text']).toBe('Grant is _____ in the tomb.')
    expect((await readOne('The tomb is of {=Grant ~Lee}.')).item['text']).toBe('The tomb is of _____.')
  })

  test('may be HTML, Markdown or plain text', async () => {
    const text = async (written: string) => (await readOne(`${written}{T}`)).item['text']
    expect(await text('[html]<p>a &lt; b</p>')).toBe('<p>a &lt; b</p>')
    expect(await text('[markdown]*x* `y`')).toBe('<p><em>x</em> <code>y</code></p>')
    expect(await text('[plain]a < b <i>')).toBe('a &lt; b &lt;i&gt;')
    expect(await text('A List<String> is <b>what</b>?')).toBe('A List&lt;String&gt; is <b>what</b>?')
    expect(await text('One\\nTwo')).toBe('One<br />Two')
  })

  test.each([
    ['Write. {}', 'is an essay, which a person must grade'],
    ['How much? {#3:0.1}', 'asks for a typed number'],
    ['Who? {=Ada =Lovelace}', 'asks for a typed answer'],
    ['Only a text', 'has no braces'],
    ['Broken {=a ~b', 'never closed'],
    ['Two {=a ~b} and {=c ~d}', 'more than one opening brace'],
    ['None right {~a ~b}', 'no answer gets points'],
    ['Mark is missing {\n  right\n  ~wrong\n}', 'have "right" without = for a correct or ~ for a wrong answer'],
  ])('%s is refused with the reason', async (text, reason) => {
    expect(await problemOf(text)).toContain(reason)
  })

  test('shows no image that is not in the file', async () => {
    expect(await leftOutOf('[html]<p>See <img src\\="@@PLUGINFILE@@/plan.png" alt\\="x"></p>{T}')).toEqual([
      'text shows plan.png, which is not in the file; upload it',
    ])
  })
})

describe('a file in GIFT', () => {
  test('has categories, ids and tags, and a question with an error does not affect the others', async () => {
    const items = await read(
      [
        '// question: 0  name: Switch category to $course$/top/Sales//Orders',
        '$CATEGORY: $course$/top/Sales//Orders',
        '',
        '// question: 1  name: One [id:q7] [tag:easy] [tag:a\\]b]',
        '::One::First {=a ~b}',
        '::Two::Second {=a ~b}',
        '',
        'Open {=a ~b',
        '',
        'Last {=a ~b}',
      ].join('\r\n'),
    )
    expect(items.map(({ place, problems, categories, tags }) => [place.line, problems?.length, categories, tags])).toEqual([
      [5, 0, ['Sales/Orders', 'easy', 'a]b'], ['easy', 'a]b']],
      [6, 0, ['Sales/Orders'], []],
      [8, 1, ['Sales/Orders'], []],
      [10, 0, ['Sales/Orders'], []],
    ])
    expect(items[0]?.sourceId).toBe('[["Sales/Orders"],"q7"]')
    expect((await read('First {=a ~b}'))[0]?.sourceId).not.toBe((await read('First {=a ~c}'))[0]?.sourceId)
  })

  test.each([
    ['::Q:: What {=a ~b}', true],
    ['$CATEGORY: x\n\nQ {T}', true],
    ['Why? {}\n\nIs it? {FALSE}', true],
    ['[html]What? {\n=a\n~b\n}', true],
    ['What? {\n  right\n  ~wrong\n}', true],
    ['function f() { return x }', false],
    ['A text with {braces} in it.', false],
  ])('%j is recognized: %s', (text, isGift) => {
    expect(gift.recognizes({ kind: 'text', text })).toBe(isGift)
    if (isGift) expect(recognizeFormat(takeSample(Buffer.from(text)), undefined)).toBe(gift)
  })
})

test('LaTeX is not GIFT, although its braces can look like answers', () => {
  const text = '\\element{sums}{\n\\begin{question}{a}\nHow many? {=three}\n\\end{question}\n}'
  expect(() => recognizeFormat(takeSample(Buffer.from(text)), undefined)).toThrow('Invalid file format')
})
