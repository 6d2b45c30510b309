import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { ShareLink } from '#web/sharing/share-link.tsx'
import { sharing } from '#web/text/en/sharing.ts'

test('the link of an attempt leads to where it can be shared', () => {
  const Page = createRoutesStub([{ path: '/', Component: () => <ShareLink attemptId="01a2" /> }])
  const html = renderToStaticMarkup(<Page />)
  expect(html).toContain('href="/profile/shared/01a2"')
  expect(html).toContain(sharing.shareThis)
})
