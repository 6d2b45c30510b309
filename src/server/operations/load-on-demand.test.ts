import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { partsOnDemand } from '#server/operations/load-on-demand.ts'

test.each(Object.entries(partsOnDemand))('%s has all functions that are imported from it, and each call is awaited', (part, entry) => {
  const { importer = '', functions = [] } = entry ?? {}
  const code = readFileSync(fileURLToPath(import.meta.resolve(importer)), 'utf8')
  const [, imported = ''] = new RegExp(`import \\{ ([^}]+) \\} from "${part}"`).exec(code) ?? []
  expect(imported.split(', ')).toEqual(functions)
  for (const name of functions)
    expect([...code.matchAll(new RegExp(`(\\w+) ${name}\\(`, 'g'))].map(([, before]) => before)).toEqual(['await'])
})
