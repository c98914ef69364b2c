/** For Vitest and Playwright alike: called before the first test, and what it returns after the last one. */
export { startTestDatabases as default } from './database.ts'
