import { describe, expect, test } from 'vitest'
import { createBankTranslations, createListedTranslations } from '#web/bank/translation-source.ts'

const translation = (id: string) => ({ id, text: id, options: [], pairs: null, explanation: '', optionExplanations: [] })

const caseStudy = (id: string) => ({ id, title: `Cas ${id}`, content: '<p>Texte</p>' })

/** A site with the responses by address. `requested` lists the addresses. */
function aSite(responses: Record<string, unknown>) {
  const requested: string[] = []
  const request = async (address: string) => {
    requested.push(address)
    const body = responses[address]
    if (body === 'unreachable') throw new TypeError('Failed to fetch')
    return body === undefined ? new Response(null, { status: 404 }) : Response.json(body)
  }
  return { request, requested, responses }
}
const list = '/api/banks/pl-900/translations/fr'

describe('the translations of a bank', () => {
  test('are requested only when one is needed, and once', async () => {
    const { request, requested } = aSite({
      [list]: { language: 'fr', chunks: ['/one'] },
      '/one': { translations: [translation('a')], caseStudies: [] },
    })
    const source = createBankTranslations('pl-900', 'fr', request)
    expect([source.find('a'), requested]).toEqual([undefined, []])
    await source.load('a')
    await source.load('b')
    expect(source.find('a')).toMatchObject({ text: 'a' })
    expect(source.find('b')).toBeNull()
    expect(requested).toEqual([list, '/one'])
  })

  test('include those of case studies', async () => {
    const { request } = aSite({ [list]: { language: 'fr', chunks: ['/one'] }, '/one': { translations: [], caseStudies: [caseStudy('x')] } })
    const source = createBankTranslations('pl-900', 'fr', request)
    expect(source.findCaseStudy('x')).toBeUndefined()
    await source.load('x')
    expect([source.findCaseStudy('x')?.title, source.findCaseStudy('y')]).toEqual(['Cas x', null])
  })

  test('load the others after the first', async () => {
    const chunks = ['/one', '/two', '/three', '/four']
    const contents = Object.fromEntries(chunks.map((address) => [address, { translations: [], caseStudies: [] }]))
    const { request, requested } = aSite({ [list]: { language: 'fr', chunks }, ...contents })
    await createBankTranslations('pl-900', 'fr', request).load('a')
    await new Promise((resolve) => setImmediate(resolve))
    expect(requested.toSorted()).toEqual([list, ...chunks].toSorted())
  })

  test('are none for a bank without translations', async () => {
    const source = createBankTranslations('pl-900', 'fr', aSite({ [list]: { language: 'fr', chunks: [] } }).request)
    await source.load('a')
    expect(source.find('a')).toBeNull()
  })

  test('are found under new addresses after they have changed', async () => {
    const site = aSite({ [list]: { language: 'fr', chunks: ['/old'] } })
    const source = createBankTranslations('pl-900', 'fr', async (address) => {
      const response = await site.request(address)
      site.responses[list] = { language: 'fr', chunks: ['/new'] }
      return response
    })
    site.responses['/new'] = { translations: [translation('a')], caseStudies: [] }
    await source.load('a')
    expect(source.find('a')).toMatchObject({ text: 'a' })
    expect(site.requested).toEqual([list, '/old', list, '/new'])
  })

  test('can be loaded again after a failure', async () => {
    const site = aSite({ [list]: 'unreachable' })
    const source = createBankTranslations('pl-900', 'fr', site.request)
    await expect(source.load('a')).rejects.toThrow('Failed to fetch')
    expect(source.find('a')).toBeUndefined()
    site.responses[list] = { language: 'fr', chunks: ['/gone'] }
    await expect(source.load('a')).rejects.toThrow('does not know an address')
    Object.assign(site.responses, { '/gone': { translations: [translation('a')], caseStudies: [] } })
    await source.load('a')
    expect(source.find('a')).toMatchObject({ text: 'a' })
  })
})

test('the translations of a simulation are one request, even if several questions ask for them together or a request has failed', async () => {
  let requests = 0
  const source = createListedTranslations(async () => {
    requests++
    if (requests === 1) throw new TypeError('Failed to fetch')
    return { translations: [translation('a')], caseStudies: [caseStudy('x')] }
  })
  await expect(source.load('a')).rejects.toThrow('Failed to fetch')
  expect(source.find('a')).toBeUndefined()
  await Promise.all([source.load('a'), source.load('b')])
  expect([source.find('a')?.text, source.find('b'), requests]).toEqual(['a', null, 2])
  expect([source.findCaseStudy('x')?.title, source.findCaseStudy('y')]).toEqual(['Cas x', null])
})
