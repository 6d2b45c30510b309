import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { saveCertification } from '#server/catalogue/certifications.ts'
import { readSettings, saveSettings } from '#server/settings/settings.ts'
import { action as unsubscribe, loader as askToUnsubscribe } from '#web/reminders/unsubscribe.tsx'
import { action as saveSome, loader as giveSettings } from '#web/settings/api/settings.ts'
import { action as changeDates, loader as showDates } from '#web/exam-dates/exam-dates.tsx'
import { action as actOnProfile } from '#web/profile/profile.tsx'
import { action as changeSettings, loader as showSettings } from '#web/settings/settings.tsx'
import { aCertification } from '#tests/factories.ts'
import { openTestServices, type TestServices } from '#tests/services.ts'
import { askPage } from '#tests/site-routes.ts'
import { openCast, openVisitor, type Visitor } from '#tests/visitor.ts'

let services: TestServices
let cast: Awaited<ReturnType<typeof openCast>>
let id = ''

beforeAll(async () => {
  services = await openTestServices()
})
afterAll(() => services.close())
beforeEach(async () => {
  cast = await openCast(services)
  id = (await cast.camille.viewer())?.id ?? ''
  await saveCertification(services.db, aCertification(), 0)
  await saveCertification(services.db, aCertification({ id: 'mb-200', status: 'retired' }), 1)
})
afterEach(() => services.empty())

const ask = (visitor: Visitor, handler: unknown, address: string, fields?: [string, string][]) =>
  askPage(services, visitor, handler, address, fields)

const good: [string, string][] = [
  ['studyReminders', 'on'],
  ['reminderDays', '6'],
  ['reminderDays', '7'],
  ['reminderHour', '9'],
  ['timeZone', 'America/New_York'],
  ['dailyQuestions', '50'],
  ['extraTime', '1.5'],
]
const save = (fields: [string, string][], visitor = cast.camille) => ask(visitor, changeSettings, '/profile/settings', fields)

describe('the settings', () => {
  test('are shown and saved', async () => {
    const { data } = await ask(cast.camille, showSettings, '/profile/settings')
    expect(data).toMatchObject({ fields: { studyReminders: '', reminderDays: ['1', '2', '3', '4', '5'], timeZone: 'UTC' } })
    expect((data as { timeZones: string[] }).timeZones).toEqual(expect.arrayContaining(['UTC', 'Europe/Paris', 'America/New_York']))
    expect(await save(good)).toMatchObject({ status: 302, location: '/profile/settings?done=settings-saved' })
    expect(await readSettings(services.db, id)).toEqual({
      emailNotifications: false,
      studyReminders: true,
      reminderDays: [6, 7],
      reminderHour: 9,
      timeZone: 'America/New_York',
      isTimeZoneChosen: true,
      dailyQuestions: 50,
      extraTime: 1.5,
      dailyGoal: null,
      language: 'en',
    })
  })

  test('are saved one at a time through the API', async () => {
    await save(good)
    const change = (fields: [string, string][], visitor = cast.camille) => ask(visitor, saveSome, '/api/settings', fields)
    expect(
      (
        await change([
          ['changed', 'dailyGoal'],
          ['dailyGoal', '30'],
        ])
      ).status,
    ).toBe(200)
    // An unchecked switch is not sent.
    expect((await change([['changed', 'studyReminders']])).status).toBe(200)
    await change([
      ['changed', 'language'],
      ['language', 'fr'],
    ])
    expect(await readSettings(services.db, id)).toMatchObject({
      dailyGoal: 30,
      studyReminders: false,
      dailyQuestions: 50,
      language: 'fr',
      reminderDays: [6, 7],
    })
    expect(
      await change([
        ['changed', 'dailyGoal'],
        ['dailyGoal', '31'],
      ]),
    ).toMatchObject({
      status: 422,
      data: { refusals: [{ field: 'dailyGoal', reason: 'GOAL_UNKNOWN' }] },
    })
    expect(
      (
        await change(
          [
            ['changed', 'dailyGoal'],
            ['dailyGoal', 'none'],
          ],
          cast.guest,
        )
      ).status,
    ).toBe(401)
    expect(await readSettings(services.db, id)).toMatchObject({ dailyGoal: 30 })
    // A page of the previous release does not send the goal.
    await save(good)
    expect(await readSettings(services.db, id)).toMatchObject({ dailyGoal: 30 })
    await save([...good, ['dailyGoal', 'none']])
    expect(await readSettings(services.db, id)).toMatchObject({ dailyGoal: null })
  })

  test('keep the time zone of the browser until it is chosen', async () => {
    await ask(cast.camille, actOnProfile, '/profile', [['timeZone', 'Asia/Tokyo']])
    await ask(cast.camille, saveSome, '/api/settings', [
      ['changed', 'extraTime'],
      ['extraTime', '2'],
    ])
    expect(await readSettings(services.db, id)).toMatchObject({ timeZone: 'Asia/Tokyo', isTimeZoneChosen: false, extraTime: 2 })
    await ask(cast.camille, saveSome, '/api/settings', [
      ['changed', 'timeZone'],
      ['timeZone', 'Asia/Tokyo'],
    ])
    expect(await readSettings(services.db, id)).toMatchObject({ isTimeZoneChosen: true })
  })

  test('return an error for each invalid field and save nothing', async () => {
    const wrong = good.map(([name, value]): [string, string] => [name, name === 'dailyQuestions' || name === 'timeZone' ? '3' : value])
    expect(await save(wrong)).toMatchObject({
      status: 400,
      data: { fields: { dailyQuestions: '3', reminderHour: '9' }, problems: { dailyQuestions: 'DAILY_OUTSIDE', timeZone: 'ZONE_UNKNOWN' } },
    })
    expect(await readSettings(services.db, id)).toMatchObject({ studyReminders: false, dailyQuestions: 20 })
  })

  test.each([
    ['a field twice', [...good, ['timeZone', 'UTC']]],
    ['more days than a week has', [...good, ...Array.from({ length: 6 }, () => ['reminderDays', '1'])]],
    ['a field without end', [...good.slice(0, -1), ['extraTime', '1'.repeat(101)]]],
  ] as [string, [string, string][]][])('are rejected with %s', async (_, fields) => {
    expect(await save(fields)).toMatchObject({ status: 400, data: { problem: 'FIELD_UNREADABLE' } })
  })

  test('belong to one member', async () => {
    for (const handler of [showSettings, showDates])
      expect((await ask(cast.guest, handler, '/profile/settings')).location).toMatch(/^\/login\?to=/)
    expect((await save(good, cast.guest)).location).toMatch(/^\/login\?to=/)
    expect((await ask(cast.guest, changeDates, '/profile/exam-dates', [['remove', 'mb-800']])).location).toMatch(/^\/login\?to=/)
  })

  test('accept the time zone of a browser, but not any text', async () => {
    const note = (timeZone: string) => ask(cast.camille, actOnProfile, '/profile', [['timeZone', timeZone]])
    for (const zone of ['Mars/Olympus', 'Asia/Tokyo']) expect((await note(zone)).status).toBe(200)
    expect(await readSettings(services.db, id)).toMatchObject({ timeZone: 'Asia/Tokyo', isTimeZoneChosen: false })
    await save(good)
    await note('Asia/Tokyo')
    expect(await readSettings(services.db, id)).toMatchObject({ timeZone: 'America/New_York' })
  })

  test('that affect practice are available through the API', async () => {
    await save(good)
    const given = { extraTime: 1.5, dailyQuestions: 50, timeZone: 'America/New_York' }
    expect(await ask(cast.camille, giveSettings, '/api/settings')).toMatchObject({ status: 200, data: given })
    expect(await ask(cast.guest, giveSettings, '/api/settings')).toMatchObject({ status: 401, data: { code: 'SIGNED_OUT' } })
  })
})

describe('an unsubscribe link', () => {
  const path = (token: string) => `/unsubscribe?token=${token}`
  beforeEach(async () => {
    const settings = await readSettings(services.db, id)
    await saveSettings(services.db, id, { ...settings, studyReminders: true, emailNotifications: true }, new Date())
  })

  test.each(['studyReminders', 'emailNotifications'] as const)('asks for confirmation, then unsubscribes: %s', async (kind) => {
    const stranger = openVisitor(services)
    const address = path(services.unsubscribeTokens.make({ userId: id, kind }))
    expect(await ask(stranger, askToUnsubscribe, address)).toMatchObject({ status: 200, data: { kind } })
    expect((await readSettings(services.db, id))[kind]).toBe(true)
    for (let i = 0; i < 2; i++) {
      expect(await ask(stranger, unsubscribe, address, [['List-Unsubscribe', 'One-Click']])).toMatchObject({
        status: 200,
        data: { isDone: true },
      })
      expect(await readSettings(services.db, id)).toMatchObject({ studyReminders: true, emailNotifications: true, [kind]: false })
    }
  })

  test('ignores a token with an invalid signature, even for a signed-in member', async () => {
    const token = services.unsubscribeTokens.make({ userId: id, kind: 'studyReminders' })
    for (const bad of ['', 'x', token.slice(0, -1), token.replace('reminders', 'news')]) {
      expect(await ask(cast.camille, askToUnsubscribe, path(bad))).toMatchObject({ status: 200, data: { kind: undefined } })
      expect(await ask(cast.camille, unsubscribe, path(bad), [])).toMatchObject({ status: 400 })
    }
    expect(await readSettings(services.db, id)).toMatchObject({ studyReminders: true, emailNotifications: true })
  })

  test('succeeds for a deleted account', async () => {
    const address = path(services.unsubscribeTokens.make({ userId: 'deleted', kind: 'studyReminders' }))
    expect(await ask(cast.guest, unsubscribe, address, [])).toMatchObject({ status: 200 })
  })
})
