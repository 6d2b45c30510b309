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
    ['with the number of a certification of another product', 'az-900exam'],
    ['with the number of a certification without dash', 'Dp600 exam'],
    ['of the names of products', 'copilot studio'],
    ['of the name of a product and a year', 'Copilot2026!'],
    ['of the words of the address', 'martin example 2026'],
    ['of runs of a letter', 'aaaabbbbcccc'],
    ['of a common word twice', 'letmein letmein'],
    ['of a common word several times', 'Qwerty-qwerty-qwerty'],
    ['of double letters', 'aabbccddeeff'],
    ['of a season and a year', 'Winter2026!'],
    ['of a German season and a year', 'Sommer2026!'],
    ['of a month with accent and a year', 'Février2026!'],
    ['of a frequent French word', 'Bienvenue1!'],
    ['of frequent French words and a year', 'motdepasse2026'],
    ['of frequent French words with spaces', "je t'aime 2024"],
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
    'winter evening by the fire',
    'un jardin sous la pluie de mars',
    'committee bookkeeper tree',
    'xkqw4821mz',
    '88471903625',
  ])('is accepted: %s', async (password) => {
    expect(await findPasswordWeaknesses(password, 'camille.martin@example.com')).toEqual([])
  })

  test('is judged by its beginning, because examining a long text takes seconds', async () => {
    expect(await findPasswordWeaknesses('p4ssw0rd@$!1|0o'.repeat(8), 'camille@example.com')).toEqual([])
    expect(await findPasswordWeaknesses('a'.repeat(128), 'camille@example.com')).toEqual(['PASSWORD_TOO_COMMON'])
  })
})
