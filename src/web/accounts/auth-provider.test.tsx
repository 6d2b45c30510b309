import { renderToString } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { describe, expect, test } from 'vitest'
import { AuthProvider, useAuth } from '#web/accounts/auth-provider.tsx'

function Status() {
  return <p>{useAuth().state.status}</p>
}

describe('useAuth', () => {
  test('throws outside of its provider', () => {
    expect(() => renderToString(<Status />)).toThrow('useAuth must be used within an AuthProvider')
  })

  test('is checking until the first response', () => {
    const Page = createRoutesStub([
      {
        path: '/',
        Component: () => (
          <AuthProvider>
            <Status />
          </AuthProvider>
        ),
      },
    ])
    expect(renderToString(<Page />)).toContain('checking')
  })
})
