import { describe, expect, test } from 'vitest'
import { addressIn, splitLanguage } from '#exam/languages.ts'

describe('the language of an address', () => {
  test.each([
    ['/', 'en', '/'],
    ['/exam/mb-800', 'en', '/exam/mb-800'],
    ['/fr', 'fr', '/'],
    ['/fr/', 'fr', '/'],
    ['/fr/exam/mb-800', 'fr', '/exam/mb-800'],
    ['/france', 'en', '/france'],
    ['/FR/exam', 'en', '/FR/exam'],
    ['/seo/reussir', 'fr', '/seo/reussir'],
  ])('of %s is %s, and its path is %s', (address, language, path) => {
    expect(splitLanguage(address)).toEqual({ language, path })
  })

  test.each([
    ['/', '/fr'],
    ['/?from=mail', '/fr?from=mail'],
    ['/certifications?family=ERP', '/fr/certifications?family=ERP'],
    ['/seo/reussir', '/seo/reussir'],
  ])('for %s in French is %s', (path, address) => {
    expect(addressIn('fr', path)).toBe(address)
    expect(addressIn('en', path)).toBe(path)
  })
})
