import { renderToString } from 'react-dom/server'
import { RouterContextProvider, createRoutesStub } from 'react-router'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { saveQuestions } from '#server/bank/save-questions.ts'
import { saveCertification } from '#server/catalogue/certifications.ts'
import { saveOutline } from '#server/catalogue/outlines.ts'
import { Facts } from '#web/catalogue/certification-facts.tsx'
import { CertificationOutline } from '#web/catalogue/certification-outline.tsx'
import { loader as loadCertification } from '#web/catalogue/certification.tsx'
import { originContext, servicesContext } from '#web/context.ts'
import { loader as loadPractice } from '#web/practice/practice.tsx'
import { aCertification, anOutline, aQuestion } from '#tests/factories.ts'
import { openTestServices, type TestServices } from '#tests/services.ts'

const origin = 'https://praxam.example'
let services: TestServices

beforeAll(async () => {
  services = await openTestServices()
})
afterAll(() => services.close())
afterEach(() => services.empty())

function load<Data>(loader: (args: never) => Promise<Data>): Promise<Data> {
  const context = new RouterContextProvider()
  context.set(servicesContext, services)
  context.set(originContext, origin)
  const url = new URL('/mb-800', origin)
  return loader({ request: new Request(url), url, params: { certificationId: 'mb-800' }, context } as never)
}

function render(element: React.ReactNode): string {
  const Stub = createRoutesStub([{ path: '/', Component: () => element }])
  return renderToString(<Stub />).replaceAll('<!-- -->', '')
}

describe('the exam page', () => {
  test('names the end and the replacement of a retired exam', async () => {
    const source = { source: 'Our reading', checkedOn: '2026-11-23', isApproximate: true }
    const retired = { status: 'retired', retiredOn: '2026-08-31', successor: 'AB-410' } as const
    await saveCertification(services.db, aCertification({ ...retired, sources: { successor: source } }), 0)
    expect((await load(loadPractice)).retired).toBe(
      'This exam is retired. MB-800 was available until August 31, 2026. Closest current exam (our suggestion, not an official replacement): AB-410.',
    )
    await saveCertification(services.db, aCertification(retired), 0)
    expect((await load(loadPractice)).retired).toContain('Replaced by: AB-410.')
  })

  test('says nothing of an exam that can be taken', async () => {
    await saveCertification(services.db, aCertification(), 0)
    expect((await load(loadPractice)).retired).toBeNull()
  })
})

describe('the page of a certification', () => {
  test('shows the objectives of each skill with their numbers of questions', async () => {
    const [objective] = anOutline().objectives
    const objectives = objective ? [objective, { ...objective, id: 'discounts', text: 'Set up discounts' }] : []
    await saveCertification(services.db, aCertification(), 0)
    await saveOutline(services.db, anOutline({ objectives }))
    await saveQuestions(services.db, [aQuestion({ objective: 'payment-terms' })])
    const { entry, outline } = await load(loadCertification)
    const html = render(<CertificationOutline entry={entry} outline={outline} />)
    expect(html).toContain('from the outline of June 30, 2026. We couldn’t confirm when it took effect.')
    expect(html).toContain('Set up payment terms <span class="coverage">1 question</span>')
    expect(html).toContain('Set up discounts <span class="coverage">no questions yet</span>')
  })

  test('shows how many questions a skill area has, with a thousands separator', async () => {
    await saveCertification(services.db, aCertification(), 0)
    const { entry } = await load(loadCertification)
    const html = render(<CertificationOutline entry={{ ...entry, areaSizes: [7006] }} outline={undefined} />)
    expect(html).toContain('data-name="Questions">7,006</span>')
  })

  test('says that the objectives are approximate if their source is', async () => {
    await saveCertification(services.db, aCertification(), 0)
    for (const isApproximate of [false, true]) {
      await saveOutline(services.db, anOutline({ source: { ...anOutline().source, isApproximate } }))
      const { entry, outline } = await load(loadCertification)
      const html = render(<CertificationOutline entry={entry} outline={outline} />)
      expect(html.includes('treat the objectives as approximate')).toBe(isApproximate)
    }
  })

  test('shows the skills without objectives', async () => {
    await saveCertification(services.db, aCertification(), 0)
    const { entry, outline } = await load(loadCertification)
    const html = render(<CertificationOutline entry={entry} outline={outline} />)
    expect(html).toContain('Number series')
    expect(html).not.toContain('objectives')
  })

  test('says which facts are not confirmed', async () => {
    const approximate = { source: 'Notes', checkedOn: '2026-11-23', isApproximate: true }
    const entry = { ...aCertification(), bankSize: 0, areaSizes: [] }
    expect(render(<Facts entry={entry} />)).toContain('We couldn’t confirm them')
    const known = render(
      <Facts entry={{ ...entry, languages: 'English', inFrench: 'no', practiceAssessment: 'yes', sources: { languages: approximate } }} />,
    )
    expect(known).toContain('English (not confirmed)')
    expect(known).toContain('Not offered in French')
    expect(known).toContain('we haven’t reviewed it')
    expect(render(<Facts entry={{ ...entry, status: 'retired' }} />)).not.toContain('Languages')
  })
})
