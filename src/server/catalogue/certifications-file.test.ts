import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { readCertifications } from '#server/catalogue/certifications-file.ts'

const json: unknown = JSON.parse(await readFile('content/certifications.json', 'utf8'))

test('the sources of the content are readable titles with links to official pages only', () => {
  const read = readCertifications(json)
  const sources = read.ok ? read.value.flatMap(({ sources }) => Object.values(sources)) : []
  expect(sources.length).toBeGreaterThan(100)
  for (const { source, address } of sources) {
    expect(source).not.toMatch(/github|https?:|\.json|[@/]/i)
    if (address) expect(new URL(address).hostname).toBe('learn.microsoft.com')
  }
})

test('the address of a source must be a link', () => {
  const [first] = json as { sources: object }[]
  const withAddress = (address: string) =>
    readCertifications([
      { ...first, successorId: null, sources: { name: { source: 'A', address, checkedOn: '2026-11-20', isApproximate: false } } },
    ])
  expect(withAddress('https://learn.microsoft.com/a')).toMatchObject({ ok: true })
  expect(withAddress('javascript:alert(1)')).toMatchObject({ ok: false })
})
