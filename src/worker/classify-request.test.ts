import { describe, expect, test } from 'vitest'
import { imagesIn, classifyRequest } from './classify-request.ts'

const origin = 'https://praxam.example'

function asked(path: string, { method = 'GET', mode = 'navigate', range = false, from = origin } = {}) {
  return classifyRequest({ method, mode, url: from + path, headers: { has: (name) => range && name === 'Range' } }, origin, ['/mark.svg'])
}

const data = (path: string) => asked(path, { mode: 'cors' })

describe('a request', () => {
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
  ])('for the public page %s is kept as %s', (path, place) => {
    expect(asked(path)).toEqual({ kind: 'page', place, isSimulation: false })
  })

  test.each(['/profile', '/profile/history', '/login', '/admin', '/admin/people', '/results/abc', '/contact', '/exam/MB-800', '/nowhere'])(
    'for %s is for a page that is not kept',
    (path) => expect(asked(path)).toEqual({ kind: 'page', place: undefined, isSimulation: false }),
  )

  test('for a simulation is for a page that needs a network', () => {
    expect(asked('/exam/mb-800/simulation')).toEqual({ kind: 'page', place: undefined, isSimulation: true })
  })

  test.each([
    ['/exam/mb-800.data?_routes=exam%2Fexam', '/exam/mb-800', '/exam/mb-800'],
    ['/_.data?_routes=home%2Fhome', '/', '/'],
    ['/certifications.data?family=ERP&_routes=x', '/certifications?family=ERP', '/certifications?family=ERP'],
    ['/profile.data', '/profile', undefined],
    ['/login.data?to=%2Fprofile', '/login?to=%2Fprofile', undefined],
  ])('for %s is for the data of %s', (path, page, place) => {
    expect(data(path)).toEqual({ kind: 'data', page, place })
  })

  test('for a file of the build, with a hash or by name, is told apart from images of questions', () => {
    expect(data('/assets/exam-CVkVWyPN.js')).toEqual({ kind: 'file' })
    expect(data('/mark.svg')).toEqual({ kind: 'file' })
    expect(data('/storage/questions/question-images/3f9c.png')).toEqual({ kind: 'image' })
  })

  test.each([
    ['a form', asked('/exam/mb-800', { method: 'POST' })],
    ['an action', asked('/profile.data', { method: 'POST', mode: 'cors' })],
    ['another site', asked('/exam/mb-800', { from: 'https://elsewhere.example' })],
    ['a site whose name begins like ours', asked('.evil.example/exam/mb-800')],
    ['a part of a file', asked('/assets/a.js', { mode: 'cors', range: true })],
    ['the viewer', data('/api/viewer')],
    ['a download', asked('/profile/my-data.json')],
    ['an export', asked('/api/questions/export')],
    ['the map of the site', asked('/sitemap.xml')],
  ])('that is %s is left to the browser', (_, kind) => expect(kind).toBeUndefined())
})

describe('images of a page', () => {
  test('are found in markup and in data for scripts, each once', () => {
    const html = String.raw`<img src="/storage/questions/question-images/a-1.png"><script>push("<img src=\"/storage/questions/question-images/b_2.webp\">")
      push("/storage/questions/question-images/a-1.png"); "/pictures/mb-800/chart.png\"" "/storage/questions/question-images/"</script>`
    expect(imagesIn(html)).toEqual([
      '/storage/questions/question-images/a-1.png',
      '/storage/questions/question-images/b_2.webp',
      '/pictures/mb-800/chart.png',
    ])
  })

  test('may be none', () => expect(imagesIn('<p>Nothing</p>')).toEqual([]))
})
