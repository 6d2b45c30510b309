import { describe, expect, test } from 'vitest'
import { childOf, childrenOf, findAll, innerHtml, parseXml, readXmlRecords, textOf } from '#server/bank/formats/xml.ts'

const read = (text: string, size = text.length) => {
  const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, i) => text.slice(i * size, (i + 1) * size))
  return [...readXmlRecords(pieces, ({ name }) => name === 'q')]
}
const problemOf = (text: string): string => {
  try {
    read(text)
  } catch (error) {
    return error instanceof Error ? error.message : ''
  }
  return 'none'
}

describe('records', () => {
  const file =
    '<?xml version="1.0"?>\n<a title="T">\n <!-- no --><s>one</s>\n <q n="1">x<b>y</b><![CDATA[<p>z</p>]]></q>\n<q n="2"><q/></q></a>'

  test.each([1, 7, 1000])('are complete in pieces of %d characters', (size) => {
    const records = read(file, size)
    expect(records.map(({ element }) => [element.attributes.get('n'), element.line, textOf(element)])).toEqual([
      ['1', 4, 'xy<p>z</p>'],
      ['2', 5, ''],
    ])
    const [{ ancestors } = { ancestors: [] }] = records
    expect(ancestors.map(({ name, attributes }) => [name, attributes.get('title')])).toEqual([['a', 'T']])
    expect(ancestors.map((element) => textOf(childOf(element, 's')))).toEqual(['one'])
  })

  test('are found by names without prefixes', () => {
    const root = parseXml('<qti:a xmlns:qti="x"><qti:q xml:lang="en">&lt;</qti:q><b><q/></b></qti:a>')
    expect([root.name, childrenOf(root, 'q').length, findAll(root, 'q').length]).toEqual(['a', 1, 2])
    expect(childOf(root, 'q')?.attributes.get('xml:lang')).toBe('en')
    expect(innerHtml(root)).toBe('<q xml:lang="en">&lt;</q><b><q></q></b>')
  })

  test('may use the names of HTML for characters', () => {
    expect(textOf(parseXml('<a>1&nbsp;&eacute;&#65;</a>'))).toBe('1\u00A0éA')
  })

  test('ignore a document type elsewhere', () => {
    expect(textOf(parseXml('<!DOCTYPE a SYSTEM "http://localhost:1/a.dtd"><a>b</a>'))).toBe('b')
  })
})

describe('a message names the line for', () => {
  const laughs = `<!DOCTYPE a [\n${Array.from({ length: 10 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`).join('\n')}]>\n<a>&l10;</a>`

  test.each([
    ['an entity bomb', laughs, /^Line 11: the document type declares entities/],
    ['an external entity', '<!DOCTYPE a [\n<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>', /^Line 2: the document type declares/],
    ['an unknown entity', '<a>\n&x;</a>', /Line 2, column 4: an entity such as &name; is unknown/],
    ['an entity with a name of an object', '<a>\n&constructor;</a>', /Line 2, .*an entity such as &name; is unknown/],
    ['a cut file', '<a>\n<q>\n<b>x', /Line 3.*unclosed tag: b; the file ends inside <b> of line 3/],
    ['crossed tags', '<a>\n<q></a>', /Line 2, column 8: unexpected close tag/],
    ['deep elements', `\n${'<a>'.repeat(101)}`, /^Line 2: elements are nested more than 100 deep/],
    ['a huge element', `<a><q>\n${'<b/>'.repeat(100_001)}</q></a>`, /^Line 2: an element has more than 100,000 parts/],
    ['no element', ' ', /the file has no element/],
  ])('%s', (_, text, message) => {
    expect(problemOf(text)).toMatch(message)
  })
})
