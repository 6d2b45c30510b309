import { redirect, UNSAFE_ErrorResponseImpl as ErrorResponse } from 'react-router'
import { describe, expect, test } from 'vitest'
import { submitAccountForm } from '#web/accounts/account-client-action.ts'

const failWith = (error: unknown) => () => Promise.reject(error)
const unexpected = { email: '', problem: 'UNEXPECTED', isSent: false }

describe('submitting an account form', () => {
  test('returns the reply of the server', async () => {
    expect(await submitAccountForm(() => Promise.resolve({ problem: 'EMAIL_INVALID' }), { isSent: false })).toEqual({
      problem: 'EMAIL_INVALID',
    })
  })

  test.each([
    ['the network is down', new TypeError('Failed to fetch')],
    ['the server fails', new ErrorResponse(500, '', null)],
    ['a proxy fails', new Response(null, { status: 502 })],
  ])('keeps the form when %s', async (_, error) => {
    expect(await submitAccountForm(failWith(error), { isSent: false })).toMatchObject({ data: unexpected, init: { status: 503 } })
  })

  test.each([
    ['a redirect', redirect('/profile')],
    ['a refusal', new ErrorResponse(403, '', null)],
  ])('passes %s on', async (_, error) => {
    await expect(submitAccountForm(failWith(error), {})).rejects.toBe(error)
  })
})
