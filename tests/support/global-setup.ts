/** Vitest and Playwright call this before the first test, and the function that it returns after the last one. */
export { startTestDatabases as default } from './database.ts'
