import { TOTP } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { authPath } from '#server/accounts/auth.ts'
import { camille, goodPassword, type Visitor } from '#tests/visitor.ts'
import {
  aMember,
  begin,
  factor,
  letTimePass,
  ownOf,
  prepareProfile,
  press,
  provider,
  services,
  signedInElsewhere,
  type Setup,
} from '#web/profile/profile.test-setup.ts'

prepareProfile()

function codeOf({ secret }: Setup): string {
  return new TOTP({ secret }).generate()
}

describe('the second factor', () => {
  test('is set up with a QR code, a key and ten backup codes, and ends other sessions', async () => {
    const visitor = await aMember()
    const other = await signedInElsewhere()
    const setup = await begin(visitor)
    expect(setup).toMatchObject({ secret: expect.stringMatching(/^[A-Z2-7]{20,}$/), backupCodes: expect.objectContaining({ length: 10 }) })
    expect(setup.picture.path).toMatch(/^(M\d+ \d+h\d+v1h-\d+z)+$/)
    expect(await visitor.viewer()).toMatchObject({ hasSecondFactor: false })
    expect((await factor(visitor, { ...setup.fields, code: codeOf(setup) })).to).toBe('/profile/account?done=second-factor-on')
    expect(await visitor.viewer()).toMatchObject({ hasSecondFactor: true })
    expect(await other.viewer()).toBeUndefined()
    expect(services.mailTo(camille, 'second-factor-changed')).toBeDefined()
  })

  test('shows the same QR code and backup codes after a wrong code', async () => {
    const visitor = await aMember()
    const setup = await begin(visitor)
    const { status, data } = await factor(visitor, { ...setup.fields, code: '000000' })
    expect(status).toBe(401)
    expect(data).toMatchObject({ problem: 'INVALID_CODE', setup: { uri: setup.uri, secret: setup.secret, backupCodes: setup.backupCodes } })
    expect((await factor(visitor, { ...setup.fields, code: codeOf(setup) })).to).toBe('/profile/account?done=second-factor-on')
  })

  test('can be finished, but not started, after the recent sign-in expired', async () => {
    const visitor = await aMember()
    const setup = await begin(visitor)
    await letTimePass()
    expect((await factor(visitor, { do: 'begin', password: goodPassword })).to).toContain('/login/confirm')
    expect((await factor(visitor, { ...setup.fields, code: codeOf(setup), to: '/admin' })).to).toBe('/admin')
  })

  test('never redirects to another site', async () => {
    const visitor = await aMember()
    const setup = await begin(visitor)
    expect((await factor(visitor, { ...setup.fields, code: codeOf(setup), to: 'https://elsewhere.example' })).to).toBe(
      '/profile/account?done=second-factor-on',
    )
  })

  test('requires the password for each change, if the member has one', async () => {
    const visitor = await aMember()
    expect(await factor(visitor, { do: 'begin' })).toMatchObject({ status: 400, data: { problem: 'INVALID_PASSWORD' } })
    const setup = await begin(visitor)
    await factor(visitor, { ...setup.fields, code: codeOf(setup) })
    expect(await factor(visitor, { do: 'off', password: 'wrong' })).toMatchObject({ data: { problem: 'INVALID_PASSWORD' } })
    expect(await factor(visitor, { do: 'codes', password: goodPassword })).toMatchObject({
      data: { backupCodes: expect.objectContaining({ length: 10 }) },
    })
    expect((await factor(visitor, { do: 'off', password: goodPassword })).to).toBe('/profile/account?done=second-factor-off')
    expect(await visitor.viewer()).toMatchObject({ hasSecondFactor: false })
  })

  test('requires no password from members without one', async () => {
    const visitor = await aMember()
    await services.db.deleteFrom('identities').execute()
    expect(await factor(visitor, { do: 'begin' })).toMatchObject({ status: 200, data: { setup: { secret: expect.any(String) } } })
  })
})

describe('sign-in methods', () => {
  /** Links the provider: presses the button and follows the redirects there and back. */
  async function link(visitor: Visitor): Promise<string> {
    const { to } = await press(visitor, { link: 'contoso' })
    const back = await provider.follow(to ?? '')
    const answer = await visitor.callAuth(back.slice(`${services.origin}${authPath}`.length))
    return new URL(answer.location ?? '', services.origin).search
  }

  test('can be linked and unlinked', async () => {
    const visitor = await aMember()
    expect(await link(visitor)).toBe('?done=provider-linked')
    const { identities } = await ownOf(visitor)
    expect(identities).toMatchObject([{ provider: 'contoso' }])
    expect((await press(visitor, { unlink: identities[0]?.id ?? '' })).to).toBe('/profile/account?done=provider-unlinked')
    expect((await ownOf(visitor)).identities).toEqual([])
    expect(services.mailTo(camille, 'sign-in-method-changed').text).toContain('removed')
  })

  test('cannot all be removed', async () => {
    const visitor = await aMember()
    await link(visitor)
    await services.db.deleteFrom('identities').where('provider_id', '=', 'credential').execute()
    const [identity] = (await ownOf(visitor)).identities
    expect(await press(visitor, { unlink: identity?.id ?? '' })).toMatchObject({
      status: 400,
      data: { problem: 'FAILED_TO_UNLINK_LAST_ACCOUNT' },
    })
    expect((await ownOf(visitor)).identities).toHaveLength(1)
  })

  test('report a provider account that is linked to another user', async () => {
    await link(await aMember('noor@example.com'))
    expect(await link(await aMember())).toContain('error=account_already_linked_to_different_user')
  })

  test.each([{ link: 'contoso' }, { unlink: 'some-id' }, { passkey: 'some-id' }])('require a recent sign-in: %o', async (fields) => {
    const visitor = await aMember()
    await letTimePass()
    expect((await press(visitor, fields)).to).toBe('/login/confirm?to=%2Fprofile%2Faccount')
  })

  async function givePasskey(visitor: Visitor, id: string): Promise<void> {
    const { id: userId } = (await visitor.viewer()) ?? { id: '' }
    await services.db
      .insertInto('passkeys')
      .values({
        id,
        name: 'Phone',
        public_key: 'key',
        user_id: userId,
        credential_id: id,
        counter: 0,
        device_type: 'multiDevice',
        backed_up: true,
        created_at: new Date(),
      })
      .execute()
  }

  test('cannot be removed by another member', async () => {
    const visitor = await aMember()
    const noor = await aMember('noor@example.com')
    await givePasskey(visitor, 'camilles')
    await givePasskey(noor, 'noors')
    expect(await press(visitor, { passkey: 'noors' })).toMatchObject({ status: 400, data: { problem: 'PASSKEY_GONE' } })
    expect((await press(visitor, { passkey: 'camilles' })).to).toBe('/profile/account?done=passkey-deleted')
    expect([(await ownOf(visitor)).passkeys, (await ownOf(noor)).passkeys].map(({ length }) => length)).toEqual([0, 1])
  })

  test('include at least one passkey when there is no password and no provider', async () => {
    const visitor = await aMember()
    await givePasskey(visitor, 'camilles')
    await services.db.deleteFrom('identities').execute()
    expect(await press(visitor, { passkey: 'camilles' })).toMatchObject({ data: { problem: 'LAST_PASSKEY' } })
    await givePasskey(visitor, 'another')
    expect((await press(visitor, { passkey: 'camilles' })).to).toBe('/profile/account?done=passkey-deleted')
  })
})
