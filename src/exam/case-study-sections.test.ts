import { describe, expect, test } from 'vitest'
import { listCaseStudySections } from '#exam/case-study-sections.ts'

describe('the sections of a case study', () => {
  test('start at its headings, which become their titles', () => {
    expect(
      listCaseStudySections('<h3>Company</h3>\n<p>One<br>line</p>\n<h3 id="n">Needs &amp; <b>wishes</b></h3><ul><li>Two</li></ul>'),
    ).toEqual([
      { title: 'Company', heading: 'Company', html: '\n<p>One<br>line</p>\n' },
      { title: 'Needs & wishes', heading: 'Needs &amp; <b>wishes</b>', html: '<ul><li>Two</li></ul>' },
    ])
  })

  test('include the text before the first heading', () => {
    expect(listCaseStudySections('<p>Start</p><h3>A</h3><p>1</p><h3>B</h3><p>2</p>')[0]).toEqual({
      title: 'A',
      heading: 'A',
      html: '<p>Start</p><p>1</p>',
    })
  })

  test('have the language of a heading that is marked', () => {
    const [first, second] = listCaseStudySections('<h3 lang="fr">Entreprise</h3><p>1</p><h3>Needs</h3><p>2</p>')
    expect([first?.language, first?.title, second?.language]).toEqual(['fr', 'Entreprise', undefined])
  })

  test.each([
    ['without headings', '<p>All of it</p>'],
    ['with one heading', '<h3>Company</h3><p>All of it</p>'],
    ['with headings inside another element', '<blockquote><h3>A</h3><p>1</p><h3>B</h3></blockquote>'],
  ])('do not exist in a text %s', (_, html) => {
    expect(listCaseStudySections(html)).toEqual([])
  })
})
