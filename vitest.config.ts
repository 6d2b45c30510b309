import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'tests/*.test.ts'],
    environment: 'node',
    // The default leaves one core to Vitest itself, which needs little.
    maxWorkers: '100%',
    globalSetup: 'tests/template-database.ts',
    // Each server test file opens its own database, which takes a second or two on a busy machine.
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
