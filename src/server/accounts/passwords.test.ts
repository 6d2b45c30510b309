import { describe, expect, test } from 'vitest'
import { findPasswordWeaknesses } from '#server/accounts/passwords.ts'

describe('a new password', () => {
  test.each([
    ['in a list of leaked passwords', 'liverpool1'],
    ['with the usual ending', 'Password1!'],
    ['that repeats a letter', 'aaaaaaaaaaaaaaaa'],
    ['that repeats a few letters', 'abcabcabcabc'],
    ['from a row of the keyboard', 'qwertyuiop1234'],
    ['from two rows of the keyboard', '1q2w3e4r5t6y'],
    ['with a long number at the end', 'password12345678'],
    ['of the name of the site', 'praxam praxam'],
    ['of words of the site', 'Business Central!'],
    ['with the number of a certification', 'mb-800exam'],
    ['with the number of a newer certification', 'AB-410 exam'],
    ['of the words of the address', 'martin example 2026'],
  ])('%s is too easy to guess: %s', async (_, password) => {
    expect(await findPasswordWeaknesses(password, 'camille.martin@example.com')).toContain('PASSWORD_TOO_COMMON')
  })

  test.each([
    'quiet lamp under paper',
    'k3Vq9zTw',
    'une phrase assez longue',
    '长城 mountains & tea',
    'the exam is on a rainy day',
    '83749261047',
  ])('is accepted: %s', async (password) => {
    expect(await findPasswordWeaknesses(password, 'camille.martin@example.com')).toEqual([])
  })

  test('is judged by its beginning, because examining a long text takes seconds', async () => {
    expect(await findPasswordWeaknesses('p4ssw0rd@$!1|0o'.repeat(8), 'camille@example.com')).toEqual([])
    expect(await findPasswordWeaknesses('a'.repeat(128), 'camille@example.com')).toEqual(['PASSWORD_TOO_COMMON'])
  })
})
