/** The template of a table to import: the header of an export, and an example question of each type except `solution`. */
import type { BankQuestion } from '#exam/bank-file/index.ts'
import type { Certification } from '#exam/certification.ts'
import type { templateFormats } from '#exam/export-format.ts'
import type { ExportedQuestion, ExportSource } from '#server/bank/export/source.ts'
import { writeCsv } from '#server/bank/formats/table/write-csv.ts'
import { writeXlsx } from '#server/bank/formats/table/write-xlsx.ts'

type ExampleCertification = Pick<Certification, 'id' | 'skillAreas'>

/** The bytes of the file, in chunks. The examples belong to the first skill of the certification. */
export async function* writeTemplate(
  certification: ExampleCertification,
  format: (typeof templateFormats)[number],
): AsyncGenerator<Uint8Array> {
  const source = openTemplateSource(certification)
  for await (const piece of format === 'csv' ? writeCsv(source) : writeXlsx(source))
    yield typeof piece === 'string' ? Buffer.from(piece) : piece
}

/** More columns than the examples need. */
const listLengths = { options: 6, prompts: 4, items: 5, reasons: 6 }

function openTemplateSource(certification: ExampleCertification): ExportSource {
  return {
    examId: certification.id,
    certifications: new Map(),
    listQuestions: () => listExamples(certification),
    findListLengths: () => Promise.resolve(listLengths),
    readImage: () => Promise.resolve(undefined),
  }
}

async function* listExamples({ id, skillAreas }: ExampleCertification): AsyncGenerator<ExportedQuestion[]> {
  const [area] = skillAreas
  const place = { examId: id, skillArea: area?.name ?? '', skill: area?.skills[0] ?? '' }
  yield examples.map((example) => ({ question: { ...common, ...example, ...place }, caseStudy: undefined, isFirst: false }))
}

/**
 * The examples have no id and no time; an import derives the ids from the texts. They are drafts, because an example that was not removed must
 * not be published.
 */
const common = {
  id: '',
  createdAt: '',
  state: 'draft',
  options: [],
  pairs: null,
  optionExplanations: [],
  reference: 'https://learn.microsoft.com/en-us/credentials/',
  objective: null,
  caseStudyId: null,
  difficulty: 1,
  grounding: null,
} satisfies Partial<BankQuestion>

type Example = Pick<BankQuestion, 'type' | 'text' | 'answerKey' | 'explanation'> &
  Partial<Pick<BankQuestion, 'options' | 'pairs' | 'optionExplanations' | 'completion'>>

const examples: readonly Example[] = [
  {
    type: 'single_choice',
    text: '<p>Example: A stationer sells three boxes of twelve pencils.</p><p>How many pencils does the stationer sell?</p>',
    options: ['15', '24', '36', '48'],
    answerKey: ['C'],
    explanation: '<p>Three times twelve is <b>36</b>.</p>',
    optionExplanations: [
      'This is the sum of three and twelve.',
      'This is the number in two boxes.',
      null,
      'This is the number in four boxes.',
    ],
  },
  {
    type: 'multiple_choice',
    text: '<p>Example: Which two months have 30 days?</p>',
    options: ['April', 'May', 'July', 'November', 'December'],
    answerKey: ['A', 'D'],
    explanation: '<p>April, June, September and November have 30 days.</p>',
  },
  {
    type: 'reorder',
    text: '<p>Example: You make a pot of tea. In which order do you perform the steps?</p>',
    options: ['Pour the water on the leaves.', 'Wait four minutes.', 'Boil the water.'],
    answerKey: ['2', '0', '1'],
    explanation: '<p>The numbers of the steps start at 0, so the third step is <code>2</code>.</p>',
  },
  {
    type: 'drag_drop',
    text: '<p>Example: Match each country with its capital.</p>',
    pairs: { left: ['Norway', 'Portugal'], right: ['Lisbon', 'Oslo', 'Vienna'] },
    answerKey: ['0=1', '1=0'],
    explanation: '<p>The first prompt belongs to the second item: <code>0=1</code>. Vienna is not used.</p>',
  },
  {
    type: 'statements',
    text: '<p>Example: A shop is open from Monday to Friday.</p><p>For each statement, choose Yes if it is true and No if it isn’t.</p>',
    options: ['The shop is open on Tuesdays.', 'The shop is open on Sundays.', 'The shop is open five days a week.'],
    answerKey: ['yes', 'no', 'yes'],
    explanation: '<p>Monday to Friday is five days. Tuesday is one of them, and Sunday is not.</p>',
  },
  {
    type: 'drop_down',
    text: '<p>Example: Complete the sentence about the calendar.</p>',
    completion: {
      form: null,
      content: '<p>A week has [[1]] days, and a year has [[2]] months.</p>',
      blanks: [
        { label: 'Days of a week', choices: ['five', 'seven', 'ten'] },
        { label: 'Months of a year', choices: ['ten', 'twelve'] },
      ],
    },
    answerKey: ['1', '1'],
    explanation: '<p>The choices of each blank are numbered from 0.</p>',
  },
]
