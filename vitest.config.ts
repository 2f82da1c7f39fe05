import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'scripts/*.test.ts', 'scripts/bench/*.test.mjs'],
    testTimeout: 60_000,
    maxWorkers: 2,
  },
})
