import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { BoardEntry } from '#web/admin/freshness/board-entry.tsx'
import type { ListedFreshness } from '#server/freshness/index.ts'

const listed: ListedFreshness = {
  questionId: '1',
  examId: 'mb-800',
  question: 'Which?',
  isPublished: true,
  objective: 'currencies',
  outlineVersion: '2026-11-01',
  state: 'orphaned',
  reason: 'objective-removed',
  since: new Date(0),
  setBy: 'outline',
  actor: null,
  checkedOn: null,
  version: 1,
  pages: [],
}

function render(question: ListedFreshness): string {
  const ignore = () => undefined
  const confirmation = { status: 'open', version: 1 } as const
  const entry = <BoardEntry question={question} confirmation={confirmation} isCurrent onConfirm={ignore} onUndo={ignore} />
  const Page = createRoutesStub([{ path: '/', Component: () => entry }])
  return renderToStaticMarkup(<Page />)
}

test('an entry names the outline of its objective, or the outline that no longer has it', () => {
  expect(render({ ...listed, state: 're-check', reason: 'page-changed' })).toContain('Objective: currencies (outline of November 1, 2026)')
  expect(render(listed)).toContain('Objective: currencies (not in the outline of November 1, 2026)')
})
