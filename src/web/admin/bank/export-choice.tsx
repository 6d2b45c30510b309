/** Chooses what to export and in which format, and downloads it. */
import { useState } from 'react'
import { exportFormats, type ExportFormat } from '#exam/export-format.ts'
import { saveExport } from '#web/admin/bank/export-file.ts'
import { bank } from '#web/text/en/admin/bank.ts'
import { SelectField } from '#web/ui/forms/field.tsx'

type Props = {
  examId: string
  examName: string
  exporting: ReturnType<typeof useExport>
}

export function ExportChoice({ examId, examName, exporting }: Props) {
  return (
    <section className="flow">
      <h3>{bank.exportTitle}</h3>
      <p className="soft">{bank.exportLede}</p>
      <SelectField
        label={bank.exportWhat}
        value={exporting.examId}
        choices={[
          [examId, examName],
          ['', bank.everyExam],
        ]}
        onChoose={exporting.chooseExam}
      />
      <SelectField
        label={bank.exportFormat}
        value={exporting.format}
        hint={bank.exportNotes[exporting.format]}
        choices={exportFormats.map((format) => [format, bank.exportFormats[format]])}
        onChoose={(value) => exporting.chooseFormat(exportFormats.find((format) => format === value) ?? 'json')}
      />
    </section>
  )
}

/** The state of the export; `examId` is empty for all exams. */
export function useExport(firstExamId: string) {
  const [examId, chooseExam] = useState(firstExamId)
  const [format, chooseFormat] = useState<ExportFormat>('json')
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const save = async () => {
    setIsBusy(true)
    setProblem(undefined)
    setProblem(await saveExport(examId, format))
    setIsBusy(false)
  }
  return { examId, chooseExam, format, chooseFormat, isBusy, problem, forget: () => setProblem(undefined), start: () => void save() }
}
