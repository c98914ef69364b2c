import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{src,demo,scripts,tests}/**/*.test.ts'],
    globalSetup: 'tests/support/global-setup.ts',
    setupFiles: 'tests/support/no-leaks.ts',
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
