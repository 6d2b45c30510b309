/** Files in other encodings, files with errors, and malicious files. They are checked without a thread and without a database. */
import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { checkItems } from '#server/bank/import/check-items.ts'
import type { ImportBatch, ImportReport } from '#server/bank/import/messages.ts'
import type { ServerFunctions } from '#server/bank/import/worker-client.ts'
import { readCertifications } from '#server/catalogue/index.ts'
import { aCertification } from '#tests/factories.ts'

type Files = Record<string, string | Uint8Array>

/** Smaller than on a site, so that the tests are fast. */
const bytesMax = 10_000_000

/** An empty bank. */
const server: ServerFunctions = {
  emit: () => undefined,
  listItems: () => Promise.resolve([]),
  listCaseStudies: () => Promise.resolve([]),
  listTranslations: () => Promise.resolve([]),
  listCaseStudyTranslations: () => Promise.resolve([]),
  countQuestions: () => Promise.resolve(0),
  listWordings: () => Promise.resolve([]),
  listWordingsWithoutBuckets: () => Promise.resolve([]),
  saveBuckets: () => Promise.resolve(true),
  listSimilarWordings: () => Promise.resolve([]),
  readCertifications: async (values) => readCertifications(values),
  findColumns: () => Promise.resolve(undefined),
  checkImage: () => Promise.resolve({ ok: true, bytes: undefined }),
  listImageNames: () => Promise.resolve([]),
}

async function check(file: string | Uint8Array | Files): Promise<{ report: ImportReport; questions: ImportBatch['questions'] }> {
  const bytes =
    typeof file === 'string'
      ? Buffer.from(file)
      : file instanceof Uint8Array
        ? file
        : zipSync(Object.fromEntries(Object.entries(file).map(([name, one]) => [name, typeof one === 'string' ? strToU8(one) : one])))
  const certification = aCertification()
  const task = {
    bytes,
    fileName: 'file',
    isDryRun: false,
    choices: { examId: certification.id, reference: 'https://learn.microsoft.com/x' },
    bytesMax,
    questionsMax: 50_000,
    entriesMax: 10_000,
    references: { certifications: new Map([[certification.id, certification]]), caseStudyIds: new Set<string>() },
    nowMs: Date.UTC(2026, 10, 27),
  }
  const { report, openBatches } = await checkItems(task, server)
  const batches = openBatches()
  const questions: ImportBatch['questions'][number][] = []
  for (let next = batches.next(); !next.done; next = batches.next()) questions.push(...next.value.questions)
  return { report, questions }
}

const nothing = { new: 0, changed: 0, same: 0, refused: 0 }
const textOf = async (file: Parameters<typeof check>[0]) => (await check(file)).questions[0]?.question.text

const choice = (text: string, more = '') =>
  `<question type="multichoice"><name><text>${text}</text></name><questiontext format="html"><text><![CDATA[<p>${text}?</p>]]></text></questiontext>${more}<single>true</single><answer fraction="100"><text>Yes</text></answer><answer fraction="0"><text>No</text></answer></question>`
const quiz = (...questions: string[]) => `<?xml version="1.0" encoding="UTF-8"?>\n<quiz>${questions.join('\n')}</quiz>`

describe('the encoding of a file', () => {
  const text = 'Où est « l’écran » ? {=ici ~là}'
  test.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8', Buffer.from(`\uFEFF${text}`)],
    ['UTF-16LE', Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['UTF-16LE', Buffer.from(text, 'utf16le')],
    ['UTF-16BE', Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()],
  ])('%s is recognized', async (encoding, bytes) => {
    const { report, questions } = await check(bytes)
    expect(report.reading.encoding).toBe(encoding)
    expect(questions[0]?.question.text).toBe('Où est « l’écran » ?')
  })

  test('Windows-1252 is recognized with a warning', async () => {
    const { report, questions } = await check(Buffer.from('O\xF9 est l\x92\xE9cran ? {=ici ~l\xE0}', 'latin1'))
    expect(report.reading.encoding).toBe('WINDOWS-1252')
    expect(report.setWarnings[0]?.reason).toContain('Check its accents')
    expect(questions[0]?.question.text).toBe('Où est l’écran ?')
  })

  test('that is declared in XML counts', async () => {
    const bytes = Buffer.from(quiz(choice('\xC9t\xE9')).replace('UTF-8', 'ISO-8859-1'), 'latin1')
    expect(await textOf(bytes)).toBe('<p>Été?</p>')
  })

  test('that is broken is an error with a line', async () => {
    await expect(check(Buffer.from('<?xml version="1.0"?>\n<quiz>\n\xE9</quiz>', 'latin1'))).rejects.toThrow(
      'Line 3 is not UTF-8. Save the file as UTF-8.',
    )
  })
})

const entities = Array.from({ length: 10 }, (_, i) => `<!ENTITY e${i + 1} "${`&e${i};`.repeat(10)}">`).join('')
const item = (body: string, id = 'q1') =>
  `<assessmentItem identifier="${id}"><responseDeclaration identifier="R" cardinality="single"><correctResponse><value>a</value></correctResponse></responseDeclaration><itemBody><p>Question ${id}?</p>${body}</itemBody></assessmentItem>`
const interaction =
  '<choiceInteraction responseIdentifier="R" maxChoices="1"><simpleChoice identifier="a">Yes</simpleChoice><simpleChoice identifier="b">No</simpleChoice></choiceInteraction>'
const workbook = (sheet: string) => ({ 'xl/workbook.xml': '<workbook/>', 'xl/worksheets/sheet1.xml': sheet })

describe('a file of bad intent or with errors is refused with a reason:', () => {
  test.each<[string, string | Uint8Array | Files, RegExp]>([
    [
      'entities that multiply',
      `<?xml version="1.0"?><!DOCTYPE quiz [<!ENTITY e0 "ha">${entities}]><quiz><question>&e10;</question></quiz>`,
      /Line 1: the document type declares entities/,
    ],
    [
      'an external entity',
      '<!DOCTYPE quiz [<!ENTITY x SYSTEM "file:///etc/passwd">]><quiz><question>&x;</question></quiz>',
      /declares entities/,
    ],
    [
      'an entity in a workbook',
      workbook('<!DOCTYPE s [<!ENTITY x "y">]><worksheet><row><c><v>&x;</v></c></row></worksheet>'),
      /sheet1\.xml: Line 1: .*declares entities/,
    ],
    ['a cut file', quiz(choice('One')).slice(0, -60), /is not XML\. Line \d+, column \d+: .*the file ends inside/],
    ['elements that are nested deeply', `<quiz><question type="multichoice">${'<b>'.repeat(5_000)}`, /nested more than 100 deep/],
    [
      'a path out of the archive',
      { 'imsmanifest.xml': '<manifest/>', '../../etc/cron.d/x': 'x' },
      /unsafe path, "\.\.\/\.\.\/etc\/cron\.d\/x"/,
    ],
    ['an absolute path', { '/etc/passwd': 'x', 'imsmanifest.xml': '<manifest/>' }, /unsafe path/],
    [
      'a zip bomb',
      { 'imsmanifest.xml': '<manifest/>', 'item.xml': new Uint8Array(4 * bytesMax + 1) },
      /item\.xml makes the unpacked archive larger than/,
    ],
    ['a file that is too large', new Uint8Array(bytesMax + 1).fill(0x20), /the limit is [\d,]+\. Split the file/],
    [
      'a quotation mark that is never closed',
      'Question,Option A,Option B,Correct Answer\n"Which?,a,b,A',
      /Line 2: the row has a quotation mark that is never closed/,
    ],
    ['a sheet that is too wide', workbook('<worksheet><row r="1"><c r="ZZZ1"><v>1</v></c></row></worksheet>'), /more than 1,000 columns/],
    ['zeros', new Uint8Array(100), /neither text nor a zip archive/],
    ['a damaged zip archive', Buffer.from('500087fa384477fb0dca6d02', 'hex'), /neither text nor a zip archive, or it is damaged/],
    ['nothing', '', /The file is empty/],
  ])('%s', async (_, file, message) => {
    await expect(check(file)).rejects.toThrow(message)
  })

  // Regression: regular expressions that tried every start with every end took minutes.
  test.each([
    ['lines', `x${'\n'.repeat(200_000)}x`],
    ['headings', '# a\n'.repeat(50_000)],
    ['titles of GIFT', '::a\n'.repeat(50_000)],
    ['closed titles of GIFT', '::a::\n'.repeat(50_000)],
  ])('very many %s, without a long search', async (_, file) => {
    await expect(check(file)).rejects.toThrow('Invalid file format')
  })

  test('very many spaces in an option, without a long search', async () => {
    const { questions } = await check(`Which? {=a${' '.repeat(100_000)}<br>&nbsp; ~b}`)
    expect(questions[0]?.question.options).toEqual([expect.stringMatching(/^a *$/), 'b'])
  })

  test.each<[string, string | Uint8Array | Files, string]>([
    ['a backup of a Moodle course', Buffer.from('1f8b0800000000000003', 'hex'), 'export the question bank as Moodle XML instead'],
    ['a zip archive of such a backup', { 'moodle_backup.xml': '<moodle_backup/>' }, 'open the question bank, choose Export and Moodle XML'],
    ['a part of such a backup', '<?xml version="1.0"?><question_categories/>', 'choose Export and Moodle XML'],
    ['a Word document', { '[Content_Types].xml': '<Types/>', 'word/document.xml': '<document/>' }, 'is a text document'],
    ['an old Excel file', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'Save a table as .xlsx or CSV'],
    ['an OpenDocument table', { mimetype: 'x', 'content.xml': '<a/>', 'META-INF/manifest.xml': '<a/>' }, 'Save a table as .xlsx or CSV'],
    ['an Anki deck', { 'collection.anki2': 'SQLite format 3', media: '{}' }, 'choose File, Export, "Notes in Plain Text"'],
    ['a PDF', '%PDF-1.7\n', 'is a PDF'],
    ['a 7z archive', Buffer.from('377abcaf271c0004', 'hex'), 'Unpack it'],
    ['a tar archive', Buffer.concat([Buffer.alloc(257, 'a'), Buffer.from('ustar')]), 'Unpack it'],
    ['a web page', '<!DOCTYPE html><html></html>', '<html>, which is no known format. The file is a web page'],
    ['LaTeX', '\\documentclass{exam}\n\\begin{document}\nWhich? {=a}\n', 'The file is LaTeX'],
    ['a Cloze text', 'The capital is {1:MULTICHOICE:=Paris~Rome}.', 'Write its parts as separate questions'],
    ['a text of WebCT', ':TYPE:MC:1:0:A\n:QUESTION:H\nWhich?\n:ANSWER1:100:H\nThis\n', 'export the questions there as Moodle XML'],
    ['Markdown with check boxes', '#### Q1. Which?\n\n- [ ] one\n- [x] two\n', 'looks like Markdown with check boxes such as "- [x]"'],
    ['Markdown with two kinds of headings', '# Which?\n\n## Correct\n\none\n', 'looks like Markdown with headings'],
    ['Markdown with headings', '# Which?\n- ^one\n- two\n', 'The only Markdown that is read is that of text2qti: a line "1. Question"'],
    [
      'Markdown with HTML and lettered options',
      '<div align="center">\n\n###### 1. Output?\n\n- A: one\n- B: two\n\n#### Answer: B\n',
      'a line such as "ANSWER: A" after the options of each question',
    ],
    ['a list of cards', 'Question,Answer\nCapital of France?,Paris\n', 'Add columns such as Option A, Option B, and Correct Answer'],
    ['JSON of another program', '{"results":[{"question":"Which?"}]}', 'JSON of other programs is not read. Export their questions'],
    ['an archive of other files', { 'one.gift': 'Which? {T}' }, 'Unpack it and import the file with the questions'],
    ['the manifest of a package alone', '<manifest identifier="m"><resources/></manifest>', 'Import the whole package'],
    ['a package with a file of another format', { 'quiz.xml': quiz(choice('One')) }, 'must be unpacked and imported alone'],
    [
      'several elements without one around them',
      choice('One') + choice('Two'),
      'one element, such as <quiz> in Moodle XML, must be around',
    ],
  ])('%s, which says what to import instead', async (_, file, advice) => {
    await expect(check(file)).rejects.toThrow(advice)
  })

  test.each([
    ['question of Moodle', choice('One')],
    [
      'item of QTI 1.2',
      '<item ident="i1" title="T"><presentation><material><mattext>Which?</mattext></material><response_lid ident="r" rcardinality="Single"><render_choice><response_label ident="a"><material><mattext>Yes</mattext></material></response_label><response_label ident="b"><material><mattext>No</mattext></material></response_label></render_choice></response_lid></presentation><resprocessing><outcomes><decvar/></outcomes><respcondition><conditionvar><varequal respident="r">a</varequal></conditionvar><setvar action="Set" varname="SCORE">100</setvar></respcondition></resprocessing></item>',
    ],
  ])('a %s without the element that belongs around it is read', async (_, file) => {
    const { questions } = await check(file)
    expect(questions[0]?.question).toMatchObject({ options: ['Yes', 'No'], answerKey: ['A'] })
  })

  test('a QTI package without a manifest is read with a warning', async () => {
    const { report } = await check({ 'items/a.xml': item(interaction) })
    expect(report.counts).toEqual({ ...nothing, new: 1 })
    expect(JSON.stringify(report.setWarnings)).toContain('imsmanifest.xml')
  })

  test('a stimulus that refers to itself refuses its questions', async () => {
    const stimulus = (id: string, other: string) =>
      `<qti-assessment-stimulus identifier="${id}" title="Case"><qti-assessment-stimulus-ref identifier="${other}" href="${other}.xml"/><qti-stimulus-body><p>About ${id}.</p></qti-stimulus-body></qti-assessment-stimulus>`
    const item3 = `<qti-assessment-item identifier="q1" title="T"><qti-response-declaration identifier="R" cardinality="single"><qti-correct-response><qti-value>a</qti-value></qti-correct-response></qti-response-declaration><qti-assessment-stimulus-ref identifier="s1" href="s1.xml"/><qti-item-body><qti-choice-interaction response-identifier="R" max-choices="1"><qti-prompt>Which?</qti-prompt><qti-simple-choice identifier="a">A</qti-simple-choice><qti-simple-choice identifier="b">B</qti-simple-choice></qti-choice-interaction></qti-item-body></qti-assessment-item>`
    const { report } = await check({
      'imsmanifest.xml': '<manifest identifier="P"><resources/></manifest>',
      'q1.xml': item3,
      's1.xml': stimulus('s1', 's2'),
      's2.xml': stimulus('s2', 's1'),
    })
    expect(report.rows[0]?.problems).toEqual([{ field: 'case_study', reason: 'refers to itself: s1.xml, then s2.xml, then s1.xml' }])
  })

  test('formulas of a table are plain text', async () => {
    const { questions } = await check('Question,Option A,Option B,Correct Answer\n"=HYPERLINK(""http://x"")",=1+1,@b,A')
    expect(questions[0]?.question).toMatchObject({ text: '=HYPERLINK("http://x")', options: ['=1+1', '@b'] })
  })

  test('a file with 10,000 questions is read completely', { timeout: 120_000 }, async () => {
    const file = quiz(...Array.from({ length: 10_000 }, (_, i) => choice(`Number ${i}`)))
    expect((await check(file)).report.counts).toEqual({ ...nothing, new: 10_000 })
  })
})
