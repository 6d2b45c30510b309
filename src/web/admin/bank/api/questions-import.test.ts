import { request as httpRequest, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { zipSync } from 'fflate'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { grantAdministrator } from '#server/accounts/administrators.ts'
import { openImporter } from '#server/bank/import/import.ts'
import type { ImportLine } from '#server/bank/import/messages.ts'
import { saveCertification } from '#server/catalogue/certifications.ts'
import { aBankItem, aCertification } from '#tests/factories.ts'
import { openTestServices, type TestServices } from '#tests/services.ts'
import { serve } from '#tests/http-server.ts'
import { askRoute, callRoute, handlersOf } from '#tests/site-routes.ts'
import * as exportRoute from '#web/admin/bank/api/questions-export.ts'
import * as importRoute from '#web/admin/bank/api/questions-import.ts'
import * as templateRoute from '#web/admin/bank/api/questions-template.ts'
import { openVisitor, signUp, type Visitor } from '#tests/visitor.ts'

const { action: importQuestions } = handlersOf(importRoute)
const { loader: downloadTemplate } = handlersOf(templateRoute)
const { loader: exportQuestions, action: writeToExport } = handlersOf(exportRoute)

let services: TestServices
let ada: Visitor
beforeAll(async () => {
  services = await openTestServices()
  ada = openVisitor(services)
  await signUp(ada, 'ada@example.com')
  await grantAdministrator(services.db, 'ada@example.com')
  await saveCertification(services.db, aCertification(), 0)
})
afterAll(() => services.close())
beforeEach(async () => void (await services.db.deleteFrom('questions').execute()))

const json = { 'Content-Type': 'application/json' }

async function send(query: string, body: BodyInit, headers: Record<string, string> = json) {
  const address = `/api/questions/import${query}`
  const init = { method: 'POST', body, headers }
  const { status, data } = await askRoute(services, ada, importQuestions, { pattern: '/api/questions/import', address, init })
  const lines =
    status === 200
      ? String(data)
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line) as ImportLine)
      : []
  return { status, data, lines }
}

const ask = (query: string) =>
  askRoute(services, ada, exportQuestions, { pattern: '/api/questions/export', address: `/api/questions/export${query}` })

describe('POST /api/questions/import', () => {
  test('responds line by line and writes unless it is a dry run', async () => {
    const file = JSON.stringify([aBankItem()])
    const dryRun = await send('?dry_run=true', file)
    expect(dryRun.lines.at(-1)).toMatchObject({
      type: 'report',
      fileName: 'questions.json',
      counts: { new: 1 },
      rows: [{ verdict: 'new' }],
    })
    const written = await send('?dry_run=false', file, { ...json, 'X-File-Name': encodeURIComponent('été.json') })
    expect(written.lines.find(({ type }) => type === 'report')).toMatchObject({ fileName: 'été.json' })
    expect(written.lines.at(-1)).toEqual({ type: 'finished', counts: { new: 1, changed: 0, same: 0, refused: 0 } })
    expect(await services.db.selectFrom('questions').select(['id', 'version']).execute()).toMatchObject([{ version: 1 }])
  })

  test('accepts archives by type or name', async () => {
    const archive = zipSync({ 'questions.json': Buffer.from(JSON.stringify([aBankItem()])) })
    for (const headers of [{ 'Content-Type': 'application/zip' }, { 'X-File-Name': 'bank.zip' }])
      expect((await send('?dry_run=true', Buffer.from(archive), headers)).lines.at(-1)).toMatchObject({ counts: { new: 1 } })
  })

  test('reports a refused file in its last line', async () => {
    expect((await send('?dry_run=true', '{}')).lines).toEqual([
      {
        type: 'failed',
        code: 'IMPORT_NOT_A_LIST',
        message: expect.stringMatching(/^Invalid file format. Expected an array of questions. JSON of other programs/) as string,
      },
    ])
  })

  // Regression: the check continued until its next line, and all imports were refused meanwhile.
  test('stops when the client disconnects, and accepts the next file immediately', async () => {
    let showStalled: () => void = () => undefined
    const stalled = new Promise<void>((resolve) => (showStalled = resolve))
    // The check of a question with an image waits for this list, and reports nothing meanwhile.
    const list = () => {
      showStalled()
      return new Promise<never>(() => undefined)
    }
    const importer = openImporter({ ...services, files: { ...services.files, list } })
    const address = '/api/questions/import?dry_run=true'
    const application = async (request: Request) => {
      const init = { method: 'POST', body: await request.arrayBuffer(), headers: json }
      const asked = { pattern: '/api/questions/import', address, init, values: { importer } }
      return (await callRoute(services, ada, importQuestions, asked)) as Response
    }
    const { port } = await serve({ application })
    const ask = (items: unknown[]) => {
      const headers = { ...json, Host: `localhost:${port}`, Origin: `http://localhost:${port}` }
      const asking = httpRequest({ host: '127.0.0.1', port, path: address, method: 'POST', headers, agent: false })
      const response = new Promise<IncomingMessage>((resolve) => asking.once('response', resolve))
      asking.on('error', () => undefined).end(JSON.stringify(items))
      return { asking, response }
    }
    const { asking } = ask([aBankItem({ text: '<p>What is this?</p><img src="/storage/questions/question-images/unknown.png" alt="">' })])
    await stalled
    asking.destroy()
    expect(await text(await ask([aBankItem()]).response)).toMatch(/"type":"report".*\n$/)
  })

  test.each([
    ['', json, 400],
    ['?dry_run=maybe', json, 400],
    ['?dry_run=true', { 'Content-Type': 'text/csv' }, 415],
  ])('refuses %s with %j', async (query, headers, status) => {
    expect((await send(query, '[]', headers)).status).toBe(status)
  })
})

describe('GET /api/questions/export', () => {
  test('returns a file that can be imported', async () => {
    await send('?dry_run=false', JSON.stringify([aBankItem()]))
    expect((await ask('?exam_id=mb-800')).data).toMatchObject([{ id: aBankItem()['id'] }])
    expect((await ask('?format=zip')).status).toBe(200)
    const { lines } = await send('?dry_run=false', JSON.stringify((await ask('')).data))
    expect(lines.at(-1)).toMatchObject({ counts: { same: 1 } })
  })

  test.each([
    ['?format=pdf', 400],
    ['?exam_id=zz-999', 404],
  ])('refuses %s', async (query, status) => {
    expect((await ask(query)).status).toBe(status)
  })

  test.each([
    ['xml', 'application/xml; charset=utf-8', /^<\?xml/],
    ['gift', 'text/plain; charset=utf-8', /^\$CATEGORY: /],
    ['qti.zip', 'application/zip', /^PK/],
    ['qti21.zip', 'application/zip', /^PK/],
    ['csv', 'text/csv; charset=utf-8', /^\uFEFF?id,exam_id,/],
    ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', /^PK/],
    ['html', 'text/html; charset=utf-8', /^<!doctype html>/],
  ])('returns a download as %s, named by exam and date', async (format, type, start) => {
    await send('?dry_run=false', JSON.stringify([aBankItem()]))
    const address = `/api/questions/export?exam_id=mb-800&format=${format}`
    const answer = await callRoute(services, ada, exportQuestions, { pattern: '/api/questions/export', address })
    if (!(answer instanceof Response)) throw new Error('The response is not a download')
    const { status, headers } = answer
    expect({ status, type: headers.get('Content-Type') }).toEqual({ status: 200, type })
    expect(headers.get('Content-Disposition')).toMatch(
      new RegExp(`^attachment; filename="questions_export_mb-800_\\d{4}-\\d\\d-\\d\\d\\.${format.replace('.', '\\.')}"$`),
    )
    expect(await answer.text()).toMatch(start)
  })

  test('says why a workbook is not possible', async () => {
    await send('?dry_run=false', JSON.stringify([aBankItem({ explanation: `<p>${'a'.repeat(33_000)}</p>` })]))
    const { status, data } = await ask('?format=xlsx')
    expect(status).toBe(422)
    expect(data).toMatchObject({ detail: expect.stringContaining('32,000 characters') })
  })

  test('refuses other methods', async () => {
    const path = '/api/questions/export'
    const refused = await askRoute(services, ada, writeToExport, { pattern: path, address: path, init: { method: 'POST' } })
    expect(refused).toMatchObject({ status: 405, allow: 'GET, HEAD' })
  })
})

describe('GET /api/questions/template', () => {
  const pattern = '/api/questions/template'
  const types = ['single_choice', 'multiple_choice', 'reorder', 'drag_drop', 'statements', 'drop_down']

  test.each(['csv', 'xlsx'])('returns a %s file whose examples can be imported as drafts', async (format) => {
    const address = `${pattern}?exam_id=mb-800&format=${format}`
    const answer = await callRoute(services, ada, downloadTemplate, { pattern, address })
    if (!(answer instanceof Response)) throw new Error('The response is not a download')
    expect(answer.headers.get('Content-Disposition')).toBe(`attachment; filename="questions_template_mb-800.${format}"`)
    const headers = { 'Content-Type': 'application/octet-stream', 'X-File-Name': `template.${format}` }
    const template = await answer.arrayBuffer()
    const { lines } = await send('?dry_run=false', template, headers)
    const report = lines.find((line) => line.type === 'report')
    expect(report?.rows.map(({ problems, warnings }) => [problems, warnings])).toEqual(types.map(() => [[], []]))
    expect(lines.at(-1)).toEqual({ type: 'finished', counts: { new: types.length, changed: 0, same: 0, refused: 0 } })
    const stored = await services.db.selectFrom('questions').select(['question_type', 'state', 'skill_area', 'skill']).execute()
    expect(stored.map(({ question_type }) => question_type).toSorted()).toEqual(types.toSorted())
    for (const one of stored) expect(one).toMatchObject({ state: 'draft', skill_area: 'Set up Business Central', skill: 'Number series' })
    // The examples have no ids. Their texts identify them.
    const again = await send('?dry_run=false', template, headers)
    expect(again.lines.at(-1)).toEqual({ type: 'finished', counts: { new: 0, changed: 0, same: types.length, refused: 0 } })
  })

  test.each([
    ['?exam_id=mb-800&format=json', 400],
    ['?exam_id=zz-999&format=csv', 404],
    ['?format=csv', 404],
  ])('refuses %s', async (query, status) => {
    expect((await askRoute(services, ada, downloadTemplate, { pattern, address: pattern + query })).status).toBe(status)
  })
})
