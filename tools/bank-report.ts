/**
 * `npm run bank:report`: a table of each certification's questions in the content files. Exits with code 1 if it finds a problem.
 */
import { join } from 'node:path'
import { formatBankReport, createBankReport } from '#exam/bank-report.ts'
import { readContent } from '#server/bank/content-files.ts'
import { runCommand } from './command.ts'

await runCommand(async () => {
  const { catalog, outlines, banks } = await readContent(join(import.meta.dirname, '../content'), { mayBeOrphaned: true })
  const reports = banks.flatMap(({ value: bank }) => {
    const certification = catalog.value.find(({ id }) => id === bank.certificationId)
    const outline = outlines.find(({ value }) => value.certificationId === bank.certificationId)?.value
    return certification ? [createBankReport(bank.questions, certification, outline)] : []
  })
  console.log(reports.map(formatBankReport).join('\n\n'))
  if (reports.some(({ problems }) => problems.length > 0)) process.exitCode = 1
})
