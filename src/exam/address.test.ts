import { describe, expect, test } from 'vitest'
import { isImageAddress, isLinkAddress, isWebAddress } from '#exam/address.ts'

const cases: [address: string, isReference: boolean, isLink: boolean, isImage: boolean][] = [
  ['https://learn.microsoft.com/en-us/x?y=1&z=2#here', true, true, false],
  ['http://example.com', true, true, false],
  ['https://example.com:8443/x', true, true, false],
  ['https://example.com/two words', false, true, false],
  ['mailto:ada@example.com', false, true, false],
  ['/storage/questions/question-images/3f9c.png', false, true, true],
  ['/exam/mb-800?random=1', false, true, false],
  ['/api/questions', false, true, false],
  ['/API', false, true, false],
  ['/apiary.png', false, true, true],
  ['/a//b.png', false, true, false],
  ['/.//example.com/x.png', false, true, false],
  ['/x/../api/viewer', false, true, false],
  ['/a.png?x', false, true, false],
  ['//example.com/x.png', false, false, false],
  ['/\\example.com', false, false, false],
  ['https://ada:secret@example.com/', false, false, false],
  ['https://ada@example.com', false, false, false],
  ['https://', false, false, false],
  ['javascript:alert(1)', false, false, false],
  ['data:image/png;base64,AA', false, false, false],
  ['learn.microsoft.com', false, false, false],
  ['x.png', false, false, false],
  ['', false, false, false],
]

describe('an address', () => {
  test.each(cases)('%s', (address, isReference, isLink, isImage) => {
    expect([isWebAddress(address), isLinkAddress(address), isImageAddress(address)]).toEqual([isReference, isLink, isImage])
  })
})
