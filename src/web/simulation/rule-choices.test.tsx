import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { SimulationRule } from '#exam/exam-rules.ts'
import type { SectionKind } from '#exam/series.ts'
import { RuleChoices } from '#web/simulation/rule-choices.tsx'
import { examRules as words } from '#web/text/en/exam-rules.ts'

type Choices = { offered?: readonly SimulationRule[]; missing?: readonly SectionKind[]; isNotInFrench?: boolean }

const render = ({ offered = ['sections', 'break'], missing = [], isNotInFrench = false }: Choices, followed?: readonly SimulationRule[]) =>
  renderToStaticMarkup(
    <RuleChoices offered={offered} missing={missing} isNotInFrench={isNotInFrench} followed={followed} onChange={() => undefined} />,
  )

test('the start screen says what the bank does not have', () => {
  expect(render({ missing: ['caseStudies'] })).toContain('no case studies for this exam')
  expect(render({ missing: ['series'] })).toContain('no solution series for this exam')
  expect(render({ missing: ['caseStudies', 'series'] })).toContain('no case studies or solution series for this exam')
  expect(render({})).not.toContain('for this exam')
})

test('the start screen says that series lock, if the bank has one', () => {
  expect(render({})).toContain(`<b>${words.modes.open(true)}</b>`)
  expect(render({ missing: ['series'] })).toContain(`<b>${words.modes.open(false)}</b>`)
})

test('more time for language is offered where the rule is, and says if the exam is not in French', () => {
  const { label, hint } = words.choices.language_time
  expect(render({ offered: ['break', 'language_time'] }, [])).toContain(label)
  expect(render({ offered: ['break', 'language_time'] }, [])).toContain(hint)
  expect(render({ offered: ['break', 'language_time'] }, [])).not.toContain(words.notInFrench)
  expect(render({ offered: ['break', 'language_time'], isNotInFrench: true }, [])).toContain(words.notInFrench)
  expect(render({ offered: ['break'], isNotInFrench: true }, [])).not.toContain(label)
})
