import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { successorInFrench } from '#exam/planning/successors.ts'
import { certificationDescriptions } from '#web/text/fr/certification-descriptions.ts'
import { certificationPage } from '#web/text/fr/certification-page.ts'
import { skillAreas } from '#web/text/fr/skill-areas.ts'

type Entry = { description: string; skillAreas: { name: string }[]; languages?: string | null; successor: string | null }

const file = new URL('../../../content/certifications.json', import.meta.url)
const certifications = JSON.parse(readFileSync(file, 'utf8')) as Entry[]

test('descriptions and skill areas of all certifications have a French text', () => {
  const texts = { ...certificationDescriptions, ...skillAreas.names }
  const needed = certifications.flatMap((entry) => [entry.description, ...entry.skillAreas.map(({ name }) => name)])
  expect(needed.length).toBeGreaterThan(0)
  expect(needed.filter((text) => !texts[text])).toEqual([])
})

test('languages and replacements of all certifications have a French text, unless a replacement is an id', () => {
  const languages = certifications.flatMap((entry) => entry.languages ?? [])
  expect(languages.filter((text) => certificationPage.listedLanguages(text) === text)).toEqual([])
  const words = certifications.flatMap(({ successor }) => successor ?? [])
  expect(words.filter((one) => successorInFrench(one) === one && !/^[A-Z]{2}-\d{3}$/.test(one))).toEqual([])
})
