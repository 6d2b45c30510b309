import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { saveQuestions } from '#server/bank/save-questions.ts'
import { saveCertification } from '#server/catalogue/certifications.ts'
import { startSimulation } from '#server/simulation/index.ts'
import { findFollowUp } from '#server/tutor/find-follow-up.ts'
import { aCertification, aQuestion } from '#tests/factories.ts'
import { openTestServices, type TestServices } from '#tests/services.ts'
import { camille, openVisitor, signUp } from '#tests/visitor.ts'

let services: TestServices
beforeAll(async () => {
  services = await openTestServices()
})
afterAll(() => services.close())
beforeEach(async () => {
  await services.empty()
  await saveCertification(services.db, aCertification(), 0)
})

const now = new Date()
const asked = aQuestion({ explanation: '<p>The due date calculation of the terms adds thirty days to the document date.</p>' })
const other = aQuestion({
  id: '01a20000-0000-7000-8000-0000000000b2',
  text: '<p>A vendor invoice is posted. Where does the amount with its discount appear first?</p>',
  options: ['The bank ledger', 'The payables account', 'A budget', 'A forecast'],
  answerKey: ['B'],
  explanation: '<p>Amounts of vendors appear in the payables account.</p>',
  optionExplanations: [null, null, null, null],
})

const ask = (userId?: string, questionId = asked.id) =>
  findFollowUp(services.db, { questionId, seen: [], userId, now: new Date() }, () => 0)

describe('a follow-up question', () => {
  test('has no explanation that repeats that of the question', async () => {
    await saveQuestions(services.db, [asked, other])
    expect((await ask())?.id).toBe(other.id)
    const explanation = '<p>Nothing else matters. Thirty days are added to the document date by the due date calculation of the terms.</p>'
    await saveQuestions(services.db, [{ ...other, explanation }])
    expect(await ask()).toBeUndefined()
  })

  test('neither answers nor asks a question of the simulation of a member', async () => {
    await saveQuestions(services.db, [asked, other])
    const member = openVisitor(services)
    await signUp(member, camille)
    const userId = (await member.viewer())?.id ?? ''
    const terms = { certificationId: 'mb-800', length: 'full', extraTime: 1, candidate: { userId } } as const
    const started = await startSimulation(services.db, terms, now)
    if (!started.ok) throw new Error(started.refusal)
    expect(started.sheet.attempt.questionIds.toSorted()).toEqual([asked.id, other.id].toSorted())
    expect(await ask(userId)).toBeUndefined()
    const outside = { ...asked, id: '01a20000-0000-7000-8000-0000000000b9' }
    await saveQuestions(services.db, [outside])
    expect(await ask(userId, outside.id)).toBeUndefined()
    expect((await ask(undefined, outside.id))?.id).toBe(other.id)
  })
})
