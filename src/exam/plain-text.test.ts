import { describe, expect, test } from 'vitest'
import { plainText } from '#exam/plain-text.ts'

describe('plain text of HTML', () => {
  test.each([
    ['<p>One</p><p>two</p>', 'One two'],
    ['Post<b>ing</b> groups', 'Posting groups'],
    ['a &amp; b &lt;c&gt; &quot;d&quot; &#39;e&#x27; &nbsp;f', 'a & b <c> "d" \'e\' f'],
    ['&bogus; stays', '&bogus; stays'],
    ['<ul><li>one</li><li>two</li></ul>', 'one two'],
    ['&#128512; &#x1F600;', '😀 😀'],
    ['&#x10FFFF;', '\u{10FFFF}'],
    ['&#x110000; &#99999999;', ''],
    ['', ''],
  ])('%s is %s', (html, expected) => {
    expect(plainText(html)).toBe(expected)
  })
})
