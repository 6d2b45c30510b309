import { describe, expect, test } from 'vitest'
import { findUserByEmail } from '#server/accounts/people.ts'
import { recordAudit } from '#server/audit/audit.ts'
import { saveCaseStudy, saveQuestions } from '#server/bank/save-questions.ts'
import { saveCertification } from '#server/catalogue/certifications.ts'
import { ada, ask, noor, prepareAdmin, services } from '#web/admin/admin.test-setup.ts'
import { loader as log } from '#web/admin/audit/log.tsx'
import { admin } from '#web/text/en/admin/admin.ts'
import { aCertification, aQuestion } from '#tests/factories.ts'

prepareAdmin()

describe('the log', () => {
  type Lines = { lines: { action: string; subject: string; to?: string; actor: unknown }[]; next?: string }
  const read = async (query = '') => (await ask(ada, log, `/admin/log${query}`)).data as Lines
  const question = aQuestion()

  test('shows who did what, with a link to the subject', async () => {
    const { db } = services
    const { id: adaId } = (await findUserByEmail(db, 'ada@example.com')) ?? { id: '' }
    await saveCertification(db, aCertification(), 0)
    await saveCaseStudy(db, { id: 'fabrikam', title: 'Fabrikam', content: '' })
    await saveQuestions(db, [question])
    await recordAudit(db, adaId, 'disabled', noor)
    await recordAudit(db, adaId, 'deleted', 'deleted-user')
    await recordAudit(db, adaId, 'question-changed', question.id)
    await recordAudit(db, adaId, 'questions-deleted', question.id)
    await recordAudit(db, null, 'bank-imported', '', { new: 2 })
    await recordAudit(db, adaId, 'questions-published', 'mb-800', { questions: 3 })
    await recordAudit(db, adaId, 'case-study-changed', 'fabrikam')
    await recordAudit(db, adaId, 'case-study-deleted', 'contoso', { title: 'Contoso' })
    await recordAudit(db, 'gone', 'certification-changed', 'mb-800')
    await recordAudit(db, adaId, 'image-added', 'one.png')
    await recordAudit(db, adaId, 'image-deleted', 'two.png')
    const { lines, next } = await read()
    const { name } = aCertification()
    expect(next).toBeUndefined()
    expect(new Map(lines.map(({ action, subject, to }) => [action, [subject, to]]))).toEqual(
      new Map([
        ['image-deleted', ['two.png', undefined]],
        ['image-added', ['one.png', '/storage/questions/question-images/one.png']],
        ['certification-changed', [name, '/admin/certifications/mb-800']],
        ['case-study-deleted', ['Contoso', undefined]],
        ['case-study-changed', ['Fabrikam', '/admin/case-studies/fabrikam']],
        ['questions-published', [name, '/admin?exam=mb-800']],
        ['bank-imported', ['', undefined]],
        ['questions-deleted', [expect.stringContaining('A vendor grants'), undefined]],
        ['question-changed', [expect.stringContaining('A vendor grants'), `/admin?edit=${question.id}`]],
        ['deleted', [admin.logUnnamed('people', ''), undefined]],
        ['disabled', ['noor@example.com', `/admin/people/${noor}`]],
      ]),
    )
    expect(new Set(lines.map(({ actor }) => actor))).toEqual(new Set(['ada@example.com', undefined, null]))
    expect((await read('?kind=images')).lines).toHaveLength(2)
    expect((await read('?kind=people&search=ADA')).lines).toHaveLength(2)
    expect((await read('?search=noor')).lines).toEqual([])
    expect((await read('?kind=nonsense&search=%00&before=%00')).lines).toHaveLength(11)
  })

  test('has fifty lines per page, newest first, each line once', async () => {
    const names = Array.from({ length: 120 }, (_, number) => `${number}.png`)
    for (const name of names) await recordAudit(services.db, null, 'image-added', name)
    const seen: string[] = []
    let query = '?kind=images'
    for (;;) {
      const { lines, next } = await read(query)
      expect(lines.length).toBeLessThanOrEqual(50)
      seen.push(...lines.map(({ subject }) => subject))
      if (!next) break
      query = `?kind=images&before=${next}`
    }
    expect(seen.toSorted()).toEqual(names.toSorted())
    expect(seen.slice(0, 50)).not.toContain('0.png')
  })
})
