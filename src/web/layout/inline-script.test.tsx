import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { withHashes } from '#server/http/csp.ts'
import { InlineScript, InlineScripts } from '#web/layout/inline-script.tsx'
import { scriptTexts } from '#web/layout/script-texts.server.ts'

const texts = scriptTexts('en')

describe.each(Object.entries(texts))('the inline script %s', (name, text) => {
  const script = <InlineScript name={name as keyof typeof texts} />
  const html = renderToStaticMarkup(<InlineScripts value={{ nonce: 'abc', texts }}>{script}</InlineScripts>)

  test('is not escaped in HTML', () => {
    expect(html).toBe(`<script nonce="abc">${text}</script>`)
  })

  test('is allowed by its hash on a cached page', () => {
    expect(withHashes(html, 'abc').policy).toContain("script-src 'self' 'sha256-")
  })

  test('has no text in the browser', () => {
    expect(renderToStaticMarkup(script)).toBe('<script></script>')
  })
})
