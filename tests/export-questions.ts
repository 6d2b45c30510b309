/** Questions that are hard to export, with every kind of markup and with characters that have a meaning in the formats. */
import type { BankQuestion } from '#exam/bank-file/index.ts'
import type { CaseStudy } from '#exam/question.ts'
import { sanitize } from '#server/bank/sanitize-html.ts'
import { aMatchingQuestion, aQuestion, aReorderQuestion } from '#tests/factories.ts'

const picture = sanitize(
  '<img src="/pictures/ab-250-shift-plan.svg" alt="A &quot;plan&quot; with quotes" title="Plan &amp; shifts" width="640" height="294" />',
)

/** All markup that the sanitizer allows, in places where formats do not expect it. */
const markup = sanitize(
  [
    'Bare text, then <b>bold</b>',
    '<p>One<br />two &amp; three &lt;four&gt; "five" ]]&gt; {six} ~seven = eight : nine # ten -&gt; eleven \\ twelve \\n</p>',
    '<h3>Heading</h3><h4>Smaller</h4><pre>if (a &lt; b) {\n  // [html] ::name::\n\n  return\n}</pre>',
    '<blockquote>Quoted<p>twice</p></blockquote><ul><li>a<ul><li>b</li></ul></li></ul><ol><li><p>c</p></li></ol>',
    '<table><caption>Title</caption><tr><th scope="col">h</th></tr><tr><td colspan="2">d</td></tr></table>',
    '<table><thead><tr><th>x</th></tr></thead><tbody><tr><td><ul><li>y</li></ul></td></tr></tbody></table>',
    '<p><u>under</u> <s>struck</s> H<sub>2</sub>O x<sup>2</sup> <code>=1+1</code> <kbd>Tab</kbd> <em>e</em> <i>i</i> <strong>s</strong></p>',
    `<p>${picture}</p><p><a href="https://learn.microsoft.com/a?b=1&amp;c=2">link</a> 😀 é</p>`,
  ].join(''),
)

/** Markup that QTI cannot express. */
export const oddMarkup = sanitize(
  '<ol start="3"><li>c</li></ol><table></table><li>Entry without a list</li><td>Cell without a table</td><b><p>Block in bold</p></b>',
)

const id = (number: number) => `01a1f7f8-9000-7dd5-a155-${String(number).padStart(12, '0')}`
const time = (number: number) => new Date(Date.UTC(2026, 10, 20, 8, 0, number)).toISOString()

export const hardCaseStudy: CaseStudy = {
  id: 'Straße & Co/7 <b>',
  title: 'Northwind "&" <Sons>',
  content: sanitize(`<p>Scenario.</p>${markup}`),
}

export const hardQuestions: BankQuestion[] = [
  aQuestion({ text: markup, explanation: markup, caseStudyId: hardCaseStudy.id }),
  aQuestion({
    options: ['=1+1', '-5', '@SUM(A1)', "'=x", '<p>In a</p><p>block</p>', picture, '_x000D_', '[html]b'],
    answerKey: ['A', 'F'],
    type: 'multiple_choice',
    optionExplanations: [null, '<p>Block</p>', 'inline <b>bold</b>', null, '~=#{}:', null, null, null],
    state: 'draft',
    difficulty: null,
    objective: null,
    caseStudyId: hardCaseStudy.id,
  }),
  aQuestion({ type: 'multiple_choice', answerKey: ['B'], skill: 'Sales / purchasing', explanation: 'Bare explanation' }),
  aReorderQuestion({ options: ['<b>c</b>', 'a', 'b'], answerKey: ['1', '2', '0'], optionExplanations: ['no', null, null] }),
  aReorderQuestion({
    options: ['d', 'c', 'a', 'b'],
    answerKey: ['2', '3', '1'],
    optionExplanations: ['Unused: <b>d</b>', null, null, 'x'],
  }),
  aMatchingQuestion({ pairs: { left: ['1 -&gt; 2', '<b>two</b>'], right: ['x', 'y = z', 'unused'] }, answerKey: ['0=1', '1=1'] }),
  aMatchingQuestion({ pairs: { left: ['p', 'q'], right: ['second', 'first'] }, answerKey: ['0=1', '1=0'] }),
].map((question, i) => ({ ...question, id: id(i), createdAt: time(i) }))

export const oddQuestion: BankQuestion = { ...aQuestion({ text: oddMarkup, explanation: oddMarkup }), id: id(99), createdAt: time(50) }
