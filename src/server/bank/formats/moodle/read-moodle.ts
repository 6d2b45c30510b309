/**
 * Reads Moodle XML, as the question bank of Moodle exports it.
 *
 * | Moodle | here |
 * |---|---|
 * | multichoice, truefalse, oumultiresponse | single or multiple choice; feedback about wrong options becomes their reasons |
 * | matching, ddmatch | matching; answers without a question are surplus items |
 * | ordering | ordering |
 * | ddwtos, gapselect | matching: the gaps of the text with their choices |
 * | category | skill area, if the name is one |
 * | general feedback | explanation |
 * | idnumber | id: a UUID is kept; any other number is combined with the category, and ignored if an earlier question has it there |
 * | every other type | refused with the reason |
 */
import type { BankFormat, FormatFile, FormatItem } from '#server/bank/formats/format.ts'
import { splitCategory } from '#server/bank/formats/moodle/category.ts'
import { readMoodleQuestion } from '#server/bank/formats/moodle/question.ts'
import { childOf, readXmlRecords, textOf } from '#server/bank/formats/xml.ts'

export const moodleXml: BankFormat = {
  id: 'moodle-xml',
  name: 'Moodle XML',
  // A single question may lack its enclosing element.
  recognizes: (sample) =>
    sample.kind === 'xml' && (sample.root === 'quiz' || (sample.root === 'question' && /<questiontext\b/.test(sample.text))),
  read: readMoodle,
}

async function* readMoodle(file: FormatFile): AsyncGenerator<FormatItem> {
  let categories: string[] = []
  const numbers = new Set<string>()
  for (const { element } of readXmlRecords(file.readText(), ({ name }, ancestors) => name === 'question' && ancestors.length < 2)) {
    if (element.attributes.get('type')?.trim() === 'category')
      categories = splitCategory(textOf(childOf(childOf(element, 'category'), 'text')))
    else yield await readMoodleQuestion(element, categories, numbers, file.addImage)
  }
}
