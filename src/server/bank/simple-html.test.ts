import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { seededRandom } from '#exam/random.ts'
import { examineWithParser } from '#server/bank/sanitize-html.ts'
import { isSimpleHtml } from '#server/bank/simple-html.ts'
import { sanitizerPayloads } from '#tests/sanitizer-payloads.ts'
import { contentFolder } from '#tests/services.ts'

const unchanged = (html: string) => ({
  html,
  issue: undefined,
  unsafeParts: [],
  hasExternalImage: false,
  hasImageWithoutAlt: false,
})

const link = '<a href="https://example.com/a/?b=c%20d#e" rel="noopener noreferrer">'

/** Parts of random texts, including parts that simple HTML must not have. */
const parts = [
  ...['p', 'ul', 'ol', 'li', 'b', 'i', 'em', 'code', 'sub', 'kbd'].flatMap((name) => [`<${name}>`, `</${name}>`, `<${name}>a</${name}>`]),
  '<br>',
  '<br />',
  '</br>',
  '<br/>',
  'text',
  ' ',
  '\n',
  '\r',
  '\0',
  '\u00a0',
  '"',
  "'",
  '&amp;',
  '&lt;',
  '&gt;',
  '&nbsp;',
  '&quot;',
  '&',
  '&amp',
  '<',
  '>',
  '<P>',
  '<p >',
  '<p class="a">',
  '<h3>',
  '</h3>',
  '<script>',
  '<!-- -->',
  '<td>',
  '<svg>',
  '<a href="https://example.com">',
  link,
  '<a href="https://example.com/" rel="noopener">',
  '<a href="javascript:a" rel="noopener noreferrer">',
  '<a href="https://a:b@example.com" rel="noopener noreferrer">',
  '</a>',
]

/** Random nesting, mostly closed in order. */
function randomHtml(random: () => number): string {
  const open: string[] = []
  let html = ''
  for (let count = Math.floor(random() * 12); count > 0; count--) {
    const name = ['p', 'ul', 'li', 'b', 'code', 'a'][Math.floor(random() * 6)] ?? 'p'
    const choice = random()
    if (choice < 0.35) {
      html += name === 'a' ? link : `<${name}>`
      open.push(name)
    } else if (choice < 0.6) html += `</${open.pop() ?? name}>`
    else html += random() < 0.8 ? 'word' : parts[Math.floor(random() * parts.length)]
  }
  return random() < 0.9
    ? html +
        open
          .toReversed()
          .map((name) => `</${name}>`)
          .join('')
    : html
}

describe('simple HTML', () => {
  test.each([
    ['text', 'A & B, 2 > 1'.replaceAll('&', '&amp;').replaceAll('>', '&gt;')],
    ['a paragraph', '<p>Which <b>page</b> opens<br /><code>Customer</code>?</p>'],
    ['a link', `<p>See ${link}the <i>page</i></a>.</p>`],
    ['a list', '<p>Two:</p><ul><li>one <i>item</i></li><li>two</li></ul>'],
  ])('includes %s', (_, html) => {
    expect(isSimpleHtml(html)).toBe(true)
    expect(examineWithParser(html)).toEqual(unchanged(html))
  })

  test.each([
    ['attributes', '<p onclick="a()">a</p>'],
    ['elements that are not closed in order', '<b><i>a</b></i>'],
    ['open elements', '<p>a'],
    ['empty paragraphs', '<p></p>'],
    ['paragraphs in each other', '<p><p>a</p></p>'],
    ['items without a list', '<li>a</li>'],
    ['emphasis between the items of a list', '<ul><b>a</b></ul>'],
    ['other elements', '<script>a</script>'],
    ['other escapes', '&nbsp;'],
    ['links in links', `${link}a<b>${link}b</a></b></a>`],
    ['links without the relation', '<a href="https://example.com">a</a>'],
    ['links to other addresses', '<a href="javascript:alert(1)" rel="noopener noreferrer">a</a>'],
    ['links with other attributes', '<a href="https://example.com" onclick="a()" rel="noopener noreferrer">a</a>'],
  ])('excludes %s', (_, html) => {
    expect(isSimpleHtml(html)).toBe(false)
  })

  test('is not changed by the sanitizer, whatever its parts', () => {
    const random = seededRandom('simple')
    let simple = 0
    for (let count = 0; count < 20_000; count++) {
      const html =
        count % 2 === 0
          ? randomHtml(random)
          : Array.from({ length: 1 + Math.floor(random() * 5) }, () => parts[Math.floor(random() * parts.length)]).join('')
      if (!isSimpleHtml(html)) continue
      simple += 1
      expect(examineWithParser(html)).toEqual(unchanged(html))
    }
    expect(simple).toBeGreaterThan(2_000)
  })

  test('includes no payload of an attack, and most texts of the bank', () => {
    expect(sanitizerPayloads.filter((html) => isSimpleHtml(html) && examineWithParser(html).html !== html)).toEqual([])
    const bank = readFileSync(join(contentFolder, 'bank/mb-800.json'), 'utf8')
    const texts = (JSON.parse(bank) as { text: string; explanation: string }[]).flatMap(({ text, explanation }) => [text, explanation])
    expect(texts.filter(isSimpleHtml).length / texts.length).toBeGreaterThan(0.5)
    for (const html of texts.filter(isSimpleHtml)) expect(examineWithParser(html)).toEqual(unchanged(html))
  })
})
