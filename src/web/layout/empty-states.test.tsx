/** Empty states, which the real content never shows, as the server renders them. */
import { renderToStaticMarkup } from 'react-dom/server'
import { Outlet, createRoutesStub } from 'react-router'
import { describe, expect, test } from 'vitest'
import { AuthProvider } from '#web/accounts/auth-provider.tsx'
import Certifications from '#web/catalogue/certifications.tsx'
import Exam from '#web/practice/practice.tsx'
import { createBankIndex } from '#exam/question-chunks.ts'
import { aCertification } from '#tests/factories.ts'

function render(path: string, id: string, Component: unknown, loaderData: unknown): string {
  const Frame = () => (
    <AuthProvider>
      <Outlet />
    </AuthProvider>
  )
  const page = { id, path, Component: Component as () => React.ReactNode, loader: () => loaderData }
  const Stub = createRoutesStub([{ id: 'frame', Component: Frame, children: [page] }])
  return renderToStaticMarkup(<Stub initialEntries={[path]} hydrationData={{ loaderData: { [id]: loaderData } }} />)
}

describe('an empty catalog', () => {
  test('shows the message of the specification', () => {
    const html = render('/certifications', 'list', Certifications, { entries: [], family: null })
    expect(html).toContain('No Certifications Found')
    expect(html).toContain('There are currently no certifications available.')
  })
})

describe('an exam without questions', () => {
  test('shows the message of the specification with a link back', () => {
    const { id, name, family, skillAreas } = aCertification()
    const bank = { certificationId: id, size: 0, chunks: [], index: createBankIndex([]), first: { questions: [], caseStudies: [] } }
    const html = render('/exam/mb-800', 'exam', Exam, { certification: { id, name, family, skillAreas }, areaSizes: [0, 0], bank })
    expect(html).toContain('No Questions Available')
    expect(html).toContain('There are no questions available for this certification yet.')
    expect(html).toContain('Return to Certifications')
  })
})
