import { renderToString } from 'react-dom/server'
import { Outlet, createRoutesStub } from 'react-router'
import { describe, expect, test } from 'vitest'
import { attemptQuestionsMax } from '#exam/contract.ts'
import { createBankIndex, type QuestionBank } from '#exam/question-chunks.ts'
import { AuthProvider } from '#web/accounts/auth-provider.tsx'
import Exam from '#web/practice/practice.tsx'
import { aCertification, aQuestion } from '#tests/factories.ts'

const questions = Array.from({ length: 30 }, (_, i) => aQuestion({ id: `q${i}`, text: `<p>Text of question ${i + 1}?</p>` }))

/** The page as the server renders it. */
function render(index: QuestionBank['index'], size: number, retired: string | null = null): string {
  const { id, name, family, skillAreas } = aCertification()
  const first = { questions: questions.slice(0, 10), caseStudies: [] }
  const bank = { certificationId: id, size, chunks: ['/chunks/mb-800/aaaaaaaaaaaa.json'], index, first }
  const loaderData = {
    exam: { certification: { id, name, family, skillAreas }, retired, areaNames: {}, areaSizes: skillAreas.map(() => size), bank },
  }
  const Frame = () => (
    <AuthProvider>
      <Outlet />
    </AuthProvider>
  )
  const page = { id: 'exam', path: '/exam/mb-800', Component: Exam as unknown as () => React.ReactNode, loader: () => loaderData.exam }
  const Stub = createRoutesStub([{ id: 'frame', Component: Frame, children: [page] }])
  return renderToString(<Stub initialEntries={['/exam/mb-800']} hydrationData={{ loaderData }} />)
}

describe('the exam page from the server', () => {
  test.each([
    ['with the index of a small bank', createBankIndex(questions), 30, 30],
    ['of a large bank, whose index is loaded later', '/chunks/mb-800/bbbbbbbbbbbb.json', 20_000, attemptQuestionsMax],
  ])('shows the first question and how many the attempt has: %s', (_, index, bankSize, size) => {
    const html = render(index, bankSize)
    expect(html).toContain('Text of question 1?')
    expect(html).toContain(`Question 1 of ${size}`)
    expect(html).not.toContain('was removed')
    expect(html.length, 'whatever the size of the bank').toBeLessThan(20_000)
  })

  test('says that the exam is retired', () => {
    expect(render(createBankIndex(questions), 30, 'This exam is retired.')).toContain('>This exam is retired.</p>')
  })
})
