/**
 * Samples of statements, drop-downs and solution series, as items of a bank file. There are three of each type; the solution questions are
 * one series.
 */
import { aBankItem } from '#tests/factories.ts'

const id = (number: number) => `01a1f7f8-3000-7dd5-a155-0000000000${String(number).padStart(2, '0')}`
const common = { skill_area: 'Configure financials', created_at: '2026-11-20T08:00:00Z' }

function sample(number: number, values: Record<string, unknown>): Record<string, unknown> {
  return { ...aBankItem(), ...common, id: id(number), options: [], option_explanations: [], ...values }
}

export const statementSamples = [
  sample(1, {
    question_type: 'statements',
    text: '<p>A florist grants 2% for payment within ten days and asks for payment within thirty.</p><p>For each statement, choose Yes if it is true and No if it isn’t.</p>',
    options: [
      '<p>The discount ends after <code>10D</code>.</p>',
      'A payment on day twenty earns the discount.',
      'The due date is on day thirty.',
    ],
    correct_answer: ['yes', 'no', 'yes'],
    option_explanations: ['The discount date calculation is ten days.', 'Day twenty is after the discount date.', null],
  }),
  sample(2, {
    question_type: 'statements',
    text: '<p>A bakery closes the month of October on November 3.</p><p>For each statement, choose Yes if it is true and No if it isn’t.</p>',
    options: ['October stays open for everyone.', 'November is open.', 'A user setup may allow October.', 'Nothing can be posted.'],
    correct_answer: ['no', 'yes', 'yes', 'no'],
  }),
  sample(3, {
    question_type: 'statements',
    text: '<p>A hotel numbers its invoices without gaps.</p><p>For each statement, choose Yes if it is true and No if it isn’t.</p>',
    options: ['Gaps are allowed.', 'The numbers come from a series.', 'Each user has a series.'],
    correct_answer: ['no', 'yes', 'no'],
  }),
]

export const dropDownSamples = [
  sample(4, {
    question_type: 'drop_down',
    text: '<p>A nursery keeps clay pots in single pieces and buys them by the pallet.</p><p>Complete the item card and the sentence.</p>',
    completion: {
      form: {
        title: 'Item Card',
        subtitle: '1920-S, Clay pot 12 cm',
        groups: [
          {
            name: 'Item',
            fields: [
              { label: 'Description', value: 'Clay pot 12 cm' },
              { label: 'Base Unit of Measure', value: '[[1]]' },
            ],
          },
          {
            name: 'Replenishment',
            fields: [
              { label: 'Vendor No.', value: '40000' },
              { label: 'Purch. Unit of Measure', value: '[[2]]' },
            ],
          },
        ],
      },
      content: '<p>On the line PALLET, the field [[3]] is <code>480</code>.</p>',
      blanks: [
        { label: 'Base Unit of Measure', choices: ['PCS', 'TRAY', 'PALLET'] },
        { label: 'Purch. Unit of Measure', choices: ['PCS', 'TRAY', 'PALLET'] },
        { label: 'Field that holds 480', choices: ['Qty. per Unit of Measure', 'Quantity Rounding Precision', 'Cubage'] },
      ],
    },
    correct_answer: ['0', '2', '0'],
  }),
  sample(5, {
    question_type: 'drop_down',
    text: '<p>A canvas app lists the open orders of the signed-in user.</p><p>Complete the formula.</p>',
    completion: {
      content: '<pre><code>[[1]](Orders, Status = "Open" &amp;&amp; Owner.Email = [[2]])</code></pre>',
      blanks: [
        { label: 'Function', choices: ['Filter', 'LookUp', 'Sort'] },
        { label: 'Expression', choices: ['User().Email', 'Self.Email', 'If(1 < 2, "me")'] },
      ],
    },
    correct_answer: ['0', '0'],
  }),
  sample(6, {
    question_type: 'drop_down',
    text: '<p>A reminder is sent after ten days and again after twenty.</p><p>Complete the table.</p>',
    completion: {
      content:
        '<table><thead><tr><th>Level</th><th>Grace period</th></tr></thead><tbody><tr><td>1</td><td>[[1]]</td></tr><tr><td>2</td><td>[[2]]</td></tr></tbody></table>',
      blanks: [
        { label: 'Grace period of level 1', choices: ['10D', '20D', '30D'] },
        { label: 'Grace period of level 2', choices: ['10D', '20D', '30D'] },
      ],
    },
    correct_answer: ['0', '1'],
  }),
]

const scenario = {
  title: 'Late postings at Ferrand Affineurs',
  content:
    '<p>Everyone at Ferrand Affineurs may post in November only.</p><p><b>Goal:</b> Two accountants must also be able to post in October until the books are closed.</p>',
}

const solution = (number: number, text: string, answer: 'yes' | 'no', values: Record<string, unknown> = {}) =>
  sample(number, {
    question_type: 'solution',
    text: `<p><b>Solution:</b> ${text}</p><p>Does the solution meet the goal?</p>`,
    correct_answer: [answer],
    case_study_id: 'series-ferrand',
    ...values,
  })

/** The first question contains the scenario. */
export const solutionSamples = [
  solution(7, 'You set <b>Allow Posting From</b> on <b>General Ledger Setup</b> to October 1.', 'no', { case_study: scenario }),
  solution(8, 'You add both accountants to <b>User Setup</b> and set their <b>Allow Posting From</b> to October 1.', 'yes'),
  solution(9, 'You give both accountants a permission set with the ledger tables.', 'no'),
]

export const sampleItems = [...statementSamples, ...dropDownSamples, ...solutionSamples]
