/** Sends the forms and requests of accounts, members and administrators whose queries are checked in the query plan tests. */
import { TOTP } from 'otpauth'
import sharp from 'sharp'
import { expect } from 'vitest'
import { aBankItem } from '#tests/factories.ts'
import {
  batch,
  cast,
  entry,
  examDay,
  memberId,
  post,
  readSharedToken,
  recorder,
  second,
  send,
  services,
} from '#tests/query-plan-requests.ts'
import { goodPassword, openVisitor, signIn, signUp, tokenOf, type Visitor } from '#tests/visitor.ts'

const email = 'mia@example.com'
const submit = (visitor: Visitor, address: string, fields: object) => post(visitor, address, fields, 'form')

/** A new member signs in in every way. */
export async function signInEveryWay(): Promise<void> {
  const mia = openVisitor(services, '203.0.113.8')
  await submit(mia, '/signup', { email, password: goodPassword })
  await submit(mia, '/login', { email, password: goodPassword })
  await submit(mia, '/verify-email', { email })
  await submit(mia, '/verify-email', { token: tokenOf(services.mailTo(email, 'verification').action), password: goodPassword })
  await submit(mia, '/login/email', { email, how: 'link' })
  await submit(mia, '/login/link', { token: tokenOf(services.mailTo(email, 'magic-link').action) })
  await submit(mia, '/login/email', { email, how: 'code' })
  await submit(mia, '/login/email', { email, how: 'enter', code: services.mailTo(email, 'one-time-code').action })
  await submit(mia, '/reset-password', { email })
  await submit(mia, '/reset-password', { token: tokenOf(services.mailTo(email, 'password-reset').action), password: goodPassword })
  await signIn(mia, email)
  await submit(mia, '/login/confirm', { password: goodPassword })
  // The requests above and below may replace the session, and their cookies are not stored.
  await signIn(mia, email)
  await submit(mia, '/profile/email', { email: 'mia@elsewhere.example' })
  await signInWithSecondFactor(mia)
  await signIn(mia, email)
  await submit(mia, '/profile/password', { current: goodPassword, password: `${goodPassword}!` })
  await signIn(mia, email, `${goodPassword}!`)
  await submit(mia, '/sign-out', {})
  await signIn(mia, email, `${goodPassword}!`)
  await post(mia, '/api/auth/*', {}, 'json', '/api/auth/sign-out')
}

async function signInWithSecondFactor(visitor: Visitor): Promise<void> {
  const { data } = await submit(visitor, '/profile/second-factor', { do: 'begin', password: goodPassword })
  const { secret, backupCodes } = (data as { setup: { secret: string; backupCodes: string[] } }).setup
  await submit(visitor, '/profile/second-factor', { do: 'finish', code: new TOTP({ secret }).generate() })
  await signIn(visitor, email)
  await submit(visitor, '/login/second-factor', { backup: backupCodes[0] })
  await signIn(visitor, email)
  await visitor.callAuth('/two-factor/verify-backup-code', { code: backupCodes[1] })
  for (const what of ['codes', 'off']) await submit(visitor, '/profile/second-factor', { do: what, password: goodPassword })
}

/** A new member takes simulations into the account, changes settings, and ends sessions. Camille stops mail and sharing. */
export async function changeAccount(): Promise<void> {
  const alex = openVisitor(services, '203.0.113.9')
  await signUp(alex, 'alex@example.com')
  for (const isFinished of [false, true]) await adoptSimulation(alex, isFinished)
  await submit(alex, '/profile/settings', { dailyQuestions: '20', changed: 'dailyQuestions' })
  await submit(alex, '/profile', { timeZone: 'Europe/Paris' })
  await submit(alex, '/profile/account', { resend: 'on' })
  await submit(alex, '/profile/account', { settings: 'on', studyReminders: 'on' })
  await signIn(openVisitor(services, '203.0.113.9'), 'alex@example.com')
  const sessionId = await readId('sessions')
  for (const end of [sessionId, 'others', 'all']) await submit(alex, '/profile/account', { end })
  for (const kind of ['studyReminders', 'emailNotifications', 'renewalReminders'] as const) {
    const token = services.unsubscribeTokens.make({ userId: memberId, kind })
    await post(cast.guest, '/unsubscribe', {}, 'form', `/unsubscribe?token=${token}`)
  }
  for (const form of [
    { certification: 'mb-800', day: examDay },
    { remove: 'mb-800' },
    { form: 'renewal', renewal: 'mb-800', endsOn: examDay, reminds: 'yes' },
    { removeRenewal: 'mb-800' },
  ])
    await submit(cast.camille, '/profile/exam-dates', form)
  await submit(cast.camille, '/profile/shared', { token: await readSharedToken() })
  await signIn(alex, 'alex@example.com')
  await post(alex, '/profile/progress/:certificationId', {}, 'form', '/profile/progress/mb-800')
}

async function adoptSimulation(visitor: Visitor, isFinished: boolean): Promise<void> {
  const { data } = await post(cast.guest, '/api/simulations', { certificationId: 'mb-800', length: 'full', extraTime: 1 })
  const { id, secret } = data as { id: string; secret: string }
  const headers = { Authorization: `Bearer ${secret}` }
  const finish = batch(1, [entry({ type: 'finish' })])
  if (isFinished) await post(cast.guest, '/api/attempts/:attemptId/moves', finish, 'json', `/api/attempts/${id}/moves`, headers)
  await post(visitor, '/api/attempts/:attemptId/adoption', {}, 'json', `/api/attempts/${id}/adoption`, headers)
}

/** The id of the newest row. */
async function readId(table: 'sessions' | 'contact_messages' | 'question_reports'): Promise<string> {
  const query = () => services.db.selectFrom(table).select('id').orderBy('created_at', 'desc').executeTakeFirstOrThrow()
  return (await recorder.pauseDuring(query)).id
}

const requestTo = (method: string, pattern: string, address: string, body: object = {}) =>
  send(cast.ada, pattern, address, { method, body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } })

/** An administrator adds, changes and deletes questions, case studies, certifications and images. */
export async function editBank(): Promise<void> {
  await editQuestions()
  const { data: study } = await post(cast.ada, '/api/case-studies', { title: 'Contoso', content: '<p>A company</p>' })
  const caseStudy = `/api/case-studies/${(study as { case_study: { id: string } }).case_study.id}`
  await requestTo('PATCH', '/api/case-studies/:caseStudyId', caseStudy, { content: '<p>Another company</p>' })
  await requestTo('DELETE', '/api/case-studies/:caseStudyId', caseStudy)
  const skillAreas = [{ name: 'Area', weight_min: 10, weight_max: 12.5, skills: ['Skill'] }]
  const sources = { name: { source: 'the vendor', checkedOn: '2026-11-20', isApproximate: true } }
  const certification = {
    id: 'mb-300',
    name: 'Finance',
    description: 'Set it up.',
    family: 'ERP',
    type: 'Expert',
    status: 'active',
    price_usd: 165,
  }
  await post(cast.ada, '/api/certifications', { ...certification, skill_areas: skillAreas, sources })
  await requestTo('PATCH', '/api/certifications/:certificationId', '/api/certifications/mb-300', { name: 'Operations' })
  await requestTo('DELETE', '/api/certifications/:certificationId', '/api/certifications/mb-300')
  const picture = sharp({ create: { width: 8, height: 8, channels: 3, background: 'teal' } }).png()
  const image = await send(cast.ada, '/api/images', '/api/images', { method: 'POST', body: new Uint8Array(await picture.toBuffer()) })
  const name = (image.data as { address: string }).address.split('/').at(-1)
  await submit(cast.ada, '/admin/images', { name })
}

async function editQuestions(): Promise<void> {
  const { data } = await post(cast.ada, '/api/questions', aBankItem({ text: '<p>Another question?</p>' }))
  const { id } = (data as { question: { id: string } }).question
  const address = `/api/questions/${id}`
  await requestTo('PATCH', '/api/questions/:questionId', address, { explanation: '<p>Other words</p>' })
  await requestTo('POST', '/api/questions/:questionId/versions', `${address}/versions`, { restore: 1 })
  for (const change of [{ type: 'withdraw' }, { type: 'publish' }, { type: 'move', exam_id: 'mb-800' }])
    await post(cast.ada, '/api/questions/changes', { ids: [id], change })
  const importAgain = (query: string) =>
    post(cast.ada, '/api/questions/import', [aBankItem({ id })], 'json', `/api/questions/import?${query}`)
  await importAgain('dry_run=true')
  expect((await importAgain('dry_run=false')).data).toContain('"type":"finished"')
  await requestTo('DELETE', '/api/questions/:questionId', address)
}

/** An administrator handles and deletes a message, and closes a report. */
export async function handleMessages(): Promise<void> {
  const message = await readId('contact_messages')
  for (const intent of ['handled', 'reopened', 'deleted']) await submit(cast.ada, '/admin/messages', { id: message, intent })
  const report = { key: crypto.randomUUID(), questionId: second, version: 1, reason: 'typo', text: '', email: '' }
  await post(cast.guest, '/api/reports', report)
  const id = await readId('question_reports')
  for (const intent of ['closed', 'reopened', 'challenged']) await submit(cast.ada, '/admin/reports', { id, intent })
}
