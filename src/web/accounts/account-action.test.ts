import { describe, expect, test } from 'vitest'
import { completeSignIn } from '#web/accounts/account-action.ts'

describe('a successful sign-in', () => {
  const cookies = ['praxam.session_token=1; Path=/', 'praxam.device=2; Path=/']

  test.each([
    ['the requested page', {}, '/exam/mb-800?set=area-1'],
    ['the page for the second factor', { twoFactorRedirect: true }, '/login/second-factor?to=%2Fexam%2Fmb-800%3Fset%3Darea-1'],
  ])('leads to %s, with all cookies', (_, body, location) => {
    const response = completeSignIn({ status: 200, code: undefined, body, cookies, location: null }, '/exam/mb-800?set=area-1')
    expect([response.status, response.headers.get('Location')]).toEqual([302, location])
    expect(response.headers.getSetCookie()).toEqual(cookies)
  })
})
