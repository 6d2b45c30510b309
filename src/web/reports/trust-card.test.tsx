import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { describe, expect, test } from 'vitest'
import { freshnessReasons } from '#exam/freshness.ts'
import type { QuestionSource } from '#exam/question.ts'
import { AuthProvider } from '#web/accounts/auth-provider.tsx'
import { TrustCard } from '#web/reports/trust-card.tsx'
import { reports } from '#web/text/en/reports.ts'
import { aQuestion } from '#tests/factories.ts'

function show(source: Partial<QuestionSource>): string {
  const card = (
    <AuthProvider>
      <TrustCard question={{ ...aQuestion(), source: { version: 1, ...source } }} />
    </AuthProvider>
  )
  return renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: '/', element: card }])} />)
}

describe('the card after an explanation', () => {
  test.each(freshnessReasons)('says that a question is to be checked again: %s', (concern) => {
    expect(show({ concern })).toContain(reports.concerns[concern])
  })

  test('says that the official page states no date', () => {
    expect(show({ pageDate: '2025-08-13' })).toContain('<dd>August 13, 2025</dd>')
    expect(show({})).toContain(`<dt>${reports.pageDated}</dt><dd>${reports.noDate}</dd>`)
  })

  test('says when the question was checked, or that this is not known', () => {
    const row = (value: string) => `<dt>${reports.checkedOn}</dt><dd>${value}</dd>`
    expect(show({ checkedOn: '2026-11-20' })).toContain(row('November 20, 2026'))
    const unknown = show({})
    expect(unknown).toContain(row(reports.notKnown))
    for (const sentence of Object.values(reports.concerns)) expect(unknown).not.toContain(sentence)
  })
})
