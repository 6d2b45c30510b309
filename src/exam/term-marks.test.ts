import { describe, expect, test } from 'vitest'
import { createTermMarker, listTerms, markQuestion, parseTerms, type Term } from '#exam/term-marks.ts'
import { aQuestion } from '#tests/factories.ts'

const mark = createTermMarker([
  ['posting group', 'groupe compta'],
  ['general posting group', 'groupe compta. général'],
  ['Apply Entries', 'Lettrer écritures'],
  ['Sales & Receivables Setup', 'Paramètres ventes'],
  ['entitlement', 'droit'],
  ['case', 'incident'],
  ['Post', 'Valider'],
])

/** The marks of a text as `[term = translation]`. */
function read(html: string): string {
  return html.replace(
    /<span class="term" role="term" tabindex="0">(.*?)<span class="visually-hidden" lang="fr"> \((.*?)\)<\/span><\/span>/g,
    '[$1 = $2]',
  )
}

describe('marking terms', () => {
  test.each([
    ['a posting group', 'a [posting group = groupe compta]'],
    ['Posting groups', '[Posting groups = groupe compta]'],
    ['the general posting group', 'the [general posting group = groupe compta. général]'],
    ['posting grouping, subposting group', 'posting grouping, subposting group'],
    ['posting-group', 'posting-group'],
    ['posting group, posting group', '[posting group = groupe compta], posting group'],
    ['select Apply Entries', 'select [Apply Entries = Lettrer écritures]'],
    ['apply entries by hand', 'apply entries by hand'],
    ['Sales &amp; Receivables Setup', '[Sales &amp; Receivables Setup = Paramètres ventes]'],
    ['two entitlements', 'two [entitlements = droit]'],
    ['in this case', 'in this case'],
    ['<b>Case</b>', '<b>[Case = incident]</b>'],
    ['<b>Case closed</b>', '<b>Case closed</b>'],
    ['<b>Post</b> and post', '<b>[Post = Valider]</b> and post'],
    ['<a href="/x">posting group</a>', '<a href="/x">posting group</a>'],
    ['<code>posting group</code>', '<code>posting group</code>'],
    ['<img alt="posting group" /> posting group', '<img alt="posting group" /> [posting group = groupe compta]'],
    ['<p>a<br />b</p><p>posting group</p>', '<p>a<br />b</p><p>[posting group = groupe compta]</p>'],
  ])('%s', (html, marked) => {
    expect(read(mark(html, new Set()))).toBe(marked)
  })

  test('without terms changes nothing', () => {
    expect(createTermMarker([])('a posting group', new Set())).toBe('a posting group')
  })
})

describe('a question with terms', () => {
  const question = aQuestion({
    type: 'single_choice',
    text: '<p>Which posting group?</p>',
    options: ['The posting group of the item', 'Apply Entries'],
    answerKey: ['A'],
    explanation: '<p>The posting group.</p>',
    optionExplanations: [null, 'A posting group and an entitlement.'],
  })

  test('has each term once, and again in its explanation', () => {
    const { text, options, explanation, optionExplanations } = markQuestion(question, mark)
    expect([text, ...options, explanation, ...optionExplanations].map((html) => html && read(html))).toEqual([
      '<p>Which [posting group = groupe compta]?</p>',
      'The posting group of the item',
      '[Apply Entries = Lettrer écritures]',
      '<p>The [posting group = groupe compta].</p>',
      null,
      'A posting group and an [entitlement = droit].',
    ])
  })

  test('is marked the same whatever its answer key is', () => {
    expect(markQuestion({ ...question, answerKey: ['B'] }, mark)).toEqual({ ...markQuestion(question, mark), answerKey: ['B'] })
  })

  test('has no marks in items to arrange', () => {
    expect(markQuestion({ ...question, type: 'reorder' }, mark).options).toEqual(question.options)
  })
})

describe('a file of terms', () => {
  const term: Term = { term: 'bin', translation: 'emplacement', product: 'business-central', source: 'a' }

  test('has for each exam the terms of its product first', () => {
    const terms: Term[] = [
      term,
      { ...term, term: 'View', translation: 'Vue', product: 'customer-engagement' },
      { ...term, term: 'view', translation: 'vue', product: 'power-platform' },
    ]
    expect(listTerms(terms, 'mb-800')).toEqual([['bin', 'emplacement']])
    expect(listTerms(terms, 'pl-900')).toEqual([['view', 'vue']])
    expect(listTerms(terms, 'mb-230')).toEqual([['View', 'Vue']])
    expect(listTerms(terms, 'mb-310')).toEqual([])
  })

  test.each([
    [{ ...term, translation: "l'emplacement" }, "term 0: the translation has wrong quotes or spaces: l'emplacement"],
    [{ ...term, translation: ' emplacement' }, 'term 0: translation is not a text'],
    [{ ...term, product: 'word' }, 'term 0: the product is unknown'],
    [{ ...term, source: undefined }, 'term 0: source is not a text'],
    [null, 'term 0: term is not a text'],
  ])('with a problem is refused: %j', (entry, problem) => {
    const read = parseTerms([entry])
    expect(read.ok ? [] : read.problems).toContain(problem)
  })

  test('without duplicates is read', () => {
    expect(parseTerms([term])).toEqual({ ok: true, terms: [term] })
    expect(parseTerms([term, { ...term, term: 'Bin' }])).toEqual({ ok: false, problems: ['term 1: Bin is repeated'] })
    expect(parseTerms({})).toEqual({ ok: false, problems: ['is not a list'] })
  })
})
