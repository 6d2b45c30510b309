import { expect, test } from 'vitest'
import { inLanguage } from '#server/platform/language.ts'
import { allowReading, inEveryLanguage } from '#web/text/in-every-language.ts'

type Texts = { title: string; count: (n: number) => string; tabs: { first: string }; steps: string[] }

const texts = inEveryLanguage('texts', {
  en: { title: 'Home', count: (n: number) => `${n} days`, tabs: { first: 'One' }, steps: ['a'] },
  fr: { title: 'Accueil', count: (n: number) => `${n} jours`, tabs: { first: 'Un' }, steps: ['b'] },
}) as Texts
const day = inEveryLanguage('day', { en: (text: string) => `on ${text}`, fr: (text: string) => `le ${text}` }) as (text: string) => string
/** A module may keep a group of texts. */
const { tabs } = texts

test('a text cannot be read while modules load', () => {
  expect(() => texts.title).toThrow('texts.title was read while a module was loaded')
  expect(() => tabs.first).toThrow('texts.tabs.first')
  expect(() => day('x')).toThrow('day')
})

test('texts and functions are in the language of the request, and in English outside of one', async () => {
  allowReading()
  const read = () => [texts.title, texts.count(2), tabs.first, ...texts.steps, day('x')]
  const english = ['Home', '2 days', 'One', 'a', 'on x']
  expect(read()).toEqual(english)
  expect(inLanguage('fr', read)).toEqual(['Accueil', '2 jours', 'Un', 'b', 'le x'])
  const later = async () => {
    await Promise.resolve()
    return read()
  }
  expect(await Promise.all([inLanguage('fr', later), inLanguage('en', later)])).toEqual([
    ['Accueil', '2 jours', 'Un', 'b', 'le x'],
    english,
  ])
  expect(inLanguage('fr', () => ({ ...texts })).title).toBe('Accueil')
})

test('a text alone is refused, because nothing can choose when it is read', () => {
  expect(() => inEveryLanguage('title', { en: 'Home', fr: 'Accueil' })).toThrow('title must be an object or a function')
})
