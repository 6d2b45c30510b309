/** The pages and API addresses of administrators, each with an example of a request, and the records that these requests use. */
import { randomUUIDv7 } from 'node:crypto'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { toBankItem } from '#exam/bank-file/index.ts'
import { saveCertification } from '#server/catalogue/certifications.ts'
import { imagesFolder } from '#server/platform/file-store.ts'
import { saveCaseStudy, saveQuestions } from '#server/bank/save-questions.ts'
import { aCertification, anOutline, aQuestion } from '#tests/factories.ts'
import { openTestServices, type TestServices } from '#tests/services.ts'
import { openCast, type Visitor } from '#tests/visitor.ts'

export const question = aQuestion()
const caseStudy = { id: 'fabrikam', title: 'Fabrikam Retail', content: '<p>Fabrikam sells shoes.</p>' }
const noor = randomUUIDv7()
const message = randomUUIDv7()
const report = randomUUIDv7()
const challenge = randomUUIDv7()

export let services: TestServices
export let guest: Visitor
export let camille: Visitor
export let ada: Visitor

/** `status` is the response to administrators; `file` is the module in `src/web` that handles the request. */
export type Row = {
  method: string
  file: string
  address: string
  body?: unknown
  form?: Record<string, string>
  init?: RequestInit
  status: number
}

export const newQuestion = { ...toBankItem(question), id: undefined }
export const { id: _, ...facts } = printCertification()
const image = `${'a'.repeat(32)}.gif`
const onePixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

export const pages: Row[] = [
  { method: 'GET', file: 'admin/admin.tsx', address: '/admin', status: 200 },
  { method: 'GET', file: 'admin/bank/question-bank.tsx', address: '/admin?exam=mb-800', status: 200 },
  { method: 'GET', file: 'admin/bank/case-studies/case-studies.tsx', address: '/admin/case-studies?search=x&page=2', status: 200 },
  { method: 'GET', file: 'admin/bank/case-studies/case-study.tsx', address: '/admin/case-studies/new', status: 200 },
  { method: 'GET', file: 'admin/bank/case-studies/case-study.tsx', address: '/admin/case-studies/fabrikam', status: 200 },
  { method: 'GET', file: 'admin/catalogue/certifications.tsx', address: '/admin/certifications', status: 200 },
  { method: 'GET', file: 'admin/catalogue/certification.tsx', address: '/admin/certifications/new', status: 200 },
  { method: 'GET', file: 'admin/catalogue/certification.tsx', address: '/admin/certifications/mb-800', status: 200 },
  { method: 'GET', file: 'admin/catalogue/outline.tsx', address: '/admin/certifications/mb-800/outline', status: 200 },
  { method: 'GET', file: 'admin/bank/images.tsx', address: '/admin/images', status: 200 },
  { method: 'POST', file: 'admin/bank/images.tsx', address: '/admin/images', form: { name: image }, status: 302 },
  { method: 'GET', file: 'admin/freshness/board.tsx', address: '/admin/freshness?state=current&exam=mb-800&age=30', status: 200 },
  {
    method: 'GET',
    file: 'admin/statistics/statistics.tsx',
    address: `/admin/statistics?exam=mb-800&show=all&question=${question.id}`,
    status: 200,
  },
  { method: 'GET', file: 'admin/audit/log.tsx', address: '/admin/log', status: 200 },
  { method: 'GET', file: 'admin/contact/messages.tsx', address: `/admin/messages?show=open&delete=${message}`, status: 200 },
  {
    method: 'POST',
    file: 'admin/contact/messages.tsx',
    address: '/admin/messages',
    form: { id: message, intent: 'deleted' },
    status: 302,
  },
  { method: 'GET', file: 'admin/challenges/challenges.tsx', address: '/admin/challenges?state=open&exam=mb-800', status: 200 },
  { method: 'GET', file: 'admin/challenges/challenge.tsx', address: `/admin/challenges/${challenge}`, status: 200 },
  {
    method: 'POST',
    file: 'admin/challenges/challenge.tsx',
    address: `/admin/challenges/${challenge}`,
    form: { version: '1', intent: 'claimed' },
    status: 302,
  },
  { method: 'GET', file: 'admin/reports/reports.tsx', address: '/admin/reports?show=closed', status: 200 },
  {
    method: 'POST',
    file: 'admin/reports/reports.tsx',
    address: '/admin/reports',
    form: { id: report, intent: 'closed' },
    status: 302,
  },
  { method: 'GET', file: 'admin/accounts/people.tsx', address: '/admin/people', status: 200 },
  { method: 'POST', file: 'admin/accounts/people.tsx', address: '/admin/people', form: { email: 'new@example.com' }, status: 302 },
  { method: 'GET', file: 'admin/accounts/person.tsx', address: `/admin/people/${noor}`, status: 200 },
  { method: 'POST', file: 'admin/accounts/person.tsx', address: `/admin/people/${noor}`, form: { intent: 'enabled' }, status: 302 },
]

const questionPath = `/api/questions/${question.id}`
export const api: Row[] = [
  { method: 'POST', file: 'admin/bank/api/questions.ts', address: '/api/questions', body: newQuestion, status: 201 },
  { method: 'GET', file: 'admin/bank/api/question.ts', address: questionPath, status: 200 },
  { method: 'PATCH', file: 'admin/bank/api/question.ts', address: questionPath, body: { text: '<p>Another text?</p>' }, status: 200 },
  { method: 'DELETE', file: 'admin/bank/api/question.ts', address: questionPath, status: 204 },
  {
    method: 'POST',
    file: 'admin/bank/api/question-changes.ts',
    address: '/api/questions/changes',
    body: { ids: [question.id], change: { type: 'withdraw' } },
    status: 200,
  },
  {
    method: 'POST',
    file: 'admin/freshness/api/confirmation.ts',
    address: `/api/freshness/${question.id}`,
    body: { action: 'confirm', version: 1 },
    status: 200,
  },
  { method: 'GET', file: 'admin/bank/api/question-quality.ts', address: `${questionPath}/quality`, status: 200 },
  { method: 'GET', file: 'admin/bank/api/question-versions.ts', address: `${questionPath}/versions`, status: 200 },
  { method: 'POST', file: 'admin/bank/api/question-versions.ts', address: `${questionPath}/versions`, body: { restore: 1 }, status: 200 },
  {
    method: 'POST',
    file: 'admin/bank/api/questions-import.ts',
    address: '/api/questions/import?dry_run=false',
    init: { body: JSON.stringify([newQuestion]), headers: { 'Content-Type': 'application/json' } },
    status: 200,
  },
  { method: 'GET', file: 'admin/bank/api/questions-export.ts', address: '/api/questions/export', status: 200 },
  {
    method: 'GET',
    file: 'admin/bank/api/questions-template.ts',
    address: '/api/questions/template?exam_id=mb-800&format=csv',
    status: 200,
  },
  { method: 'POST', file: 'admin/bank/api/images.ts', address: '/api/images', init: { body: onePixel }, status: 201 },
  {
    method: 'POST',
    file: 'admin/bank/api/case-studies.ts',
    address: '/api/case-studies',
    body: { title: 'T', content: '<p>C</p>' },
    status: 201,
  },
  { method: 'PATCH', file: 'admin/bank/api/case-study.ts', address: '/api/case-studies/fabrikam', body: { title: 'T' }, status: 200 },
  { method: 'DELETE', file: 'admin/bank/api/case-study.ts', address: '/api/case-studies/fabrikam', status: 204 },
  {
    method: 'POST',
    file: 'admin/catalogue/api/certifications.ts',
    address: '/api/certifications',
    body: { id: 'mb-300', ...facts },
    status: 201,
  },
  {
    method: 'PATCH',
    file: 'admin/catalogue/api/certification.ts',
    address: '/api/certifications/mb-800',
    body: { name: 'N' },
    status: 200,
  },
  // 409, because no model is connected.
  { method: 'POST', file: 'admin/bank/api/question-check.ts', address: `${questionPath}/check`, body: {}, status: 409 },
  { method: 'DELETE', file: 'admin/catalogue/api/certification.ts', address: '/api/certifications/mb-920', status: 204 },
  {
    method: 'POST',
    file: 'admin/catalogue/api/outline.ts',
    address: '/api/certifications/mb-800/outline',
    body: { outline: JSON.stringify(anOutline()) },
    status: 200,
  },
]

/** A certification with the field names of `/api`. */
function printCertification() {
  const { skillAreas, ...certification } = aCertification()
  return {
    id: 'mb-300',
    name: certification.name,
    description: certification.description,
    family: certification.family,
    type: certification.type,
    status: certification.status,
    sources: certification.sources,
    skill_areas: skillAreas.map(({ name, weightMin, weightMax, skills }) => ({
      name,
      weight_min: weightMin,
      weight_max: weightMax,
      skills,
    })),
  }
}

/**
 * Opens services for the tests in a file, with a guest, a member, and an administrator. Before each test, the database gets one record of
 * each kind.
 */
export function prepareAdministration(): void {
  beforeAll(async () => {
    services = await openTestServices()
    ;({ guest, camille, ada } = await openCast(services))
  })
  afterAll(() => services.close())
  beforeEach(async () => {
    const { db } = services
    const now = new Date()
    for (const table of [
      'questions',
      'question_versions',
      'case_studies',
      'certifications',
      'removals',
      'audit_log',
      'image_uses',
      'contact_messages',
      'question_reports',
      'challenges',
    ] as const)
      await db.deleteFrom(table).execute()
    await db.deleteFrom('users').where('email', 'not in', ['camille@example.com', 'ada@example.com']).execute()
    await db.updateTable('sessions').set({ created_at: now }).execute()
    await db
      .insertInto('users')
      .values({ id: noor, name: '', email: 'noor@example.com', email_verified: true, created_at: now, updated_at: now })
      .execute()
    await db
      .insertInto('contact_messages')
      .values({
        id: message,
        user_id: null,
        address: 'noor@example.com',
        text: 'A key is wrong.',
        question_id: null,
        created_at: now,
        handled_at: null,
      })
      .execute()
    await db
      .insertInto('question_reports')
      .values({
        id: report,
        key: report,
        question_id: question.id,
        version: 1,
        reason: 'typo',
        text: '',
        user_id: null,
        email: null,
        created_at: now,
        closed_at: null,
      })
      .execute()
    await saveCertification(db, aCertification(), 0)
    await saveCertification(db, aCertification({ id: 'mb-920' }), 1)
    await saveCaseStudy(db, caseStudy)
    await saveQuestions(db, [question])
    await db
      .insertInto('challenges')
      .values({
        id: challenge,
        question_id: question.id,
        certification_id: 'mb-800',
        state: 'open',
        version: 1,
        report_count: 1,
        reported_version: 1,
        opened_at: now,
        changed_at: now,
      })
      .execute()
    for (const { key } of await services.files.list(imagesFolder)) await services.files.remove(key)
    await services.files.put(imagesFolder + image, onePixel)
  })
}
