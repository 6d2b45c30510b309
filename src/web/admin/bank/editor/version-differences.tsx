/** The differences between two versions of a question, field by field as in the editor. */
import type { BankItem } from '#exam/bank-file/index.ts'
import { listDifferences } from '#web/admin/bank/editor/field-values.tsx'
import { printForm, readForm } from '#web/admin/bank/editor/question-form.ts'
import { Differences } from '#web/admin/differences.tsx'
import '#web/styles/editor.css'

type Props = { sides: readonly [string, string]; versions: readonly [BankItem, BankItem]; same: string }

export function VersionDifferences({ sides, versions: [one, other], same }: Props) {
  const differences = listDifferences(printForm(readForm(one)), printForm(readForm(other)))
  return differences.length === 0 ? <p className="soft">{same}</p> : <Differences sides={sides} differences={differences} />
}
