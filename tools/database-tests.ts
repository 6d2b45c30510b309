/** Finds the test files that use a database. `tools/test.ts` runs them a second time, on PostgreSQL. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const find = (...patterns: string[]) => globSync(patterns, { cwd: root }).toSorted()

const opensDatabase = /\b(?:openTest(?:Database|Services)|prepareDatabase|copyTemplateDatabase|withServerDatabase)\b/
/** These export the functions above. Many tests that import them use only other exports. */
const exporters = ['tests/services.ts', 'tests/template-database.ts']

/** Paths of the test files from the root of the project: all in `src`, and the two in `tests` that compare or explain queries. */
export function listDatabaseTests(): string[] {
  const helpers = find('src/**/*.test-setup.ts', 'tests/*.ts').filter(
    (path) => !path.endsWith('.test.ts') && !exporters.includes(path) && opensDatabase.test(read(path)),
  )
  const imports = helpers.map((path) => `'#${path.replace(/^src\//, '')}'`)
  return find('src/**/*.test.{ts,tsx}', 'tests/{query-plans,saving-paths}.test.ts').filter((path) => {
    const text = read(path)
    return opensDatabase.test(text) || imports.some((name) => text.includes(name))
  })
}
