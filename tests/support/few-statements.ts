import { afterAll, afterEach } from 'vitest'
import { takeExcesses } from './count-statements.ts'

/** For every test file: fails a test whose requests took too many statements. */
function expectFewStatements() {
  const excesses = takeExcesses()
  if (excesses.length > 0) throw new Error(excesses.join('\n\n'))
}

afterEach(expectFewStatements)
afterAll(expectFewStatements)
