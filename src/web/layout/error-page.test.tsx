import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub, data } from 'react-router'
import { describe, expect, test } from 'vitest'
import { AuthProvider } from '#web/accounts/auth-provider.tsx'
import { QuestionsError } from '#web/layout/questions-error.tsx'

/** The page of an exam whose loader failed with a status. */
function renderError(status: number): string {
  const error = data({}, { status })
  const response = Object.assign(error, { status, statusText: '', internal: false, data: {} })
  const Stub = createRoutesStub([
    {
      id: 'frame',
      path: '/',
      Component: () => (
        <AuthProvider>
          <QuestionsError error={response} />
        </AuthProvider>
      ),
    },
  ])
  return renderToStaticMarkup(<Stub initialEntries={['/']} />)
}

describe('the page of an exam that could not be loaded', () => {
  test('says that answers stay on the device while the database is unavailable', () => {
    const html = renderError(503)
    expect(html).toContain('Temporarily unavailable')
    expect(html).toContain('Your answers stay on this device and will be sent later. Try again in a minute.')
    expect(html).not.toContain('Error Loading Questions')
  })

  test('says after another failure that the questions could not be loaded', () => {
    expect(renderError(500)).not.toContain('Temporarily unavailable')
  })
})
