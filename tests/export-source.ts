/** The source of an export, in memory. Every image is the same small file. */
import type { BankQuestion } from '#exam/bank-file/index.ts'
import type { CaseStudy } from '#exam/question.ts'
import type { ExportSource } from '#server/bank/export/source.ts'
import { aCertification } from '#tests/factories.ts'

export function anExportSource(questions: readonly BankQuestion[], caseStudies: readonly CaseStudy[]): ExportSource {
  const certification = aCertification()
  const longest = (lengths: number[]) => Math.max(0, ...lengths)
  return {
    examId: certification.id,
    certifications: new Map([[certification.id, certification]]),
    async *listQuestions() {
      const known = new Set<string>()
      yield await Promise.resolve(
        questions.map((question) => {
          const caseStudy = caseStudies.find(({ id }) => id === question.caseStudyId)
          const isFirst = caseStudy !== undefined && !known.has(caseStudy.id)
          if (caseStudy) known.add(caseStudy.id)
          return { question, caseStudy, isFirst }
        }),
      )
    },
    findListLengths: () =>
      Promise.resolve({
        options: longest(questions.map(({ options }) => options.length)),
        prompts: longest(questions.map(({ pairs }) => pairs?.left.length ?? 0)),
        items: longest(questions.map(({ pairs }) => pairs?.right.length ?? 0)),
        reasons: longest(questions.map(({ optionExplanations }) => optionExplanations.length)),
      }),
    readImage: () => Promise.resolve(Buffer.from('<svg/>')),
  }
}
