import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { withHashes } from '#server/http/csp.ts'
import { ScriptNonce, ThemeScript, themeScript } from '#web/layout/theme.tsx'

describe('the script for the look', () => {
  const html = renderToStaticMarkup(
    <ScriptNonce value="abc">
      <ThemeScript />
    </ScriptNonce>,
  )

  test('arrives as it was written', () => {
    expect(html).toBe(`<script nonce="abc">${themeScript}</script>`)
  })

  test('is allowed on a cached page by its hash', () => {
    expect(withHashes(html, 'abc').policy).toContain("script-src 'self' 'sha256-")
  })
})
