import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { describe, expect, test } from 'vitest'
import { computeShare } from '#exam/answer-share.ts'
import { ResultSummary } from '#web/sharing/result-summary.tsx'
import type { Shown } from '#web/sharing/shown-result.ts'
import { results } from '#web/text/en/results.ts'

function render(kind: Shown['kind'], correct: number, total: number, correctedOn: string | null = null): string {
  const areas = [{ name: 'Configure financials', outlined: undefined, ...computeShare(correct, total) }]
  const shown = {
    certificationId: 'mb-800',
    family: undefined,
    kind,
    correctedOn,
    finishedOn: '2026-11-22',
    ...computeShare(correct, total),
    areas,
  }
  const Page = createRoutesStub([{ path: '/', Component: () => <ResultSummary shown={shown} name="Camille" level={1} /> }])
  return renderToStaticMarkup(<Page />)
}

describe('a shared result', () => {
  test('compares a simulation with the passing score, and practice with nothing', () => {
    expect(render('simulation', 38, 50)).toContain(results.gauge(76, 70))
    const practice = render('mixed', 8, 10)
    expect(practice).toContain('<p>80%</p>')
    expect(practice).not.toContain(results.passMark(70))
  })

  test('says that it was corrected', () => {
    expect(render('mixed', 8, 10, '2026-11-24')).toContain('Corrected on November 24, 2026')
    expect(render('mixed', 8, 10)).not.toContain('Corrected')
  })

  test('shows how many are correct while there are too few answers for a percentage', () => {
    const html = render('mixed', 2, 3)
    expect(html).toContain('<p>2 of 3</p>')
    expect(html).not.toContain('67%')
  })
})
