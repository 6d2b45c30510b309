/** Writes and reads the categories of Moodle XML and GIFT: paths of names, in which a slash inside a name is doubled. */
import type { BankQuestion } from '#exam/bank-file/index.ts'

/** The path of a question's category. A slash in a name is doubled. */
export function printCategory({ examId, skillArea, skill }: Pick<BankQuestion, 'examId' | 'skillArea' | 'skill'>): string {
  const names = [examId, skillArea, skillArea === '' ? '' : skill].filter((name) => name !== '')
  return ['$course$', 'top', ...names.map((name) => name.replaceAll('/', '//'))].join('/')
}

/** The names in a path such as `$course$/top/Default for Sales/Orders`. A doubled slash is a slash inside a name. */
export function splitCategory(path: string): string[] {
  return path
    .trim()
    .split(/(?<!\/)\/(?!\/)/)
    .map((name) => name.replaceAll('//', '/').trim())
    .filter((name) => name !== '' && name !== 'top' && !/^\$\w+\$$/.test(name))
}
