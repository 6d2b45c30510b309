/**
 * Recognizes files that cannot be imported as questions, and says what to import instead. Each text completes a message.
 *
 * | file                                                   | recognized by                 |
 * |--------------------------------------------------------|-------------------------------|
 * | `.mbz`, `.pdf`, `.doc`, `.xls`, `.rtf`, `.7z`, `.rar`, `.tar` | its first bytes        |
 * | `.docx`, `.pptx`, `.ods`, `.apkg`, `.h5p`               | the names in the zip archive  |
 * | a part of a backup or of a package, a web page          | its first element             |
 * | LaTeX, Cloze, WebCT texts, other Markdown, tables of flashcards      | the form of their questions |
 */

/** A command of LaTeX at the start of a line. */
export const latexStart = /^[ \t]*\\(?:begin|documentclass|element|usepackage)[ \t]*[[{]/m

const backup =
  'is a backup of a Moodle course or a part of one. In Moodle, open the question bank, choose Export and Moodle XML, and import that file.'
const packed = 'is an archive of a kind that is not read. Unpack it, and import the file in it that has the questions.'
const otherArchive =
  'is an archive without questions.json, so it is not an export of this site, and it is not a QTI package. Unpack it and import the file with the questions.'
const text =
  'is a text document, from which questions cannot be told apart. Export them from the program that made them, or save them as plain text in the form of Aiken or GIFT.'
const oldOffice =
  'is a document of an old version of Word, Excel, or PowerPoint. Save a table as .xlsx or CSV; other documents have no questions that can be told apart.'
const page = 'is only the table of contents of a package. Import the whole package, a .zip file.'

/** Advice by the first bytes of a file, which are read as text with one character per byte. */
const starts: readonly (readonly [start: string, offset: number, advice: string])[] = [
  ['\x1F\x8B', 0, `${packed} If it is a course backup of Moodle, export the question bank as Moodle XML instead.`],
  ['%PDF-', 0, 'is a PDF, from which questions cannot be told apart. Export them from the program that made them.'],
  ['\xD0\xCF\x11\xE0', 0, oldOffice],
  ['{\\rtf', 0, text],
  ['7z\xBC\xAF', 0, packed],
  ['Rar!', 0, packed],
  ['\xFD7zXZ', 0, packed],
  ['BZh', 0, packed],
  ['ustar', 257, packed],
]

/** Advice by the name of an archive entry. */
const entries: Readonly<Record<string, string>> = {
  'moodle_backup.xml': backup,
  'word/document.xml': text,
  'ppt/presentation.xml': 'is a presentation, from which questions cannot be told apart. Export them from the program that made them.',
  'META-INF/manifest.xml': 'is a document of LibreOffice or another office program. Save a table as .xlsx or CSV.',
  'collection.anki2': 'is an Anki deck. In Anki, choose File, Export, "Notes in Plain Text", and import that file.',
  'h5p.json': 'is H5P content, which is not read. Export the questions from the program that made them in a format named here.',
}

const roots: Readonly<Record<string, string>> = {
  html: 'is a web page, not an export of questions.',
  moodle_backup: backup,
  MOODLE_BACKUP: backup,
  question_categories: backup,
  activity: backup,
  examview: 'is an export of ExamView. In ExamView, choose an export for Blackboard, and import that package.',
  manifest: page,
  assessmentTest: page,
  'qti-assessment-test': page,
  assessmentSection: page,
  'qti-assessment-section': page,
  assessmentStimulus: page,
  'qti-assessment-stimulus': page,
}

const markdown =
  'The only Markdown that is read is that of text2qti: a line "1. Question", then lines "a) Option", and "*b) Option" for the correct one.'

const bullet = String.raw`[ \t]*(?:[-*+][ \t]+|\d{1,4}[.)][ \t]+)`

/** The first entry whose patterns all match is used. Each pattern is linear, so a hostile text cannot take a long time. */
const texts: readonly (readonly [patterns: readonly RegExp[], advice: string])[] = [
  [[latexStart], 'is LaTeX, from which questions cannot be told apart. Write them in the form of Aiken or GIFT.'],
  [
    [/\{\d*:(?:MULTI|SHORT|NUMERICAL|M[CR]|SA|NM)/],
    'is a Cloze text of Moodle, with answers inside the text. Write its parts as separate questions.',
  ],
  [[/^:TYPE:[A-Z]{1,4}:/m], 'is a text of WebCT. Import it in Moodle, and export the questions there as Moodle XML.'],
  [
    [new RegExp(`^${bullet}\\[[ xX]\\][ \\t]+\\S`, 'm')],
    `looks like Markdown with check boxes such as "- [x]" at the answers. ${markdown}`,
  ],
  [
    [optionOf('A'), optionOf('B')],
    'has options such as "A) …", but the correct one is not where it is expected: in a line such as "ANSWER: A" after the options of each question.',
  ],
  [[/^#{1,6}[ \t]+\S/m, new RegExp(`^(?:${bullet}|##[ \\t]+)\\S`, 'm')], `looks like Markdown with headings. ${markdown}`],
  [
    [/^.{0,60}\b(?:question|term|front|prompt)s?\b[^,;\t\n]{0,60}[,;\t][^,;\t\n]{0,60}\b(?:answer|definition|back)s?\b[^,;\t\n]{0,60}\n/i],
    'is a table with a question and an answer in each row, and nothing to choose from. Add columns such as Option A, Option B, and Correct Answer.',
  ],
]

/** A line with an option, in a list or not. */
function optionOf(letter: string): RegExp {
  return new RegExp(`^(?:${bullet}|[ \\t]*)\\(?${letter}[.):][ \\t]+\\S`, 'im')
}

/** Describes a file that is neither text nor a zip archive. */
export function describeOtherBytes(bytes: Buffer): string | undefined {
  return starts.find(([start, offset]) => bytes.toString('latin1', offset, offset + start.length) === start)?.[2]
}

export function describeOtherArchive(names: readonly string[]): string {
  return Object.entries(entries).find(([name]) => names.includes(name))?.[1] ?? otherArchive
}

/** Describes a text that no format recognizes. */
export function describeOtherText(start: string): string | undefined {
  return texts.find(([patterns]) => patterns.every((pattern) => pattern.test(start)))?.[1]
}

export function describeOtherXml(root: string): string | undefined {
  return Object.entries(roots).find(([name]) => name === root)?.[1]
}
