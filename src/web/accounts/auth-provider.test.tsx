import { renderToString } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { describe, expect, test } from 'vitest'
import { AuthProvider, useAuth } from '#web/accounts/auth-provider.tsx'

function Status() {
  return <p>{useAuth().state.status}</p>
}

describe('useAuth', () => {
  test('raises a sentence outside of its provider', () => {
    expect(() => renderToString(<Status />)).toThrow('useAuth must be used within an AuthProvider')
  })

  test('says that the session is being checked until it has been', () => {
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
