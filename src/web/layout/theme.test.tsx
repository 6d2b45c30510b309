import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { withHashes } from '#server/http/csp.ts'
import { ScriptNonce, ThemeScript, themeScript } from '#web/layout/theme.tsx'

describe('the theme script', () => {
  const html = renderToStaticMarkup(
    <ScriptNonce value="abc">
      <ThemeScript />
    </ScriptNonce>,
  )

  test('is not escaped in HTML', () => {
    expect(html).toBe(`<script nonce="abc">${themeScript}</script>`)
  })

  test('is allowed by its hash on a cached page', () => {
    expect(withHashes(html, 'abc').policy).toContain("script-src 'self' 'sha256-")
  })
})
