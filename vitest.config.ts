import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'tests/*.test.ts'],
    environment: 'node',
    // The default leaves one core to Vitest itself, which needs little.
    maxWorkers: '100%',
    globalSetup: 'tests/template-database.ts',
    // Each server test file opens its own database, and some tests import or restore thousands of questions. A busy machine can take
    // several times as long as a quiet one.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
