import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{src,demo,scripts,tests}/**/*.test.ts'],
    globalSetup: 'tests/support/global-setup.ts',
    setupFiles: ['tests/support/no-leaks.ts', 'tests/support/few-statements.ts', 'tests/support/usual-currency.ts'],
    isolate: false, // no file leaves anything in the process that another minds, and the shop is imported twice instead of 180 times
    maxWorkers: 4, // on two cores: many tests wait for processes to start
    expect: { requireAssertions: true, poll: { timeout: 10_000 } },
    // For what hangs, not for what is slow on a busy machine.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
