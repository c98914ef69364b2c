import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['drawing/**/*.test.ts'],
    maxWorkers: 1,
    expect: { requireAssertions: true },
    testTimeout: 120_000, // a picture takes about ten seconds, and longer on a busy machine
  },
})
