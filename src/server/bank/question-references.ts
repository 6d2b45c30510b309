/** Reads the certifications and case studies that questions refer to, and validates questions with them. */
import { parseBankItem, type BankQuestion, type ItemDefaults } from '#exam/bank-file/index.ts'
import { findCaseStudy } from '#server/bank/questions.ts'
import { validateParsed, type References, type ValidatedQuestion } from '#server/bank/validate-question.ts'
import { listCertificationRows, listOutlines, lockReferencedCertification, readCertification } from '#server/catalogue/index.ts'
import type { Db } from '#server/db/tables.ts'

/** All certifications with their outlines, and all case studies. Read them once to validate many questions. */
export async function readReferences(db: Db): Promise<References> {
  const certifications = (await listCertificationRows(db)).map(readCertification)
  const ids = certifications.map(({ id }) => id)
  const outlines = await listOutlines(db, ids)
  const caseStudies = await db.selectFrom('case_studies').select('id').execute()
  return {
    certifications: new Map(certifications.map((one) => [one.id, { ...one, objectives: outlines.get(one.id)?.objectives }])),
    caseStudyIds: new Set(caseStudies.map(({ id }) => id)),
  }
}

/** Validates a single item, and reads only the records that it refers to. The outline cannot change until the transaction ends. */
export async function validateSingleQuestion(transaction: Db, item: unknown, defaults: ItemDefaults): Promise<ValidatedQuestion> {
  const parsed = parseBankItem(item, defaults)
  return validateParsed(parsed, await findReferences(transaction, parsed.question))
}

async function findReferences(transaction: Db, question: BankQuestion | undefined): Promise<References> {
  const row = question && (await lockReferencedCertification(transaction, question.examId))
  const outline = row && (await listOutlines(transaction, [row.id])).get(row.id)
  const caseStudy = question?.caseStudyId ? await findCaseStudy(transaction, question.caseStudyId) : undefined
  return {
    certifications: new Map(row && [[row.id, { ...readCertification(row), objectives: outline?.objectives }]]),
    caseStudyIds: new Set(caseStudy && [caseStudy.id]),
  }
}
