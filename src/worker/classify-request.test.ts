import { describe, expect, test } from 'vitest'
import { classifyRequest, findImages } from './classify-request.ts'

const origin = 'https://praxam.example'

function classify(path: string, { method = 'GET', mode = 'navigate', range = false, from = origin } = {}) {
  return classifyRequest({ method, mode, url: from + path, headers: { has: (name) => range && name === 'Range' } }, origin, ['/mark.svg'])
}

const data = (path: string) => classify(path, { mode: 'cors' })

describe('classifying a request', () => {
  test.each([
    ['/', '/'],
    ['/?from=mail', '/'],
    ['/exam/mb-800', '/exam/mb-800'],
    ['/exam/mb-800?set=area-1', '/exam/mb-800'],
    ['/exam/mb-800/build', '/exam/mb-800/build'],
    ['/exam/mb-800/review', '/exam/mb-800/review'],
    ['/certifications', '/certifications'],
    ['/certifications?family=ERP', '/certifications?family=ERP'],
    ['/certifications/pl-900', '/certifications/pl-900'],
    ['/seo/questions-certification-dynamics', '/seo/questions-certification-dynamics'],
    ['/terms', '/terms'],
  ])('for the public page %s caches it as %s', (path, cacheKey) => {
    expect(classify(path)).toEqual({ kind: 'page', cacheKey, isSimulation: false })
  })

  test.each(['/profile', '/profile/history', '/login', '/admin', '/admin/people', '/results/abc', '/contact', '/exam/MB-800', '/nowhere'])(
    'for %s finds a page that is not cached',
    (path) => expect(classify(path)).toEqual({ kind: 'page', cacheKey: undefined, isSimulation: false }),
  )

  test('for a simulation finds a page that needs a network', () => {
    expect(classify('/exam/mb-800/simulation')).toEqual({ kind: 'page', cacheKey: undefined, isSimulation: true })
  })

  test.each([
    ['/exam/mb-800.data?_routes=exam%2Fexam', '/exam/mb-800', '/exam/mb-800'],
    ['/_.data?_routes=home%2Fhome', '/', '/'],
    ['/certifications.data?family=ERP&_routes=x', '/certifications?family=ERP', '/certifications?family=ERP'],
    ['/profile.data', '/profile', undefined],
    ['/login.data?to=%2Fprofile', '/login?to=%2Fprofile', undefined],
  ])('for %s finds the data of %s', (path, page, cacheKey) => {
    expect(data(path)).toEqual({ kind: 'data', page, cacheKey })
  })

  test('distinguishes build files from question images and chunks', () => {
    expect(data('/assets/exam-CVkVWyPN.js')).toEqual({ kind: 'file' })
    expect(data('/mark.svg')).toEqual({ kind: 'file' })
    expect(data('/storage/questions/question-images/3f9c.png')).toEqual({ kind: 'image' })
    const chunk = '/chunks/mb-800/1Zb8aT-x3_9k.json'
    expect(data(chunk)).toEqual({ kind: 'chunk', address: chunk })
    const list = '/api/banks/mb-800/translations/fr'
    expect(data(list)).toEqual({ kind: 'translations', address: list })
    expect([classify(list), data('/api/banks/mb-800')]).toEqual([undefined, undefined])
  })

  test.each([
    ['a form', classify('/exam/mb-800', { method: 'POST' })],
    ['an action', classify('/profile.data', { method: 'POST', mode: 'cors' })],
    ['another site', classify('/exam/mb-800', { from: 'https://elsewhere.example' })],
    ['a site whose name starts like ours', classify('.evil.example/exam/mb-800')],
    ['a range of a file', classify('/assets/a.js', { mode: 'cors', range: true })],
    ['the viewer', data('/api/viewer')],
    ['a download', classify('/profile/my-data.json')],
    ['an export', classify('/api/questions/export')],
    ['the sitemap', classify('/sitemap.xml')],
  ])('leaves %s to the browser', (_, kind) => expect(kind).toBeUndefined())
})

describe('the images of a page', () => {
  test('are found once each, in markup and in script data', () => {
    const html = String.raw`<img src="/storage/questions/question-images/a-1.png"><script>push("<img src=\"/storage/questions/question-images/b_2.webp\">")
      push("/storage/questions/question-images/a-1.png"); "/pictures/mb-800/chart.png\"" "/storage/questions/question-images/"</script>`
    expect(findImages(html)).toEqual([
      '/storage/questions/question-images/a-1.png',
      '/storage/questions/question-images/b_2.webp',
      '/pictures/mb-800/chart.png',
    ])
  })

  test('can be none', () => expect(findImages('<p>Nothing</p>')).toEqual([]))
})
