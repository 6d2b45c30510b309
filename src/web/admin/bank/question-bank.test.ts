import { expect, test } from 'vitest'
import { saveQuestions } from '#server/bank/save-questions.ts'
import { saveCertification } from '#server/catalogue/certifications.ts'
import { saveOutline } from '#server/catalogue/outlines.ts'
import { ada, ask, prepareAdmin, services } from '#web/admin/admin.test-setup.ts'
import { loader as bank } from '#web/admin/bank/question-bank.tsx'
import { aCertification, anOutline, aQuestion } from '#tests/factories.ts'

prepareAdmin()

test('the question bank has the objectives of its exam and of the edited question', async () => {
  const edited = aQuestion({ examId: 'mb-230' })
  for (const [position, id] of ['mb-800', 'mb-230', 'mb-310'].entries()) {
    await saveCertification(services.db, aCertification({ id }), position)
    await saveOutline(services.db, anOutline({ certificationId: id }))
  }
  await saveQuestions(services.db, [edited])
  const objectivesAt = async (address: string) => {
    const { certifications } = (await ask(ada, bank, address)).data as Awaited<ReturnType<typeof bank>>
    return certifications.filter(({ objectives }) => objectives).map(({ id }) => id)
  }
  expect(await objectivesAt('/admin')).toEqual(['mb-800'])
  expect((await objectivesAt(`/admin?edit=${edited.id}`)).toSorted()).toEqual(['mb-230', 'mb-800'])
})
