import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'tests/*.test.ts'],
    environment: 'node',
    // Each server test file opens a database of its own, which takes a second or two on a busy machine.
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
