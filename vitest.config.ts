import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

/** Tests that replace modules. In a shared process, other modules may have loaded the real ones before. */
const replacing = globSync('src/**/*.test.{ts,tsx}', { cwd: import.meta.dirname }).filter((path) =>
  readFileSync(join(import.meta.dirname, path), 'utf8').includes('vi.mock('),
)

/** Tests that replace globals of a browser or modules, or that start programs. Each file gets a process of its own. */
const isolated = [
  ...replacing,
  'src/web/{exam-dates,progress,simulation,sync}/**/*.test.{ts,tsx}',
  'src/web/practice/help/**/*.test.{ts,tsx}',
  'src/worker/**/*.test.ts',
  'tests/*.test.ts',
]

export default defineConfig({
  test: {
    environment: 'node',
    // The default leaves one core to Vitest itself, which needs little.
    maxWorkers: '100%',
    globalSetup: 'tests/template-database.ts',
    // Each server test file opens its own database, and some tests import or restore thousands of questions. A busy machine can take
    // several times as long as a quiet one.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    projects: [
      { extends: true, test: { name: 'isolated', include: isolated } },
      // Loading the modules of the server again for each file took a third of the time.
      { extends: true, test: { name: 'shared', include: ['src/**/*.test.{ts,tsx}'], exclude: isolated, isolate: false } },
    ],
  },
})
