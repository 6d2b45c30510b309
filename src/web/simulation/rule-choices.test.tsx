import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { SectionKind } from '#exam/series.ts'
import { RuleChoices } from '#web/simulation/rule-choices.tsx'

const render = (...missing: SectionKind[]) =>
  renderToStaticMarkup(<RuleChoices offered={['sections', 'break']} missing={missing} followed={undefined} onChange={() => undefined} />)

test('the start screen says what the bank does not have', () => {
  expect(render('caseStudies')).toContain('no case studies for this exam')
  expect(render('series')).toContain('no solution series for this exam')
  expect(render('caseStudies', 'series')).toContain('no case studies and no solution series for this exam')
  expect(render()).not.toContain('for this exam')
})
