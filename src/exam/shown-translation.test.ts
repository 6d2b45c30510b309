import { describe, expect, test } from 'vitest'
import { listMarkedBlanks, type Completion } from '#exam/completion.ts'
import { plainText } from '#exam/plain-text.ts'
import { listCaseStudySections } from '#exam/case-study-sections.ts'
import { showCaseStudy, showTranslation, type ShownTranslation } from '#exam/shown-translation.ts'
import { aMatchingQuestion, aQuestion } from '#tests/factories.ts'

const question = aQuestion()
const french: ShownTranslation = {
  id: question.id,
  text: '<p>Que configurez-vous ?</p>',
  options: ['Un mode', 'Un rappel', 'Des conditions', 'Une tolérance'],
  pairs: null,
  explanation: '<p>Les conditions.</p>',
  optionExplanations: ['Mode.', 'Rappel.', null, 'Tolérance.'],
}
const { explanation: _explanation, optionExplanations: _optionExplanations, ...sealed } = french

describe('a question in French', () => {
  const shown = showTranslation(question, french, 'fr')

  test('has the French texts, marked as French', () => {
    expect(shown.text).toBe('<div class="book" lang="fr"><p>Que configurez-vous ?</p></div>')
    expect(shown.options[1]).toBe('<span lang="fr">Un rappel</span>')
    expect(shown.explanation).toContain('<p>Les conditions.</p>')
    expect(shown.optionExplanations.map((html) => html && plainText(html))).toEqual(['Mode.', 'Rappel.', null, 'Tolérance.'])
  })

  test('has the key and everything else of the question', () => {
    const { id, type, answerKey, reference, skill } = question
    expect(shown).toMatchObject({ id, type, answerKey, reference, skill })
  })

  test('shows both languages if the translation is out of date', () => {
    const { options } = showTranslation(question, { ...french, isOutdated: true }, 'fr')
    expect(options).toEqual(showTranslation(question, french, 'both').options)
  })

  test('that is sealed has no explanation in any language', () => {
    const unsealed = showTranslation({ ...question, explanation: '', optionExplanations: [] }, sealed, 'both')
    expect([unsealed.explanation, unsealed.optionExplanations]).toEqual(['', []])
  })
})

describe('a question in both languages', () => {
  test('has the English text first', () => {
    const shown = showTranslation(question, french, 'both')
    expect(shown.options.map(plainText)).toEqual(question.options.map((text, i) => `${plainText(text)} ${french.options[i]}`))
    expect(shown.options[0]).toBe('<span class="two-languages"><span>A payment method</span> <span lang="fr">Un mode</span></span>')
  })

  test('shows equal texts once', () => {
    const shown = showTranslation(question, { ...french, options: ['A payment method', ...french.options.slice(1)] }, 'both')
    expect(shown.options[0]).toBe('A payment method')
  })

  test('has prompts and items in both languages', () => {
    const matching = aMatchingQuestion()
    const pairs = { left: ['Solde client', 'Solde fournisseur'], right: ['Compte A', 'Compte B', 'Compte C'] }
    const shown = showTranslation(matching, { ...french, options: [], pairs }, 'both')
    expect(shown.pairs?.left.map(plainText)).toEqual(['Balance of a customer Solde client', 'Balance of a vendor Solde fournisseur'])
  })
})

describe('a completion', () => {
  const field = (label: string, value: string) => ({ title: 'T', subtitle: '', groups: [{ name: '', fields: [{ label, value }] }] })
  const english: Completion = {
    form: field('Method', '[[1]]'),
    content: '<p>First [[3]], then [[2]].</p>',
    blanks: [1, 2, 3].map((number) => ({ label: `Blank ${number}`, choices: ['yes', 'Dataverse'] })),
  }
  const translated: Completion = {
    form: field('Mode', '[[1]]'),
    content: '<p>Après [[3]], ensuite [[2]].</p>',
    blanks: [1, 2, 3].map((number) => ({ label: `Champ ${number}`, choices: ['oui', 'Dataverse'] })),
  }
  const show = (choice: 'fr' | 'both') =>
    showTranslation(aQuestion({ type: 'drop_down', completion: english }), { ...french, completion: translated }, choice).completion

  test('in French has the French choices at the places of its own text', () => {
    expect(show('fr')).toEqual({ ...translated, content: `<div lang="fr">${translated.content}</div>`, language: 'fr' })
  })

  test('in both languages has each blank once', () => {
    const both = show('both')
    expect(both && listMarkedBlanks(both)).toEqual([0, 2, 1])
    expect(both?.content).toContain('<p>Après (2), ensuite (3).</p>')
    expect(both?.form?.groups[0]?.fields).toEqual([{ label: 'Method · Mode', value: '[[1]]' }])
    expect(both?.blanks[0]).toEqual({ label: 'Blank 1 · Champ 1', choices: ['yes · oui', 'Dataverse'] })
  })
})

describe('a case study', () => {
  const english = { id: 'x', title: 'Northwind', content: '<h3>Company</h3><p>One</p><h3>Needs</h3><p>Two</p>' }
  const inFrench = { id: 'x', title: 'Northwind SA', content: '<h3>Entreprise</h3><p>Un</p><h3>Besoins</h3><p>Deux</p>' }

  test('in French has the French sections, marked as French', () => {
    const shown = showCaseStudy(english, inFrench, 'fr')
    expect(shown).toMatchObject({ id: 'x', title: 'Northwind SA', shownIn: 'fr' })
    expect(listCaseStudySections(shown.content).map(({ title, language }) => [title, language])).toEqual([
      ['Entreprise', 'fr'],
      ['Besoins', 'fr'],
    ])
    expect(plainText(shown.content)).not.toContain('Two')
  })

  test('in both languages has each section beside its translation, as does one that is out of date', () => {
    const shown = showCaseStudy(english, inFrench, 'both')
    const sections = listCaseStudySections(shown.content)
    expect(sections.map(({ title, html }) => [title, plainText(html)])).toEqual([
      ['Company · Entreprise', 'One Un'],
      ['Needs · Besoins', 'Two Deux'],
    ])
    expect(showCaseStudy(english, { ...inFrench, isOutdated: true }, 'fr')).toEqual(shown)
  })

  test('with other sections than its translation has both texts as a whole', () => {
    const shown = showCaseStudy(english, { ...inFrench, content: '<p>Tout</p>' }, 'both')
    expect(listCaseStudySections(shown.content)).toEqual([])
    expect(plainText(shown.content)).toBe('Company One Needs Two Tout')
  })
})
