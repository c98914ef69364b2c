import { afterAll, afterEach } from 'vitest'
import { takeExcesses } from './count-statements.ts'

/** For every test file: a test whose requests took too many statements fails. */
function expectFewStatements() {
  const excesses = takeExcesses()
  if (excesses.length > 0) throw new Error(excesses.join('\n\n'))
}

afterEach(expectFewStatements)
afterAll(expectFewStatements)
