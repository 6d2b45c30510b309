/** The differences between two versions of a certification, as text. */
import { factNames, type FactName } from '#exam/certification.ts'
import type { FieldDifference } from '#web/admin/differences.tsx'
import { catalogueAdmin } from '#web/text/en/admin/catalogue-admin.ts'
import { linesOf, textFields, type CertificationDraft } from './certification-draft.ts'

export function listDifferences(theirs: CertificationDraft, mine: CertificationDraft): FieldDifference[] {
  const compare = (label: string, print: (draft: CertificationDraft) => string) => ({
    label,
    values: [print(theirs), print(mine)] as const,
  })
  return [
    ...textFields.map((field) => compare(catalogueAdmin.fields[field], (draft) => draft[field].trim())),
    ...factNames.map((fact) => compare(catalogueAdmin.source.of(catalogueAdmin.factNames[fact]), (draft) => printSource(draft, fact))),
    compare(catalogueAdmin.outline, printOutline),
  ].filter(({ values: [one, other] }) => one !== other)
}

function printSource({ sources }: CertificationDraft, fact: FactName): string {
  const { source, address, checkedOn, isApproximate } = sources[fact]
  return [source.trim(), address, checkedOn, isApproximate && catalogueAdmin.source.approximate].filter(Boolean).join(', ')
}

function printOutline({ areas }: CertificationDraft): string {
  return areas.map(({ name, from, to, skills }) => `${name} (${from}–${to}): ${linesOf(skills).join('; ')}`).join(' · ')
}
