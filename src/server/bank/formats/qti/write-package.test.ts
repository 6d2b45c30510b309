import { unzipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { writeQtiPackage } from '#server/bank/formats/qti/write-package.ts'
import { childOf, childrenOf, findAll, innerHtml, parseXml, textOf, type XmlElement } from '#server/bank/formats/xml.ts'
import { hardCaseStudy, hardQuestions, oddQuestion } from '#tests/export-questions.ts'
import { anExportSource } from '#tests/export-source.ts'

async function readPackage(
  version: '2.1' | '3.0',
  source = anExportSource(hardQuestions, [hardCaseStudy]),
): Promise<Map<string, XmlElement>> {
  const pieces: Uint8Array[] = []
  for await (const piece of writeQtiPackage(source, version)) pieces.push(piece)
  const entries = Object.entries(unzipSync(Buffer.concat(pieces)))
  return new Map(entries.filter(([name]) => name.endsWith('.xml')).map(([name, bytes]) => [name, parseXml(Buffer.from(bytes).toString())]))
}

const itemName = (number: number) => `items/q-${hardQuestions[number]?.id}.xml`
function find(files: Map<string, XmlElement>, number: number): XmlElement {
  const item = files.get(itemName(number))
  if (!item) throw new Error(`The package has no ${itemName(number)}`)
  return item
}
const valuesOf = (item: XmlElement, name: string) => childrenOf(findAll(item, name)[0] ?? item).map(textOf)

describe('a QTI package', () => {
  test.each([
    ['2.1', 'QTIv2.1 Package', 'imsqti_item_xmlv2p1', 7],
    ['3.0', 'QTI Package', 'imsqti_item_xmlv3p0', 8],
  ] as const)('of version %s lists its files', async (version, schema, type, count) => {
    const files = await readPackage(version)
    const manifest = files.get('imsmanifest.xml')
    if (!manifest) throw new Error('The package has no manifest')
    expect(textOf(findAll(manifest, 'schema')[0])).toBe(schema)
    const resources = findAll(manifest, 'resource')
    expect(resources).toHaveLength(count)
    expect(resources.filter(({ attributes }) => attributes.get('type') === type)).toHaveLength(hardQuestions.length)
    const listed = resources.flatMap((resource) => childrenOf(resource, 'file')).map(({ attributes }) => attributes.get('href') ?? '')
    expect(listed).toContain('images/ab-250-shift-plan.svg')
    for (const name of [...files.keys()].filter((one) => one !== 'imsmanifest.xml')) expect(listed).toContain(name)
    expect(findAll(manifest, 'keyword').map(textOf)).toContain('state:draft')
    expect(textOf(findAll(manifest, 'taxonPath')[0])).toContain('Configure financials')
  })

  test('does not list an image that is missing', async () => {
    const source = { ...anExportSource(hardQuestions, [hardCaseStudy]), readImage: () => Promise.resolve(undefined) }
    const files = await readPackage('3.0', source)
    expect(innerHtml(files.get('imsmanifest.xml'))).not.toContain('images/')
  })

  test('has a shared stimulus in 3.0, and the case study in each item of 2.1', async () => {
    const [newer, older] = [await readPackage('3.0'), await readPackage('2.1')]
    const names = [...newer.keys()].filter((name) => name.startsWith('stimuli/'))
    expect(names).toHaveLength(1)
    const [reference] = findAll(find(newer, 0), 'qti-assessment-stimulus-ref')
    expect(reference?.attributes.get('href')).toBe(`../${names[0]}`)
    expect(newer.get(names[0] ?? '')?.attributes.get('title')).toBe(hardCaseStudy.title)
    const body = innerHtml(childOf(find(older, 1), 'itemBody'))
    expect(body).toMatch(/^<div id="case_[\da-f]+" class="praxam-case-study"><h3>Northwind/)
  })

  test('has the answer key of each type', async () => {
    const files = await readPackage('2.1')
    expect(hardQuestions.map((_, i) => valuesOf(find(files, i), 'correctResponse'))).toEqual([
      ['C'],
      ['A', 'F'],
      ['B'],
      ['B', 'C', 'A'],
      ['C', 'D', 'B'],
      ['L1 R2', 'L2 R2'],
      ['L1 R2', 'L2 R1'],
    ])
    const limits = hardQuestions.map((_, i) => {
      const [interaction] = findAll(find(files, i), 'choiceInteraction', 'orderInteraction', 'matchInteraction')
      return interaction?.attributes.get('maxChoices') ?? interaction?.attributes.get('maxAssociations')
    })
    expect(limits).toEqual(['1', '2', '0', '3', '3', '2', '2'])
  })

  test('lets an item fill several slots only if the answer key does', async () => {
    const files = await readPackage('3.0')
    const limitsOf = (item: XmlElement) =>
      findAll(item, 'qti-simple-associable-choice').map(
        ({ attributes }) => `${attributes.get('identifier')} ${attributes.get('match-max')}`,
      )
    expect(limitsOf(find(files, 5))).toEqual(['L1 1', 'L2 1', 'R1 2', 'R2 2', 'R3 2'])
    expect(limitsOf(find(files, 6))).toEqual(['L1 1', 'L2 1', 'R1 1', 'R2 1'])
  })

  test('has the reasons in their options, and explanation and reference after the answer', async () => {
    const item = find(await readPackage('3.0'), 1)
    const options = findAll(item, 'qti-simple-choice')
    expect(innerHtml(options[2])).toContain(
      '<qti-feedback-inline outcome-identifier="FEEDBACK" identifier="C" show-hide="show">inline <b>bold</b></qti-feedback-inline>',
    )
    expect(innerHtml(options[1])).toContain('<qti-feedback-block')
    expect(innerHtml(childOf(item, 'qti-modal-feedback'))).toMatch(/<p class="praxam-reference">Reference: <a href="https:/)
  })

  test('shows the reasons of selected steps, although no operator of QTI makes a set of them', async () => {
    const number = hardQuestions.findIndex(({ type, optionExplanations }) => type === 'reorder' && optionExplanations.some(Boolean))
    const processing = innerHtml(childOf(find(await readPackage('2.1'), number), 'responseProcessing'))
    expect(processing).toContain(
      '<responseIf><member><baseValue baseType="identifier">B</baseValue><variable identifier="RESPONSE"></variable></member><setOutcomeValue identifier="FEEDBACK"><multiple><variable identifier="FEEDBACK"></variable><baseValue baseType="identifier">B</baseValue></multiple></setOutcomeValue></responseIf>',
    )
    expect(processing).not.toContain('<multiple><variable identifier="RESPONSE">')
  })

  test('completes tables and puts bare text into paragraphs, as QTI demands', async () => {
    const body = innerHtml(childOf(find(await readPackage('3.0'), 0), 'qti-item-body'))
    expect(body).toMatch(/^<p class="praxam-implied">Bare text, then <b>bold<\/b><\/p><p>One<br>two/)
    expect(body).toContain('<caption>Title</caption><tbody class="praxam-implied"><tr><th scope="col">h</th>')
    expect(body).toContain('<span class="praxam-u">under</span>')
    expect(body).toContain('<blockquote><p class="praxam-implied">Quoted</p><p>twice</p></blockquote>')
    expect(body).toContain('src="../images/ab-250-shift-plan.svg"')
  })

  test('keeps the words of markup that it does not have', async () => {
    const files = await readPackage('2.1', anExportSource([oddQuestion], []))
    expect(innerHtml(childOf(files.get(`items/q-${oddQuestion.id}.xml`), 'itemBody'))).toMatch(
      new RegExp(
        [
          '^<ol><li>c</li></ol>',
          '<table><tbody class="praxam-implied"><tr><td></td></tr></tbody></table>',
          '<p class="praxam-implied">Entry without a listCell without a table<b>Block in bold</b></p><choiceInteraction',
        ].join(''),
      ),
    )
  })
})
