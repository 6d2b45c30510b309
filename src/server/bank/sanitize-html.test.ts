import { describe, expect, test } from 'vitest'
import { examineHtml, sanitize } from '#server/bank/sanitize-html.ts'
import { sanitizerPayloads } from '#tests/sanitizer-payloads.ts'

const rich =
  '<p>Post <b>now</b>, <i>later</i> or <code>never</code><br />in</p><ul><li>one</li></ul><ol start="2"><li>two</li></ol><table><thead><tr><th scope="col">Name</th></tr></thead><tbody><tr><td colspan="2">x &amp; y</td></tr></tbody></table><p><img src="/images/a.png" alt="A chart" title="Sales" width="10" /></p>'

const allowedTags = 'p br pre blockquote h3 h4 ul ol li b i em strong u s sub sup code kbd table caption thead tbody tr th td a img'.split(
  ' ',
)
const allowedAttributes: Record<string, Record<string, RegExp>> = {
  a: { href: /^(?:https?:\/\/[^@]+|mailto:.+|\/(?![/\\])[^\\]*)$/i, rel: /^noopener noreferrer$/ },
  img: { src: /^\/(?!\/|api\/)[\w.~/-]+$/i, alt: /^/, title: /^/, width: /^\d+$/, height: /^\d+$/ },
  ol: { start: /^\d+$/ },
  td: { colspan: /^\d+$/, rowspan: /^\d+$/ },
  th: { colspan: /^\d+$/, rowspan: /^\d+$/, scope: /^[a-z]+$/ },
}
const findHtmlIssue = (html: string) => examineHtml(html).issue
const tag = /<\/?([a-z\d]+)((?: [a-z]+="[^"<>]*")*)(?: \/)?>/g

/**
 * Lists everything in the HTML that could be dangerous. Sanitized HTML is so simple that all parsers agree on it: no raw text
 * elements, no other namespaces, attributes in double quotes, and all other angle brackets escaped.
 */
function listDangers(html: string): string[] {
  const rest = html.replace(tag, '')
  const dangers = /[<>]/.test(rest) ? [`a bracket outside a tag: ${rest}`] : []
  for (const [whole, name = '', attributes = ''] of html.matchAll(tag)) {
    if (!allowedTags.includes(name)) dangers.push(whole)
    for (const [, attribute = '', value = ''] of attributes.matchAll(/ ([a-z]+)="([^"]*)"/g)) {
      if (!allowedAttributes[name]?.[attribute]?.test(value.replaceAll('&amp;', '&'))) dangers.push(whole)
    }
  }
  return dangers
}

describe('HTML of the bank', () => {
  test('keeps the markup that questions need', () => {
    expect(sanitize(rich)).toBe(rich)
    expect(findHtmlIssue(rich)).toBeUndefined()
  })

  test('keeps the language of a term', () => {
    const term = '<p>Le type <b>Valider</b> (<i lang="en">Post</i>)</p>'
    expect(sanitize(term)).toBe(term)
    expect(findHtmlIssue(term)).toBeUndefined()
    expect(sanitize('<p lang="fr">a <b lang="en-x onclick">b</b></p>')).toBe('<p>a <b>b</b></p>')
  })

  test('gets safe links', () => {
    const link = '<a href="https://learn.microsoft.com/">page</a>'
    expect(sanitize(link)).toBe('<a href="https://learn.microsoft.com/" rel="noopener noreferrer">page</a>')
    expect(findHtmlIssue(link)).toBeUndefined()
    expect(sanitize('<a href=" https://example.com/?a=1&b=2 " rel="opener">x</a>')).toBe(
      '<a href="https://example.com/?a=1&amp;b=2" rel="noopener noreferrer">x</a>',
    )
    expect(sanitize('<a href="/certifications">x</a>')).toContain('href="/certifications"')
  })

  test.each([
    ['//example.com/a'],
    ['/\\example.com/a'],
    ['/\t/example.com/a'],
    ['page.html'],
    ['#top'],
    ['ftp://example.com/'],
    ['https://'],
    ['https://learn.microsoft.com@example.com/'],
  ])('removes a link to %j and keeps its text', (address) => {
    expect(sanitize(`<a href="${address}">words</a>`)).toBe('words')
    expect(findHtmlIssue(`<a href="${address}">words</a>`)).toBe('simplified')
  })

  test('keeps only images of this site', () => {
    expect(sanitize('<img src="/storage/questions/question-images/3f9c.png" alt="A &quot;chart&quot;" onload="x">')).toBe(
      '<img src="/storage/questions/question-images/3f9c.png" alt="A &quot;chart&quot;" />',
    )
    expect(sanitize('<img src="/a.png" alt="a" title="</p><b>">')).toBe('<img src="/a.png" alt="a" title="&lt;/p&gt;&lt;b&gt;" />')
    for (const address of [
      'https://example.com/a.png',
      '//example.com/a.png',
      '/\\example.com/a.png',
      'a.png',
      '/api/x.png',
      '/x/../api/y',
    ]) {
      expect([address, examineHtml(`x<img src="${address}" alt="a">`)]).toEqual([
        address,
        { html: 'x', issue: 'simplified', unsafeParts: [], hasExternalImage: true, hasImageWithoutAlt: false },
      ])
    }
  })

  test('reports an image without alternative text', () => {
    expect(examineHtml('<img src="/a.png">').hasImageWithoutAlt).toBe(true)
    expect(examineHtml('<img src="/a.png" alt=" ">').hasImageWithoutAlt).toBe(true)
    expect(examineHtml('<img src="/a.png" alt="A chart">').hasImageWithoutAlt).toBe(false)
  })

  test('separates words and shows headings when it removes markup', () => {
    expect(sanitize('<div>Which one?</div><div>Choose two.</div>')).toBe('<p>Which one?</p><p>Choose two.</p>')
    expect(sanitize('<div><p>a</p><h1>b</h1></div>')).toBe('<p>a</p><h3>b</h3>')
    expect(sanitize('<p>a</p><p></p><span class="x">b</span>')).toBe('<p>a</p>b')
    expect(findHtmlIssue('<div>a</div>')).toBe('simplified')
  })

  test('keeps a less-than sign', () => {
    expect(sanitize('if a<b then')).toBe('if a&lt;b then')
    expect(sanitize('3 < 4 and 5 > 4')).toBe('3 &lt; 4 and 5 &gt; 4')
    expect(sanitize('<p>x</p> a<b')).toBe('<p>x</p> a&lt;b')
  })

  test('does not change plain text or an empty text', () => {
    for (const text of ['', 'Payment terms', '2 "quoted" \'words\'', 'É ☃ 𝄞']) expect(sanitize(text)).toBe(text)
  })

  test.each([
    ['<p class="x">x</p>'],
    ['<p style="color:red">x</p>'],
    ['<p id="main">x</p>'],
    ['<span>x</span>'],
    ['<font>x</font>'],
    ['<!-- x -->x'],
    ['<a href="https://example.com" target="_blank">x</a>'],
    ['<td colspan="many">x</td>'],
    ['<o:p>x</o:p>'],
  ])('calls %s simplified', (html) => {
    expect(findHtmlIssue(html)).toBe('simplified')
    expect(listDangers(sanitize(html))).toEqual([])
  })

  test.each([
    ['<script>alert(1)</script>'],
    ['<p onclick="alert(1)">x</p>'],
    ['<a href="javascript:alert(1)">x</a>'],
    ['<a href=" java\nscript:alert(1)">x</a>'],
    ['<img src="x" onerror="alert(1)">'],
    ['<img src="data:image/svg+xml,<svg onload=alert(1)>">'],
    ['<svg><script>alert(1)</script></svg>'],
    ['<iframe src="https://example.com"></iframe>'],
    ['<form action="https://example.com"><input></form>'],
    ['<style>p{}</style>'],
    ['<p style="width:expression(alert(1))">x</p>'],
    ['<unknown onfocus=alert(1)>x</unknown>'],
    ['<p "onclick="alert(1)">x</p>'],
    ['<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></mglyph></table></mtext></math>'],
  ])('calls %s unsafe', (html) => {
    expect(findHtmlIssue(html)).toBe('unsafe')
  })

  test('keeps nested lists and tables, and refuses extreme nesting', () => {
    const nested = '<ul><li>'.repeat(10) + 'x' + '</li></ul>'.repeat(10)
    expect(sanitize(nested)).toBe(nested)
    expect(findHtmlIssue('<b>'.repeat(31) + 'x' + '</b>'.repeat(31))).toBe('simplified')
    expect(examineHtml('<b>'.repeat(20_000) + 'x' + '</b>'.repeat(20_000))).toMatchObject({ html: '', issue: 'unsafe' })
  })

  // Each of these once took a parser or a regular expression quadratic time. A regression would take minutes.
  test.each([
    ['brackets', '<'],
    ['brackets and blanks', '< '],
    ['unclosed tags', '<a '],
    ['closing tags', '</p>'],
    ['comments', '<!--'],
    ['CDATA', '<![CDATA['],
    ['unclosed elements', '<i></b>'],
    ['items', '<li>'],
    ['images', '<img src=/a.png>x'],
    ['noscript', '<p><noscript></p>'],
    ['iframes', '<iframe>'],
    ['entities', '&lt'],
    ['data addresses', 'data:'],
    ['attributes', '<p a=b style="data:">'],
  ])('answers for 180 KB of %s', (_, piece) => {
    const html = piece.repeat(Math.ceil(180_000 / piece.length))
    expect(listDangers(sanitize(html))).toEqual([])
    expect(listDangers(sanitize(`<p style="${html}">`))).toEqual([])
  })
})

describe('sanitizer payloads', () => {
  test('are many and unique', () => {
    expect(new Set(sanitizerPayloads).size).toBe(sanitizerPayloads.length)
    expect(sanitizerPayloads.length).toBeGreaterThanOrEqual(223)
  })

  test.each(sanitizerPayloads.map((payload) => [payload.slice(0, 120), payload]))('have no effect: %j', (_, payload) => {
    const clean = sanitize(payload)
    expect(listDangers(clean)).toEqual([])
    expect(sanitize(clean)).toBe(clean)
    expect(findHtmlIssue(clean)).toBeUndefined()
  })

  test.each(['<p>', '<ul><li>', '<table><tr><td>', '<pre>', '<a href="/x">', '<b title="', '<!--', '<svg>', "<img alt='"])(
    'have no effect behind %s',
    (before) => {
      for (const payload of sanitizerPayloads) {
        const clean = sanitize(before + payload)
        expect([payload, listDangers(clean)]).toEqual([payload, []])
        expect(sanitize(clean)).toBe(clean)
      }
    },
  )

  test('have no effect when split and mixed', () => {
    const random = seeded(7)
    const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)]!
    const pieces = [...sanitizerPayloads.flatMap((payload) => payload.split(/(?=[<&"'])|(?<=[>;])/)), ...rich.split(/(?=<)/)]
    for (let i = 0; i < 4000; i++) {
      const mixture = Array.from({ length: 1 + Math.floor(random() * 14) }, () => pick(pieces)).join('')
      const clean = sanitize(mixture)
      expect([mixture, listDangers(clean)]).toEqual([mixture, []])
      expect([mixture, sanitize(clean)]).toEqual([mixture, clean])
    }
  })
})

/** Pseudorandom numbers from a fixed seed. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1664525 + 1013904223) % 4294967296
    return state / 4294967296
  }
}

describe('unsafe HTML', () => {
  test.each([
    ['<p>a</p><iframe src="https://x.example"></iframe>', '<iframe>'],
    ['<p>a</p><p>b</p><p onclick="run()">c</p>', 'onclick of <p> number 3'],
    ['<img src="/a.png"><img src="data:image/png;base64,iVBORw0">', 'src of <img> number 2, which contains data:'],
    ['<math><mi>x</mi></math>', '<math>'],
    ['<b style="background: url(javascript:run())">x</b>', 'style of <b>, which contains javascript:'],
    ['<b>'.repeat(600), 'more than 500 elements inside each other'],
    [`<p on${'x'.repeat(5000)}="">x</p>`, `on${'x'.repeat(78)}…`],
  ])('is named with its place: %s', (html, part) => {
    expect(examineHtml(html).unsafeParts).toEqual([part])
  })

  test('is named by its first three parts, also in one element', () => {
    expect(examineHtml('<form>x</form><svg></svg>').unsafeParts).toEqual(['<form>', '<svg>'])
    const html = '<p onclick="a()" onfocus="b()">x</p><a href="javascript:c()">y</a><iframe></iframe>'
    expect(examineHtml(html).unsafeParts).toEqual(['onclick of <p>', 'onfocus of <p>', 'href of <a>, which contains javascript:'])
  })
})
