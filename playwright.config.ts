import { defineConfig } from '@playwright/test'
import { findChromium } from './scripts/chromium.mjs'

process.env.NODE_ENV = 'production' // the shop under test runs in the workers

// Without hinting the headless shell measures text as Chrome does; with it every letter is rounded, and a line may end elsewhere.
const quiet = [
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--font-render-hinting=none',
]
const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []

export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/support/global-setup.ts',
  fullyParallel: true,
  workers: 3, // on two cores: browser and shop wait for each other
  timeout: 60_000,
  forbidOnly: true,
  reporter: [['list']],
  use: {
    locale: 'en-US',
    launchOptions: { executablePath: findChromium(), args: [...quiet, ...asRoot] },
  },
  projects: [
    { name: 'desktop', use: { viewport: { width: 1440, height: 900 } } },
    // Only what measures or differs at this width.
    { name: 'phone', grep: /@phone/, use: { viewport: { width: 390, height: 844 }, hasTouch: true } },
  ],
})
