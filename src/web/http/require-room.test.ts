import { RouterContextProvider } from 'react-router'
import { describe, expect, test } from 'vitest'
import type { Services } from '#server/services.ts'
import { servicesContext } from '#web/context.ts'
import { requireRoom } from '#web/http/require-room.ts'
import { noRoom } from '#web/text/en/no-room.ts'

/** The response with which a request is refused, or `undefined`. */
async function refusalOf(method: string, path: string, hasRoom: boolean): Promise<Response | undefined> {
  const context = new RouterContextProvider()
  context.set(servicesContext, { hasRoom: () => hasRoom } as Services)
  const request = new Request(`http://localhost:3000${path}`, { method })
  try {
    await requireRoom({ request, context } as never, () => Promise.resolve(new Response()))
    return undefined
  } catch (response) {
    return response as Response
  }
}

describe('while the disk is nearly full, a request', () => {
  test.each(['/', '/exam/mb-800', '/api/questions', '/profile.data'])('that reads %s is allowed', async (path) => {
    expect(await refusalOf('GET', path, false)).toBeUndefined()
  })

  test.each(['/api/attempts/1/moves', '/api/images', '/api/questions/import', '/api/auth/sign-in/email'])(
    'that sends to %s is refused with a problem',
    async (path) => {
      const response = await refusalOf('POST', path, false)
      expect([response?.status, response?.headers.get('Retry-After')]).toEqual([503, '60'])
      expect(await response?.json()).toMatchObject({ code: 'DISK_FULL', detail: noRoom.text })
    },
  )

  test('that sends a form is refused with the text of its error page', async () => {
    const response = await refusalOf('POST', '/login', false)
    expect([response?.status, await response?.json()]).toEqual([503, { text: noRoom.text }])
  })

  test('that signs out is allowed', async () => {
    expect(await refusalOf('POST', '/sign-out', false)).toBeUndefined()
  })
})

test('with room, every request is allowed', async () => {
  expect(await refusalOf('POST', '/api/images', true)).toBeUndefined()
})
