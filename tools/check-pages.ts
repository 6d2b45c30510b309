/**
 * `npm run check-pages -- FOLDER [--write]`: compares the titles and dates that the content files state for cited pages with the pages
 * themselves, in the git repositories `FOLDER/<owner>/<name>`. `--write` corrects the content files.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BankItem, CitedPart } from '#exam/bank-file/index.ts'
import { applyPageFacts } from '#exam/page-facts.ts'
import { readCitedPage } from '#server/bank/cited-pages.ts'
import { CommandProblem } from '#server/operations/command-socket.ts'
import { runCommand } from './command.ts'

const options = ['--write']
const bankFolder = join(import.meta.dirname, '../content/bank')

await runCommand(async (_config, words) => {
  const [folder, ...others] = words.filter((word) => !options.includes(word))
  if (folder === undefined || others.length > 0) throw new CommandProblem('Usage: npm run check-pages -- FOLDER [--write]')
  if (!existsSync(folder)) throw new CommandProblem(`There is no folder ${folder}.`)
  const isWritten = words.includes('--write')
  const problems = new Map<string, number>()
  let differences = 0
  for (const name of readdirSync(bankFolder)
    .filter((one) => one.endsWith('.json'))
    .toSorted()) {
    const items = JSON.parse(readFileSync(join(bankFolder, name), 'utf8')) as BankItem[]
    for (const item of items) {
      const check = <Part extends CitedPart>(cited: Part): Part => {
        const page = readCitedPage(folder, cited)
        if ('problem' in page) {
          problems.set(page.problem, (problems.get(page.problem) ?? 0) + 1)
          return cited
        }
        const { part, changes } = applyPageFacts(cited, page.facts)
        differences += changes.length
        for (const change of changes) console.log(`${name} ${item.id}: ${change}`)
        return part
      }
      if (!item.grounding) continue
      const { second_source: second, ...grounding } = check(item.grounding)
      item.grounding = { ...grounding, ...(second && { second_source: check(second) }) }
    }
    if (isWritten) writeFileSync(join(bankFolder, name), `${JSON.stringify(items, null, 2)}\n`)
  }
  for (const [problem, count] of problems) console.log(`Not compared: ${problem} (questions: ${count})`)
  console.log(`${isWritten ? 'Corrected' : 'Found'} ${differences} differences.`)
  if (differences > 0 && !isWritten) process.exitCode = 1
}, options)
