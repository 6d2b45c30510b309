import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { successorInFrench } from '#exam/successors.ts'

test('every replacement of an exam has a French text, unless it is an id', () => {
  const file = new URL('../../content/certifications.json', import.meta.url)
  const certifications = JSON.parse(readFileSync(file, 'utf8')) as { successor: string | null }[]
  const words = certifications.flatMap(({ successor }) => successor ?? [])
  expect(words.length).toBeGreaterThan(0)
  for (const one of words) expect([one, successorInFrench(one) === one]).toEqual([one, /^[A-Z]{2}-\d{3}$/.test(one)])
})
